//! A run: the clock, the agenda, the API server and the components.

use std::{fmt, rc::Rc};

use api::{Millis, NamespacedName, Pod, PodDisruptionBudget};
use releases::Release;
use runlog::Attempt;
use scheduler::{cluster::NodeInfo, framework::Profile, queue::SchedulingQueue};

use super::{
    agenda::{Agenda, Due},
    api_server::ApiServer,
    components::{Components, State},
    event_log::EventLog,
    kube_scheduler::state::KubeScheduler,
    kubectl::state::Kubectl,
    kubelet::state::Kubelets,
    settings::Settings,
    work_queue::WorkQueue,
};

/// Does a task of a controller or of kubectl: [`run_controller_task`](super::run_controller_task), wherever a program keeps it.
pub type ControllersFn = fn(&mut Simulation, Due);

/// A run. Clones share what does not change, and go on independently of each other.
#[derive(Clone)]
pub struct Simulation {
    pub(crate) settings: Settings,
    pub(crate) now: Millis,
    pub(crate) agenda: Agenda,
    pub(crate) work_queue: WorkQueue,
    pub(crate) api: ApiServer,
    pub(crate) components: Components,
    pub(crate) log: EventLog,
    /// How many events earlier steps had.
    pub(crate) emitted: usize,
    pub(crate) end_at: Option<Millis>,
    pub(crate) has_ended: bool,
    /// What acts beside the scheduler and the kubelets, if it is there.
    pub(crate) controllers: Option<ControllersFn>,
}

impl Simulation {
    pub(crate) fn scheduler(&self) -> &KubeScheduler {
        KubeScheduler::of(&self.components)
    }

    pub(crate) fn scheduler_mut(&mut self) -> &mut KubeScheduler {
        KubeScheduler::of_mut(&mut self.components)
    }

    pub(crate) fn kubelets(&self) -> &Kubelets {
        Kubelets::of(&self.components)
    }

    pub(crate) fn kubectl(&self) -> &Kubectl {
        Kubectl::of(&self.components)
    }

    pub(crate) fn kubectl_mut(&mut self) -> &mut Kubectl {
        Kubectl::of_mut(&mut self.components)
    }

    /// How many attempts were made so far. A step makes one at most.
    #[must_use]
    pub fn attempts(&self) -> usize {
        self.scheduler().attempts()
    }

    /// All that the last attempt found; the log has its [summary](runlog::AttemptSummary).
    #[must_use]
    pub fn last_attempt(&self) -> Option<&Rc<Attempt>> {
        self.scheduler().last_attempt()
    }

    /// Whether there are claims for devices, or may be.
    pub(crate) fn has_claims(&self) -> bool {
        self.api.objects().claims.is_some()
    }

    /// Virtual time.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    /// The release whose decisions are replayed.
    #[must_use]
    pub fn release(&self) -> Release {
        self.settings.release
    }

    /// The scheduler's profiles.
    #[must_use]
    pub fn profiles(&self) -> &[Profile] {
        self.scheduler().profiles()
    }

    /// The same, for what outlives a look at the run.
    #[must_use]
    pub fn shared_profiles(&self) -> Rc<[Profile]> {
        self.scheduler().shared_profiles()
    }

    /// Every pod that there is, in the order of their keys.
    pub fn pods(&self) -> impl Iterator<Item = (&NamespacedName, &Pod)> {
        self.api.pods().map(|(key, record)| (key, &**record.pod()))
    }

    /// The nodes that are there, with the pods that the scheduler counts on them.
    pub fn nodes(&self) -> impl Iterator<Item = &NodeInfo> {
        self.scheduler().nodes()
    }

    /// The scheduling queue.
    #[must_use]
    pub fn queue(&self) -> &SchedulingQueue {
        self.scheduler().queue()
    }

    /// Disruption budgets with their status.
    pub fn budgets(&self) -> impl Iterator<Item = &PodDisruptionBudget> {
        self.api.objects().budgets.iter().map(AsRef::as_ref)
    }

    /// No quota refuses anything any more.
    pub fn remove_quotas(&mut self) {
        self.api.remove_quotas();
    }
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation")
            .field("release", &self.release())
            .field("now", &self.now)
            .field("attempts", &self.attempts())
            .finish_non_exhaustive()
    }
}
