//! The components of a control plane: which there are, which of them is notified of a change, and which of them does a task.
//!
//! The fields of a component's state are private to its module. The [`Cluster`](super::client::Cluster) holds the [`Components`] as a whole; it lends
//! each [`Component`](super::client::Component) its own state and no other.

mod controller_table;
mod dispatch;
mod rare_objects;
mod watch;

pub use controller_table::CONTROLLERS;

use crate::{
    client::{State, States},
    controllers::{
        daemon_set::state::DaemonSetController, deployment::DeploymentController,
        garbage_collector::state::GarbageCollector, job::state::JobController, ownership::state::PodOwnership,
        replica_set::ReplicaSetController, stateful_set::StatefulSetController,
    },
    disruption::state::DisruptionController,
    kube_scheduler::state::KubeScheduler,
    kubectl::state::Kubectl,
    kubelet::state::Kubelets,
    node_lifecycle::state::NodeLifecycleController,
    pod_gc::PodGcController,
    resource_claim::state::ResourceClaimController,
    taint_eviction::state::TaintEvictionController,
    task::{
        DisruptionTask, KubectlTask, KubeletTask, NodeLifecycleTask, PodGcTask, ResourceClaimTask, SchedulerTask,
        TaintEvictionTask, VolumeTask, WorkloadTask,
    },
    volumes::state::VolumeControllers,
};

macro_rules! components {
    ($($field:ident: $state:ident puts $task:ident),* $(,)?) => {
        /// The state of every component.
        #[derive(Clone)]
        pub(crate) struct Components {
            $($field: $state,)*
        }

        $(impl State for $state {
            type Task = $task;

            fn of(states: &States) -> &Self {
                &states.$field
            }

            fn of_mut(states: &mut States) -> &mut Self {
                &mut states.$field
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
