//! A run: the clock, the agenda, the API server and the components.

use std::{fmt, rc::Rc};

use api::{Millis, NamespacedName, Pod, PodDisruptionBudget, PodGroup};
use releases::Release;
use runlog::{Attempt, GroupAttempt};
use scheduler::{cluster::NodeInfo, framework::Profile, queue::SchedulingQueue};

use super::{
    agenda::{Agenda, Due},
    api_server::ApiServer,
    components::{Components, State},
    event_log::EventLog,
    kube_scheduler::{reservation_step::ReservationStep, state::KubeScheduler},
    kubectl::state::Kubectl,
    kubelet::state::Kubelets,
    scenario::Scenario,
    settings::Settings,
    task::PodId,
    work_queue::WorkQueue,
};

/// The entry points of everything besides the scheduler and the kubelets. A program can load [`CONTROLLERS`](super::CONTROLLERS) on demand.
pub struct Controllers {
    /// Executes a task of a controller or of kubectl.
    pub(crate) run_task: fn(&mut Simulation, Due),
    /// Creates the objects that precede a stage of the setup and that [need the controllers](Scenario::needs_controllers).
    pub(crate) create_objects: fn(&mut Simulation, &mut Scenario, SetupStage),
    /// Lets a kubelet decide about a pod's resize. Only actions of kubectl resize pods.
    pub(crate) try_resize: fn(&mut Simulation, &PodId, Option<&Pod>),
    /// Executes a step of reserving volumes and devices for a pod. Returns whether the binding has to wait.
    pub(crate) handle_reservation: fn(&mut Simulation, &NamespacedName, usize, ReservationStep<'_>) -> bool,
}

/// The objects that are created next in a new run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetupStage {
    Nodes,
    Budgets,
    Pods,
}

/// A run. Clones share unchanged data and run independently.
#[derive(Clone)]
pub struct Simulation {
    pub(crate) settings: Settings,
    pub(crate) now: Millis,
    pub(crate) agenda: Agenda,
    pub(crate) work_queue: WorkQueue,
    pub(crate) api: ApiServer,
    pub(crate) components: Components,
    pub(crate) log: EventLog,
    /// The number of events of earlier steps.
    pub(crate) emitted: usize,
    /// The most events of the run; `None` if the caller limits it.
    pub(crate) event_limit: Option<usize>,
    pub(crate) end_at: Option<Millis>,
    pub(crate) has_ended: bool,
    /// The controllers, if they are loaded.
    pub(crate) controllers: Option<&'static Controllers>,
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

    /// The number of attempts so far. A step makes at most one, or one for each member of a group.
    #[must_use]
    pub fn attempts(&self) -> usize {
        self.scheduler().attempts()
    }

    /// The last attempt; the log has its [summary](runlog::AttemptSummary).
    #[must_use]
    pub fn last_attempt(&self) -> Option<&Rc<Attempt>> {
        self.scheduler().last_attempt()
    }

    /// The attempts of the last step, starting with this number; the cycle of a group makes several.
    pub fn attempts_since(&self, number: usize) -> impl Iterator<Item = Rc<Attempt>> + '_ {
        (number..self.attempts()).filter_map(|number| self.scheduler().attempt_of_last_step(number))
    }

    /// The last scheduling cycle of a pod group.
    #[must_use]
    pub fn last_group_attempt(&self) -> Option<&Rc<GroupAttempt>> {
        self.scheduler().last_group_attempt()
    }

    /// Pod groups, ordered by key.
    pub fn pod_groups(&self) -> impl Iterator<Item = &PodGroup> {
        self.api.pod_groups().values().map(AsRef::as_ref)
    }

    /// Whether the run has device support.
    pub(crate) fn has_claims(&self) -> bool {
        self.api.objects().claims.is_some()
    }

    /// The current virtual time.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    #[must_use]
    pub fn release(&self) -> Release {
        self.settings.release
    }

    #[must_use]
    pub fn profiles(&self) -> &[Profile] {
        self.scheduler().profiles()
    }

    /// The scheduler's profiles, shared.
    #[must_use]
    pub fn shared_profiles(&self) -> Rc<[Profile]> {
        self.scheduler().shared_profiles()
    }

    /// All pods, ordered by key.
    pub fn pods(&self) -> impl Iterator<Item = (&NamespacedName, &Pod)> {
        self.api.pods().map(|(key, record)| (key, &**record.pod()))
    }

    /// The existing nodes, with the pods that the scheduler counts on them.
    pub fn nodes(&self) -> impl Iterator<Item = &NodeInfo> {
        self.scheduler().nodes()
    }

    #[must_use]
    pub fn queue(&self) -> &SchedulingQueue {
        self.scheduler().queue()
    }

    /// `PodDisruptionBudgets` with their status.
    pub fn budgets(&self) -> impl Iterator<Item = &PodDisruptionBudget> {
        self.api.objects().budgets.iter().map(AsRef::as_ref)
    }

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
