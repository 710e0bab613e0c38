//! Each branch of who gets the room of a group's victims is what a run shows.

use api::{Millis, NamespacedName};
use protocol::{Answer, Question, RoomBranch};

use crate::test_support::answer_to;

const THROWN_AWAY: &str = include_str!("../../www/scenarios/thrown-away.yaml");

fn branches(text: &str, at: u64) -> Vec<RoomBranch> {
    let at = Millis::from_seconds(at);
    match answer_to(text, None, Some(at), Question::Room("default/job".into())) {
        Answer::Room(branches) => branches,
        other => panic!("{other:?}"),
    }
}

fn names(pods: &[NamespacedName]) -> Vec<&str> {
    pods.iter().map(|pod| pod.name()).collect()
}

#[test]
fn freed_room_goes_to_the_group_or_to_a_rival() {
    let branches = branches(THROWN_AWAY, 2);
    let [alone, rivalled] = &branches[..] else { panic!("{branches:?}") };
    // Without vip, the minimum is bound where room was made.
    assert_eq!(alone.rival, None);
    let retry = alone.retry.as_ref().expect("a cycle");
    let nodes: Vec<&str> = retry.bound.iter().map(|(_, node)| node.as_str()).collect();
    assert_eq!((retry.placed, retry.members, nodes), (2, 3, vec!["node-b"; 2]));
    // With vip the run is unchanged: vip takes the node, and the group preempts again.
    let rival = rivalled.rival.as_ref().expect("a rival");
    assert_eq!((rival.pod.as_str(), rival.priority, rival.milli_cpu), ("default/vip", 200, 1200));
    assert_eq!((rival.is_in_run, rival.node.as_deref()), (true, Some("node-b")));
    let retry = rivalled.retry.as_ref().expect("a cycle");
    assert_eq!((retry.placed, retry.bound.len(), names(&retry.victims)), (0, 0, vec!["low-c-0"]));
}

#[test]
fn rival_is_invented_if_the_script_has_none_and_a_class_exists() {
    let start = THROWN_AWAY.find("  - at: 3500ms").expect("vip");
    let end = start + THROWN_AWAY[start..].find("---\n").expect("an end");
    // The priority of a pod that is no member does not matter.
    let other =
        "---\nkind: Pod\nmetadata: {name: other}\nspec: {priority: 300, nodeName: node-a, containers: [{name: c}]}\n";
    let text = format!("{}{}{other}", &THROWN_AWAY[..start], &THROWN_AWAY[end..]);
    let found = branches(&text, 2);
    let [alone, rivalled] = &found[..] else { panic!("{found:?}") };
    assert_eq!(alone.retry.as_ref().expect("a cycle").bound.len(), 2);
    let rival = rivalled.rival.as_ref().expect("a rival");
    // All that is free on node-b without low-b-0.
    assert_eq!((rival.is_in_run, rival.priority, rival.milli_cpu), (false, 200, 1600));
    assert_eq!(rival.node.as_deref(), Some("node-b"));
    assert_eq!(rivalled.retry.as_ref().expect("a cycle").bound, []);
    // Without a class above the group, no rival can be invented.
    let text = text.replace("metadata: {name: p200}\nvalue: 200", "metadata: {name: p200}\nvalue: 20");
    assert_eq!(branches(&text, 2).len(), 1);
}

#[test]
fn no_room_answer_without_pending_victims() {
    assert_eq!(branches(THROWN_AWAY, 0), []);
}
