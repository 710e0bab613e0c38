//! The cluster around the scheduler: evictions, failing nodes, controllers, edits and bindings that fail, as stories.

use schedscope::api::manifest;
use schedscope::releases::Release;
use schedscope::simulation::{Scenario, Simulation};

#[path = "support/story.rs"]
mod story;

fn told(text: &str, release: Release) -> String {
    let manifest = manifest::load(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = Scenario::from_manifest(&manifest, Some(release)).expect("a scenario");
    story::tell(&Simulation::new(scenario).run().1, release)
}

/// Lines that have to come one after the other, with anything between.
fn tells_under(release: Release, text: &str, expected: &[&str]) -> String {
    let told = told(text, release);
    let mut lines = told.lines();
    for wanted in expected {
        let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(lines.any(|line| squeeze(line).starts_with(wanted)), "no `{wanted}` (in this order) in\n{told}");
    }
    told
}

fn tells(text: &str, expected: &[&str]) -> String {
    tells_under(Release::V1_34, text, expected)
}

fn node(name: &str, more: &str) -> String {
    format!(
        "---\nkind: Node\nmetadata: {{name: {name}}}\nspec: {{{more}}}\nstatus: {{allocatable: {{cpu: 4, memory: 8Gi}}}}\n"
    )
}

fn script(lines: &str) -> String {
    format!("---\nkind: Scenario\ntimings: {{bindMillis: 0, containerStartMillis: 1000}}\n{lines}")
}

const WEB: &str = "---
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {terminationGracePeriodSeconds: 5, containers: [{name: c, resources: {requests: {cpu: 1}}}]}
";

const BUDGET: &str = "---
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
";

#[test]
fn a_drain_honours_budgets_and_asks_again() {
    let cluster = format!("{}{}{WEB}", node("a", ""), node("b", "unschedulable: true"));
    let story = script("durationSeconds: 60\nscript:\n- {at: 10s, drain: a}\n- {at: 12s, uncordon: b}\n");
    tells(
        &format!("{cluster}{story}"),
        &[
            "10.000 $ kubectl drain a",
            "10.000 node a changes, taints [node.kubernetes.io/unschedulable:NoSchedule]",
            "10.000 kubectl: evicting pod default/web-",
            "10.000 default/web-",
            "15.000 default/web-",
        ],
    );
    let guarded = format!("{cluster}{BUDGET}{story}");
    let told = tells(
        &guarded,
        &[
            "10.000 kubectl: error when evicting pods/\"web-",
            "15.000 kubectl: error when evicting pods/\"web-",
            "20.000 kubectl: error when evicting pods/\"web-",
        ],
    );
    assert!(told.contains("Cannot evict pod as it would violate the pod's disruption budget."));
    assert!(!told.contains("Drained"), "{told}");
    let one_more = guarded.replace("minAvailable: 2", "minAvailable: 1");
    let told = tells(&one_more, &["10.000 budget web allows 0", "10.000 default/web-"]);
    // One goes at once; the other when the first one's successor runs.
    assert_eq!(told.matches("Drained").count(), 2, "{told}");
    let second = told.lines().filter(|line| line.contains("Drained")).nth(1).unwrap().trim_start().to_owned();
    assert!(!second.starts_with("10.000"), "{second}");
}

#[test]
fn a_drain_leaves_alone_what_nobody_makes_anew() {
    let pod = "---\nkind: Pod\nmetadata: {name: lone}\nspec: {nodeName: a, containers: [{name: c}]}\n";
    let cluster = format!("{}{pod}", node("a", ""));
    let refused = tells(
        &format!("{cluster}{}", script("script: [{at: 5s, drain: a}]\n")),
        &["5.000 kubectl: cannot delete Pods that declare no controller (use --force to override): default/lone"],
    );
    assert!(!refused.contains("lone terminating"));
    tells(
        &format!("{cluster}{}", script("script: [{at: 5s, drain: {node: a, force: true, gracePeriodSeconds: 1}}]\n")),
        &["5.000 default/lone terminating until 6.000, Drained", "6.000 default/lone gone"],
    );
}

#[test]
fn a_taint_evicts_at_once_later_or_never() {
    let pod = |name: &str, toleration: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{terminationGracePeriodSeconds: 2, tolerations: [{toleration}], containers: [{{name: c}}]}}\n"
        )
    };
    let cluster = format!(
        "{}{}{}{}",
        node("a", ""),
        pod("now", ""),
        pod("later", "{key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 20}"),
        pod("never", "{key: maintenance, operator: Exists}"),
    );
    let taint = "{at: 10s, taint: {node: a, key: maintenance, value: \"\", effect: NoExecute}}";
    let told = tells(
        &format!("{cluster}{}", script(&format!("durationSeconds: 60\nscript: [{taint}]\n"))),
        &[
            "10.000 default/now terminating until 12.000, Tainted",
            "30.000 default/later terminating until 32.000, Tainted",
        ],
    );
    assert!(!told.contains("never terminating"), "{told}");
    let called_off = format!("script: [{taint}, {{at: 15s, untaint: {{node: a, key: maintenance}}}}]\n");
    let told = tells(
        &format!("{cluster}{}", script(&called_off)),
        &["15.000 event TaintManagerEviction: Cancelling deletion of Pod default/later"],
    );
    assert!(!told.contains("later terminating"), "{told}");
}

#[test]
fn pods_of_an_unreachable_node_stay_terminating() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {nodeName: a, terminationGracePeriodSeconds: 5, containers: [{name: c}]}\n";
    let cluster = format!("{}{pod}", node("a", ""));
    let back = "durationSeconds: 1000\nscript: [{at: 10s, unreachable: a}, {at: 400s, ready: a}]\n";
    tells(
        &format!("{cluster}{}", script(back)),
        &[
            "10.000 node a changes, taints [node.kubernetes.io/unreachable:NoSchedule, node.kubernetes.io/unreachable:NoExecute]",
            // Admission gave it 300 s of patience.
            "310.000 default/p terminating until 315.000, Tainted",
            "400.000 default/p gone",
        ],
    );
    let deleted =
        "durationSeconds: 1000\nscript: [{at: 10s, unreachable: a}, {at: 400s, delete: {kind: Node, name: a}}]\n";
    tells(&format!("{cluster}{}", script(deleted)), &["400.000 node a goes", "440.000 default/p gone"]);
}

#[test]
fn a_node_that_is_not_ready_makes_its_pods_unhealthy() {
    let cluster = format!("{}{WEB}{}", node("a", ""), BUDGET.replace("minAvailable: 2", "minAvailable: 1"));
    tells(
        &format!("{cluster}{}", script("durationSeconds: 30\nscript: [{at: 10s, notReady: a}]\n")),
        &["1.100 budget web allows 1 (2 healthy, 1 desired)", "10.100 budget web allows 0 (0 healthy, 1 desired)"],
    );
}

#[test]
fn a_pod_that_is_not_ready_may_go_while_enough_others_are() {
    let three = WEB.replace("replicas: 2", "replicas: 3").replace("app: web}}\n    spec: {", "app: web}}\n    spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: web}}}], ");
    let cluster = format!("{}{}{three}{BUDGET}", node("a", ""), node("b", ""));
    let lines = "durationSeconds: 30\nscript: [{at: 10s, notReady: a}, {at: 15s, drain: a}]\n";
    let drained = |release| told(&format!("{cluster}{}", script(lines)), release).matches("Drained").count();
    assert!(
        drained(Release::V1_34) > drained(Release::V1_20),
        "{}",
        told(&format!("{cluster}{}", script(lines)), Release::V1_34)
    );
}

#[test]
fn a_binding_that_fails_is_tried_again() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n";
    let failing = "---\nkind: Scenario\nbindFailures: [{name: p}]\n";
    for (release, words) in [
        (Release::V1_16, "event FailedScheduling: Binding rejected: Operation"),
        (Release::V1_20, "event FailedScheduling: binding rejected: running Bind plugin \"DefaultBinder\": Operation"),
        (Release::V1_34, "event FailedScheduling: running Bind plugin \"DefaultBinder\": Operation"),
    ] {
        let told = tells_under(
            release,
            &format!("{}{pod}{failing}", node("a", "")),
            &[
                "0.000 default/p assumed on a",
                "0.050 default/p not bound to a: refused",
                &format!("0.050 {words}"),
                "0.050 default/p ->",
            ],
        );
        assert!(told.contains("default/p bound to a") && told.contains("attempt 2"), "{release}\n{told}");
    }
}

#[test]
fn labels_requests_and_gates_wake_those_who_wait() {
    let pod = |name: &str, more: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: {name}}}}}\nspec: {{{more} containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]}}\n"
        )
    };
    let cluster = format!("{}{}", node("a", ""), pod("first", "nodeName: a,"));
    let resize = "script: [{at: 10s, resize: {name: first, requests: {cpu: 1}}}]\n";
    let full = format!("{cluster}{}{}", pod("second", ""), script(resize));
    tells(&full, &["10.000 pod default/first edited", "10.000 default/second ->", "10.000 default/second bound to a"]);
    tells_under(
        Release::V1_16,
        &full,
        &["10.000 kubectl: The Pod \"first\" is invalid: spec: Forbidden: pod updates may not change fields"],
    );
    let gated = pod("gated", "schedulingGates: [{name: later}],").replace("cpu: 3", "cpu: 1");
    let ungate = "script: [{at: 10s, ungate: {name: gated}}]\n";
    tells(
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
    tells(
        &format!("{cluster}{friend}{}", script(label)),
        &["10.000 default/friend ->", "10.000 default/friend bound to a"],
    );
    let node_label = "script: [{at: 10s, label: {kind: Node, name: a, labels: {disk: ssd}}}]\n";
    let picky = pod("picky", "nodeSelector: {disk: ssd},").replace("cpu: 3", "cpu: 1");
    tells(&format!("{cluster}{picky}{}", script(node_label)), &["10.000 default/picky bound to a"]);
    // A new label of its own does not help a pod that lacks room; only the early releases try it again all the same.
    let own = format!(
        "{cluster}{}{}",
        pod("second", ""),
        script("script: [{at: 10s, label: {name: second, labels: {a: b}}}]\n")
    );
    tells_under(Release::V1_20, &own, &["10.000 default/second -> Active (PodUpdate)"]);
    assert!(!tells(&own, &["10.000 pod default/second edited"]).contains("default/second -> Active (Unsched"));
}

#[test]
fn a_stateful_set_goes_in_order_both_ways() {
    let set = "---\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 3, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {terminationGracePeriodSeconds: 1, containers: [{name: c}]}}}\n";
    tells(
        &format!(
            "{}{set}{}",
            node("a", ""),
            script("script: [{at: 20s, scale: {kind: StatefulSet, name: db, replicas: 1}}]\n")
        ),
        &[
            "0.000 pod default/db-0 created by StatefulSet/db",
            "1.000 default/db-0 running",
            "1.100 pod default/db-1 created",
            "2.100 default/db-1 running",
            "2.200 pod default/db-2 created",
            "20.100 default/db-2 terminating until 21.100, ScaledDown",
            "21.100 default/db-2 gone",
            "21.200 default/db-1 terminating",
        ],
    );
}

#[test]
fn a_daemon_set_has_a_pod_on_each_node_that_wants_one() {
    let set = "---\nkind: DaemonSet\nmetadata: {name: log}\nspec: {selector: {matchLabels: {app: log}}, template: {metadata: {labels: {app: log}}, spec: {containers: [{name: c}]}}}\n";
    let tainted = node("tainted", "taints: [{key: only, value: \"\", effect: NoSchedule}]");
    let cordoned = node("cordoned", "unschedulable: true");
    let new = "script: [{at: 10s, create: {kind: Node, metadata: {name: new}, status: {allocatable: {cpu: 1}}}}]\n";
    let told = tells(
        &format!("{}{tainted}{cordoned}{set}{}", node("a", ""), script(new)),
        &["10.000 node new comes", "10.100 pod default/log-", "10.100 default/log-"],
    );
    for on in ["a", "cordoned", "new"] {
        assert!(told.contains(&format!("bound to {on}\n")), "{on}\n{told}");
    }
    assert!(!told.contains("bound to tainted"), "{told}");
}

#[test]
fn a_job_runs_its_pods_to_their_end() {
    let job = "---\nkind: Job\nmetadata: {name: sum}\nspec: {completions: 3, parallelism: 2, template: {spec: {containers: [{name: c}]}}}\n";
    let told = tells(&format!("{}{job}{}", node("a", ""), script("")), &["11.000 default/sum-", "22.200 end: Quiet"]);
    assert_eq!(told.matches(" succeeded\n").count(), 3, "{told}");
    assert_eq!(told.lines().filter(|line| line.contains("created by Job/sum")).count(), 3, "{told}");
}

#[test]
fn a_deployment_rolls_over() {
    let cluster = format!("{}{WEB}", node("a", ""));
    let changed = WEB.trim_start_matches("---\n").replace("cpu: 1", "cpu: 500m");
    let apply = |changed: &str| {
        let object: String = changed.lines().flat_map(|line| ["    ", line, "\n"]).collect();
        script(&format!("durationSeconds: 60\nscript:\n- at: 10s\n  apply:\n{object}"))
    };
    // 25 % of 2 is one more at a time, and none fewer.
    let told = tells(
        &format!("{cluster}{}", apply(&changed)),
        &["10.100 pod default/web-", "11.100 default/web-", "11.200 default/web-"],
    );
    assert_eq!(told.matches("ScaledDown").count(), 2, "{told}");
    assert_eq!(told.matches("created by ReplicaSet/web-").count(), 4, "{told}");
    let recreate = changed.replace("  replicas: 2\n", "  replicas: 2\n  strategy: {type: Recreate}\n");
    let told = tells(&format!("{cluster}{}", apply(&recreate)), &["10.100 default/web-", "15.100 default/web-"]);
    let first_new = told.lines().filter(|line| line.contains("created by ReplicaSet/web-")).nth(2).unwrap();
    assert!(first_new.trim_start().starts_with("15."), "{first_new}\n{told}");
}

#[test]
fn a_higher_pod_takes_the_hole() {
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
        let told = tells_under(
            release,
            &format!("{}---\n{{{low}}}\n{}", node("a", ""), script(&lines)),
            &["10.000 default/middle nominated to a", "20.000 default/top"],
        );
        assert!(told.contains("default/top bound to a") && !told.contains("default/middle bound"), "{release}\n{told}");
    }
}
