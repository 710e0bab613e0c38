//! The decision of a workload controller.

use api::{Millis, NamespacedName, Str};
use serde::{Deserialize, Serialize};

/// The upstream function in which a workload controller decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReconcileFunction {
    /// A ReplicaSet or ReplicationController creates or deletes pods.
    ReplicaSet,
    /// A StatefulSet creates or deletes pods.
    StatefulSet,
    /// A StatefulSet deletes a pod of an older template.
    StatefulSetUpdate,
    /// A DaemonSet creates pods for nodes, or deletes them.
    DaemonSet,
    /// A DaemonSet deletes pods of an older template.
    DaemonSetUpdate,
    /// A Job creates or deletes pods.
    Job,
    /// A Deployment is scaled during a rollout: each of its `ReplicaSet`s is scaled proportionally.
    Proportion,
    /// A Deployment scales up its new ReplicaSet.
    NewReplicaSet,
    /// A Deployment scales down old `ReplicaSet`s by their unavailable pods.
    Unhealthy,
    /// A Deployment scales down old `ReplicaSet`s as far as `maxUnavailable` allows.
    OldReplicaSets,
    /// A Deployment deletes all old pods before it creates new ones (`Recreate`).
    Recreate,
}

impl ReconcileFunction {
    /// Returns the name of the function in kube-controller-manager.
    #[must_use]
    pub fn upstream_name(self) -> &'static str {
        match self {
            Self::ReplicaSet => "ReplicaSetController.manageReplicas",
            Self::StatefulSet | Self::StatefulSetUpdate => "defaultStatefulSetControl.updateStatefulSet",
            Self::DaemonSet => "DaemonSetsController.manage",
            Self::DaemonSetUpdate => "DaemonSetsController.rollingUpdate",
            Self::Job => "Controller.manageJob",
            Self::Proportion => "DeploymentController.scale",
            Self::NewReplicaSet => "DeploymentController.reconcileNewReplicaSet",
            Self::Unhealthy => "DeploymentController.cleanupUnhealthyReplicas",
            Self::OldReplicaSets => "DeploymentController.scaleDownOldReplicaSetsForRollingUpdate",
            Self::Recreate => "DeploymentController.rolloutRecreate",
        }
    }
}

/// A controller compared the desired and the actual state of a workload, and acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reconcile {
    /// The workload: `ReplicaSet/default/web-5d4f`.
    pub workload: Str,
    pub by: ReconcileFunction,
    /// Number of desired pods, and number of existing pods that count for it.
    pub wanted: usize,
    pub has: usize,
    /// Number of existing pods that are running and ready.
    pub ready: usize,
    /// How long it waited since its last attempt, which failed.
    pub backoff: Option<Millis>,
    /// Number of pods that it creates now.
    pub makes: usize,
    /// The pods that it deletes now, in this order.
    pub deletes: Vec<NamespacedName>,
    /// For a Deployment: the ReplicaSet that it scales, with its replica counts before and after.
    pub scales: Option<(Str, i32, i32)>,
}

impl Reconcile {
    /// Returns its line in the story of a run.
    #[must_use]
    pub fn story_line(&self) -> String {
        let Self { workload, by, wanted, has, makes, deletes, scales, .. } = self;
        let action_text = match scales {
            Some((set, from, to)) => format!("{set} {from} -> {to}"),
            None if deletes.is_empty() => format!("makes {makes}"),
            None => format!("deletes [{}]", deletes.join(", ")),
        };
        format!("{workload} wants {wanted}, has {has}: {action_text} ({})", by.upstream_name())
    }
}
