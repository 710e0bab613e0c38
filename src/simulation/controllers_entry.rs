//! Runs everything that acts beside the scheduler: the script and the controllers.
//!
//! A run of pods and nodes alone has nothing of that, also where a script makes them, and any run begins before it is due. So it is
//! reached through a function that the run is given, and a program may fetch it when a run comes to it
//! ([`Simulation::awaits_controllers`]).

use super::{
    agenda::{Due, Task},
    state::Simulation,
};

/// Does what is due.
pub fn run_controller_task(run: &mut Simulation, Due(task): Due) {
    match task {
        Task::Script(index) => run.run_script_action(index),
        Task::Evict(number, pod) => run.evict_for_drain(number, &pod),
        Task::CheckDrained(number, pod) => run.finish_drained_pod(number, &pod),
        Task::DrainTimeout(number) => run.time_out_drain(number),
        Task::MonitorNodes => run.monitor_nodes(),
        Task::TaintNextNode(zone) => run.taint_next_nodes(&zone),
        Task::CollectOrphans(node) => run.collect_orphans(&node),
        Task::RunControllers => run.run_controllers(),
        Task::Resync(number) | Task::Retry(number) => run.resync_workload(number),
        Task::RecomputeBudgets => run.recompute_budgets(),
        Task::RecheckBudgets => {
            run.queue_all_budgets();
            run.recompute_budgets();
        }
        Task::Provision(namespace, name) => run.finish_provisioning(namespace, name),
        Task::RunVolumeControllers => run.run_volume_controllers(),
        Task::RunClaimController => run.run_claim_controller(),
        Task::FinishJobPod(pod) => run.finish_job_pod(&pod.key),
        other => unreachable!("the scheduler and the kubelet do {other:?}"),
    }
}

impl Simulation {
    /// Whether what is due next waits for what acts beside the scheduler, which the run [lacks](Simulation::without_controllers).
    #[must_use]
    pub fn awaits_controllers(&self) -> bool {
        self.controllers.is_none()
            && !self.ended
            && self.agenda.next().is_some_and(|task| self.is_controller_task(task))
    }

    /// Whether a task is one of those that [`run_controller_task`] does.
    pub(super) fn is_controller_task(&self, task: &Task) -> bool {
        match task {
            Task::Script(index) => !self.script[*index].creates_only(),
            Task::Evict(..)
            | Task::CheckDrained(..)
            | Task::DrainTimeout(_)
            | Task::MonitorNodes
            | Task::TaintNextNode(_)
            | Task::CollectOrphans(_)
            | Task::RunControllers
            | Task::Resync(_)
            | Task::Retry(_)
            | Task::RecomputeBudgets
            | Task::RecheckBudgets
            | Task::Provision(..)
            | Task::RunVolumeControllers
            | Task::RunClaimController
            | Task::FinishJobPod(_) => true,
            _ => false,
        }
    }
}
