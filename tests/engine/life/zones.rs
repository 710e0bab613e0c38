//! Unreachable nodes, and the eviction rates of zones.

use super::*;

fn node_in_zone(name: &str, zone: &str) -> String {
    format!(
        "---\nkind: Node\nmetadata: {{name: {name}, labels: {{topology.kubernetes.io/zone: {zone}}}}}\nstatus: {{allocatable: {{cpu: 4, memory: 8Gi}}}}\n"
    )
}

/// A pod that is evicted as soon as its node is unreachable.
fn pod_evicted_at_once(name: &str, node: &str) -> String {
    format!(
        "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{nodeName: {node}, terminationGracePeriodSeconds: 1, tolerations: [{{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 0}}], containers: [{{name: c}}]}}\n"
    )
}

#[test]
fn nodes_of_a_zone_are_tainted_one_every_ten_seconds() {
    let nodes: String = (1..=7).map(|at| node_in_zone(&format!("n{at}"), "a")).collect();
    let story = script(
        "durationSeconds: 60\nscript: [{at: 3s, notReady: n1}, {at: 3s, notReady: n2}, {at: 3s, notReady: n3}]\n",
    );
    assert_story(
        &format!("{nodes}{}{story}", pod_evicted_at_once("p", "n2")),
        &[
            "3.000 node n1 changes, taints [node.kubernetes.io/not-ready:NoSchedule]",
            "5.000 zone a is Normal, 3/7 not ready, 10 nodes per 100 s",
            "5.000 node n1 changes, taints [node.kubernetes.io/not-ready:NoSchedule, node.kubernetes.io/not-ready:NoExecute]",
            "15.000 node n2 changes, taints [node.kubernetes.io/not-ready:NoSchedule, node.kubernetes.io/not-ready:NoExecute]",
            "15.000 event TaintManagerEviction: Marking for deletion Pod default/p",
            "25.000 node n3 changes",
        ],
    );
}

#[test]
fn no_pod_is_evicted_if_all_zones_are_down() {
    let nodes: String = (1..=3).map(|at| node_in_zone(&format!("n{at}"), "a")).collect();
    let lines = "{at: 3s, notReady: n1}, {at: 3s, notReady: n2}, {at: 13s, notReady: n3}, {at: 60s, ready: n3}";
    let story = script(&format!("durationSeconds: 90\nscript: [{lines}]\n"));
    let text = assert_story(
        &format!("{nodes}{}{story}", pod_evicted_at_once("p", "n2")),
        &[
            "5.000 node n1 changes, taints [node.kubernetes.io/not-ready:NoSchedule, node.kubernetes.io/not-ready:NoExecute]",
            "15.000 node n1 changes, taints [node.kubernetes.io/not-ready:NoSchedule]",
            "15.000 zone a is FullDisruption, 3/3 not ready, 0 nodes per 100 s",
            "65.000 zone a is Normal, 2/3 not ready, 10 nodes per 100 s",
            // Nodes that were queued wait for a whole interval of the new rate limit.
            "75.000 node n1 changes",
            "85.000 default/p terminating",
        ],
    );
    assert_eq!(text.matches("terminating").count(), 1, "{text}");
}

#[test]
fn partial_disruption_stops_evictions_in_small_zones_and_slows_them_in_large_ones() {
    for (count, down, rate) in [(5, 3, 0), (60, 33, 1), (60, 32, 10)] {
        let nodes: String = (1..=count).map(|at| node_in_zone(&format!("n{at:02}"), "a")).collect();
        let lines: Vec<String> = (1..=down).map(|at| format!("{{at: 3s, notReady: n{at:02}}}")).collect();
        let story = script(&format!("durationSeconds: 250\nscript: [{}]\n", lines.join(", ")));
        let text = run_story(&format!("{nodes}{}{story}", node_in_zone("other", "b")), Release::V1_36);
        assert!(text.contains(&format!("{down}/{count} not ready, {rate} nodes per 100 s")), "{text}");
        let tainted = text.matches(":NoExecute]").count();
        let expected = match rate {
            // The token bucket of the new rate is full, and gets its next token after 100 s.
            1 => 3,
            10 => 25,
            _ => 0,
        };
        assert_eq!(tainted, expected, "{down} of {count}");
    }
}

#[test]
fn a_fully_disrupted_zone_does_not_affect_other_zones() {
    let nodes = format!("{}{}{}", node_in_zone("n1", "a"), node_in_zone("n2", "a"), node_in_zone("n3", "b"));
    let story = script("durationSeconds: 30\nscript: [{at: 3s, notReady: n1}, {at: 3s, notReady: n2}]\n");
    assert_story(
        &format!("{nodes}{story}"),
        &["5.000 zone a is FullDisruption, 2/2 not ready, 10 nodes per 100 s", "5.000 node n1", "15.000 node n2"],
    );
}

#[test]
fn a_short_silence_of_a_kubelet_has_no_effect() {
    let story = script("durationSeconds: 90\nscript: [{at: 12s, unreachable: n1}, {at: 55s, ready: n1}]\n");
    let text = run_story(&format!("{}{}{story}", node_in_zone("n1", "a"), node_in_zone("n2", "a")), Release::V1_36);
    assert!(!text.contains("node n1 changes"), "{text}");
    for (release, at) in [(Release::V1_16, "50.000"), (Release::V1_36, "60.000")] {
        let story = script("durationSeconds: 90\nscript: [{at: 12s, unreachable: n1}]\n");
        let nodes = format!("{}{}", node("n1", ""), node("n2", ""));
        assert_story_under(release, &format!("{nodes}{story}"), &[&format!("{at} node n1 changes")]);
    }
}

#[test]
fn a_new_node_is_not_ready_initially() {
    let lines = "script:\n- {at: 12s, create: {kind: Node, metadata: {name: b}, status: {allocatable: {cpu: 4, memory: 8Gi}}}}\n- {at: 21s, delete: {kind: Node, name: b}}\n";
    assert_story(
        &format!("{}{}", node("a", ""), script(lines)),
        &[
            "12.000 node b comes",
            "12.100 node b changes, taints []",
            "15.000 event RegisteredNode: Node b event: Registered Node b in Controller",
            "21.000 node b goes",
            "25.000 event RemovingNode: Node b event: Removing Node b from Controller",
        ],
    );
}

#[test]
fn conditions_of_a_node_become_taints() {
    let pressed = node("a", "").replace(
        "status: {",
        "status: {conditions: [{type: MemoryPressure, status: 'True'}, {type: Ready, status: 'False'}], ",
    );
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n";
    let story = script("durationSeconds: 3\n");
    let text = run_story(&format!("{pressed}{pod}{story}"), Release::V1_36);
    assert!(text.contains("fails: 0/1 nodes are available: 1 node(s) had untolerated taint"), "{text}");
}

#[test]
fn the_eviction_of_a_pod_that_is_deleted_earlier_is_canceled() {
    let patient = pod_evicted_at_once("p", "a").replace("tolerationSeconds: 0", "tolerationSeconds: 60");
    let story = script("durationSeconds: 40\nscript: [{at: 3s, notReady: a}, {at: 20s, delete: {name: p}}]\n");
    assert_story(
        &format!("{}{}{patient}{story}", node("a", ""), node("b", "")),
        &["21.000 default/p gone", "21.000 event TaintManagerEviction: Cancelling deletion of Pod default/p"],
    );
}

#[test]
fn zones_without_queued_nodes_do_not_prolong_a_run() {
    // Node a is processed at 5 s, so the next one would be at 15 s. The pass at 10 s is for the new node.
    let lines = "script: [{at: 3s, notReady: a}, {at: 7s, create: {kind: Node, metadata: {name: c}, status: {allocatable: {cpu: 4}}}}]\n";
    assert_story(
        &format!("{}{}{}", node("a", ""), node("b", ""), script(lines)),
        &["5.000 node a changes", "10.000 event RegisteredNode: Node c event", "10.000 end: Quiet"],
    );
}
