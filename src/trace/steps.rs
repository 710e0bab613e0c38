//! Splits events into the moments that a user steps through. An attempt is one event but many moments.

use std::rc::Rc;

use runlog::{AttemptEnd, AttemptSummary, Event, EventKind, Point};
use serde::{Deserialize, Serialize};

use super::group_steps::{GroupStep, steps_after_members};

/// What a moment shows of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// The initial cluster, before the first event.
    Start,
    /// An event that is not an attempt.
    Event,
    /// An extension point of the binding.
    Point(Point),
    /// The results of the `PreFilter` plugins.
    PreFilter,
    /// The filters accept a node with the pods that are nominated to it, and run once more without them. An index into `filter`.
    FirstPass(usize),
    /// The verdict on one node: an index into `filter`.
    Filter(usize),
    /// A request to an extender about the feasible nodes: an index into the attempt's `extenders`.
    ExtenderFilter(usize),
    /// The scores of one plugin or extender: an index into `scores.rows`.
    Score(usize),
    /// The node with the highest total is selected.
    Select,
    /// Whether the pod may preempt at all.
    Eligible,
    /// The nodes on which preemption might help.
    Potential,
    /// A dry run begins: all pods of lower priority are removed from the node.
    Lift(usize),
    /// The pod is tried on the node without them.
    Try(usize),
    /// A pod is put back to see whether it can stay: index of the dry run, index of the reprieve.
    Reprieve(usize, usize),
    /// The outcome of the dry run.
    Verdict(usize),
    /// A request to an extender about the candidates: an index into the preemption's `extenders`.
    ExtenderPreempt(usize),
    /// A rule of the tie-break between candidates, as an index.
    Rung(usize),
    /// The candidate that wins.
    Choose,
    /// The attempt failed, with upstream's message.
    Failed,
    /// A step in the cycle of a pod group.
    Group(GroupStep),
}

/// The part of a cycle that a step belongs to, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepPhase {
    /// Outside of an attempt.
    Outside,
    /// See [`Step::PreFilter`].
    PreFilter,
    /// See [`Step::Filter`].
    Filter,
    /// See [`Step::ExtenderFilter`].
    ExtenderFilter,
    /// See [`Step::Score`].
    Score,
    /// See [`Step::Select`].
    Select,
    /// See [`Step::Eligible`].
    Eligible,
    /// See [`Step::Potential`].
    Potential,
    /// The whole dry run on one candidate node.
    DryRun,
    /// See [`Step::ExtenderPreempt`].
    ExtenderPreempt,
    /// See [`Step::Rung`].
    Ladder,
    /// See [`Step::Choose`].
    Choose,
    /// See [`Step::Failed`].
    Failed,
    /// See [`Step::Point`].
    Point(Point),
}

impl Step {
    #[must_use]
    pub fn phase(self) -> StepPhase {
        match self {
            Self::Start | Self::Event | Self::Group(_) => StepPhase::Outside,
            Self::PreFilter => StepPhase::PreFilter,
            Self::FirstPass(_) | Self::Filter(_) => StepPhase::Filter,
            Self::ExtenderFilter(_) => StepPhase::ExtenderFilter,
            Self::Score(_) => StepPhase::Score,
            Self::Select => StepPhase::Select,
            Self::Eligible => StepPhase::Eligible,
            Self::Potential => StepPhase::Potential,
            Self::Lift(_) | Self::Try(_) | Self::Reprieve(..) | Self::Verdict(_) => StepPhase::DryRun,
            Self::ExtenderPreempt(_) => StepPhase::ExtenderPreempt,
            Self::Rung(_) => StepPhase::Ladder,
            Self::Choose => StepPhase::Choose,
            Self::Failed => StepPhase::Failed,
            Self::Point(point) => StepPhase::Point(point),
        }
    }

    /// Whether it shows a part of a pod's attempt.
    #[must_use]
    pub fn is_in_attempt(self) -> bool {
        !matches!(self, Self::Start | Self::Event | Self::Point(_) | Self::Group(_))
    }
}

impl StepPhase {
    /// The extension point; `None` if the part belongs to none.
    #[must_use]
    pub fn point(self) -> Option<Point> {
        match self {
            Self::Outside | Self::Select => None,
            Self::PreFilter => Some(Point::PreFilter),
            Self::Filter | Self::ExtenderFilter => Some(Point::Filter),
            Self::Score => Some(Point::Score),
            Self::Eligible
            | Self::Potential
            | Self::DryRun
            | Self::ExtenderPreempt
            | Self::Ladder
            | Self::Choose
            | Self::Failed => Some(Point::PostFilter),
            Self::Point(point) => Some(point),
        }
    }
}

/// A stop of the playhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The number of events that have happened.
    pub events: usize,
    /// What is shown of the last one of them.
    pub step: Step,
    /// How long playback stays here, in milliseconds at normal speed.
    pub dwell: u32,
}

/// The steps of an attempt, in order.
pub(crate) fn attempt_steps(attempt_summary: &AttemptSummary) -> Vec<Step> {
    let mut steps = Vec::new();
    if attempt_summary.pre_filter.has_effect() {
        steps.push(Step::PreFilter);
    }
    let mut twice = attempt_summary.twice.iter().peekable();
    for at in 0..attempt_summary.judged {
        steps.extend(twice.next_if(|first| **first == at).map(|first| Step::FirstPass(*first)));
        steps.push(Step::Filter(at));
    }
    steps.extend((0..attempt_summary.extended).map(Step::ExtenderFilter));
    steps.extend((0..attempt_summary.scored).map(Step::Score));
    if attempt_summary.is_scheduled() {
        steps.push(Step::Select);
    }
    if let Some(preemption) = &attempt_summary.preemption {
        steps.push(Step::Eligible);
        if preemption.ineligible.is_none() {
            steps.push(Step::Potential);
        }
        for (index, dry_run) in preemption.dry_runs.iter().enumerate() {
            if dry_run.has_removed_pods {
                steps.push(Step::Lift(index));
                steps.push(Step::Try(index));
            }
            steps.extend((0..dry_run.reprieves as usize).map(|reprieve| Step::Reprieve(index, reprieve)));
            steps.push(Step::Verdict(index));
        }
        steps.extend((0..preemption.extended).map(Step::ExtenderPreempt));
        steps.extend((0..preemption.ladder.len()).map(Step::Rung));
        if preemption.room.is_some() {
            steps.push(Step::Choose);
        }
    }
    if matches!(attempt_summary.end, AttemptEnd::Failed { .. }) {
        steps.push(Step::Failed);
    }
    steps
}

/// All moments of a run.
pub fn moments(events: &[Rc<Event>]) -> Vec<Moment> {
    let setup = setup_event_count(events);
    // That a gang lacks members is shown once, for the last of the initial members.
    let held_back = events[..setup].iter().rposition(|event| matches!(event.what, EventKind::HeldBack { .. }));
    let setup = held_back.unwrap_or(setup);
    // Counted in advance: growing a list of a million moments would copy them and need twice the memory.
    let moment_counts = events.iter().skip(setup).map(|event| match &event.what {
        EventKind::Attempted(attempt_summary) => attempt_steps(attempt_summary).len(),
        EventKind::Assumed { .. } | EventKind::Bound { .. } => 3,
        _ => 1,
    });
    let mut moments = Vec::with_capacity(1 + moment_counts.sum::<usize>());
    // The number of members that have been tried in the group's current cycle.
    let mut tried_members = None;
    moments.push(Moment { events: setup, step: Step::Start, dwell: 1200 });
    for (index, event) in events.iter().enumerate().skip(setup) {
        let count = index + 1;
        match &event.what {
            EventKind::Attempted(attempt_summary) => {
                let nodes = u32::try_from(attempt_summary.judged.max(1)).unwrap_or(u32::MAX);
                let steps = attempt_steps(attempt_summary);
                moments.extend(steps.into_iter().map(|step| Moment {
                    events: count,
                    step,
                    dwell: step_dwell(step, nodes),
                }));
                if let Some(tried) = &mut tried_members {
                    moments.push(group_moment(count, GroupStep::Member(*tried)));
                    *tried += 1;
                }
            }
            EventKind::GroupPopped { .. } => {
                tried_members = Some(0);
                moments.push(Moment { events: count, step: Step::Event, dwell: 1100 });
                moments.push(group_moment(count, GroupStep::Snapshot));
            }
            EventKind::GroupAttempted(summary) => {
                tried_members = None;
                let steps = steps_after_members(summary).into_iter();
                moments.extend(steps.map(|step| group_moment(count, step)));
            }
            EventKind::Assumed { .. } => moments.extend(point_moments(count, &[Point::Reserve, Point::Permit])),
            EventKind::Bound { .. } => {
                moments.extend(point_moments(count, &[Point::PreBind, Point::Bind, Point::PostBind]));
            }
            what => {
                if matches!(what, EventKind::Popped { .. }) {
                    tried_members = None;
                }
                if let Some(dwell) = event_dwell(what, events.get(count).map(|next| &next.what)) {
                    moments.push(Moment { events: count, step: Step::Event, dwell });
                }
            }
        }
    }
    // Events after the last stop belong to it.
    if let Some(last) = moments.last_mut()
        && matches!(last.step, Step::Event | Step::Point(_))
    {
        last.events = events.len();
    }
    debug_assert!(moments.is_sorted_by_key(|moment| moment.events), "moments never go back");
    moments
}

/// The index of the moment that an old link refers to by number. Today's links use names; the first links counted moments, at a time when extenders
/// and the first of two filter passes had no steps of their own. `None` if the run has no such moment yet.
pub fn moment_by_number(events: &[Rc<Event>], moments: &[Moment], number: usize) -> Option<usize> {
    let counted = |moment: &Moment| match (moment.step, moment.events.checked_sub(1).map(|last| &events[last].what)) {
        (Step::FirstPass(_) | Step::ExtenderFilter(_) | Step::ExtenderPreempt(_), _)
        | (_, Some(EventKind::Expected { .. })) => false,
        (_, Some(EventKind::PreBinding { claims, .. })) => claims.is_empty(),
        (Step::Score(row), Some(EventKind::Attempted(attempt_summary))) => {
            row + attempt_summary.scored_by_extenders < attempt_summary.scored
        }
        _ => true,
    };
    moments.iter().enumerate().filter(|(_, moment)| counted(moment)).nth(number).map(|(at, _)| at)
}

/// The number of events that set up the initial cluster. The setup ends before the first action of a script that doesn't lead to the first attempt;
/// else before the counts of budgets that the first attempt uses, and before that attempt; or if no pod is ever popped, before the first event after time
/// zero.
fn setup_event_count(events: &[Rc<Event>]) -> usize {
    let popped = |event: &Rc<Event>| matches!(event.what, EventKind::Popped { .. });
    let first = events.iter().position(popped);
    let before = &events[..first.unwrap_or(events.len())];
    let leads_to_attempt = |event: &Rc<Event>| first.is_some_and(|first| events[first].at == event.at);
    let done = |event: &Rc<Event>| matches!(event.what, EventKind::Script { .. }) && !leads_to_attempt(event);
    if let Some(script) = before.iter().position(done) {
        return script;
    }
    if first.is_none() {
        return before.iter().position(|event| !event.at.is_zero()).unwrap_or(before.len());
    }
    let is_count = |event: &Rc<Event>| matches!(event.what, EventKind::BudgetUpdated(_) | EventKind::BudgetCounted(_));
    let is_message = |event: &Rc<Event>| matches!(event.what, EventKind::Message { .. });
    // A message such as `UnmanagedPods` may be logged between two counts. Messages before the first count are about something else; a message after the
    // last one belongs to a count that failed, which is part of the setup with everything before it.
    let of_counts = |event: &&Rc<Event>| event.at.is_zero() && (is_count(event) || is_message(event));
    let tail = match before.last() {
        Some(last) if is_count(last) => before.iter().rev().take_while(of_counts).count(),
        _ => 0,
    };
    let (setup, counts) = before.split_at(before.len() - tail);
    setup.len() + counts.iter().position(is_count).unwrap_or(counts.len())
}

/// The moments of an event that spans several extension points; playback stays long at one of them only.
fn point_moments(events: usize, points: &[Point]) -> impl Iterator<Item = Moment> {
    points.iter().map(move |&point| {
        let dwell = if matches!(point, Point::Reserve | Point::Bind) { 700 } else { 250 };
        Moment { events, step: Step::Point(point), dwell }
    })
}

fn group_moment(events: usize, step: GroupStep) -> Moment {
    let dwell = if matches!(step, GroupStep::Member(_)) { 900 } else { 1600 };
    Moment { events, step: Step::Group(step), dwell }
}

fn step_dwell(step: Step, nodes: u32) -> u32 {
    match step {
        Step::Start | Step::Event | Step::Point(_) | Step::Group(_) | Step::Score(_) | Step::PreFilter => 700,
        Step::FirstPass(_) | Step::Filter(_) => (4000 / nodes).clamp(40, 600),
        Step::Select | Step::Potential | Step::Lift(_) | Step::Try(_) => 1200,
        Step::Eligible | Step::Verdict(_) | Step::Rung(_) | Step::Choose => 1300,
        Step::Reprieve(..) | Step::Failed | Step::ExtenderFilter(_) | Step::ExtenderPreempt(_) => 1600,
    }
}

/// How long playback stays at an event, in milliseconds; `None` if it is shown together with the next one.
fn event_dwell(event_kind: &EventKind, next: Option<&EventKind>) -> Option<u32> {
    match (event_kind, next) {
        (
            EventKind::Drawn { .. }
            | EventKind::Message { .. }
            | EventKind::PriorityClassAdded(_)
            | EventKind::StorageApplied(_)
            | EventKind::DeviceApplied(_),
            _,
        ) => None,
        (EventKind::PodCreated { pod, .. }, Some(EventKind::Queued { pod: queued, .. })) if *queued == *pod.key() => {
            None
        }
        (EventKind::NodeAdded(_) | EventKind::NodeUpdated(_) | EventKind::BudgetUpdated(_), _) => Some(350),
        (EventKind::Creating(_) | EventKind::Popped { .. } | EventKind::Queued { .. }, _) => Some(600),
        (
            EventKind::BudgetCounted(_)
            | EventKind::EvictionAnswered(_)
            | EventKind::ZoneChanged(_)
            | EventKind::Reconciled(_)
            | EventKind::Terminating { .. }
            | EventKind::Nominated { .. }
            | EventKind::Script { .. }
            | EventKind::Printed { .. },
            _,
        ) => Some(1100),
        _ => Some(700),
    }
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use runlog::{Attempt, AttemptOutcome, DryRun, Ending, PreemptionRecord, Reprieve, VictimInfo};

    use super::*;

    #[test]
    fn an_attempt_unfolds_in_order() {
        let run = DryRun {
            removed: vec![VictimInfo::default()],
            reprieves: vec![Reprieve { pod: 0, violates: Vec::new(), failure: None }],
            ..DryRun::default()
        };
        let preemption = PreemptionRecord { dry_runs: vec![run], chosen: Some(0), ..PreemptionRecord::default() };
        let outcome = AttemptOutcome::Failed { message: "0/1".into(), is_fit_error: true, rows: Vec::new() };
        let attempt = Attempt { preemption: Some(preemption), outcome, ..Attempt::default() };
        let wanted = [
            Step::Eligible,
            Step::Potential,
            Step::Lift(0),
            Step::Try(0),
            Step::Reprieve(0, 0),
            Step::Verdict(0),
            Step::Choose,
            Step::Failed,
        ];
        assert_eq!(attempt_steps(&AttemptSummary::from_attempt(&attempt, 0)), wanted);
    }

    #[test]
    fn every_change_of_the_cluster_is_a_moment() {
        let event = |at, what| Rc::new(Event { at: Millis::new(at), what });
        let script = |at| event(at, EventKind::Script { index: 0, text: "cordon a".into(), is_by_kubectl: true });
        let gone = |at| event(at, EventKind::NodeRemoved("a".into()));
        let popped = |at| event(at, EventKind::Popped { pod: "a/b".into(), attempt: 1 });
        let (start, end) = (event(0, EventKind::NodeRemoved("b".into())), event(9, EventKind::End(Ending::Quiet)));
        let shown = |events: &[Rc<Event>]| moments(events).iter().map(|moment| moment.events).collect::<Vec<_>>();
        // No pod is ever pending.
        assert_eq!(shown(&[start.clone(), script(5), gone(5), script(6), end.clone()]), [1, 2, 3, 4, 5]);
        assert_eq!(shown(&[start.clone(), gone(7), end.clone()]), [1, 2, 3]);
        // A pod is pending, but later.
        assert_eq!(shown(&[start.clone(), script(5), gone(5), popped(8), end.clone()]), [1, 2, 3, 4, 5]);
        // A script's action that creates the first pod is shown together with the pod.
        assert_eq!(shown(&[start.clone(), gone(4), script(5), gone(5), popped(5), end.clone()]), [4, 5, 6]);
        let budget = event(0, EventKind::BudgetUpdated(Rc::default()));
        assert_eq!(shown(&[budget.clone(), start.clone(), budget.clone(), popped(0), end.clone()]), [2, 3, 4, 5]);
        // Counts come with messages, which do not hide those before them; a message about something else is shown with the setup.
        let message = event(
            0,
            EventKind::Message {
                about: "PodDisruptionBudget/a/b".into(),
                is_warning: false,
                reason: "UnmanagedPods".into(),
                text: "".into(),
            },
        );
        let counts = [start, message.clone(), budget.clone(), message, budget, popped(0), end];
        assert_eq!(shown(&counts), [2, 3, 5, 6, 7]);
        assert_eq!(shown(&[&counts[..4], &counts[5..]].concat()), [4, 5, 6], "the last count failed");
    }

    #[test]
    fn moments_never_go_back() {
        let event = |what| Rc::new(Event { at: Millis::ZERO, what });
        let popped = EventKind::Popped { pod: "a/b".into(), attempt: 1 };
        let events = [event(popped.clone()), event(EventKind::Creating("a/b".into())), event(popped)];
        let moments = moments(&events);
        assert!(moments.windows(2).all(|pair| pair[0].events <= pair[1].events));
        assert_eq!(moments.len(), 4);
    }
}
