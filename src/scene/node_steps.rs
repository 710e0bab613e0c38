//! The state of each node at a step of an attempt.

use std::rc::Rc;

use api::NamespacedName;
use runlog::{Attempt, AttemptOutcome, DryRun, Failure, PreemptionRecord};
use trace::steps::Step;

/// The fate of a pod that a dry run removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiftedPodFate {
    /// Removed; its reprieve is not tried yet.
    NotAsked,
    /// Reprieved at this step.
    StaysNow,
    /// A victim as of this step.
    GoesNow,
    /// Reprieved at an earlier step.
    Stays,
    /// A victim since an earlier step.
    Goes,
}

/// A node at a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeStep {
    /// Whether the step belongs to an attempt on this node.
    pub is_live: bool,
    /// Whether the step is about this node.
    pub is_focus: bool,
    /// Whether the node is out of consideration.
    pub is_excluded: bool,
    /// Whether the node was chosen.
    pub is_winner: bool,
    /// The filters' result, once they have run: an index into the attempt's `filter`.
    pub record: Option<usize>,
    /// Why an extender rejected it, once called.
    pub extender_failure: Option<Failure>,
    /// Whether preemption might help on it.
    pub can_preempt: bool,
    /// The index of its dry run, once started, and whether it is over.
    pub dry_run: Option<(usize, bool)>,
    /// The removed pods with their fates so far.
    pub fates: Vec<(NamespacedName, LiftedPodFate)>,
    /// Whether the pod fits, if this step tries it here.
    pub fit: Option<bool>,
    /// The total of the weighted scores so far, the number of its rows, and the node's column in the scores.
    pub score: Option<(i64, usize, usize)>,
}

/// All nodes at a step of an attempt.
#[derive(Debug)]
pub struct NodeSteps {
    attempt: Rc<Attempt>,
    step: Step,
    /// The positions of each node in the lists of the attempt.
    nodes: Vec<NodeIndices>,
}

#[derive(Clone, Copy, Debug, Default)]
struct NodeIndices {
    record: Option<usize>,
    column: Option<usize>,
    run: Option<usize>,
    can_preempt: bool,
    /// The number of ladder rules that have kept it so far.
    rules_passed: usize,
}

impl NodeSteps {
    /// The nodes at a step of an attempt.
    pub fn new(attempt: &Rc<Attempt>, step: Step) -> Self {
        let mut nodes = vec![NodeIndices::default(); attempt.nodes.len()];
        let mut update_node = |ix: usize, update: &dyn Fn(&mut NodeIndices)| {
            if let Some(indices) = nodes.get_mut(ix) {
                update(indices);
            }
        };
        for (at, record) in attempt.filter.iter().enumerate() {
            update_node(record.node, &|indices| indices.record = Some(at));
        }
        for (at, node) in attempt.scores.nodes.iter().enumerate() {
            update_node(*node, &|indices| indices.column = Some(at));
        }
        if let Some(preemption) = &attempt.preemption {
            for node in &preemption.potential {
                update_node(*node, &|indices| indices.can_preempt = true);
            }
            for (at, dry_run) in preemption.dry_runs.iter().enumerate() {
                update_node(dry_run.node, &|indices| indices.run = Some(at));
            }
            let rungs = if let Step::Rung(current_index) = step { current_index + 1 } else { 0 };
            for rung in preemption.ladder.iter().take(rungs) {
                for node in &rung.kept {
                    update_node(*node, &|indices| indices.rules_passed += 1);
                }
            }
        }
        Self { attempt: Rc::clone(attempt), step, nodes }
    }

    /// The state of a node, by its index in the attempt.
    pub fn step_of_node(&self, ix: usize) -> NodeStep {
        let mut node_step = NodeStep::default();
        let (attempt, step) = (&*self.attempt, self.step);
        let Some(&indices) = self.nodes.get(ix) else { return node_step };
        node_step.is_live = true;
        node_step.record = indices.record.filter(|at| match step {
            Step::PreFilter => false,
            Step::FirstPass(current_index) => *at < current_index,
            Step::Filter(current_index) => *at <= current_index,
            _ => true,
        });
        let requests = match step {
            Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) => 0,
            Step::ExtenderFilter(current_index) => current_index + 1,
            _ => attempt.extenders.len(),
        };
        node_step.extender_failure = attempt.extender_refusal(ix, requests).map(|(_, failure)| failure);
        match step {
            // There are no results yet, or only those of filters.
            Step::PreFilter | Step::ExtenderFilter(_) => {}
            Step::FirstPass(current_index) => {
                node_step.is_focus = indices.record == Some(current_index);
                node_step.fit = node_step.is_focus.then_some(true);
            }
            Step::Filter(current_index) => {
                node_step.is_focus = indices.record == Some(current_index);
                node_step.fit =
                    node_step.record.filter(|_| node_step.is_focus).map(|at| attempt.filter[at].passes_filters());
            }
            Step::Score(row) => add_score(&mut node_step, attempt, indices, row + 1),
            Step::Select => {
                add_score(&mut node_step, attempt, indices, usize::MAX);
                if let AttemptOutcome::Scheduled { node, .. } = attempt.outcome {
                    node_step.is_winner = node == ix;
                    node_step.is_excluded = node != ix;
                    node_step.fit = node_step.is_winner.then_some(true);
                }
            }
            _ => add_preemption(&mut node_step, attempt, ix, indices, step),
        }
        node_step
    }
}

fn add_score(node_step: &mut NodeStep, attempt: &Attempt, indices: NodeIndices, rows: usize) {
    let Some(column) = indices.column else {
        node_step.is_excluded = true;
        return;
    };
    let row_count = rows.min(attempt.scores.rows.len());
    let sum =
        attempt.scores.rows[..row_count].iter().map(|row| row.weight * row.normalized.get(column).unwrap_or(&0)).sum();
    node_step.score = Some((sum, row_count, column));
}

fn add_preemption(node_step: &mut NodeStep, attempt: &Attempt, ix: usize, indices: NodeIndices, step: Step) {
    let Some(preemption) = &attempt.preemption else { return };
    if step == Step::Eligible {
        return;
    }
    if !indices.can_preempt {
        node_step.is_excluded = true;
        return;
    }
    node_step.can_preempt = true;
    let current_index = match step {
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) | Step::Verdict(run) => Some(run),
        Step::Potential => return,
        _ => None,
    };
    let Some(n) = indices.run else { return };
    let dry_run = &preemption.dry_runs[n];
    match current_index {
        Some(current_index) if n > current_index => {}
        Some(now) if n == now && !matches!(step, Step::Verdict(_)) => {
            node_step.is_focus = true;
            node_step.dry_run = Some((n, false));
            node_step.fates = pod_fates(dry_run, step);
            node_step.fit = match step {
                Step::Try(_) => Some(dry_run.failure.is_none()),
                Step::Reprieve(_, index) => dry_run.reprieves.get(index).map(|reprieve| reprieve.failure.is_none()),
                _ => None,
            };
        }
        _ => {
            node_step.is_focus = current_index == Some(n);
            node_step.dry_run = Some((n, true));
            let dropped = match step {
                Step::ExtenderPreempt(current_index) => is_withdrawn(preemption, ix, current_index),
                Step::Rung(current_index) => indices.rules_passed <= current_index,
                Step::Choose | Step::Failed => preemption.chosen != Some(ix),
                _ => false,
            };
            node_step.is_excluded = dry_run.failure.is_some() || dropped;
            node_step.is_winner = matches!(step, Step::Choose | Step::Failed) && preemption.chosen == Some(ix);
            if node_step.is_focus || node_step.is_winner {
                node_step.fates = pod_fates(dry_run, Step::Verdict(n));
            }
        }
    }
}

/// Whether an extender called so far has removed the node from the candidates.
fn is_withdrawn(preemption: &PreemptionRecord, ix: usize, current_index: usize) -> bool {
    preemption.withdrawing_request(ix).is_some_and(|request| request <= current_index)
}

fn pod_fates(dry_run: &DryRun, step: Step) -> Vec<(NamespacedName, LiftedPodFate)> {
    let asked_count = match step {
        Step::Reprieve(_, index) => index + 1,
        Step::Verdict(_) => dry_run.reprieves.len(),
        _ => 0,
    };
    let asking = matches!(step, Step::Reprieve(..));
    let fate = |index: usize| {
        let position = dry_run.reprieves.iter().take(asked_count).position(|reprieve| reprieve.pod == index);
        match position.map(|at| (at + 1 == asked_count && asking, dry_run.reprieves[at].failure.is_none())) {
            None => LiftedPodFate::NotAsked,
            Some((true, true)) => LiftedPodFate::StaysNow,
            Some((true, false)) => LiftedPodFate::GoesNow,
            Some((false, true)) => LiftedPodFate::Stays,
            Some((false, false)) => LiftedPodFate::Goes,
        }
    };
    dry_run.removed.iter().enumerate().map(|(index, victim)| (victim.pod.clone(), fate(index))).collect()
}
