//! Failed attempts, and the events that requeue pods.

use super::*;

#[test]
fn a_failed_binding_is_retried() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n";
    let failing = "---\nkind: Scenario\nbindFailures: [{name: p}]\n";
    for (release, words) in [
        (Release::V1_16, "event FailedScheduling: Binding rejected: Operation"),
        (Release::V1_20, "event FailedScheduling: binding rejected: running Bind plugin \"DefaultBinder\": Operation"),
        (Release::V1_34, "event FailedScheduling: running Bind plugin \"DefaultBinder\": Operation"),
    ] {
        let text = assert_story_under(
            release,
            &format!("{}{pod}{failing}", node("a", "")),
            &[
                "0.000 default/p assumed on a",
                "0.050 default/p not bound to a: refused at Bind",
                &format!("0.050 {words}"),
                "0.050 default/p ->",
            ],
        );
        assert!(text.contains("default/p bound to a") && text.contains("attempt 2"), "{release}\n{text}");
    }
}

#[test]
fn a_failed_binding_requeues_pods_that_could_use_its_node() {
    let pod = |name: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]}}\n"
        )
    };
    let failing = "---\nkind: Scenario\nbindFailures: [{name: p}]\n";
    let text = format!("{}{}{}{failing}", node("a", ""), pod("p"), pod("q"));
    for (release, wakes) in
        [(Release::V1_16, false), (Release::V1_20, false), (Release::V1_34, true), (Release::V1_36, true)]
    {
        let story =
            assert_story_under(release, &text, &["0.000 default/q -> Unschedulable", "0.050 default/p not bound to a"]);
        let woken = story.lines().any(|line| line.trim_start().starts_with("0.050  default/q ->"));
        assert_eq!(woken, wakes, "{release}\n{story}");
    }
}

#[test]
fn changed_labels_requests_and_gates_requeue_pods() {
    let pod = |name: &str, more: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: {name}}}}}\nspec: {{{more} containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]}}\n"
        )
    };
    let cluster = format!("{}{}", node("a", ""), pod("first", "nodeName: a,"));
    let resize = "script: [{at: 10s, resize: {name: first, requests: {cpu: 1}}}]\n";
    let full = format!("{cluster}{}{}", pod("second", ""), script(resize));
    assert_story(
        &full,
        &["10.000 pod default/first edited", "10.000 default/second ->", "10.000 default/second bound to a"],
    );
    assert_story_under(
        Release::V1_16,
        &full,
        &["10.000 kubectl: The Pod \"first\" is invalid: spec: Forbidden: pod updates may not change fields"],
    );
    let gated = pod("gated", "schedulingGates: [{name: later}],").replace("cpu: 3", "cpu: 1");
    let ungate = "script: [{at: 10s, ungate: {name: gated}}]\n";
    assert_story(
        &format!("{cluster}{gated}{}", script(ungate)),
        &[
            "0.000 default/gated -> Gated",
            "10.000 default/gated -> Active (UnschedulablePodUpdatePodSchedulingGatesEliminated)",
            "10.000 default/gated bound to a",
        ],
    );
    let friend = pod(
        "friend",
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, \
         labelSelector: {matchLabels: {role: host}}}]}},",
    )
    .replace("cpu: 3", "cpu: 1");
    let label = "script: [{at: 10s, label: {name: first, labels: {role: host}}}]\n";
    assert_story(
        &format!("{cluster}{friend}{}", script(label)),
        &["10.000 default/friend ->", "10.000 default/friend bound to a"],
    );
    let node_label = "script: [{at: 10s, label: {kind: Node, name: a, labels: {disk: ssd}}}]\n";
    let picky = pod("picky", "nodeSelector: {disk: ssd},").replace("cpu: 3", "cpu: 1");
    assert_story(&format!("{cluster}{picky}{}", script(node_label)), &["10.000 default/picky bound to a"]);
    // A new label does not help a pod that lacks resources. Only the early releases retry it.
    let text = format!(
        "{cluster}{}{}",
        pod("second", ""),
        script("script: [{at: 10s, label: {name: second, labels: {a: b}}}]\n")
    );
    assert_story_under(Release::V1_20, &text, &["10.000 default/second -> Active (PodUpdate)"]);
    assert!(!assert_story(&text, &["10.000 pod default/second edited"]).contains("default/second -> Active (Unsched"));
}

#[test]
fn a_pod_with_higher_priority_takes_the_freed_resources() {
    let pod = |name: &str, priority: i32, cpu: i32, more: &str| {
        format!(
            "kind: Pod, metadata: {{name: {name}}}, spec: {{priority: {priority}, {more} containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}"
        )
    };
    let low = pod("low", 0, 4, "nodeName: a,");
    let lines = format!(
        "script:\n- {{at: 10s, create: {{{}}}}}\n- {{at: 20s, create: {{{}}}}}\n",
        pod("middle", 10, 4, ""),
        pod("top", 20, 4, "")
    );
    for release in Release::ALL {
        let text = assert_story_under(
            release,
            &format!("{}---\n{{{low}}}\n{}", node("a", ""), script(&lines)),
            &["10.000 default/middle nominated to a", "20.000 default/top"],
        );
        assert!(text.contains("default/top bound to a") && !text.contains("default/middle bound"), "{release}\n{text}");
    }
}

#[test]
fn a_pod_whose_claim_is_missing_is_not_scheduled_in_releases_with_claims() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {resourceClaims: [{name: gpu, resourceClaimName: gpu}], containers: [{name: c}]}\n";
    for release in Release::ALL {
        let text = run_story(&format!("{}{pod}", node("a", "")), release);
        let known = ["v1.34", "v1.36"].contains(&release.name());
        assert_eq!(text.contains("default/p bound to a"), !known, "{release}\n{text}");
        assert_eq!(text.contains("default/p popped"), !known, "{release}\n{text}");
    }
}

#[test]
fn deleting_a_pod_before_its_binding_requeues_others_since_v1_36() {
    let pod = |name: &str| {
        format!(
            "{{kind: Pod, metadata: {{name: {name}}}, spec: {{containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]}}}}"
        )
    };
    let text = format!(
        "{}---\nkind: Scenario\ndurationSeconds: 60\ntimings: {{bindMillis: 5000}}\nscript:\n- {{at: 1s, create: {}}}\n\
         - {{at: 2s, create: {}}}\n- {{at: 3s, delete: {{kind: Pod, name: first}}}}\n",
        node("a", ""),
        pod("first"),
        pod("second")
    );
    for (release, woken) in [(Release::V1_34, false), (Release::V1_36, true)] {
        let story = run_story(&text, release);
        assert!(story.contains("default/second popped, attempt 1"), "{story}");
        assert_eq!(story.contains("default/second popped, attempt 2"), woken, "{release}\n{story}");
    }
}

#[test]
fn events_during_a_binding_that_fails_are_not_missed() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n";
    let text = |script: &str| {
        format!(
            "{}{pod}---\nkind: Scenario\ntimings: {{bindMillis: 5000}}\nbindFailures: [{{name: p}}]\nscript: [{script}]\n",
            node("a", "")
        )
    };
    let label = "{at: 2s, label: {kind: Node, name: a, labels: {disk: ssd}}}";
    for release in [Release::V1_16, Release::V1_20] {
        assert_story_under(release, &text(label), &["5.000 default/p not bound to a", "5.000 default/p -> Backoff"]);
        assert_story_under(release, &text(""), &["5.000 default/p not bound to a", "5.000 default/p -> Unschedulable"]);
    }
}

#[test]
fn events_without_an_interested_plugin_do_not_requeue_a_pod_that_is_being_bound() {
    let pod = |name: &str, priority: i32| {
        format!(
            "{{kind: Pod, metadata: {{name: {name}}}, spec: {{priority: {priority}, containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]}}}}"
        )
    };
    let service = "{at: 500ms, apply: {kind: Service, metadata: {name: web}, spec: {selector: {app: web}}}}";
    let text = format!(
        "{}---\n{}\n---\nkind: Scenario\ntimings: {{permitMillis: 5000}}\nscript: [{service}, {{at: 1s, create: {}}}]\n",
        node("a", ""),
        pod("app", 0),
        pod("urgent", 9)
    );
    assert_story(
        &text,
        &[
            "0.000 default/app waits in Permit",
            "0.500 $ kubectl",
            "1.000 default/app -> Unschedulable until 2.000 (ScheduleAttemptFailure)",
        ],
    );
}

#[test]
fn a_new_pod_with_the_same_name_does_not_inherit_the_backoff() {
    let pod = "kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, resources: {requests: {cpu: 9}}}]}";
    let lines = format!(
        "script: [{{at: 300ms, delete: {{name: p}}}}, {{at: 500ms, create: {{{pod}}}}}, {{at: 700ms, label: {{kind: Node, name: a, labels: {{disk: ssd}}}}}}]\n"
    );
    assert_story_under(
        Release::V1_16,
        &format!("{}---\n{{{pod}}}\n{}", node("a", ""), script(&lines)),
        &[
            "0.000 default/p -> Unschedulable until 1.000",
            "0.500 default/p -> Unschedulable until 1.500",
            "0.700 default/p -> Backoff until 1.500",
        ],
    );
}

#[test]
fn a_gated_pod_waits_until_its_last_gate_is_removed() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {schedulingGates: [{name: one}, {name: two}], containers: [{name: c}]}\n";
    let ungate = |at: u32, gate: &str| format!("{{at: {at}s, ungate: {{name: p, gates: [{gate}]}}}}");
    let lines = format!("script: [{}, {}, {}]\n", ungate(10, "other"), ungate(20, "one"), ungate(30, "two"));
    let text = assert_story(
        &format!("{}{pod}{}", node("a", ""), script(&lines)),
        &[
            "0.000 default/p -> Gated",
            "20.000 pod default/p edited",
            "30.000 pod default/p edited",
            "30.000 default/p -> Active (UnschedulablePodUpdatePodSchedulingGatesEliminated)",
            "30.000 default/p bound to a",
        ],
    );
    assert_eq!(text.matches("default/p ->").count(), 2, "{text}");
}

#[test]
fn the_last_victim_is_deleted_after_the_others_and_the_preemptor_is_retried_in_between() {
    let victim = |name: &str, grace: u32| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{nodeName: a, terminationGracePeriodSeconds: {grace}, containers: [{{name: c, resources: {{requests: {{cpu: 2}}}}}}]}}\nstatus: {{phase: Running}}\n"
        )
    };
    let class = "---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n";
    let create = "script: [{at: 10s, create: {kind: Pod, metadata: {name: urgent}, spec: {priorityClassName: high, containers: [{name: c, resources: {requests: {cpu: 4}}}]}}}]\n";
    let run = |release, first: u32| {
        let victims = format!("{}{}", victim("p-1", first), victim("p-2", 5));
        run_story(&format!("{}{class}{victims}---\nkind: Scenario\n{create}", node("a", "")), release)
    };
    let times = |text: &str, what: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.contains(what))
            .map(|line| line.split_whitespace().next().unwrap().to_owned())
            .collect()
    };
    for release in [Release::V1_34, Release::V1_36] {
        let text = run(release, 5);
        assert_eq!(times(&text, " terminating until"), ["10.000", "10.050"], "{text}");
        assert_eq!(times(&text, "event FailedScheduling"), ["10.000", "15.000"], "{text}");
        assert!(text.contains("not eligible due to a terminating pod on the nominated node."), "{text}");
        assert_eq!(times(&text, "urgent assumed"), ["15.050"], "{text}");
    }
    // If the first victim terminates at once, the preemptor is not retried before the last deletion has begun.
    assert_eq!(times(&run(Release::V1_36, 0), " terminating until"), ["10.000", "10.000"]);
    assert_eq!(times(&run(Release::V1_20, 5), " terminating until"), ["10.000", "10.000"]);
}

#[test]
fn a_pod_of_another_scheduler_is_not_queued() {
    let pod = |name: &str, scheduler: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{schedulerName: {scheduler}, containers: [{{name: c}}]}}\n"
        )
    };
    let lines = "script: [{at: 3s, taint: {node: a, key: k, effect: NoSchedule}}, {at: 4s, label: {name: other, labels: {app: x}}}, {at: 5s, untaint: {node: a, key: k}}]\n";
    let text =
        format!("{}{}{}{}", node("a", ""), pod("other", "volcano"), pod("mine", "default-scheduler"), script(lines));
    for release in Release::ALL {
        let story = run_story(&text, release);
        assert_eq!(
            (story.contains("default/mine -> Active"), story.contains("default/other -> ")),
            (true, false),
            "{release}\n{story}"
        );
    }
}
