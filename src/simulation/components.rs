//! The components of a control plane, each with the state that it keeps from one task to the next.
//!
//! The fields of a component's state are private to its module. Only the [`Client`](super::client::Client) holds the [`Components`] as a whole; it
//! lends each [`Component`](super::client::Component) its own state and no other.

use super::{
    controllers::{
        daemon_set::state::DaemonSetController,
        garbage_collector::state::GarbageCollector,
        job::state::JobController,
        ownership::state::PodOwnership,
        stateless::{DeploymentController, PodGcController, ReplicaSetController, StatefulSetController},
    },
    disruption::state::DisruptionController,
    kube_scheduler::state::KubeScheduler,
    kubectl::state::Kubectl,
    kubelet::state::Kubelets,
    node_lifecycle::state::NodeLifecycleController,
    resource_claim::state::ResourceClaimController,
    taint_eviction::state::TaintEvictionController,
    task::{
        DisruptionTask, KubectlTask, KubeletTask, NodeLifecycleTask, PodGcTask, ResourceClaimTask, SchedulerTask,
        TaintEvictionTask, Task, VolumeTask, WorkloadTask,
    },
    volumes::state::VolumeControllers,
};

/// The state of one component.
pub(crate) trait State: Sized {
    /// The kind of task that this component puts on the agenda.
    type Task: Into<Task>;

    fn of(components: &Components) -> &Self;

    fn of_mut(components: &mut Components) -> &mut Self;
}

macro_rules! components {
    ($($field:ident: $state:ident puts $task:ident),* $(,)?) => {
        /// The state of every component.
        #[derive(Clone)]
        pub(crate) struct Components {
            $($field: $state,)*
        }

        $(impl State for $state {
            type Task = $task;

            fn of(components: &Components) -> &Self {
                &components.$field
            }

            fn of_mut(components: &mut Components) -> &mut Self {
                &mut components.$field
            }
        })*
    };
}

components! {
    scheduler: KubeScheduler puts SchedulerTask,
    kubelets: Kubelets puts KubeletTask,
    node_lifecycle: NodeLifecycleController puts NodeLifecycleTask,
    taint_eviction: TaintEvictionController puts TaintEvictionTask,
    pod_gc: PodGcController puts PodGcTask,
    disruption: DisruptionController puts DisruptionTask,
    ownership: PodOwnership puts WorkloadTask,
    garbage_collector: GarbageCollector puts WorkloadTask,
    deployments: DeploymentController puts WorkloadTask,
    replica_sets: ReplicaSetController puts WorkloadTask,
    stateful_sets: StatefulSetController puts WorkloadTask,
    daemon_sets: DaemonSetController puts WorkloadTask,
    jobs: JobController puts WorkloadTask,
    volumes: VolumeControllers puts VolumeTask,
    resource_claims: ResourceClaimController puts ResourceClaimTask,
    kubectl: Kubectl puts KubectlTask,
}

impl Components {
    /// The components at the start of a run. Components without an argument start empty.
    pub(crate) fn new(
        scheduler: KubeScheduler,
        kubelets: Kubelets,
        kubectl: Kubectl,
        disruption: DisruptionController,
        volumes: VolumeControllers,
    ) -> Self {
        Self {
            scheduler,
            kubelets,
            node_lifecycle: NodeLifecycleController::default(),
            taint_eviction: TaintEvictionController::default(),
            pod_gc: PodGcController,
            disruption,
            ownership: PodOwnership::default(),
            garbage_collector: GarbageCollector::default(),
            deployments: DeploymentController,
            replica_sets: ReplicaSetController,
            stateful_sets: StatefulSetController,
            daemon_sets: DaemonSetController::default(),
            jobs: JobController::default(),
            volumes,
            resource_claims: ResourceClaimController::default(),
            kubectl,
        }
    }
}
