//! The data of the map for each node: its usage, and its result at the current step.

use std::rc::Rc;

use api::{PodDisruptionBudget, Set, Str, Table};
use runlog::{Attempt, Rung};
use scene::{
    group_model::group_mark,
    node_model::{CONDITION_TAINTS, is_not_ready},
    node_steps::{NodeStep, NodeSteps},
};
use trace::{Frame, NodeView, PodView, budget_guard::BudgetState};

/// The state of a node in the cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeCell {
    /// The used millicores, bytes and number of pods.
    pub used: (i64, i64, i64),
    /// The allocatable millicores, bytes and number of pods.
    pub allocatable: (i64, i64, i64),
    pub is_cordoned: bool,
    /// Whether its `Ready` condition isn't `True`.
    pub is_unreachable: bool,
    /// Whether it has a taint other than those for conditions.
    pub is_tainted: bool,
    /// Whether a pod is nominated to it.
    pub is_nominated: bool,
    /// The state of its pods' budgets, if they have any.
    pub guard: Option<BudgetState>,
    /// The color of the group with a member on it; of the first, if there are several.
    pub group_hue: Option<usize>,
}

/// The result of the current step for a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeMark {
    /// None yet.
    #[default]
    None,
    /// It passed all filters.
    Passed,
    /// It failed a filter.
    Failed,
    /// It is feasible, but another one was selected.
    Excluded,
    /// Preemption can't help on it.
    CannotHelp,
    /// Its dry run showed that preemption doesn't help on it.
    NotCandidate,
    /// A candidate that the rule with this number dropped, or an extender (0).
    Lost(u8),
    /// Preemption might help on it.
    Potential,
    /// A candidate for preemption.
    Candidate,
    /// A candidate that is as good as the chosen one by every rule.
    Tied,
    /// It is chosen.
    Winner,
}

/// All nodes by zone, and within a zone in order of creation, as upstream's node tree.
#[derive(Default)]
pub struct NodeCells {
    frame: Rc<Frame>,
    /// The zones, as (name, number of nodes).
    pub zones: Vec<(String, usize)>,
    /// The names of the nodes.
    pub names: Vec<Str>,
    pub cells: Vec<NodeCell>,
    index: Table<Str, usize>,
    /// The last attempt, with the index of each of its nodes in `cells`.
    attempt: Option<(Rc<Attempt>, Vec<Option<usize>>)>,
}

impl NodeCells {
    /// Updates to another state of the cluster. Returns whether nodes were added, removed or moved, so that all positions change.
    pub fn update_to(&mut self, frame: &Rc<Frame>) -> bool {
        if Rc::ptr_eq(frame, &self.frame) {
            return false;
        }
        let before = std::mem::replace(&mut self.frame, Rc::clone(frame));
        let (mut dirty, mut moved) = (Set::new(), before.nodes.len() != frame.nodes.len());
        frame.nodes.for_each_change(&before.nodes, |name, was, is| {
            let zones = [was, is].map(|view| view.map(|view| view.zone()));
            moved |= zones[0] != zones[1];
            dirty.insert(name.clone());
        });
        if moved {
            self.rebuild_index();
            return true;
        }
        frame.pods.for_each_change(&before.pods, |_, pod_before, pod_after| {
            dirty.extend([pod_before, pod_after].into_iter().flatten().filter_map(|view| view.node.clone()));
        });
        // A budget may concern pods on any node.
        let alike = |(was, is): (&Rc<PodDisruptionBudget>, &Rc<PodDisruptionBudget>)| Rc::ptr_eq(was, is);
        let as_many = before.budgets.len() == frame.budgets.len();
        if !as_many || !before.budgets.values().zip(frame.budgets.values()).all(alike) {
            let guarded = |pod: &PodView| before.guarding_budgets(&pod.pod) != frame.guarding_budgets(&pod.pod);
            dirty.extend(frame.pods.values().filter(|pod| guarded(pod)).filter_map(|pod| pod.node.clone()));
        }
        // Another set of groups may change all colors.
        if before.pod_groups.len() != frame.pod_groups.len() {
            dirty.extend(self.names.iter().cloned());
        }
        for name in dirty {
            if let (Some(at), Some(node)) = (self.index.get(&name), frame.nodes.get(&name)) {
                self.cells[*at] = cell_of(frame, node);
            }
        }
        false
    }

    fn rebuild_index(&mut self) {
        let frame = &self.frame;
        let nodes = || frame.node_order.iter().filter_map(|name| frame.nodes.get(name));
        let mut zones: Vec<(String, Vec<&Rc<NodeView>>)> = Vec::new();
        let mut places = Table::new();
        for node in nodes() {
            let name = node.zone();
            let at = *places.or_insert(name.to_owned(), zones.len());
            if at == zones.len() {
                zones.push((name.to_owned(), Vec::new()));
            }
            zones[at].1.push(node);
        }
        let all = zones.iter().flat_map(|(_, nodes)| nodes);
        self.names = all.clone().map(|node| node.node.metadata.name.clone()).collect();
        self.cells = all.map(|node| cell_of(frame, node)).collect();
        self.index = self.names.iter().cloned().zip(0..).collect();
        self.zones = zones.iter().map(|(name, nodes)| (name.clone(), nodes.len())).collect();
        self.attempt = None;
    }

    /// The millicores of each node that pods with a priority below this one request: a pod of that priority could evict them.
    pub fn evictable_cpu(&self, priority: i32) -> Vec<i64> {
        let evictable = |name: &Str| -> i64 {
            let Some(node) = self.frame.nodes.get(name) else { return 0 };
            let pods = node.pods().filter_map(|key| self.frame.pods.get(key));
            let lower = pods.filter(|pod| !pod.phase.is_over() && pod.pod.priority() < priority);
            lower.map(|pod| pod.requests().milli_cpu).sum()
        };
        self.names.iter().map(evictable).collect()
    }

    /// The index of a node.
    pub fn find_node(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// The nodes whose names contain a text; an exact match comes first.
    pub fn search_nodes(&self, text: &str) -> Vec<usize> {
        let text = text.trim().to_lowercase();
        if text.is_empty() {
            return Vec::new();
        }
        let mut hits: Vec<usize> =
            (0..self.names.len()).filter(|at| self.names[*at].to_lowercase().contains(&text)).collect();
        hits.sort_by_key(|at| self.names[*at] != *text);
        hits
    }

    /// The mark of every node at a step of an attempt, and the nodes that the step is about.
    pub fn step_marks(&mut self, attempt: &Rc<Attempt>, scenes: &NodeSteps) -> (Vec<NodeMark>, Vec<usize>) {
        if self.attempt.as_ref().is_none_or(|(known, _)| !Rc::ptr_eq(known, attempt)) {
            let places = match self.attempt.take() {
                Some((known, places)) if known.nodes == attempt.nodes => places,
                _ => attempt.nodes.iter().map(|name| self.find_node(name)).collect(),
            };
            self.attempt = Some((Rc::clone(attempt), places));
        }
        let (mut node_marks, mut focus) = (vec![NodeMark::None; self.names.len()], Vec::new());
        let places = self.attempt.iter().flat_map(|(_, places)| places.iter().enumerate());
        for (ix, cell_index) in places.filter_map(|(ix, cell_index)| Some((ix, (*cell_index)?))) {
            let scene = scenes.step_of_node(ix);
            node_marks[cell_index] = mark_of(attempt, &scene);
            if scene.is_focus {
                focus.push(cell_index);
            }
        }
        (node_marks, focus)
    }
}

fn cell_of(frame: &Frame, node: &NodeView) -> NodeCell {
    let pods = node.pods().filter_map(|key| frame.pods.get(key)).filter(|pod| !pod.phase.is_over());
    let used = pods.map(|pod| pod.requests()).fold((0, 0, 0), |(cpu, memory, pods): (i64, i64, i64), requests| {
        (cpu.saturating_add(requests.milli_cpu), memory.saturating_add(requests.memory), pods + 1)
    });
    let allocatable = node.allocatable();
    NodeCell {
        used,
        allocatable: (allocatable.milli_cpu, allocatable.memory, allocatable.pods),
        is_cordoned: node.node.spec.unschedulable,
        is_unreachable: is_not_ready(node),
        is_tainted: node.node.spec.taints.iter().any(|taint| !taint.key.starts_with(CONDITION_TAINTS)),
        is_nominated: !node.nominated.is_empty(),
        group_hue: if frame.pod_groups.is_empty() {
            None
        } else {
            let groups = node.pods().filter_map(|key| frame.pods.get(key)?.pod.group_key());
            groups.filter_map(|group| group_mark(frame, &group)).map(|mark| mark.hue).next()
        },
        guard: node.pods().filter_map(|key| frame.guarding_budgets(&frame.pods.get(key)?.pod).tightest_state()).max(),
    }
}

/// The mark for the state of a node at a step.
pub fn mark_of(attempt: &Attempt, scene: &NodeStep) -> NodeMark {
    let helps = || {
        let runs = attempt.preemption.as_ref().map(|preemption| &preemption.dry_runs);
        scene.dry_run.is_some_and(|(at, is_over)| is_over && runs.is_some_and(|runs| runs[at].failure.is_none()))
    };
    match scene.record.and_then(|at| attempt.filter.get(at)) {
        _ if scene.is_winner => NodeMark::Winner,
        _ if scene.is_excluded && helps() => lost_mark(attempt, scene),
        _ if scene.is_excluded && scene.dry_run.is_some() => NodeMark::NotCandidate,
        _ if scene.is_excluded && attempt.preemption.is_some() => NodeMark::CannotHelp,
        _ if scene.is_excluded => NodeMark::Excluded,
        _ if helps() => NodeMark::Candidate,
        _ if scene.can_preempt => NodeMark::Potential,
        Some(record) if record.passes_filters() && scene.extender_failure.is_none() => NodeMark::Passed,
        Some(_) => NodeMark::Failed,
        None => NodeMark::None,
    }
}

/// The mark of a candidate that isn't considered any more.
fn lost_mark(attempt: &Attempt, scene: &NodeStep) -> NodeMark {
    let Some((preemption, (run, _))) = attempt.preemption.as_ref().zip(scene.dry_run) else { return NodeMark::Lost(0) };
    let node = preemption.dry_runs[run].node;
    let is_dropped = |rung: &Rung| !rung.kept.contains(&node) && rung.values.iter().any(|(other, _)| *other == node);
    match preemption.ladder.iter().position(is_dropped) {
        Some(rule) => NodeMark::Lost(u8::try_from(rule + 1).unwrap_or(0)),
        None if preemption.ties.contains(&node) => NodeMark::Tied,
        None => NodeMark::Lost(0),
    }
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use runlog::{AttemptOutcome, Code, Event, EventKind, Failure, NodeRecord};
    use serde_json::json;
    use trace::steps::Step;

    use super::*;

    fn node(name: &str, zone: &str, ready: &str) -> EventKind {
        let node = json!({"metadata": {"name": name, "labels": {"topology.kubernetes.io/zone": zone}},
            "status": {"allocatable": {"cpu": "4", "memory": "1Ki", "pods": "10"}, "conditions": [{"type": "Ready", "status": ready}]}});
        EventKind::NodeAdded(Rc::new(serde_json::from_value(node).expect("a node")))
    }

    fn pod(name: &str, node: &str) -> EventKind {
        let pod = json!({"metadata": {"name": name, "namespace": "default"},
            "spec": {"nodeName": node, "containers": [{"resources": {"requests": {"cpu": "500m"}}}]}});
        EventKind::PodCreated {
            pod: Rc::new(serde_json::from_value(pod).expect("a pod")),
            by: Str::default(),
            dropped_group: None,
        }
    }

    fn frame_after_event(frame: &Rc<Frame>, event_kind: EventKind) -> Rc<Frame> {
        let mut frame = Frame::clone(frame);
        frame.apply_event(&Event { at: Millis::ZERO, what: event_kind });
        Rc::new(frame)
    }

    #[test]
    fn cells_are_updated_with_the_cluster() {
        let mut cells = NodeCells::default();
        let mut frame = Rc::new(Frame::default());
        for event_kind in
            [node("a", "west", "True"), node("b", "east", "Unknown"), node("c", "west", "True"), pod("p", "b")]
        {
            frame = frame_after_event(&frame, event_kind);
        }
        assert!(cells.update_to(&frame));
        assert_eq!(cells.zones, [("west".to_owned(), 2), ("east".to_owned(), 1)]);
        assert_eq!(cells.names, ["a", "c", "b"]);
        assert_eq!(
            (cells.cells[2].used, cells.cells[2].is_unreachable, cells.cells[0].is_unreachable),
            ((500, 0, 1), true, false)
        );
        frame = frame_after_event(&frame, pod("q", "b"));
        assert!(!cells.update_to(&frame));
        assert_eq!((cells.cells[2].used, cells.cells[0].used), ((1000, 0, 2), (0, 0, 0)));
        frame = frame_after_event(&frame, EventKind::PodRemoved("default/p".into()));
        assert!(!cells.update_to(&frame));
        assert_eq!(cells.cells[2].used, (500, 0, 1));
        frame = frame_after_event(&frame, EventKind::NodeRemoved("a".into()));
        assert!(cells.update_to(&frame));
        assert_eq!((cells.names.len(), cells.find_node("b"), cells.search_nodes(" B ")), (2, Some(0), vec![0]));
    }

    #[test]
    fn a_cell_tells_what_a_pod_could_evict() {
        let mut frame = Rc::new(Frame::default());
        for event_kind in [node("a", "", "True"), node("b", "", "True"), pod("low", "b")] {
            frame = frame_after_event(&frame, event_kind);
        }
        let mut cells = NodeCells::default();
        cells.update_to(&frame);
        assert_eq!((cells.evictable_cpu(1), cells.evictable_cpu(0)), (vec![0, 500], vec![0, 0]));
    }

    #[test]
    fn a_cell_with_members_has_their_color() {
        let group = |name: &str| {
            let group = json!({"metadata": {"name": name, "namespace": "default"}, "spec": {"schedulingPolicy": {"basic": {}}}});
            EventKind::PodGroupUpdated(Rc::new(serde_json::from_value(group).expect("a group")))
        };
        let member = json!({"metadata": {"name": "m", "namespace": "default"},
            "spec": {"nodeName": "b", "schedulingGroup": {"podGroupName": "train"}, "containers": []}});
        let member = Rc::new(serde_json::from_value(member).expect("a pod"));
        let mut frame = Rc::new(Frame::default());
        for event_kind in [
            node("a", "", "True"),
            node("b", "", "True"),
            group("train"),
            EventKind::PodCreated { pod: member, by: Str::default(), dropped_group: None },
        ] {
            frame = frame_after_event(&frame, event_kind);
        }
        let mut cells = NodeCells::default();
        cells.update_to(&frame);
        let hues = |cells: &NodeCells| cells.cells.iter().map(|cell| cell.group_hue).collect::<Vec<_>>();
        assert_eq!(hues(&cells), [None, Some(0)]);
        // An earlier group takes its color.
        frame = frame_after_event(&frame, group("etl"));
        cells.update_to(&frame);
        assert_eq!(hues(&cells), [None, Some(1)]);
    }

    #[test]
    fn marks_show_the_result_of_the_step() {
        let record = NodeRecord::new;
        let failure = Failure { code: Code::Unschedulable, reasons: Vec::new() };
        let attempt = Rc::new(Attempt {
            nodes: vec!["b".into(), "a".into(), "gone".into()],
            filter: vec![record(0, vec![("NodeName".into(), failure)]), record(1, Vec::new())],
            outcome: AttemptOutcome::Scheduled { node: 1, ties: vec![1] },
            ..Attempt::default()
        });
        let mut frame = Rc::new(Frame::default());
        for event_kind in [node("a", "", "True"), node("b", "", "True")] {
            frame = frame_after_event(&frame, event_kind);
        }
        let mut cells = NodeCells::default();
        cells.update_to(&frame);
        for (step, node_marks, focus) in [
            (Step::PreFilter, [NodeMark::None, NodeMark::None], vec![]),
            (Step::Filter(0), [NodeMark::None, NodeMark::Failed], vec![1]),
            (Step::Filter(1), [NodeMark::Passed, NodeMark::Failed], vec![0]),
            (Step::Select, [NodeMark::Winner, NodeMark::Excluded], vec![]),
        ] {
            assert_eq!(
                cells.step_marks(&attempt, &NodeSteps::new(&attempt, step)),
                (node_marks.to_vec(), focus),
                "{step:?}"
            );
        }
    }
}
