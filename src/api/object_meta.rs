//! What every object has.

use serde::{Deserialize, Serialize};

use super::{Labels, Str, Time, WorkloadKind};

/// The finalizer that keeps a group until none of its pods is left to run.
pub const POD_GROUP_PROTECTION: &str = "scheduling.k8s.io/podgroup-protection";

/// `metav1.ObjectMeta`, as far as scheduling looks at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ObjectMeta {
    /// Unique within kind and namespace.
    pub name: Str,
    /// Prefix from which a name is made when `name` is empty.
    pub generate_name: Str,
    /// Empty for cluster-scoped kinds.
    pub namespace: Str,
    /// Identity; made up on admission when absent.
    pub uid: Str,
    /// Labels, which selectors look at.
    pub labels: Labels,
    /// Annotations, which selectors do not look at.
    pub annotations: Labels,
    /// Who made this object.
    pub owner_references: Vec<OwnerReference>,
    /// When it was made.
    pub creation_timestamp: Option<Time>,
    /// Set while a graceful deletion is under way.
    pub deletion_timestamp: Option<Time>,
    /// Seconds of grace of that deletion.
    pub deletion_grace_period_seconds: Option<i64>,
    /// Who has to do something before it may go.
    pub finalizers: Vec<Str>,
}

/// `metav1.OwnerReference`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnerReference {
    /// API group and version of the owner.
    pub api_version: Str,
    /// Kind of the owner.
    pub kind: Str,
    /// Name of the owner, in the same namespace.
    pub name: Str,
    /// Identity of the owner.
    pub uid: Str,
    /// Whether the owner manages this object (at most one does).
    pub controller: Option<bool>,
    /// Whether a foreground deletion of the owner waits for this object.
    pub block_owner_deletion: Option<bool>,
}

impl OwnerReference {
    /// The kind of workload that the owner is, if it is one.
    #[must_use]
    pub fn workload(&self) -> Option<WorkloadKind> {
        WorkloadKind::from_name(&self.kind)
    }
}

/// Finalizers that some component here removes, or that keep nothing from going here.
const MODELED_FINALIZERS: [&str; 9] = [
    "batch.kubernetes.io/job-tracking",
    "external-provisioner.volume.kubernetes.io/finalizer",
    "foregroundDeletion",
    "kubernetes",
    "kubernetes.io/pv-protection",
    "kubernetes.io/pvc-protection",
    "orphan",
    "resource.kubernetes.io/delete-protection",
    POD_GROUP_PROTECTION,
];

impl ObjectMeta {
    /// A finalizer that nobody here removes: the object stays when it is deleted.
    #[must_use]
    pub fn foreign_finalizer(&self) -> Option<&Str> {
        let is_foreign = |finalizer: &&Str| {
            !MODELED_FINALIZERS.contains(&finalizer.as_str()) && !finalizer.starts_with("external-attacher/")
        };
        self.finalizers.iter().find(is_foreign)
    }

    /// The owner that manages this object, upstream's `metav1.GetControllerOf`.
    #[must_use]
    pub fn controller(&self) -> Option<&OwnerReference> {
        self.owner_references.iter().find(|owner| owner.controller == Some(true))
    }

    /// The owner whose controller keeps pods like this one. A mirror pod is its node's.
    #[must_use]
    pub fn pod_controller(&self) -> Option<&OwnerReference> {
        self.controller().filter(|owner| owner.kind != "Node")
    }
}
