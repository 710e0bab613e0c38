//! Each suggested change for a member of a group has the outcome that a run of the whole group shows.

use protocol::{Answer, Change, HelpfulChange, Question, RunOutcome};

use crate::test_support::{FinishedRun, answer_to};

fn node(name: &str, cpu: u32) -> String {
    format!(
        "---\nkind: Node\nmetadata: {{name: {name}}}\nstatus: {{allocatable: {{cpu: {cpu}, memory: 8Gi, pods: '20'}}}}\n"
    )
}

fn pod(name: &str, more: &str) -> String {
    format!(
        "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{{more}containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}\n"
    )
}

fn gang(min_count: usize, gates: &str, more: &str) -> String {
    let pods: String =
        (0..4).map(|number| pod(&format!("train-{number}"), "schedulingGroup: {podGroupName: train}, ")).collect();
    format!(
        "kind: Scenario\nrelease: v1.36\nfeatureGates: {{GenericWorkload: true, GangScheduling: true{gates}}}\n---\n\
         apiVersion: scheduling.k8s.io/v1alpha2\nkind: PodGroup\nmetadata: {{name: train}}\nspec: {{schedulingPolicy: {{gang: \
         {{minCount: {min_count}}}}}{more}}}\n{pods}"
    )
}

fn help(text: &str) -> Vec<HelpfulChange> {
    match answer_to(text, None, None, Question::Help("default/train-0".into())) {
        Answer::Help(help) => help.changes,
        other => panic!("{other:?}"),
    }
}

fn outcomes(text: &str) -> Vec<(String, usize, bool)> {
    let change = |answer: &HelpfulChange| match &answer.change {
        None => "nothing".to_owned(),
        Some(Change::MoreRoom { node, resource, by }) => format!("{} +{by} {resource}", node.metadata.name),
        Some(Change::LowerMinimum { min_count, .. }) => format!("minCount {min_count}"),
        Some(Change::OneFewer { pod, .. }) => format!("without {pod}"),
        Some(Change::HigherClass { class, value, .. }) => format!("class {class} {value}"),
        Some(Change::AnotherNode(node)) => format!("node {}", node.metadata.name),
        Some(Change::GatesOff) => "gates off".to_owned(),
        Some(other) => panic!("{other:?}"),
    };
    let outcome = |answer: HelpfulChange| {
        assert!(matches!(answer.outcome, RunOutcome::Bound { .. }), "{answer:?}");
        let group = answer.group.expect("a group");
        assert_eq!(group.members, 4);
        (change(&answer), group.bound, group.is_from_start)
    };
    help(text).into_iter().map(outcome).collect()
}

#[test]
fn a_gang_of_four_with_room_for_three() {
    let text = gang(4, "", "") + &node("a", 3);
    let expected =
        [("a +1000 cpu", 4, false), ("minCount 3", 3, true), ("node a-copy", 4, false), ("gates off", 3, true)];
    let found = outcomes(&text);
    let found: Vec<(&str, usize, bool)> =
        found.iter().map(|(change, bound, start)| (change.as_str(), *bound, *start)).collect();
    // Without the gates, the first three pods are bound, including train-0.
    assert_eq!(found, expected);
}

#[test]
fn room_is_made_for_all_that_the_minimum_lacks() {
    // Room for one more pod on either node leaves the group one short: it needs two places on one node.
    let text = gang(4, "", "") + &node("a", 1) + &node("b", 1);
    assert!(outcomes(&text).contains(&("a +2000 cpu".into(), 4, false)), "{:?}", outcomes(&text));
    // Room that other pods use doesn't count, and members beyond the minimum need none.
    let text = gang(3, "", "") + &node("a", 3) + &pod("there", "nodeName: a, ");
    assert!(outcomes(&text).contains(&("a +1000 cpu".into(), 3, false)), "{:?}", outcomes(&text));
}

#[test]
fn what_helps_one_member_alone_is_no_help() {
    // Room for one more would be enough for a single pod, but three are missing.
    let text = gang(4, "", "") + &node("a", 2) + &pod("there", "nodeName: a, ");
    let found = outcomes(&text);
    assert!(found.iter().all(|(change, ..)| change != "without default/there"), "{found:?}");
    assert!(found.contains(&("minCount 1".into(), 1, true)), "{found:?}");
    // With room for a fourth, evicting one pod is enough.
    let text = gang(4, "", "") + &node("a", 4) + &pod("there", "nodeName: a, ");
    assert!(outcomes(&text).contains(&("without default/there".into(), 4, false)));
}

#[test]
fn the_class_of_the_group_counts_and_not_that_of_its_pods() {
    let classes = "---\nkind: PriorityClass\nmetadata: {name: low}\nvalue: 5\n---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 50\n";
    let others: String = (0..4)
        .map(|number| pod(&format!("there-{number}"), "nodeName: a, priority: 10, terminationGracePeriodSeconds: 1, "))
        .collect();
    let text = gang(4, ", WorkloadAwarePreemption: true", "") + &node("a", 4) + classes + &others;
    let found = outcomes(&text);
    assert!(found.contains(&("class high 50".into(), 4, true)), "{found:?}");
    // Without workload-aware preemption, the class of the group has no effect.
    let text = gang(4, "", "") + &node("a", 4) + classes + &others;
    assert!(outcomes(&text).iter().all(|(change, ..)| !change.starts_with("class")));
}

#[test]
fn a_victim_of_a_group_is_told_which_group_needs_its_place() {
    let classes = "---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 50\n";
    let other = pod("there", "nodeName: a, priority: 10, terminationGracePeriodSeconds: 1, ");
    let text =
        gang(4, ", WorkloadAwarePreemption: true", ", priorityClassName: high") + &node("a", 4) + classes + &other;
    let Answer::Why(observations) = answer_to(&text, None, None, Question::Gone("default/there".into())) else {
        panic!("no reasons")
    };
    let reprieve = protocol::Fact::NoUnitReprieve("default/train".into(), Vec::new(), false);
    assert!(observations.iter().any(|observation| observation.fact == reprieve), "{observations:?}");
}

#[test]
fn group_that_binds_anyway_is_listed_first() {
    let late = "script: [{at: 30s, create: {kind: Node, metadata: {name: b}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: '20'}}}}]\n";
    let text = gang(4, "", "").replacen("---\n", &format!("{late}---\n"), 1) + &node("a", 3);
    let answer = answer_to(&text, None, Some(api::Millis::from_seconds(5)), Question::Help("default/train-0".into()));
    let Answer::Help(protocol::Help { changes: answers, .. }) = answer else { panic!("{answer:?}") };
    assert_eq!(answers[0].change, None);
    let RunOutcome::Bound { after, .. } = &answers[0].outcome else { panic!("{answers:?}") };
    assert!(after.seconds() >= 20, "{answers:?}");
    assert!(answers.iter().any(|answer| matches!(answer.change, Some(Change::LowerMinimum { min_count: 3, .. }))));
}

#[test]
fn the_progress_counts_the_changes_that_remain() {
    let mut finished_run = FinishedRun::new(&(gang(4, "", "") + &node("a", 3)), None, None);
    let reports = finished_run.progress_of(Question::Help("default/train-0".into()));
    // No change, more CPU or memory, three lower minimums, another node, and no gates.
    let (first, last) = (&reports[0], &reports[reports.len() - 1]);
    assert_eq!((first.done, first.total), (1, 7));
    assert_eq!(last.done, last.total);
    for (before, after) in reports.iter().zip(&reports[1..]) {
        assert!(before.done <= after.done && after.total <= before.total, "{before:?} {after:?}");
    }
}
