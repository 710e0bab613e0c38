//! DaemonSets: one pod on each eligible node.

use super::*;

#[test]
fn a_daemon_set_has_a_pod_on_each_eligible_node() {
    let set = "---\nkind: DaemonSet\nmetadata: {name: log}\nspec: {selector: {matchLabels: {app: log}}, template: {metadata: {labels: {app: log}}, spec: {containers: [{name: c}]}}}\n";
    let tainted = node("tainted", "taints: [{key: only, value: \"\", effect: NoSchedule}]");
    let cordoned = node("cordoned", "unschedulable: true");
    let new = "script: [{at: 10s, create: {kind: Node, metadata: {name: new}, status: {allocatable: {cpu: 1}}}}]\n";
    let text = assert_story(
        &format!("{}{tainted}{cordoned}{set}{}", node("a", ""), script(new)),
        &["10.000 node new comes", "10.100 pod default/log-", "10.100 default/log-"],
    );
    for on in ["a", "cordoned", "new"] {
        assert!(text.contains(&format!("bound to {on}\n")), "{on}\n{text}");
    }
    assert!(!text.contains("bound to tainted"), "{text}");
}

fn set(spec: &str) -> String {
    format!(
        "---\nkind: DaemonSet\nmetadata: {{name: log}}\nspec: {{selector: {{matchLabels: {{app: log}}}}, template: {{metadata: {{labels: {{app: log}}}}, spec: {{terminationGracePeriodSeconds: 5, {spec} containers: [{{name: c}}]}}}}}}\n"
    )
}

#[test]
fn daemon_pods_run_on_nodes_whose_taints_they_tolerate() {
    let tainted = node("tainted", "taints: [{key: only, value: \"\", effect: NoSchedule}]");
    let text = assert_story(
        &format!("{}{tainted}{}", node("a", ""), set("tolerations: [{key: only, operator: Exists}],")),
        &["0.000 pod default/log-"],
    );
    assert!(text.contains("bound to tainted\n") && text.contains("bound to a\n"), "{text}");
}

#[test]
fn a_terminating_daemon_pod_is_replaced_after_its_removal() {
    let story = script(
        "durationSeconds: 60\nscript: [{at: 10s, taint: {node: a, key: busy, effect: NoExecute}}, {at: 12s, untaint: {node: a, key: busy}}]\n",
    );
    let text = assert_story(
        &format!("{}{}{story}", node("a", ""), set("")),
        &["10.000 default/log-", "15.000 default/log-", "15.100 pod default/log-", "15.100 default/log-"],
    );
    assert_eq!(text.matches("created by").count(), 2, "{text}");
}

#[test]
fn daemon_pods_are_deleted_from_nodes_that_are_no_longer_eligible() {
    let labeled = node("a", "").replace("{name: a}", "{name: a, labels: {disk: ssd}}");
    let story = script("durationSeconds: 60\nscript: [{at: 10s, label: {kind: Node, name: a, labels: {disk: hdd}}}]\n");
    let text = assert_story(
        &format!("{labeled}{}{story}", set("nodeSelector: {disk: ssd},")),
        &["0.000 pod default/log-", "10.100 default/log-", "15.100 default/log-"],
    );
    assert_eq!(text.matches("created by").count(), 1, "{text}");
    // A NoSchedule taint does not evict it.
    let story = script("durationSeconds: 60\nscript: [{at: 10s, taint: {node: a, key: busy, effect: NoSchedule}}]\n");
    let text = assert_story(&format!("{labeled}{}{story}", set("")), &["10.000 node a changes"]);
    assert!(!text.contains("terminating"), "{text}");
}

#[test]
fn the_controller_deletes_daemon_pods_that_do_not_tolerate_a_no_execute_taint() {
    let story = script("durationSeconds: 60\nscript: [{at: 10s, taint: {node: a, key: busy, effect: NoExecute}}]\n");
    let text = assert_story(
        &format!("{}{}{story}", node("a", ""), set("")),
        &[
            "10.000 event SuccessfulDelete: Deleted pod: log-",
            "10.000 default/log-",
            "10.000 event TaintManagerEviction: Marking for deletion Pod default/log-",
        ],
    );
    assert!(text.contains(", Unwanted\n") && !text.contains(", Tainted\n"), "{text}");
    // A pod that tolerates the taint stays.
    let tolerant = set("tolerations: [{key: busy, operator: Exists}],");
    assert!(!self::run_story(&format!("{}{tolerant}{story}", node("a", "")), Release::V1_36).contains("terminating"));
}

#[test]
fn a_new_template_is_rolled_out_node_by_node() {
    let eligible = ["a", "b", "c", "d"].map(|name| node(name, "")).concat();
    // Percentages are those of the nodes on which the pods run.
    let taint = "taints: [{key: only, value: \"\", effect: NoSchedule}]";
    let others: String = (0..12).map(|number| node(&format!("tainted-{number}"), taint)).collect();
    let nodes = eligible + &others;
    for (strategy, at_once, all) in [
        ("", 1, 4),
        ("updateStrategy: {rollingUpdate: {maxUnavailable: 2}}, ", 2, 4),
        ("updateStrategy: {rollingUpdate: {maxUnavailable: 30%}}, ", 2, 4),
        ("updateStrategy: {rollingUpdate: {maxUnavailable: 2, maxSurge: 0}}, ", 2, 4),
        ("updateStrategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}, ", 0, 4),
        ("updateStrategy: {type: OnDelete}, ", 0, 0),
    ] {
        let of = |cpu: &str| {
            format!(
                "kind: DaemonSet\nmetadata: {{name: agent}}\nspec: {{{strategy}selector: {{matchLabels: {{app: agent}}}}, template: {{metadata: {{labels: {{app: agent}}}}, spec: {{terminationGracePeriodSeconds: 1, containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}}}}}\n"
            )
        };
        let object: String = of("200m").lines().flat_map(|line| ["    ", line, "\n"]).collect();
        let story = script(&format!("script:\n- at: 20s\n  apply:\n{object}"));
        let text = run_story(&format!("{nodes}---\n{}{story}", of("100m")), Release::V1_36);
        let deleted = text.lines().filter(|line| line.contains("Updated"));
        let first = deleted.clone().filter(|line| line.trim_start().starts_with("20.100")).count();
        assert_eq!((first, deleted.count()), (at_once, all), "{strategy}\n{text}");
        if all > 0 {
            assert!(text.matches("DaemonSetsController.rollingUpdate").count() >= 2, "{text}");
        }
    }
}

#[test]
fn a_node_whose_daemon_pod_is_terminating_counts_once_as_unavailable() {
    let nodes: String = ["a", "b", "c", "d"].map(|name| node(name, "")).concat();
    let taint =
        "- {at: 20s, taint: {node: a, key: busy, effect: NoExecute}}\n- {at: 21s, untaint: {node: a, key: busy}}\n";
    for (max_unavailable, before, at_once) in [(2, "", 2), (1, taint, 0), (2, taint, 1), (3, taint, 2)] {
        let strategy = format!("updateStrategy: {{rollingUpdate: {{maxUnavailable: {max_unavailable}}}}}");
        let of = |image: &str| {
            set("")
                .replace("{selector", &format!("{{{strategy}, selector"))
                .replace("name: c", &format!("name: c, image: {image}"))
        };
        let object: String = of("new").lines().skip(1).flat_map(|line| ["    ", line, "\n"]).collect();
        let story = script(&format!("script:\n{before}- at: 22s\n  apply:\n{object}"));
        let text = run_story(&format!("{nodes}{}{story}", of("old")), Release::V1_36);
        let updated = text.lines().filter(|line| line.contains("Updated"));
        let first = updated.clone().filter(|line| line.trim_start().starts_with("22.")).count();
        let all = if before.is_empty() { 4 } else { 3 };
        assert_eq!((first, updated.count()), (at_once, all), "{max_unavailable} {before}\n{text}");
    }
}
