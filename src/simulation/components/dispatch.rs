//! Dispatches each task to its component.
//!
//! A run of pods and nodes only needs the scheduler and the kubelets, also when a script creates these objects, and every run starts with them. All
//! other components are called through function pointers that the run is given ([`Controllers`](crate::Controllers)), so that a program can load them
//! when a run first needs them ([`Cluster::awaits_controllers`]).

use api::{NamespacedName, Pod, WorkloadKind};

use crate::{
    agenda::Due,
    client::{Client, Cluster, ReservationStep, State, Watchers},
    controllers::{
        daemon_set::state::DaemonSetController, deployment::DeploymentController,
        garbage_collector::state::GarbageCollector, job::state::JobController, ownership::state::PodOwnership,
        replica_set::ReplicaSetController, stateful_set::StatefulSetController,
    },
    disruption::state::DisruptionController,
    ids::{PodId, WorkloadId},
    kube_scheduler::state::KubeScheduler,
    kubectl::state::Kubectl,
    kubelet::state::Kubelets,
    node_lifecycle::state::NodeLifecycleController,
    pod_gc::PodGcController,
    resource_claim::state::ResourceClaimController,
    taint_eviction::state::TaintEvictionController,
    task::{
        KubectlTask, KubeletTask, NamespaceTask, NodeLifecycleTask, PodGcTask, SchedulerTask, TaintEvictionTask, Task,
        WorkloadTask,
    },
    volumes::state::VolumeControllers,
};

/// Executes a task of a controller or of kubectl, or a scheduling cycle where pod groups are enabled.
pub(crate) fn run_controller_task(cluster: &mut Cluster, Due(task): Due) {
    match task {
        Task::Kubectl(task) => cluster.component::<Kubectl>().run_task(task),
        Task::NodeLifecycle(task) => cluster.component::<NodeLifecycleController>().run_task(task),
        Task::PodGc(PodGcTask::CollectOrphans(node)) => cluster.component::<PodGcController>().collect_orphans(&node),
        Task::PodGc(PodGcTask::CollectTerminating(node)) => {
            cluster.component::<PodGcController>().collect_terminating(&node);
        }
        Task::Workload(task) => cluster.run_workload_task(&task),
        Task::Disruption(task) => cluster.component::<DisruptionController>().run_task(&task),
        Task::Volume(task) => cluster.component::<VolumeControllers>().run_task(task),
        Task::Namespace(NamespaceTask::Empty(name)) => Client::new(cluster).empty_namespace(&name),
        Task::ResourceClaim(_) => cluster.component::<ResourceClaimController>().sync(),
        Task::Kubelet(
            task @ (KubeletTask::CompletePod(_) | KubeletTask::MakeRoom(_) | KubeletTask::FinishPreemption(_)),
        ) => cluster.component::<Kubelets>().run_task(task),
        Task::Scheduler(SchedulerTask::StartCycle) => cluster.component::<KubeScheduler>().start_pod_or_group_cycle(),
        Task::Scheduler(task) => cluster.component::<KubeScheduler>().run_reservation_task(task),
        _ => unreachable!("a task of the scheduler or a kubelet"),
    }
}

/// Lets the kubelet admit or reject a pod's pending resize. `before` is the pod before the resize was requested.
pub(crate) fn try_resize(cluster: &mut Cluster, pod: &PodId, before: Option<&Pod>) {
    cluster.component::<Kubelets>().decide_resize(pod, before);
}

/// Executes a step of reserving volumes and devices for a pod. Returns whether the pod's binding has to wait.
pub(crate) fn handle_reservation(
    cluster: &mut Cluster,
    pod: &NamespacedName,
    profile: usize,
    step: ReservationStep<'_>,
) -> bool {
    cluster.component::<KubeScheduler>().run_reservation_step(pod, profile, step)
}

impl Cluster {
    /// Whether the next task needs the controllers, which are not loaded yet.
    pub(crate) fn awaits_controllers(&self) -> bool {
        self.controllers.is_none() && self.agenda.next().is_some_and(|task| self.is_controller_task(task))
    }

    /// Whether [`run_controller_task`] executes the task.
    pub(crate) fn is_controller_task(&self, task: &Task) -> bool {
        match task {
            Task::Kubectl(KubectlTask::RunAction(index)) => {
                !Kubectl::of(&self.components).creates_only(*index) || self.updates_deleted_node(*index)
            }
            Task::NodeLifecycle(NodeLifecycleTask::SyncConditionTaints(_)) => false,
            Task::Kubectl(_)
            | Task::NodeLifecycle(_)
            | Task::PodGc(_)
            | Task::Workload(_)
            | Task::Disruption(_)
            | Task::Volume(_)
            | Task::ResourceClaim(_)
            | Task::Namespace(_)
            | Task::Scheduler(SchedulerTask::TimeOutClaims(_) | SchedulerTask::PollDevices(..))
            | Task::Kubelet(
                KubeletTask::CompletePod(_) | KubeletTask::MakeRoom(_) | KubeletTask::FinishPreemption(_),
            ) => true,
            // Cycles of pod groups are part of the controllers' chunk.
            Task::Scheduler(SchedulerTask::StartCycle) => self.settings.gates.generic_workload,
            Task::Scheduler(_) | Task::TaintEviction(_) | Task::Kubelet(_) => false,
        }
    }

    /// Whether an action applies a node that is being deleted: what it says of finalizers decides whether the node goes.
    fn updates_deleted_node(&self, index: usize) -> bool {
        let node = Kubectl::of(&self.components).applied_node(index).and_then(|name| self.api.node(name));
        node.is_some_and(|node| node.metadata.deletion_timestamp.is_some())
    }

    /// Executes a task that is due.
    pub(crate) fn run_task(&mut self, task: Task) {
        self.work_queue.begin_step();
        assert!(task.pod().is_none_or(|pod| self.api.has_pod(pod)), "a task about a pod goes when the pod goes");
        if self.is_controller_task(&task) {
            return (self.expect_controllers().run_task)(self, Due(task));
        }
        match task {
            Task::Kubectl(KubectlTask::RunAction(index)) => self.component::<Kubectl>().run_creation(index),
            Task::Scheduler(task) => self.component::<KubeScheduler>().run_task(task),
            Task::TaintEviction(TaintEvictionTask::Evict(_, pod)) => {
                self.component::<TaintEvictionController>().evict_pod_for_taint(&pod.key);
            }
            Task::NodeLifecycle(NodeLifecycleTask::SyncConditionTaints(node)) => {
                self.component::<NodeLifecycleController>().sync_condition_taints(&node);
            }
            Task::Kubelet(task) => self.component::<Kubelets>().run_task(task),
            other => debug_assert!(false, "a controller does {other:?}"),
        }
    }

    /// Schedules the tasks that follow from the state of the scheduling queue: cycles and flushes.
    pub(crate) fn schedule_queue_tasks(&mut self, is_before_flush: bool) {
        self.component::<KubeScheduler>().schedule_queue_tasks(is_before_flush);
    }

    fn run_workload_task(&mut self, task: &WorkloadTask) {
        if let WorkloadTask::Resync(id) | WorkloadTask::Retry(id) = task {
            Client::new(self).queue_workload(*id);
        }
        self.sync_workloads();
    }

    /// Syncs each queued workload once.
    fn sync_workloads(&mut self) {
        // Pods of a DaemonSet have no scale, which makes the count of their budgets fail, so count budgets before these pods are created.
        let is_first =
            self.now <= self.settings.timings.controller && KubeScheduler::of(&self.components).attempts() == 0;
        if is_first && self.api.workloads().has_kind(WorkloadKind::DaemonSet) {
            self.count_initial_budgets();
        }
        self.component::<GarbageCollector>().collect();
        self.component::<PodOwnership>().claim_pods();
        let mut next = 0;
        // In the order of ids: a Deployment creates ReplicaSets, which get higher ids, and changes existing ones.
        while let Some(id) = self.work_queue.take_from(next) {
            next = id + 1;
            let Some(stored) = self.api.workloads().get(id) else { continue };
            let metadata = &stored.workload.metadata;
            if metadata.deletion_timestamp.is_some() || self.api.namespaces().is_terminating(&metadata.namespace) {
                // The controller of a terminating workload neither creates nor deletes pods. In a terminating namespace it can create none, ignores
                // that refusal (`NamespaceTerminatingCause`), and no event about it can be created, either.
                continue;
            }
            let kind = stored.kind;
            let failures = self.failures_of(id);
            match kind {
                WorkloadKind::Deployment => self.component::<DeploymentController>().sync(id),
                WorkloadKind::ReplicaSet | WorkloadKind::ReplicationController => {
                    self.component::<ReplicaSetController>().sync(id);
                }
                WorkloadKind::StatefulSet => self.component::<StatefulSetController>().sync(id),
                WorkloadKind::DaemonSet => self.component::<DaemonSetController>().sync(id),
                WorkloadKind::Job => self.component::<JobController>().sync(id),
            }
            if self.failures_of(id) == failures && self.work_queue.retry_state(id).is_some() {
                let state = self.work_queue.retry_state_mut(id);
                state.failures = 0;
                state.started = 0;
            }
            if self.work_queue.is_exhausted() {
                Client::new(self).queue_workload(id);
                let now = self.now;
                return self.agenda.add(now, WorkloadTask::Sync.into());
            }
        }
    }

    fn failures_of(&self, id: WorkloadId) -> u32 {
        self.work_queue.retry_state(id).map_or(0, |state| state.failures)
    }
}
