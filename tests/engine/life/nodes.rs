//! Nodes that fail, taints that evict.

use super::*;

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
    let text = assert_story(
        &format!("{cluster}{}", script(&format!("durationSeconds: 60\nscript: [{taint}]\n"))),
        &[
            "10.000 default/now terminating until 12.000, Tainted",
            "30.000 default/later terminating until 32.000, Tainted",
        ],
    );
    assert!(!text.contains("never terminating"), "{text}");
    let called_off = format!("script: [{taint}, {{at: 15s, untaint: {{node: a, key: maintenance}}}}]\n");
    let text = assert_story(
        &format!("{cluster}{}", script(&called_off)),
        &["15.000 event TaintManagerEviction: Cancelling deletion of Pod default/later"],
    );
    assert!(!text.contains("later terminating"), "{text}");
}

#[test]
fn pods_of_an_unreachable_node_stay_terminating() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {nodeName: a, terminationGracePeriodSeconds: 5, containers: [{name: c}]}\n";
    let cluster = format!("{}{}{pod}", node("a", ""), node("b", ""));
    let back = "durationSeconds: 1000\nscript: [{at: 10s, unreachable: a}, {at: 400s, ready: a}]\n";
    assert_story(
        &format!("{cluster}{}", script(back)),
        &[
            // Its last heartbeat was at 0 s, and 50 s are given to it.
            "50.000 node a changes, taints [node.kubernetes.io/unreachable:NoSchedule]",
            "50.000 event NodeNotReady: Node a status is now: NodeNotReady",
            "50.000 event NodeNotReady: Node is not ready",
            "50.000 zone (none) is Normal, 1/2 not ready, 10 nodes per 100 s",
            "50.000 node a changes, taints [node.kubernetes.io/unreachable:NoSchedule, node.kubernetes.io/unreachable:NoExecute]",
            // Admission gave it 300 s of patience.
            "350.000 default/p terminating until 355.000, Tainted",
            "400.000 default/p gone",
        ],
    );
    let deleted =
        "durationSeconds: 1000\nscript: [{at: 10s, unreachable: a}, {at: 400s, delete: {kind: Node, name: a}}]\n";
    assert_story(&format!("{cluster}{}", script(deleted)), &["400.000 node a goes", "460.000 default/p gone"]);
}

#[test]
fn a_kubelet_that_is_back_stops_what_was_to_stop_meanwhile() {
    let pod = |name: &str, node: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{nodeName: {node}, terminationGracePeriodSeconds: 5, containers: [{{name: c}}]}}\n"
        )
    };
    let cluster = format!("{}{}{}{}", node("a", ""), node("b", ""), pod("p", "a"), pod("q", "b"));
    // What goes elsewhere meanwhile changes nothing.
    let lines = "durationSeconds: 60\nscript: [{at: 10s, unreachable: a}, {at: 20s, delete: {name: p}}, {at: 30s, delete: {name: q}}, {at: 40s, ready: a}]\n";
    assert_story(
        &format!("{cluster}{}", script(lines)),
        &[
            "20.000 default/p terminating until 25.000",
            "30.000 default/q terminating until 35.000",
            "35.000 default/q gone",
            "40.000 default/p gone",
        ],
    );
}

/// A pod may name a node that is not there yet. It counts there as soon as the node comes, as in upstream's cache.
#[test]
fn a_node_that_comes_late_has_its_pods() {
    let pod = |name: &str, node: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{{node}containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]}}\n"
        )
    };
    let late = "{at: 10s, create: {kind: Node, metadata: {name: late}, status: {allocatable: {cpu: 4, memory: 8Gi}}}}";
    for release in Release::ALL {
        let text = assert_story_under(
            release,
            &format!(
                "{}{}{}",
                pod("there", "nodeName: late, "),
                pod("waits", ""),
                script(&format!("durationSeconds: 60\nscript: [{late}]\n"))
            ),
            &["10.000 node late comes"],
        );
        assert!(!text.contains("default/waits bound"), "{release}: 3 of 4 CPUs are taken\n{text}");
    }
}

#[test]
fn the_taint_of_a_cordon_goes_a_moment_after_it() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n";
    let story = script("durationSeconds: 60\nscript: [{at: 10s, uncordon: a}]\n");
    assert_story(
        &format!("{}{pod}{story}", node("a", "unschedulable: true")),
        &[
            "0.000 event FailedScheduling: 0/1 nodes are available: 1 node(s) were unschedulable",
            "10.000 event FailedScheduling: 0/1 nodes are available: 1 node(s) had untolerated taint {",
            "10.100 node a changes",
            "10.100 default/p assumed on a",
        ],
    );
}
