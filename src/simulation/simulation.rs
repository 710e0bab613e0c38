//! A run: the clock, the agenda, the API server and the components.

use std::{fmt, rc::Rc};

use api::{Millis, NamespacedName, Pod, PodDisruptionBudget, PodGroup};
use releases::Release;
use runlog::{Attempt, GroupAttempt, Rollout};
use scheduler::{cluster::NodeInfo, framework::Profile, queue::SchedulingQueue};

use super::{
    client::{Client, Cluster, State},
    kube_scheduler::state::KubeScheduler,
    kubectl::state::Kubectl,
    kubelet::state::Kubelets,
};

/// A run. Clones share unchanged data and run independently.
#[derive(Clone)]
pub struct Simulation {
    pub(crate) cluster: Cluster,
    /// The number of events of earlier steps.
    pub(crate) emitted: usize,
    /// The most events of the run; `None` if the caller limits it.
    pub(crate) event_limit: Option<usize>,
    pub(crate) end_at: Option<Millis>,
    pub(crate) has_ended: bool,
}

impl Simulation {
    pub(crate) fn scheduler(&self) -> &KubeScheduler {
        KubeScheduler::of(&self.cluster.components)
    }

    pub(crate) fn scheduler_mut(&mut self) -> &mut KubeScheduler {
        KubeScheduler::of_mut(&mut self.cluster.components)
    }

    pub(crate) fn kubelets(&self) -> &Kubelets {
        Kubelets::of(&self.cluster.components)
    }

    pub(crate) fn kubectl_mut(&mut self) -> &mut Kubectl {
        Kubectl::of_mut(&mut self.cluster.components)
    }

    /// Whether the next task needs the controllers, which this run [does not have](Simulation::with_controllers) yet.
    #[must_use]
    pub fn awaits_controllers(&self) -> bool {
        !self.has_ended && self.cluster.awaits_controllers()
    }

    /// The rollout of the Deployment that manages the pod, if the pod has the current template and pods with older templates remain. The time of
    /// its last progress is not set: it follows from the log.
    #[must_use]
    pub fn rollout_of(&mut self, pod: &NamespacedName) -> Option<Rollout> {
        Client::new(&mut self.cluster).rollout_of(pod)
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
        self.cluster.api.pod_groups().values().map(AsRef::as_ref)
    }

    /// Whether the run has device support.
    pub(crate) fn has_claims(&self) -> bool {
        self.cluster.api.objects().claims.is_some()
    }

    /// The current virtual time.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.cluster.now
    }

    #[must_use]
    pub fn release(&self) -> Release {
        self.cluster.settings.release
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
        self.cluster.api.pods().map(|(key, record)| (key, &**record.pod()))
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
        self.cluster.api.objects().budgets.iter().map(AsRef::as_ref)
    }

    pub fn remove_quotas(&mut self) {
        self.cluster.api.remove_quotas();
    }
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation")
            .field("release", &self.release())
            .field("now", &self.cluster.now)
            .field("attempts", &self.attempts())
            .finish_non_exhaustive()
    }
}
