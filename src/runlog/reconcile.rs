//! The decision of a workload's controller.

use api::{Millis, NamespacedName, Str};
use serde::{Deserialize, Serialize};

/// The upstream function in which a controller decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReconcileFunction {
    /// A ReplicaSet, or a ReplicationController, makes or deletes pods.
    ReplicaSet,
    /// A StatefulSet makes or deletes pods.
    StatefulSet,
    /// A StatefulSet deletes a pod of an older template.
    StatefulSetUpdate,
    /// A DaemonSet makes pods for nodes, or deletes them.
    DaemonSet,
    /// A DaemonSet deletes pods of an older template.
    DaemonSetUpdate,
    /// A Job makes or deletes pods.
    Job,
    /// A Deployment that changed its size does so in the middle of a roll-over: each of its `ReplicaSet`s gets its share.
    Proportion,
    /// A Deployment lets its new ReplicaSet grow.
    NewReplicaSet,
    /// A Deployment takes away pods of older templates that are not available.
    Unhealthy,
    /// A Deployment takes away pods of older templates, as many as can be spared.
    OldReplicaSets,
    /// A Deployment takes all old pods away before it makes new ones.
    Recreate,
}

impl ReconcileFunction {
    /// The function in kube-controller-manager.
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

/// A controller compares what a workload wants with what there is, and acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reconcile {
    /// The workload: `ReplicaSet/default/web-5d4f`.
    pub workload: Str,
    pub by: ReconcileFunction,
    /// Pods that it wants, and pods that it has: those that count for it.
    pub wanted: usize,
    pub has: usize,
    /// Of those that it has: how many run and are ready.
    pub ready: usize,
    /// How long it waited since its last try, which was in vain.
    pub backoff: Option<Millis>,
    /// How many it makes now.
    pub makes: usize,
    /// Which it deletes now, in this order.
    pub deletes: Vec<NamespacedName>,
    /// Of a Deployment: the ReplicaSet that gets another size, and its sizes before and after.
    pub scales: Option<(Str, i32, i32)>,
}

impl Reconcile {
    /// Its line in a story.
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
