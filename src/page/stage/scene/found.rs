//! What the present step of an attempt makes of each node: its verdict so far.

use std::rc::Rc;

use api::Str;
use record::{Attempt, DryRun, Failure, Outcome, PreemptionRecord};
use trace::steps::Step;

/// What became of a pod that was lifted off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Lifted off, not asked yet.
    Lifted,
    /// Asked right now, and it may stay.
    AskedStays,
    /// Asked right now, and it must go.
    AskedGoes,
    /// It stays.
    Stays,
    /// It goes.
    Goes,
}

/// One node in the present step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeScene {
    /// Its attempt is looked at.
    pub live: bool,
    /// This is the node looked at.
    pub(crate) focus: bool,
    /// It is out of the question now.
    pub out: bool,
    /// It was taken.
    pub(crate) won: bool,
    /// What the filters found on it, once they have been there: an index into the attempt's `filter`.
    pub record: Option<usize>,
    /// Why an extender took it away, once it was asked.
    pub refused: Option<Failure>,
    /// Preemption might help on it.
    pub potential: bool,
    /// The dry run on it, once it has begun, and whether it is over.
    pub dry: Option<(usize, bool)>,
    /// Pods lifted off, with their fate so far.
    pub fates: Vec<(Str, Fate)>,
    /// Whether the pod is tried here right now, and whether it fits.
    pub tried: Option<bool>,
    /// Total of the weighted scores so far, how many rows it comprises, and the node's column.
    pub score: Option<(i64, usize, usize)>,
}

/// All nodes in the present step of an attempt.
#[derive(Debug)]
pub struct Scenes {
    attempt: Rc<Attempt>,
    step: Step,
    /// By node, where it stands in the lists of the attempt.
    nodes: Vec<NodeFacts>,
}

#[derive(Clone, Copy, Debug, Default)]
struct NodeFacts {
    record: Option<usize>,
    column: Option<usize>,
    run: Option<usize>,
    potential: bool,
    /// How many rules of the ladder have kept it by now.
    kept: usize,
}

impl Scenes {
    /// The scenes of a step of an attempt.
    pub fn new(attempt: &Rc<Attempt>, step: Step) -> Self {
        let mut nodes = vec![NodeFacts::default(); attempt.nodes.len()];
        let mut put = |ix: usize, put: &dyn Fn(&mut NodeFacts)| {
            if let Some(place) = nodes.get_mut(ix) {
                put(place);
            }
        };
        for (at, record) in attempt.filter.iter().enumerate() {
            put(record.node, &|place| place.record = Some(at));
        }
        for (at, node) in attempt.scores.nodes.iter().enumerate() {
            put(*node, &|place| place.column = Some(at));
        }
        if let Some(preemption) = &attempt.preemption {
            for node in &preemption.potential {
                put(*node, &|place| place.potential = true);
            }
            for (at, run) in preemption.dry_runs.iter().enumerate() {
                put(run.node, &|place| place.run = Some(at));
            }
            let rungs = if let Step::Rung(now) = step { now + 1 } else { 0 };
            for rung in preemption.ladder.iter().take(rungs) {
                for node in &rung.kept {
                    put(*node, &|place| place.kept += 1);
                }
            }
        }
        Self { attempt: Rc::clone(attempt), step, nodes }
    }

    /// The scene of a node, by its index in the attempt.
    pub fn of(&self, ix: usize) -> NodeScene {
        let mut scene = NodeScene::default();
        let (attempt, step) = (&*self.attempt, self.step);
        let Some(&place) = self.nodes.get(ix) else { return scene };
        scene.live = true;
        scene.record = place.record.filter(|at| match step {
            Step::PreFilter => false,
            Step::FirstPass(now) => *at < now,
            Step::Filter(now) => *at <= now,
            _ => true,
        });
        let requests = match step {
            Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) => 0,
            Step::ExtenderFilter(now) => now + 1,
            _ => attempt.extenders.len(),
        };
        scene.refused = attempt.refused(ix, requests).map(|(_, failure)| failure);
        match step {
            // Nothing was found yet, or nothing but what filters say.
            Step::PreFilter | Step::ExtenderFilter(_) => {}
            Step::FirstPass(now) => {
                scene.focus = place.record == Some(now);
                scene.tried = scene.focus.then_some(true);
            }
            Step::Filter(now) => {
                scene.focus = place.record == Some(now);
                scene.tried = scene.record.filter(|_| scene.focus).map(|at| attempt.filter[at].passes());
            }
            Step::Score(row) => score(&mut scene, attempt, place, row + 1),
            Step::Select => {
                score(&mut scene, attempt, place, usize::MAX);
                if let Outcome::Scheduled { node, .. } = attempt.outcome {
                    scene.won = node == ix;
                    scene.out = node != ix;
                    scene.tried = scene.won.then_some(true);
                }
            }
            _ => preemption(&mut scene, attempt, ix, place, step),
        }
        scene
    }
}

fn score(scene: &mut NodeScene, attempt: &Attempt, place: NodeFacts, rows: usize) {
    let Some(column) = place.column else {
        scene.out = true;
        return;
    };
    let told = rows.min(attempt.scores.rows.len());
    let sum = attempt.scores.rows[..told].iter().map(|row| row.weight * row.normalized.get(column).unwrap_or(&0)).sum();
    scene.score = Some((sum, told, column));
}

fn preemption(scene: &mut NodeScene, attempt: &Attempt, ix: usize, place: NodeFacts, step: Step) {
    let Some(preemption) = &attempt.preemption else { return };
    if step == Step::Eligible {
        return;
    }
    if !place.potential {
        scene.out = true;
        return;
    }
    scene.potential = true;
    let now = match step {
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) | Step::Verdict(run) => Some(run),
        Step::Potential => return,
        _ => None,
    };
    let Some(own) = place.run else { return };
    let run = &preemption.dry_runs[own];
    match now {
        Some(now) if own > now => {}
        Some(now) if own == now && !matches!(step, Step::Verdict(_)) => {
            scene.focus = true;
            scene.dry = Some((own, false));
            scene.fates = fates(run, step);
            scene.tried = match step {
                Step::Try(_) => Some(run.failure.is_none()),
                Step::Reprieve(_, index) => run.reprieves.get(index).map(|it| it.failure.is_none()),
                _ => None,
            };
        }
        _ => {
            scene.focus = now == Some(own);
            scene.dry = Some((own, true));
            let dropped = match step {
                Step::ExtenderPreempt(now) => withdrawn(preemption, ix, now),
                Step::Rung(now) => place.kept <= now,
                Step::Choose | Step::Failed => preemption.chosen != Some(ix),
                _ => false,
            };
            scene.out = run.failure.is_some() || dropped;
            scene.won = matches!(step, Step::Choose | Step::Failed) && preemption.chosen == Some(ix);
            if scene.focus || scene.won {
                scene.fates = fates(run, Step::Verdict(own));
            }
        }
    }
}

/// Whether one of the extenders that were asked by now no longer names the node.
fn withdrawn(preemption: &PreemptionRecord, ix: usize, now: usize) -> bool {
    preemption.withdrawn(ix).is_some_and(|request| request <= now)
}

fn fates(run: &DryRun, step: Step) -> Vec<(Str, Fate)> {
    let told = match step {
        Step::Reprieve(_, index) => index + 1,
        Step::Verdict(_) => run.reprieves.len(),
        _ => 0,
    };
    let asking = matches!(step, Step::Reprieve(..));
    let fate = |index: usize| {
        let asked = run.reprieves.iter().take(told).position(|reprieve| reprieve.pod == index);
        match asked.map(|at| (at + 1 == told && asking, run.reprieves[at].failure.is_none())) {
            None => Fate::Lifted,
            Some((true, true)) => Fate::AskedStays,
            Some((true, false)) => Fate::AskedGoes,
            Some((false, true)) => Fate::Stays,
            Some((false, false)) => Fate::Goes,
        }
    };
    run.removed.iter().enumerate().map(|(index, victim)| (victim.pod.clone(), fate(index))).collect()
}
