//! Finds the decisions of a run that users can be asked to predict, and the moments at which the run pauses for them.

use std::rc::Rc;

use api::{NamespacedName, Table};
use runlog::{AttemptSummary, Event, EventKind, GroupAttemptSummary};

use super::{
    group_steps::GroupStep,
    steps::{Moment, Step},
};

/// The kind of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionKind {
    /// The node of a pod: chosen by score or by preemption, or none.
    Node,
    /// The pods that are evicted for a pod.
    Victims,
    /// Whether a retried pod now fits on any node.
    Fits,
    /// The outcome of a group's cycle.
    GroupStarts,
    /// The units that are evicted for a group.
    Units,
}

/// A decision in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The index of the last moment that doesn't reveal anything about the decision.
    pub before: usize,
    /// The number of its attempt; for a group's cycle, that of the last member's attempt.
    pub attempt: usize,
    pub kind: DecisionKind,
}

impl Decision {
    /// Whether it is about a group, so that no single attempt has the answer.
    #[must_use]
    pub fn is_of_group(&self) -> bool {
        matches!(self.kind, DecisionKind::GroupStarts | DecisionKind::Units)
    }

    /// The summary of the group's cycle to which the attempt belongs.
    #[must_use]
    pub fn group_summary<'e>(&self, events: &'e [Rc<Event>]) -> Option<&'e GroupAttemptSummary> {
        let is_attempt =
            |event: &Rc<Event>| matches!(&event.what, EventKind::Attempted(attempt) if attempt.number == self.attempt);
        let at = events.iter().position(is_attempt).filter(|_| self.is_of_group())?;
        events[at..].iter().find_map(|event| match &event.what {
            EventKind::GroupAttempted(summary) => Some(&**summary),
            _ => None,
        })
    }
}

/// All decisions of a run, in order of their moments. A pod's first attempt decides about a node, the second one about whether it fits now, and an
/// attempt that preempts about victims. Later attempts are skipped, since they would repeat the same questions.
#[must_use]
pub fn find_decisions(events: &[Rc<Event>], moments: &[Moment]) -> Vec<Decision> {
    let attempt_at = |moment: &Moment| match &events.get(moment.events.checked_sub(1)?)?.what {
        EventKind::Attempted(attempt_summary) => Some(Rc::clone(attempt_summary)),
        _ => None,
    };
    let mut decisions: Vec<Decision> = Vec::new();
    // The number of attempts of each pod so far. Which question is asked must not depend on the answer.
    let mut attempt_counts: Table<NamespacedName, usize> = Table::new();
    let mut last = None;
    // The moment at which the last cycle of each group began.
    let mut group_cycles: Table<NamespacedName, usize> = Table::new();
    for (at, moment) in moments.iter().enumerate().skip(1) {
        if let Some((kind, attempt)) = group_decision(events, *moment, &mut group_cycles) {
            decisions.push(Decision { before: at, attempt, kind });
            continue;
        }
        let Some(attempt_summary) = attempt_at(moment) else { continue };
        let decision = |what| Decision { before: at - 1, attempt: attempt_summary.number, kind: what };
        let is_known_kind = |what| {
            decisions
                .iter()
                .rev()
                .take(2)
                .any(|decision| (decision.attempt, decision.kind) == (attempt_summary.number, what))
        };
        if last != Some(attempt_summary.number) {
            last = Some(attempt_summary.number);
            let times = attempt_counts.or_default(attempt_summary.pod.clone());
            *times += 1;
            match *times {
                1 => decisions.push(decision(DecisionKind::Node)),
                2 => decisions.push(decision(DecisionKind::Fits)),
                _ => {}
            }
        } else if has_victims(&attempt_summary) && shows_victims(moment.step) && !is_known_kind(DecisionKind::Victims) {
            decisions.push(decision(DecisionKind::Victims));
        }
    }
    decisions
}

/// Whether a group that failed before may succeed after an event.
fn changes_room(event_kind: &EventKind) -> bool {
    matches!(
        event_kind,
        EventKind::PodCreated { .. }
            | EventKind::PodRemoved(_)
            | EventKind::Succeeded(_)
            | EventKind::Failed { .. }
            | EventKind::NodeAdded(_)
            | EventKind::NodeUpdated(_)
            | EventKind::NodeRemoved(_)
    )
}

/// The decision about a group at a moment, with the number of the last attempt of its cycle. A group that is retried although nothing has changed
/// fails again, so it is skipped.
fn group_decision(
    events: &[Rc<Event>],
    moment: Moment,
    last_cycles: &mut Table<NamespacedName, usize>,
) -> Option<(DecisionKind, usize)> {
    let at = moment.events.checked_sub(1)?;
    let attempt_number = |event: &Rc<Event>| match &event.what {
        EventKind::Attempted(attempt_summary) => Some(attempt_summary.number),
        _ => None,
    };
    match (moment.step, &events.get(at)?.what) {
        (Step::Event, EventKind::GroupPopped { group, .. }) => {
            let is_over = |event: &Rc<Event>| matches!(event.what, EventKind::GroupAttempted(_));
            let length = events[at..].iter().position(is_over)?;
            let attempt = events[at..at + length].iter().rev().find_map(attempt_number)?;
            let last_cycle = last_cycles.insert(group.clone(), at);
            let may_differ =
                last_cycle.is_none_or(|last| events[last..at].iter().any(|event| changes_room(&event.what)));
            may_differ.then_some((DecisionKind::GroupStarts, attempt))
        }
        (Step::Group(GroupStep::Units), EventKind::GroupAttempted(summary)) => {
            let preemption = summary.preemption.as_ref()?;
            let has_choice = preemption.potential.len() > 1 && !preemption.victims.is_empty();
            let attempt = events[..at].iter().rev().find_map(attempt_number)?;
            has_choice.then_some((DecisionKind::Units, attempt))
        }
        _ => None,
    }
}

fn has_victims(attempt_summary: &AttemptSummary) -> bool {
    let preemption_room = attempt_summary.preemption.as_ref().and_then(|preemption| preemption.room.as_ref());
    preemption_room.is_some_and(|room| !room.victims.is_empty())
}

/// Whether a step shows the pods that are removed.
fn shows_victims(step: Step) -> bool {
    matches!(step, Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_) | Step::Choose)
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use runlog::{Attempt, AttemptOutcome, DryRun, NodeRecord, PreemptionRecord, VictimInfo};

    use super::*;
    use crate::steps;

    fn attempt_event(attempt: &Attempt, number: usize) -> Rc<Event> {
        Rc::new(Event {
            at: Millis::ZERO,
            what: EventKind::Attempted(Rc::new(AttemptSummary::from_attempt(attempt, number))),
        })
    }

    #[test]
    fn decision_is_at_the_last_moment_before_it_shows() {
        let removed = vec![VictimInfo { pod: "default/low".into(), ..VictimInfo::default() }];
        let run = DryRun { removed, victims: vec![0], ..DryRun::default() };
        let preemption = PreemptionRecord { dry_runs: vec![run], chosen: Some(0), ..PreemptionRecord::default() };
        let failed = AttemptOutcome::Failed { message: "0/1".into(), is_fit_error: true, rows: Vec::new() };
        let record = NodeRecord::new(0, Vec::new());
        let evicts = Attempt {
            nodes: vec!["a".into()],
            filter: vec![record.clone()],
            preemption: Some(preemption),
            outcome: failed,
            ..Attempt::default()
        };
        let outcome = AttemptOutcome::Scheduled { node: 0, ties: vec![0] };
        let waits = Attempt { preemption: None, ..evicts.clone() };
        let binds = Attempt { nodes: vec!["a".into()], filter: vec![record], outcome, ..Attempt::default() };
        let popped =
            || Rc::new(Event { at: Millis::ZERO, what: EventKind::Popped { pod: "default/web".into(), attempt: 1 } });
        let start = Rc::new(Event { at: Millis::ZERO, what: EventKind::NodeRemoved("b".into()) });
        let again = [popped(), attempt_event(&waits, 1), popped(), attempt_event(&binds, 2)];
        let events = [[start, popped(), attempt_event(&evicts, 0)].to_vec(), again.to_vec()].concat();
        let moments = steps::moments(&events);
        let decisions = find_decisions(&events, &moments);
        let places: Vec<_> =
            decisions.iter().map(|decision| (decision.attempt, decision.kind, moments[decision.before].step)).collect();
        let wanted = [
            (0, DecisionKind::Node, Step::Event),
            (0, DecisionKind::Victims, Step::Potential),
            (1, DecisionKind::Fits, Step::Event),
        ];
        assert_eq!(places, wanted);
        assert!(decisions.windows(2).all(|pair| pair[0].before < pair[1].before));
    }
}
