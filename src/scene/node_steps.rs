//! The verdict on each node so far, at the present step of an attempt.

use std::rc::Rc;

use api::NamespacedName;
use runlog::{Attempt, AttemptOutcome, DryRun, Failure, PreemptionRecord};
use trace::steps::Step;

/// What became of a pod that was lifted off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiftedPodFate {
    /// Lifted off, not asked yet.
    NotAsked,
    /// Asked right now, and it may stay.
    StaysNow,
    /// Asked right now, and it must go.
    GoesNow,
    /// It stays.
    Stays,
    /// It goes.
    Goes,
}

/// One node in the present step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeStep {
    /// Its attempt is looked at.
    pub is_live: bool,
    /// This is the node looked at.
    pub is_focus: bool,
    /// It is out of the question now.
    pub is_excluded: bool,
    /// It was taken.
    pub is_winner: bool,
    /// What the filters found on it, once they have been there: an index into the attempt's `filter`.
    pub record: Option<usize>,
    /// Why an extender took it away, once it was asked.
    pub extender_failure: Option<Failure>,
    /// Preemption might help on it.
    pub can_preempt: bool,
    /// The dry run on it, once it has begun, and whether it is over.
    pub dry_run: Option<(usize, bool)>,
    /// Pods lifted off, with their fate so far.
    pub fates: Vec<(NamespacedName, LiftedPodFate)>,
    /// Whether the pod is tried here right now, and whether it fits.
    pub fit: Option<bool>,
    /// Total of the weighted scores so far, how many rows it comprises, and the node's column.
    pub score: Option<(i64, usize, usize)>,
}

/// All nodes in the present step of an attempt.
#[derive(Debug)]
pub struct NodeSteps {
    attempt: Rc<Attempt>,
    step: Step,
    /// By node, where it stands in the lists of the attempt.
    nodes: Vec<NodeIndices>,
}

#[derive(Clone, Copy, Debug, Default)]
struct NodeIndices {
    record: Option<usize>,
    column: Option<usize>,
    run: Option<usize>,
    can_preempt: bool,
    /// How many rules of the ladder have kept it by now.
    rules_passed: usize,
}

impl NodeSteps {
    /// The scenes of a step of an attempt.
    pub fn new(attempt: &Rc<Attempt>, step: Step) -> Self {
        let mut nodes = vec![NodeIndices::default(); attempt.nodes.len()];
        let mut put = |ix: usize, put: &dyn Fn(&mut NodeIndices)| {
            if let Some(indices) = nodes.get_mut(ix) {
                put(indices);
            }
        };
        for (at, record) in attempt.filter.iter().enumerate() {
            put(record.node, &|indices| indices.record = Some(at));
        }
        for (at, node) in attempt.scores.nodes.iter().enumerate() {
            put(*node, &|indices| indices.column = Some(at));
        }
        if let Some(preemption) = &attempt.preemption {
            for node in &preemption.potential {
                put(*node, &|indices| indices.can_preempt = true);
            }
            for (at, dry_run) in preemption.dry_runs.iter().enumerate() {
                put(dry_run.node, &|indices| indices.run = Some(at));
            }
            let rungs = if let Step::Rung(current_index) = step { current_index + 1 } else { 0 };
            for rung in preemption.ladder.iter().take(rungs) {
                for node in &rung.kept {
                    put(*node, &|indices| indices.rules_passed += 1);
                }
            }
        }
        Self { attempt: Rc::clone(attempt), step, nodes }
    }

    /// The scene of a node, by its index in the attempt.
    pub fn step_of_node(&self, ix: usize) -> NodeStep {
        let mut scene = NodeStep::default();
        let (attempt, step) = (&*self.attempt, self.step);
        let Some(&indices) = self.nodes.get(ix) else { return scene };
        scene.is_live = true;
        scene.record = indices.record.filter(|at| match step {
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
        scene.extender_failure = attempt.extender_refusal(ix, requests).map(|(_, failure)| failure);
        match step {
            // Nothing was found yet, or nothing but what filters say.
            Step::PreFilter | Step::ExtenderFilter(_) => {}
            Step::FirstPass(current_index) => {
                scene.is_focus = indices.record == Some(current_index);
                scene.fit = scene.is_focus.then_some(true);
            }
            Step::Filter(current_index) => {
                scene.is_focus = indices.record == Some(current_index);
                scene.fit = scene.record.filter(|_| scene.is_focus).map(|at| attempt.filter[at].passes_filters());
            }
            Step::Score(row) => add_score(&mut scene, attempt, indices, row + 1),
            Step::Select => {
                add_score(&mut scene, attempt, indices, usize::MAX);
                if let AttemptOutcome::Scheduled { node, .. } = attempt.outcome {
                    scene.is_winner = node == ix;
                    scene.is_excluded = node != ix;
                    scene.fit = scene.is_winner.then_some(true);
                }
            }
            _ => add_preemption(&mut scene, attempt, ix, indices, step),
        }
        scene
    }
}

fn add_score(scene: &mut NodeStep, attempt: &Attempt, indices: NodeIndices, rows: usize) {
    let Some(column) = indices.column else {
        scene.is_excluded = true;
        return;
    };
    let row_count = rows.min(attempt.scores.rows.len());
    let sum =
        attempt.scores.rows[..row_count].iter().map(|row| row.weight * row.normalized.get(column).unwrap_or(&0)).sum();
    scene.score = Some((sum, row_count, column));
}

fn add_preemption(scene: &mut NodeStep, attempt: &Attempt, ix: usize, indices: NodeIndices, step: Step) {
    let Some(preemption) = &attempt.preemption else { return };
    if step == Step::Eligible {
        return;
    }
    if !indices.can_preempt {
        scene.is_excluded = true;
        return;
    }
    scene.can_preempt = true;
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
            scene.is_focus = true;
            scene.dry_run = Some((n, false));
            scene.fates = pod_fates(dry_run, step);
            scene.fit = match step {
                Step::Try(_) => Some(dry_run.failure.is_none()),
                Step::Reprieve(_, index) => dry_run.reprieves.get(index).map(|reprieve| reprieve.failure.is_none()),
                _ => None,
            };
        }
        _ => {
            scene.is_focus = current_index == Some(n);
            scene.dry_run = Some((n, true));
            let dropped = match step {
                Step::ExtenderPreempt(current_index) => is_withdrawn(preemption, ix, current_index),
                Step::Rung(current_index) => indices.rules_passed <= current_index,
                Step::Choose | Step::Failed => preemption.chosen != Some(ix),
                _ => false,
            };
            scene.is_excluded = dry_run.failure.is_some() || dropped;
            scene.is_winner = matches!(step, Step::Choose | Step::Failed) && preemption.chosen == Some(ix);
            if scene.is_focus || scene.is_winner {
                scene.fates = pod_fates(dry_run, Step::Verdict(n));
            }
        }
    }
}

/// Whether one of the extenders that were asked by now no longer names the node.
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
