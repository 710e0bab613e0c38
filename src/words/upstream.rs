//! Which function of kube-scheduler does what is shown: the release's own table, read by step and event.

use crate::framework::{Attempt, Point};
use crate::releases::{Release, source};
use crate::simulation::{Deletion, What};
use crate::trace::steps::Step;

/// The function of a step within an attempt, and its file.
pub fn of_step(release: Release, step: Step, attempt: Option<&Attempt>) -> (&'static str, &'static str) {
    let source = source(release);
    match step {
        Step::Start | Step::Event => ("", ""),
        Step::Point(Point::Reserve) => source.reserve,
        Step::Point(Point::Permit) => source.permit,
        Step::Point(Point::PreBind) => source.pre_bind,
        Step::Point(Point::Bind) => source.bind,
        Step::Point(_) => source.post_bind,
        Step::PreFilter => source.pre_filter,
        Step::Filter(_) => source.filter,
        Step::ExtenderFilter(_) => source.extender_filter,
        Step::Score(row) if attempt.is_some_and(|it| it.scores.asked(row).is_some()) => source.extender_score,
        Step::Score(_) => source.score,
        Step::Select => source.select,
        Step::Eligible => source.eligible,
        Step::Potential => source.potential,
        Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_) => source.dry_run,
        Step::ExtenderPreempt(_) => source.extender_preempt,
        Step::Rung(_) => source.ladder,
        Step::Choose => source.preempt,
        Step::Failed => source.fit_error,
    }
}

/// The function behind an event, or the component that causes it.
pub fn of_event(release: Release, what: &What) -> &'static str {
    let source = source(release);
    match what {
        What::Popped { .. } => source.popped,
        What::Queued { by, .. } if *by == "ScheduleAttemptFailure" => "PriorityQueue.AddUnschedulableIfNotPresent",
        What::Queued { by, .. } if *by == "PodAdd" => "PriorityQueue.Add",
        What::Queued { by, .. } if *by == "BackoffComplete" => "PriorityQueue.flushBackoffQCompleted",
        What::Queued { .. } => source.moved,
        What::Nominated { .. } => source.nominated,
        What::NominationCleared { .. } => source.cleared,
        What::Unreserved { at: Point::Bind, .. } => source.bind_failed,
        What::Unreserved { .. } => source.unreserved,
        What::Waits { .. } => "RunPermitPlugins · waitingPodsMap.add",
        What::Allowed { .. } => source.allowed,
        What::PreBinding { .. } => "RunPreBindPlugins",
        What::VolumesReserved { .. } => source.volumes_reserved,
        What::Provisioning { .. } | What::Provisioned { .. } | What::ProvisioningFailed { .. } => {
            "PersistentVolumeController.provisionClaim"
        }
        What::ClaimBound { .. } => "PersistentVolumeController.bind",
        What::Printed { .. } | What::Script { .. } => "kubectl",
        What::Assumed { .. } => "Scheduler.assume",
        What::Bound { .. } => "Scheduler.bind",
        What::Creating(_) | What::Running { .. } | What::Succeeded(_) | What::PodRemoved(_) => "kubelet",
        What::Terminating { why: Deletion::Preempted { .. }, .. } => source.evicted,
        What::BudgetUpdated(_) => "DisruptionController.updatePdbStatus",
        What::PodCreated { by, .. } if !by.is_empty() => "ReplicaSetController.manageReplicas",
        _ => "kube-apiserver",
    }
}
