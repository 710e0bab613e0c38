//! What the present step makes of each node: pure data, drawn by `nodes`.

use crate::api::Str;
use crate::app::page::View;
use crate::framework::{Attempt, DryRun, NodeRecord, Outcome};
use crate::trace::steps::Step;

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
#[derive(Clone, Debug, Default)]
pub struct NodeScene<'a> {
    /// This is the node looked at.
    pub focus: bool,
    /// It is out of the question now.
    pub out: bool,
    /// It was taken.
    pub won: bool,
    /// What the filters found on it, once they have been there.
    pub record: Option<&'a NodeRecord>,
    /// The dry run on it, once it has begun, and whether it is over.
    pub dry: Option<(&'a DryRun, bool)>,
    /// Pods lifted off, with their fate so far.
    pub fates: Vec<(Str, Fate)>,
    /// Whether the pod is tried here right now, and whether it fits.
    pub tried: Option<bool>,
    /// Total of the weighted scores so far, and how many rows it comprises.
    pub score: Option<(i64, usize)>,
}

/// The scene of a node.
pub fn of<'a>(view: &View, attempt: Option<&'a Attempt>, node: &str) -> NodeScene<'a> {
    let mut scene = NodeScene::default();
    let (Some(attempt), true) = (attempt, view.live()) else { return scene };
    let Some(ix) = attempt.nodes.iter().position(|name| *name == *node) else { return scene };
    let at = attempt.filter.iter().position(|record| record.node == ix);
    let step = view.step;
    scene.record = at.map(|at| &attempt.filter[at]).filter(|_| match step {
        Step::PreFilter => false,
        Step::Filter(now) => at.is_some_and(|at| at <= now),
        _ => true,
    });
    match step {
        Step::Filter(now) => {
            scene.focus = at == Some(now);
            scene.tried = scene.record.filter(|_| scene.focus).map(NodeRecord::fits);
        }
        Step::Score(row) => score(&mut scene, attempt, ix, row + 1),
        Step::Select => {
            score(&mut scene, attempt, ix, usize::MAX);
            if let Outcome::Scheduled { node, .. } = attempt.outcome {
                scene.won = node == ix;
                scene.out = node != ix;
                scene.tried = scene.won.then_some(true);
            }
        }
        _ => preemption(&mut scene, attempt, ix, step),
    }
    scene
}

fn score(scene: &mut NodeScene<'_>, attempt: &Attempt, ix: usize, rows: usize) {
    let Some(column) = attempt.scores.nodes.iter().position(|node| *node == ix) else {
        scene.out = true;
        return;
    };
    let told = rows.min(attempt.scores.rows.len());
    let sum = attempt.scores.rows[..told].iter().map(|row| row.weight * row.normalized.get(column).unwrap_or(&0)).sum();
    scene.score = Some((sum, told));
}

fn preemption<'a>(scene: &mut NodeScene<'a>, attempt: &'a Attempt, ix: usize, step: Step) {
    let Some(preemption) = &attempt.preemption else { return };
    if step == Step::Eligible {
        return;
    }
    if !preemption.potential.contains(&ix) {
        scene.out = true;
        return;
    }
    let own = preemption.dry_runs.iter().position(|run| run.node == ix);
    let now = match step {
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) | Step::Verdict(run) => Some(run),
        Step::Potential => return,
        _ => None,
    };
    let Some(own) = own else { return };
    let run = &preemption.dry_runs[own];
    match now {
        Some(now) if own > now => {}
        Some(now) if own == now && !matches!(step, Step::Verdict(_)) => {
            scene.focus = true;
            scene.dry = Some((run, false));
            scene.fates = fates(run, step);
            scene.tried = match step {
                Step::Try(_) => Some(run.failure.is_none()),
                Step::Reprieve(_, index) => run.reprieves.get(index).map(|it| it.failure.is_none()),
                _ => None,
            };
        }
        _ => {
            scene.focus = now == Some(own);
            scene.dry = Some((run, true));
            scene.out = run.failure.is_some() || dropped(attempt, ix, step);
            scene.won = matches!(step, Step::Choose | Step::Failed) && preemption.chosen == Some(ix);
            if scene.focus || scene.won {
                scene.fates = fates(run, Step::Verdict(own));
            }
        }
    }
}

/// Whether the ladder has dropped the node by now.
fn dropped(attempt: &Attempt, ix: usize, step: Step) -> bool {
    let Some(preemption) = &attempt.preemption else { return false };
    let rungs = match step {
        Step::Rung(now) => now + 1,
        Step::Choose | Step::Failed => return preemption.chosen != Some(ix),
        _ => 0,
    };
    preemption.ladder.iter().take(rungs).any(|rung| !rung.kept.contains(&ix))
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
