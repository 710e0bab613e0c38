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

/// What acts beside the scheduler and the kubelets: [`CONTROLLERS`](super::CONTROLLERS), wherever a program keeps it.
pub struct Controllers {
    /// Does a task of a controller or of kubectl.
    pub(crate) run_task: fn(&mut Simulation, Due),
    /// Gives a new run what comes before a stage, of what its scenario [needs them for](Scenario::needs_controllers).
    pub(crate) create_objects: fn(&mut Simulation, &mut Scenario, SetupStage),
    /// A kubelet looks at what a pod asks for now. Pods ask for something else by actions, which kubectl does.
    pub(crate) try_resize: fn(&mut Simulation, &PodId, Option<&Pod>),
    /// The scheduler takes a step with volumes and devices that are set aside for a pod; whether the binding waits.
    pub(crate) handle_reservation: fn(&mut Simulation, &NamespacedName, usize, ReservationStep<'_>) -> bool,
}

/// What comes into a new run next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetupStage {
    Nodes,
    Budgets,
    Pods,
}

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
    /// How many events it has at most, if it is not whoever follows it that has a limit.
    pub(crate) event_limit: Option<usize>,
    pub(crate) end_at: Option<Millis>,
    pub(crate) has_ended: bool,
    /// What acts beside the scheduler and the kubelets, if it is there.
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

    /// How many attempts were made so far. A step makes one at most, or one for each member of a group.
    #[must_use]
    pub fn attempts(&self) -> usize {
        self.scheduler().attempts()
    }

    /// All that the last attempt found; the log has its [summary](runlog::AttemptSummary).
    #[must_use]
    pub fn last_attempt(&self) -> Option<&Rc<Attempt>> {
        self.scheduler().last_attempt()
    }

    /// All that the attempts of the last step found, from this number on: the cycle of a group makes several.
    pub fn attempts_since(&self, number: usize) -> impl Iterator<Item = Rc<Attempt>> + '_ {
        (number..self.attempts()).filter_map(|number| self.scheduler().attempt_of_last_step(number))
    }

    /// All that the last cycle of a group found.
    #[must_use]
    pub fn last_group_attempt(&self) -> Option<&Rc<GroupAttempt>> {
        self.scheduler().last_group_attempt()
    }

    /// Groups of pods, in the order of their keys.
    pub fn pod_groups(&self) -> impl Iterator<Item = &PodGroup> {
        self.api.pod_groups().values().map(AsRef::as_ref)
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
