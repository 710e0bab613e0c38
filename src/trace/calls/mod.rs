//! The run as calls of the scheduler's functions: the function that is active at a moment, its callers, arguments and results.

mod values;

use std::{ops::Range, rc::Rc};

use api::WorkloadKind;
use releases::{
    CallGraph, Release,
    call_graph::{self, Role},
};
use runlog::{AttemptSummary, Event, EventKind, Point, QueueEvent, ReconcileFunction};
pub use values::{CallValue, FunctionCall, NamedValue, ValueName, call_of};

use super::{
    group_steps::GroupStep,
    steps::{Moment, Step},
};

/// The role of the function that is active at a step; `None` before the run begins. `event_kind` is the event that the step is in.
#[must_use]
pub fn role_at(step: Step, event_kind: Option<&EventKind>) -> Option<Role> {
    Some(match step {
        Step::Start => return None,
        Step::Event => return event_kind.map(role_of_event),
        Step::Point(Point::Reserve) => Role::Reserve,
        Step::Point(Point::Permit) => Role::Permit,
        Step::Point(Point::PreBind) => Role::PreBind,
        Step::Point(Point::Bind) => Role::Bind,
        Step::Point(_) => Role::PostBind,
        Step::PreFilter => Role::PreFilter,
        Step::FirstPass(_) | Step::Filter(_) => Role::Filter,
        Step::ExtenderFilter(_) => Role::ExtenderFilter,
        Step::Score(row) => match event_kind {
            Some(EventKind::Attempted(attempt_summary)) if is_extender_row(attempt_summary, row) => Role::ExtenderScore,
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
        Step::Group(step) => role_of_group_step(step),
    })
}

fn role_of_group_step(step: GroupStep) -> Role {
    match step {
        GroupStep::Snapshot => Role::GroupCycle,
        GroupStep::Member(_) => Role::GroupMember,
        GroupStep::Placement(_) => Role::GroupPlacement,
        GroupStep::Units
        | GroupStep::WithoutUnits
        | GroupStep::Reprieve(_)
        | GroupStep::Victims
        | GroupStep::Forget => Role::GroupPreempt,
        GroupStep::Verdict | GroupStep::Messages | GroupStep::Bind | GroupStep::Stragglers => Role::GroupResult,
    }
}

/// Whether a score row is an extender's; these are the last rows.
fn is_extender_row(attempt: &AttemptSummary, row: usize) -> bool {
    row + attempt.scored_by_extenders >= attempt.scored
}

fn role_of_event(event_kind: &EventKind) -> Role {
    match event_kind {
        EventKind::Popped { .. } => Role::Pop,
        EventKind::Queued { by: QueueEvent::ScheduleAttemptFailure, .. } => Role::Requeue,
        EventKind::Queued { by: QueueEvent::PodAdd, .. } => Role::Add,
        EventKind::Queued { by: QueueEvent::BackoffComplete, .. } => Role::Flush,
        EventKind::Queued { .. } => Role::Move,
        EventKind::Nominated { .. } => Role::Nominate,
        EventKind::Expected { .. } => Role::Expect,
        EventKind::NominationCleared { .. } => Role::ClearNomination,
        EventKind::Unreserved { .. } => Role::Unreserve,
        EventKind::HeldBack { .. } => Role::PreEnqueue,
        EventKind::Waits { .. } => Role::Permit,
        EventKind::Allowed { .. } => Role::WaitOnPermit,
        EventKind::PreBinding { claims, .. } if !claims.is_empty() => Role::BindVolumes,
        EventKind::PreBinding { .. } => Role::PreBind,
        EventKind::VolumesReserved { .. } => Role::Volumes,
        EventKind::Provisioning { .. } | EventKind::Provisioned { .. } | EventKind::ProvisioningFailed { .. } => {
            Role::Provisioner
        }
        EventKind::ClaimBound { .. } => Role::ClaimController,
        EventKind::Printed { .. } | EventKind::Script { .. } => Role::Kubectl,
        EventKind::Assumed { .. } => Role::Assume,
        EventKind::Bound { .. } => Role::Bind,
        EventKind::Creating(_)
        | EventKind::Running { .. }
        | EventKind::Succeeded(_)
        | EventKind::Failed { .. }
        | EventKind::PodRemoved(_) => Role::Kubelet,
        EventKind::Terminating { why, .. } if why.preemptor().is_some() => Role::Evict,
        EventKind::GroupPopped { .. } | EventKind::GroupHeld(_) => Role::GroupLoop,
        EventKind::BudgetCounted(_) => Role::BudgetCount,
        EventKind::BudgetUpdated(_) => Role::BudgetController,
        EventKind::EvictionAnswered(_) => Role::Eviction,
        EventKind::ZoneChanged(_) => Role::ZoneController,
        EventKind::Reconciled(reconcile) => role_of_controller(reconcile.by),
        EventKind::PodCreated { by, .. } if !by.is_empty() => role_of_owner(by),
        _ => Role::ApiServer,
    }
}

/// The controller that has a reconcile function.
fn role_of_controller(function: ReconcileFunction) -> Role {
    match function {
        ReconcileFunction::ReplicaSet => Role::WorkloadController,
        ReconcileFunction::StatefulSet | ReconcileFunction::StatefulSetUpdate => Role::StatefulSetController,
        ReconcileFunction::DaemonSet | ReconcileFunction::DaemonSetUpdate => Role::DaemonSetController,
        ReconcileFunction::Job => Role::JobController,
        ReconcileFunction::Proportion
        | ReconcileFunction::NewReplicaSet
        | ReconcileFunction::Unhealthy
        | ReconcileFunction::OldReplicaSets
        | ReconcileFunction::Recreate => Role::DeploymentController,
    }
}

/// The controller that created a pod, from a text such as `StatefulSet/web`.
fn role_of_owner(owner_text: &str) -> Role {
    match WorkloadKind::from_name(owner_text.split_once('/').map_or(owner_text, |(kind, _)| kind)) {
        Some(WorkloadKind::StatefulSet) => Role::StatefulSetController,
        Some(WorkloadKind::DaemonSet) => Role::DaemonSetController,
        Some(WorkloadKind::Job) => Role::JobController,
        _ => Role::WorkloadController,
    }
}

/// The indices of the moments from one pop of the scheduling queue to the next.
#[must_use]
pub fn cycle_moments(events: &[Rc<Event>], moments: &[Moment], at: usize) -> Range<usize> {
    let pops = |moment: &Moment| {
        moment.step == Step::Event && matches!(event_at(events, moment), Some(EventKind::Popped { .. }))
    };
    let after = (at + 1).min(moments.len());
    let begins = moments[..after].iter().rposition(pops).unwrap_or(0);
    let cycle_end = moments[after..].iter().position(pops).map_or(moments.len(), |offset| after + offset);
    begins..cycle_end
}

/// The event that a moment is in.
#[must_use]
pub fn event_at<'e>(events: &'e [Rc<Event>], moment: &Moment) -> Option<&'e EventKind> {
    moment.events.checked_sub(1).and_then(|last| events.get(last)).map(|event| &event.what)
}

/// A release's call tree at a moment of a run, with the calls of the current scheduling cycle.
#[derive(Debug)]
pub struct CallTree {
    /// The functions of the release.
    pub source: &'static CallGraph,
    /// The index of the active function.
    pub active: Option<usize>,
    /// The indices of its callers, the outermost first.
    pub callers: Vec<usize>,
    /// The index of the first moment of the cycle; and for each moment of the cycle, the index of the active function and whether it was called at
    /// that moment.
    calls: (usize, Vec<(Option<usize>, bool)>),
    at: usize,
}

impl CallTree {
    /// The call tree at the moment with index `at`.
    #[must_use]
    pub fn at_moment(release: Release, events: &[Rc<Event>], moments: &[Moment], at: usize) -> Self {
        let source = releases::call_graph(release);
        let place = |moment: &Moment| {
            role_at(moment.step, event_at(events, moment)).and_then(|role| call_graph::function_index(source, role))
        };
        let active = moments.get(at).and_then(place);
        let cycle = cycle_moments(events, moments, at);
        // A second pass of the filters belongs to the call that began with the first pass.
        let called_function =
            |at: usize| !at.checked_sub(1).is_some_and(|before| matches!(moments[before].step, Step::FirstPass(_)));
        let calls = (cycle.start, cycle.map(|at| (place(&moments[at]), called_function(at))).collect());
        Self {
            source,
            active,
            callers: active.map_or_else(Vec::new, |lit| call_graph::caller_indices(source, lit)),
            calls,
            at,
        }
    }

    /// The index of the next moment of this cycle at which a function, or one that it calls, is called; wraps around to the first call.
    #[must_use]
    pub fn next_call(&self, function: usize) -> Option<usize> {
        let callees = call_graph::callee_range(self.source, function);
        let is_callee = |(_, place): &(usize, Option<usize>)| place.is_some_and(|place| callees.contains(&place));
        let calls =
            || self.calls.1.iter().enumerate().map(|(at, (place, _))| (at + self.calls.0, *place)).filter(is_callee);
        calls().find(|(at, _)| *at > self.at).or_else(|| calls().next()).map(|(at, _)| at)
    }

    /// How often a function has been called in this cycle up to the current moment.
    #[must_use]
    pub fn call_count(&self, function: usize) -> usize {
        let callees = call_graph::callee_range(self.source, function);
        let is_below = |place: Option<usize>| place.is_some_and(|place| callees.contains(&place));
        // All rules of the tie-break, or all score plugins, count as one call.
        let once = matches!(self.source[function].role, Role::Ladder | Role::Score);
        let mut before = None;
        let mut count = 0;
        for &(place, is_call) in self.calls.1.iter().take((self.at + 1).saturating_sub(self.calls.0)) {
            // A return from a callee is no new call; a direct repetition of the same function is.
            let is_repeated = !once && is_call && place == Some(function) && before == place;
            count += usize::from(is_below(place) && (is_repeated || !is_below(before)));
            before = place;
        }
        count
    }

    /// Whether a function and all its callees were active in this cycle and no longer are.
    #[must_use]
    pub fn has_returned(&self, function: usize) -> bool {
        let callees = call_graph::callee_range(self.source, function);
        let last = self.calls.1.iter().rposition(|(place, _)| place.is_some_and(|place| callees.contains(&place)));
        last.is_some_and(|last| last + self.calls.0 < self.at)
    }
}
