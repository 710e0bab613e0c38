//! Which function of kube-scheduler does what is shown, release by release.

use crate::framework::Point;
use crate::releases::Release;
use crate::simulation::What;
use crate::trace::steps::Step;

/// The function of a step within an attempt, and its file.
pub fn of_step(release: Release, step: Step) -> (&'static str, &'static str) {
    let (column, files) = match release {
        Release::V1_16 => (0, OLD),
        Release::V1_20 => (1, YOUNG),
        Release::V1_34 => (2, TODAY),
    };
    let [core, runtime, preemption, plugin] = files;
    let (names, file) = match step {
        Step::Start | Step::Event => (["", "", ""], ""),
        Step::Point(point) => {
            let binding = if release == Release::V1_34 { core } else { SCHEDULER };
            return match point {
                Point::Reserve => ("assume · RunReservePlugins", binding),
                Point::Permit => ("RunPermitPlugins", runtime),
                Point::PreBind => ("RunPreBindPlugins", runtime),
                Point::Bind => ("bind · RunBindPlugins", binding),
                _ => ("RunPostBindPlugins", runtime),
            };
        }
        Step::PreFilter => (["predicateMetaProducer", "RunPreFilterPlugins", "RunPreFilterPlugins"], runtime),
        Step::Filter(_) => {
            let file = if release == Release::V1_20 { core } else { runtime };
            (["podFitsOnNode", "PodPassesFiltersOnNode", "RunFilterPluginsWithNominatedPods"], file)
        }
        Step::Score(_) => (["PrioritizeNodes", "prioritizeNodes", "prioritizeNodes"], core),
        Step::Select => (["selectHost", "selectHost", "selectHost"], core),
        Step::Eligible => {
            (["podEligibleToPreemptOthers", "PodEligibleToPreemptOthers", "PodEligibleToPreemptOthers"], plugin)
        }
        Step::Potential => {
            (["nodesWherePreemptionMightHelp", "nodesWherePreemptionMightHelp", "findCandidates"], preemption)
        }
        Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_) => {
            (["selectVictimsOnNode", "selectVictimsOnNode", "SelectVictimsOnNode"], plugin)
        }
        Step::Rung(_) => {
            (["pickOneNodeForPreemption", "pickOneNodeForPreemption", "pickOneNodeForPreemption"], preemption)
        }
        Step::Choose => (["Preempt", "SelectCandidate", "SelectCandidate"], preemption),
        Step::Failed => (["FitError.Error", "FitError.Error", "FitError.Error"], core),
    };
    (names[column], file)
}

/// Files of the cycle, of the framework's runtime, of preemption, and of the preemption plugin.
type Files = [&'static str; 4];

const SCHEDULER: &str = "pkg/scheduler/scheduler.go";
const GENERIC: &str = "pkg/scheduler/core/generic_scheduler.go";
const RUNTIME: &str = "pkg/scheduler/framework/runtime/framework.go";
const PLUGIN: &str = "pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go";

const OLD: Files = [GENERIC; 4];
const YOUNG: Files = [GENERIC, RUNTIME, PLUGIN, PLUGIN];
const TODAY: Files =
    ["pkg/scheduler/schedule_one.go", RUNTIME, "pkg/scheduler/framework/preemption/preemption.go", PLUGIN];

/// The function behind an event, or the component that causes it.
pub fn of_event(release: Release, what: &What) -> &'static str {
    let old = release == Release::V1_16;
    match what {
        What::Popped { .. } if old => "scheduler.scheduleOne · NextPod",
        What::Popped { .. } if release == Release::V1_20 => "Scheduler.scheduleOne · NextPod",
        What::Popped { .. } => "Scheduler.ScheduleOne · NextPod",
        What::Queued { by, .. } if *by == "ScheduleAttemptFailure" => "PriorityQueue.AddUnschedulableIfNotPresent",
        What::Queued { by, .. } if *by == "PodAdd" => "PriorityQueue.Add",
        What::Queued { by, .. } if *by == "BackoffComplete" => "PriorityQueue.flushBackoffQCompleted",
        What::Queued { .. } if old => "PriorityQueue.MoveAllToActiveQueue",
        What::Queued { .. } => "PriorityQueue.MoveAllToActiveOrBackoffQueue",
        What::Nominated { .. } if old => "podPreemptor.setNominatedNodeName",
        What::Nominated { .. } => "updatePod · status.nominatedNodeName",
        What::NominationCleared { .. } if old => "podPreemptor.removeNominatedNodeName",
        What::NominationCleared { .. } => "ClearNominatedNodeName",
        What::BindFailed { .. } if release == Release::V1_34 => "Scheduler.handleBindingCycleError",
        What::BindFailed { .. } => "Scheduler.bind · ForgetPod",
        What::Printed { .. } | What::Script { .. } => "kubectl",
        What::Assumed { .. } => "Scheduler.assume",
        What::Bound { .. } => "Scheduler.bind",
        What::Creating(_) | What::Running { .. } | What::Succeeded(_) | What::PodRemoved(_) => "kubelet",
        What::Terminating { why: crate::simulation::Deletion::Preempted { .. }, .. } if old => "podPreemptor.deletePod",
        What::Terminating { why: crate::simulation::Deletion::Preempted { .. }, .. } => "PrepareCandidate · DeletePod",
        What::BudgetUpdated(_) => "DisruptionController.updatePdbStatus",
        What::PodCreated { by, .. } if !by.is_empty() => "ReplicaSetController.manageReplicas",
        _ => "kube-apiserver",
    }
}
