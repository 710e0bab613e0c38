//! Node failures, and taints that evict pods.

use schedscope::{api::ConditionType, simulation::Simulation};

use super::*;

#[test]
fn a_no_execute_taint_evicts_according_to_tolerations() {
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
fn pods_on_an_unreachable_node_stay_terminating() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {nodeName: a, terminationGracePeriodSeconds: 5, containers: [{name: c}]}\n";
    let cluster = format!("{}{}{pod}", node("a", ""), node("b", ""));
    let back = "durationSeconds: 1000\nscript: [{at: 10s, unreachable: a}, {at: 400s, ready: a}]\n";
    assert_story(
        &format!("{cluster}{}", script(back)),
        &[
            // Its last heartbeat was at 0 s, and the grace period is 50 s.
            "50.000 node a changes, taints [node.kubernetes.io/unreachable:NoSchedule]",
            "50.000 event NodeNotReady: Node a status is now: NodeNotReady",
            "50.000 event NodeNotReady: Node is not ready",
            "50.000 zone (none) is Normal, 1/2 not ready, 10 nodes per 100 s",
            "50.000 node a changes, taints [node.kubernetes.io/unreachable:NoSchedule, node.kubernetes.io/unreachable:NoExecute]",
            // Admission added a toleration of 300 s.
            "350.000 default/p terminating until 355.000, Tainted",
            // The kubelet sees the deletion when the node is back, and grants the full grace period.
            "405.000 default/p gone",
        ],
    );
    let deleted =
        "durationSeconds: 1000\nscript: [{at: 10s, unreachable: a}, {at: 400s, delete: {kind: Node, name: a}}]\n";
    assert_story(&format!("{cluster}{}", script(deleted)), &["400.000 node a goes", "460.000 default/p gone"]);
}

#[test]
fn a_returning_kubelet_stops_pods_that_were_deleted_meanwhile() {
    let pod = |name: &str, node: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{nodeName: {node}, terminationGracePeriodSeconds: 5, containers: [{{name: c}}]}}\n"
        )
    };
    let cluster = format!("{}{}{}{}", node("a", ""), node("b", ""), pod("p", "a"), pod("q", "b"));
    // Deletions on other nodes have no effect.
    let lines = "durationSeconds: 60\nscript: [{at: 10s, unreachable: a}, {at: 20s, delete: {name: p}}, {at: 30s, delete: {name: q}}, {at: 40s, ready: a}]\n";
    assert_story(
        &format!("{cluster}{}", script(lines)),
        &[
            "20.000 default/p terminating until 25.000",
            "30.000 default/q terminating until 35.000",
            "35.000 default/q gone",
            "45.000 default/p gone",
        ],
    );
}

/// A pod may be bound to a node that does not exist yet. It counts on the node as soon as the node is created, as in upstream's cache.
#[test]
fn a_node_that_is_created_later_has_its_pods() {
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
fn the_unschedulable_taint_is_removed_shortly_after_uncordoning() {
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

#[test]
fn a_node_that_is_removed_before_the_controller_sees_it_has_no_events() {
    let node_b = "kind: Node, metadata: {name: b}";
    let lines = |gone: &str| {
        format!(
            "script: [{{at: 6s, create: {{{node_b}, status: {{allocatable: {{cpu: 4}}}}}}}}, {{at: {gone}, delete: {{kind: Node, name: b}}}}]\n"
        )
    };
    for (gone, notices) in [
        ("7s", vec![]),
        (
            "11s",
            vec![
                "RegisteredNode: Node b event: Registered Node b in Controller",
                "RemovingNode: Node b event: Removing Node b from Controller",
            ],
        ),
    ] {
        let text = run_story(&format!("{}{}", node("a", ""), script(&lines(gone))), Release::V1_36);
        let node_events: Vec<&str> = text
            .lines()
            .filter(|line| line.contains("Node b event"))
            .filter_map(|line| line.trim().split_once("  event "))
            .map(|(_, event)| event)
            .collect();
        assert_eq!(node_events, notices, "{text}");
    }
}

#[test]
fn a_disrupted_pod_has_a_condition_with_the_reason() {
    let pod = "---\nkind: Pod\nmetadata: {name: p}\nspec: {nodeName: a, terminationGracePeriodSeconds: 60, containers: [{name: c}]}\nstatus: {phase: Running}\n";
    let tainted = ("DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint");
    for (action, release, expected) in [
        ("taint: {node: a, key: k, effect: NoExecute}", Release::V1_36, Some(tainted)),
        ("taint: {node: a, key: k, effect: NoExecute}", Release::V1_20, None),
        ("evict: {name: p}", Release::V1_36, Some(("EvictionByEvictionAPI", "Eviction API: evicting"))),
        ("delete: {name: p}", Release::V1_36, None),
    ] {
        let lines = script(&format!("durationSeconds: 10\nscript: [{{at: 5s, {action}}}]\n"));
        let scenario = texts::scenario(&format!("{}{pod}{lines}", node("a", "")), release);
        let (simulation, _) = Simulation::new(scenario).run_to_end();
        let (_, pod) = simulation.pods().next().expect("it terminates still");
        let mut conditions = pod.status.conditions.iter();
        let condition = conditions.find(|condition| condition.r#type == ConditionType::DisruptionTarget);
        let why = condition.map(|condition| (condition.reason.as_str(), condition.message.as_str()));
        assert!(pod.is_terminating());
        assert_eq!(why, expected, "{action} {release}");
    }
}
