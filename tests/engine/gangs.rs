//! Properties of pod groups in random clusters. The engine also checks after each step that a group's state is the sum of its members.

use std::{collections::BTreeSet, fmt::Write};

use proptest::prelude::*;
use schedscope::{
    api::{NamespacedName, Str},
    releases::Release,
    runlog::{Event, EventKind, GroupStatus},
    scheduler::framework::FirstChooser,
    simulation::Simulation,
    trace::{Frame, Trace},
};

use crate::support::{telling_cases::check_telling_cases, texts};

const GATES: [&str; 4] =
    ["GenericWorkload", "GangScheduling", "WorkloadAwarePreemption", "TopologyAwareWorkloadScheduling"];

#[derive(Clone, Debug)]
struct RandomPod {
    cpu: u32,
    priority: i32,
    start: u32,
    end: Option<u32>,
}

#[derive(Clone, Debug)]
struct RandomGroup {
    /// The minimum of a gang; `None` for a group with the basic policy.
    min_count: Option<usize>,
    priority: i32,
    is_whole: bool,
    has_topology: bool,
    pods: Vec<RandomPod>,
}

#[derive(Clone, Debug)]
struct RandomRun {
    /// CPU and zone of each node.
    nodes: Vec<(u32, u8)>,
    groups: Vec<RandomGroup>,
    singles: Vec<RandomPod>,
    gates: usize,
    seed: u64,
}

fn random_pod() -> impl Strategy<Value = RandomPod> {
    (1..8_u32, 0..3_i32, prop_oneof![2 => Just(0_u32), 1 => 1..12_u32], proptest::option::weighted(0.2, 5..20_u32))
        .prop_map(|(cpu, priority, start, end)| RandomPod { cpu, priority, start, end })
}

fn random_group() -> impl Strategy<Value = RandomGroup> {
    let pods = proptest::collection::vec(random_pod(), 1..5);
    (proptest::option::weighted(0.8, 1..5_usize), 0..3_i32, any::<bool>(), proptest::bool::weighted(0.3), pods)
        .prop_map(|(min_count, priority, is_whole, has_topology, pods)| RandomGroup {
            min_count,
            priority,
            is_whole,
            has_topology,
            pods,
        })
}

fn random_run() -> impl Strategy<Value = RandomRun> {
    (
        proptest::collection::vec((2..12_u32, 0..2_u8), 1..4),
        proptest::collection::vec(random_group(), 1..4),
        proptest::collection::vec(random_pod(), 0..4),
        1..5_usize,
        any::<u64>(),
    )
        .prop_map(|(nodes, groups, singles, gates, seed)| RandomRun { nodes, groups, singles, gates, seed })
}

fn write_pod(objects: &mut String, script: &mut Vec<(u32, String)>, name: &str, group: Option<usize>, pod: &RandomPod) {
    let RandomPod { cpu, priority, start, end } = pod;
    let group = group.map_or_else(String::new, |group| format!("schedulingGroup: {{podGroupName: g{group}}}, "));
    let object = format!(
        "{{kind: Pod, metadata: {{name: {name}}}, spec: {{{group}priorityClassName: p{priority}, terminationGracePeriodSeconds: 2, \
         containers: [{{name: c, resources: {{requests: {{cpu: \"{cpu}\"}}}}}}]}}}}"
    );
    if *start == 0 {
        let _ = writeln!(objects, "---\n{object}");
    } else {
        script.push((*start, format!("- {{at: {start}s, create: {object}}}")));
    }
    if let Some(end) = end.filter(|end| end > start) {
        script.push((end, format!("- {{at: {end}s, delete: {{kind: Pod, name: {name}}}}}")));
    }
}

impl RandomRun {
    fn has_gate(&self, name: &str) -> bool {
        GATES[..self.gates].contains(&name)
    }

    fn write_text(&self) -> String {
        let (mut objects, mut script) = (String::new(), Vec::new());
        for class in 0..3 {
            let _ = writeln!(objects, "---\n{{kind: PriorityClass, metadata: {{name: p{class}}}, value: {class}}}");
        }
        for (at, (cpu, zone)) in self.nodes.iter().enumerate() {
            let _ = writeln!(
                objects,
                "---\n{{kind: Node, metadata: {{name: n{at}, labels: {{zone: z{zone}}}}}, status: {{allocatable: {{cpu: \"{cpu}\", \
                 memory: 8Gi, pods: \"20\"}}}}}}"
            );
        }
        for (at, group) in self.groups.iter().enumerate() {
            let policy =
                group.min_count.map_or("basic: {}".into(), |min_count| format!("gang: {{minCount: {min_count}}}"));
            let mode = if group.is_whole { "PodGroup" } else { "Pod" };
            let topology = if group.has_topology { ", schedulingConstraints: {topology: [{key: zone}]}" } else { "" };
            let _ = writeln!(
                objects,
                "---\n{{apiVersion: scheduling.k8s.io/v1alpha2, kind: PodGroup, metadata: {{name: g{at}}}, spec: {{schedulingPolicy: \
                 {{{policy}}}, disruptionMode: {mode}, priorityClassName: p{}{topology}}}}}",
                group.priority
            );
            for (number, pod) in group.pods.iter().enumerate() {
                write_pod(&mut objects, &mut script, &format!("g{at}-{number}"), Some(at), pod);
            }
        }
        for (number, pod) in self.singles.iter().enumerate() {
            write_pod(&mut objects, &mut script, &format!("single-{number}"), None, pod);
        }
        script.sort();
        let gates = GATES[..self.gates].iter().map(|gate| format!("{gate}: true"));
        let gates = gates.collect::<Vec<_>>().join(", ");
        let script = script.into_iter().map(|(_, line)| line + "\n").collect::<String>();
        let script = if script.is_empty() { String::new() } else { format!("script:\n{script}") };
        format!(
            "{objects}---\nkind: Scenario\nseed: {}\nfeatureGates: {{{gates}}}\ndurationSeconds: 40\ntimings: {{bindMillis: 0, \
             containerStartMillis: 1000}}\n{script}",
            self.seed % 1000
        )
    }

    /// No member of a gang is bound before enough members have a node. Returns the number of members that were bound.
    fn check_gangs(&self, events: &[Event]) -> Result<usize, TestCaseError> {
        let (mut placed_pods, mut checked) = (BTreeSet::<NamespacedName>::new(), 0);
        for event in events {
            match &event.what {
                EventKind::Assumed { pod, .. } => {
                    placed_pods.insert(pod.clone());
                }
                EventKind::Unreserved { pod, .. } | EventKind::PodRemoved(pod) => {
                    placed_pods.remove(pod);
                }
                EventKind::Bound { pod, .. } => {
                    placed_pods.insert(pod.clone());
                    let number = pod.name().strip_prefix('g').and_then(|name| name.split_once('-')?.0.parse().ok());
                    let Some(number) = number.filter(|_| self.has_gate("GangScheduling")) else { continue };
                    let number: usize = number;
                    let prefix = format!("g{number}-");
                    let placed = placed_pods.iter().filter(|pod| pod.name().starts_with(&prefix)).count();
                    let Some(min_count) = self.groups[number].min_count else { continue };
                    checked += 1;
                    prop_assert!(placed >= min_count, "{pod} is bound with {placed} of {min_count}");
                }
                _ => {}
            }
        }
        Ok(checked)
    }
}

/// A failed cycle leaves nothing behind: no member has a node, and none is nominated to the node that it had found. Returns the number of members of
/// such cycles that had found a node.
fn check_failed_cycle(frame: &Frame, events: &[Event]) -> Result<usize, TestCaseError> {
    let mut checked = 0;
    let failed = events.iter().filter_map(|event| match &event.what {
        EventKind::GroupAttempted(summary) if summary.status != GroupStatus::Success && !summary.is_waiting => {
            Some(summary)
        }
        _ => None,
    });
    for member in failed.flat_map(|summary| &summary.members) {
        let Some(view) = frame.pods.get(&member.pod) else { continue };
        prop_assert!(view.node.is_none(), "{} is on {:?}", member.pod, view.node);
        prop_assert!(member.node.is_none() || view.nominated.is_none(), "{} keeps {:?}", member.pod, view.nominated);
        checked += usize::from(member.node.is_some());
    }
    Ok(checked)
}

/// The nodes of pods without a group, with all random choices fixed.
fn nodes_of_singles(text: &str) -> Vec<(NamespacedName, Option<Str>)> {
    let simulation = Simulation::with_chooser(texts::scenario(text, Release::V1_36), FirstChooser);
    let (_, events) = simulation.run_to_end();
    let trace = Trace::new(events);
    let end = trace.frame_at(usize::MAX);
    let singles = end.pods.iter().filter(|(key, _)| key.name().starts_with("single"));
    singles.map(|(key, view)| (key.clone(), view.node.clone())).collect()
}

#[test]
fn a_failed_group_cycle_leaves_nothing_behind() {
    check_telling_cases(100, 5, random_run(), |run| {
        let mut simulation = Simulation::new(texts::scenario(&run.write_text(), Release::V1_36));
        let (mut frame, mut checked) = (Frame::default(), 0);
        while let Some(events) = simulation.step() {
            for event in &events {
                frame.apply_event(event);
            }
            checked += check_failed_cycle(&frame, &events)?;
        }
        Ok(checked > 0)
    });
}

#[test]
fn a_gang_that_never_starts_does_not_affect_other_pods() {
    check_telling_cases(100, 10, random_run(), |mut run| {
        // Equal priorities, so that nobody preempts, and each gang has a pod that fits nowhere.
        let equal = |pod: &mut RandomPod| (pod.priority, pod.end) = (0, None);
        run.gates = 2;
        run.singles.iter_mut().for_each(equal);
        for group in &mut run.groups {
            group.pods.iter_mut().for_each(equal);
            group.pods.push(RandomPod { cpu: 1000, priority: 0, start: 0, end: None });
            group.min_count = Some(group.pods.len());
        }
        let with_gangs = nodes_of_singles(&run.write_text());
        run.groups.clear();
        prop_assert_eq!(&with_gangs, &nodes_of_singles(&run.write_text()));
        Ok(with_gangs.iter().any(|(_, node)| node.is_some()))
    });
}

#[test]
fn a_gang_starts_with_enough_pods() {
    check_telling_cases(100, 5, random_run(), |run| {
        let text = run.write_text();
        let (_, events) = Simulation::new(texts::scenario(&text, Release::V1_36)).run_to_end();
        let checked = run.check_gangs(&events)?;
        // The same run again, in steps.
        let mut simulation = Simulation::new(texts::scenario(&text, Release::V1_36));
        let mut count = 0;
        while let Some(more) = simulation.step() {
            prop_assert_eq!(&events[count..count + more.len()], &more[..]);
            count += more.len();
        }
        prop_assert_eq!(count, events.len());
        Ok(checked > 0)
    });
}
