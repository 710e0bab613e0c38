//! What acts beside the scheduler: whoever follows the script, and the controllers.
//!
//! A run of pods and nodes alone has nothing of that, also where a script makes them, and any run begins before it is due. So it is
//! reached through a function that the run is given, and a program may fetch it when a run comes to it
//! ([`Simulation::awaits_acting`]).

use super::agenda::{Due, Task};
use super::state::Simulation;

/// Does what is due.
pub fn act(run: &mut Simulation, Due(task): Due) {
    match task {
        Task::Script(index) => run.act(index),
        Task::Evict(number, pod) => run.evict_for(number, &pod),
        Task::Drained(number, pod) => run.drained(number, &pod),
        Task::DrainLate(number) => run.drain_late(number),
        Task::Monitor => run.monitor_nodes(),
        Task::Taint(zone) => run.taint_next(&zone),
        Task::Orphans(node) => run.collect_orphans(&node),
        Task::Controllers => run.run_controllers(),
        Task::Resync(number) | Task::Retry(number) => run.resync(number),
        Task::Budgets => run.recompute_budgets(),
        Task::RecheckBudgets => {
            run.all_count();
            run.recompute_budgets();
        }
        Task::Provision(namespace, name) => run.provision(namespace, name),
        Task::Volumes => run.run_volume_controllers(),
        Task::Devices => run.run_claim_controller(),
        Task::Succeed(pod) => run.succeed(&pod.key),
        other => unreachable!("the scheduler and the kubelet do {other:?}"),
    }
}

impl Simulation {
    /// Whether what is due next waits for what acts beside the scheduler, which the run [lacks](Simulation::without_acting).
    #[must_use]
    pub fn awaits_acting(&self) -> bool {
        self.acting.is_none() && !self.ended && self.agenda.next().is_some_and(|task| self.is_for_acting(task))
    }

    /// Whether a task is one of those that [`act`] does.
    pub(super) fn is_for_acting(&self, task: &Task) -> bool {
        match task {
            Task::Script(index) => !self.script[*index].makes(),
            Task::Evict(..)
            | Task::Drained(..)
            | Task::DrainLate(_)
            | Task::Monitor
            | Task::Taint(_)
            | Task::Orphans(_)
            | Task::Controllers
            | Task::Resync(_)
            | Task::Retry(_)
            | Task::Budgets
            | Task::RecheckBudgets
            | Task::Provision(..)
            | Task::Volumes
            | Task::Devices
            | Task::Succeed(_) => true,
            _ => false,
        }
    }
}
