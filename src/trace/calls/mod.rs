//! A run as calls of the scheduler's functions: which one is at work at a moment, who called it, and what it takes and gives.

mod values;

use std::ops::Range;
use std::rc::Rc;

use record::{Controller, Deletion, Event, QueueEvent, What};
use record::{Point, Tried};
use releases::source;
use releases::source::Role;
use releases::{Release, Source};

use super::steps::{Moment, Step};

pub use values::{Call, Fact, Name, Value, of};

/// What is at work at a step; nothing before the run begins. `what` is the event that the step is in.
#[must_use]
pub fn role(step: Step, what: Option<&What>) -> Option<Role> {
    Some(match step {
        Step::Start => return None,
        Step::Event => return what.map(of_event),
        Step::Point(Point::Reserve) => Role::Reserve,
        Step::Point(Point::Permit) => Role::Permit,
        Step::Point(Point::PreBind) => Role::PreBind,
        Step::Point(Point::Bind) => Role::Bind,
        Step::Point(_) => Role::PostBind,
        Step::PreFilter => Role::PreFilter,
        Step::FirstPass(_) | Step::Filter(_) => Role::Filter,
        Step::ExtenderFilter(_) => Role::ExtenderFilter,
        Step::Score(row) => match what {
            Some(What::Attempted(tried)) if by_extender(tried, row) => Role::ExtenderScore,
            _ => Role::Score,
        },
        Step::Select => Role::Select,
        Step::Eligible => Role::Eligible,
        Step::Potential => Role::Potential,
        Step::Lift(_) | Step::Verdict(_) => Role::Victims,
        Step::Try(_) => Role::Try,
        Step::Reprieve(..) => Role::Reprieve,
        Step::ExtenderPreempt(_) => Role::ExtenderPreempt,
        Step::Rung(_) => Role::Ladder,
        Step::Choose => Role::Choose,
        Step::Failed => Role::Message,
    })
}

/// Whether a row of scores is an extender's; these come last.
fn by_extender(tried: &Tried, row: usize) -> bool {
    row + tried.scored_by_extenders >= tried.scored
}

fn of_event(what: &What) -> Role {
    match what {
        What::Popped { .. } => Role::Pop,
        What::Queued { by: QueueEvent::ScheduleAttemptFailure, .. } => Role::Requeue,
        What::Queued { by: QueueEvent::PodAdd, .. } => Role::Add,
        What::Queued { by: QueueEvent::BackoffComplete, .. } => Role::Flush,
        What::Queued { .. } => Role::Move,
        What::Nominated { .. } => Role::Nominate,
        What::Expected { .. } => Role::Expect,
        What::NominationCleared { .. } => Role::ClearNomination,
        What::Unreserved { .. } => Role::Unreserve,
        What::Waits { .. } => Role::Permit,
        What::Allowed { .. } => Role::WaitOnPermit,
        What::PreBinding { claims, .. } if !claims.is_empty() => Role::BindVolumes,
        What::PreBinding { .. } => Role::PreBind,
        What::VolumesReserved { .. } => Role::Volumes,
        What::Provisioning { .. } | What::Provisioned { .. } | What::ProvisioningFailed { .. } => Role::Provisioner,
        What::ClaimBound { .. } => Role::ClaimController,
        What::Printed { .. } | What::Script { .. } => Role::Kubectl,
        What::Assumed { .. } => Role::Assume,
        What::Bound { .. } => Role::Bind,
        What::Creating(_) | What::Running { .. } | What::Succeeded(_) | What::PodRemoved(_) => Role::Kubelet,
        What::Terminating { why: Deletion::Preempted { .. }, .. } => Role::Evict,
        What::BudgetCounted(_) => Role::BudgetCount,
        What::BudgetUpdated(_) => Role::BudgetController,
        What::EvictionAnswered(_) => Role::Eviction,
        What::ZoneChanged(_) => Role::ZoneController,
        What::Reconciled(reconcile) => of_controller(reconcile.by),
        What::PodCreated { by, .. } if !by.is_empty() => maker(by),
        _ => Role::ApiServer,
    }
}

/// The controller that a decision is of.
fn of_controller(by: Controller) -> Role {
    match by {
        Controller::ReplicaSet => Role::WorkloadController,
        Controller::StatefulSet | Controller::StatefulSetUpdate => Role::StatefulSetController,
        Controller::DaemonSet | Controller::DaemonSetUpdate => Role::DaemonSetController,
        Controller::Job => Role::JobController,
        Controller::Proportion
        | Controller::NewReplicaSet
        | Controller::Unhealthy
        | Controller::OldReplicaSets
        | Controller::Recreate => Role::DeploymentController,
    }
}

/// The controller that made a pod: `StatefulSet/web`.
fn maker(by: &str) -> Role {
    match by.split_once('/').map_or(by, |(kind, _)| kind) {
        "StatefulSet" => Role::StatefulSetController,
        "DaemonSet" => Role::DaemonSetController,
        "Job" => Role::JobController,
        _ => Role::WorkloadController,
    }
}

/// The moments from a pod's leaving the queue until the next one's.
#[must_use]
pub fn turn(events: &[Rc<Event>], moments: &[Moment], at: usize) -> Range<usize> {
    let pops =
        |moment: &Moment| moment.step == Step::Event && matches!(what(events, moment), Some(What::Popped { .. }));
    let after = (at + 1).min(moments.len());
    let begins = moments[..after].iter().rposition(pops).unwrap_or(0);
    let ends = moments[after..].iter().position(pops).map_or(moments.len(), |more| after + more);
    begins..ends
}

/// The event that a moment is in.
#[must_use]
pub fn what<'e>(events: &'e [Rc<Event>], moment: &Moment) -> Option<&'e What> {
    moment.events.checked_sub(1).and_then(|last| events.get(last)).map(|event| &event.what)
}

/// A release's call tree at a moment of a run.
#[derive(Debug)]
pub struct Tree {
    /// The functions.
    pub source: &'static Source,
    /// The place of the one at work.
    pub lit: Option<usize>,
    /// Its callers, the outermost first.
    pub callers: Vec<usize>,
    /// The place of what is at work at each moment of the turn and whether it was called at that moment, and the first of these moments.
    calls: (usize, Vec<(Option<usize>, bool)>),
    at: usize,
}

impl Tree {
    /// The tree at a moment.
    #[must_use]
    pub fn at(release: Release, events: &[Rc<Event>], moments: &[Moment], at: usize) -> Self {
        let source = releases::source(release);
        let place =
            |moment: &Moment| role(moment.step, what(events, moment)).and_then(|role| source::place(source, role));
        let lit = moments.get(at).and_then(place);
        let turn = turn(events, moments, at);
        // A second pass of the filters is part of the call that began with the first.
        let called =
            |at: usize| !at.checked_sub(1).is_some_and(|before| matches!(moments[before].step, Step::FirstPass(_)));
        let calls = (turn.start, turn.map(|at| (place(&moments[at]), called(at))).collect());
        Self { source, lit, callers: lit.map_or_else(Vec::new, |lit| source::callers(source, lit)), calls, at }
    }

    /// The moment at which a function, or one that it calls, is called next in this turn; after the last time, the first.
    #[must_use]
    pub fn next(&self, function: usize) -> Option<usize> {
        let below = source::below(self.source, function);
        let called = |(_, place): &(usize, Option<usize>)| place.is_some_and(|place| below.contains(&place));
        let calls =
            || self.calls.1.iter().enumerate().map(|(at, (place, _))| (at + self.calls.0, *place)).filter(called);
        calls().find(|(at, _)| *at > self.at).or_else(|| calls().next()).map(|(at, _)| at)
    }

    /// How often a function was called in this turn, up to now.
    #[must_use]
    pub fn times(&self, function: usize) -> usize {
        let below = source::below(self.source, function);
        let inside = |place: Option<usize>| place.is_some_and(|place| below.contains(&place));
        // All rules, or all plugins, are one call.
        let once = matches!(self.source[function].role, Role::Ladder | Role::Score);
        let mut before = None;
        let mut count = 0;
        for &(place, called) in self.calls.1.iter().take((self.at + 1).saturating_sub(self.calls.0)) {
            // What comes back from a function that it calls goes on; what follows itself is the next call.
            let again = !once && called && place == Some(function) && before == place;
            count += usize::from(inside(place) && (again || !inside(before)));
            before = place;
        }
        count
    }

    /// Whether a function and all that it calls have been at work in this turn, and are not any more.
    #[must_use]
    pub fn returned(&self, function: usize) -> bool {
        let below = source::below(self.source, function);
        let last = self.calls.1.iter().rposition(|(place, _)| place.is_some_and(|place| below.contains(&place)));
        last.is_some_and(|last| last + self.calls.0 < self.at)
    }
}
