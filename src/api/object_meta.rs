//! Metadata of objects.

use serde::{Deserialize, Serialize};

use super::{Labels, Str, Table, Time, WorkloadKind};

/// The finalizer that keeps a pod group until all its pods have completed or are deleted.
pub const POD_GROUP_PROTECTION: &str = "scheduling.k8s.io/podgroup-protection";

/// `metav1.ObjectMeta`, with the fields that affect scheduling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ObjectMeta {
    /// Unique within kind and namespace.
    pub name: Str,
    /// The prefix of a generated name if `name` is empty.
    pub generate_name: Str,
    /// Empty for cluster-scoped kinds.
    pub namespace: Str,
    /// The unique id; assigned at admission if empty.
    pub uid: Str,
    pub labels: Labels,
    pub annotations: Labels,
    pub owner_references: Vec<OwnerReference>,
    pub creation_timestamp: Option<Time>,
    /// When the deletion was requested or, for a pod, when its grace period ends; absent if it is not being deleted.
    pub deletion_timestamp: Option<Time>,
    /// The grace period of the deletion in seconds.
    pub deletion_grace_period_seconds: Option<i64>,
    /// Names of those that have to act before the object can be removed.
    pub finalizers: Vec<Str>,
    /// The object's fields that are not simulated, by path, as JSON without default values: an update may have to leave
    /// them as they are. Empty for an object from a cluster, and without the fields of a workload's pod template.
    #[serde(skip)]
    pub unused_fields: Table<Str, Str>,
}

/// `metav1.OwnerReference`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnerReference {
    pub api_version: Str,
    pub kind: Str,
    /// The name of the owner, which is in the same namespace.
    pub name: Str,
    pub uid: Str,
    /// Whether the owner is the controller that manages the object; at most one is.
    pub controller: Option<bool>,
    /// Whether a foreground deletion of the owner waits for the object.
    pub block_owner_deletion: Option<bool>,
}

impl OwnerReference {
    /// The owner's kind, if it is a workload.
    #[must_use]
    pub fn workload(&self) -> Option<WorkloadKind> {
        WorkloadKind::from_name(&self.kind)
    }
}

/// Finalizers that are removed by a modeled component, or that delay nothing here.
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
    /// A finalizer that no modeled component removes, so that the object stays when it is deleted.
    #[must_use]
    pub fn foreign_finalizer(&self) -> Option<&Str> {
        let is_foreign = |finalizer: &&Str| {
            !MODELED_FINALIZERS.contains(&finalizer.as_str()) && !finalizer.starts_with("external-attacher/")
        };
        self.finalizers.iter().find(is_foreign)
    }

    /// The paths of unused fields that differ from those of `old`.
    pub fn changed_unused_fields<'m>(&'m self, old: &'m Self) -> impl Iterator<Item = &'m Str> {
        let (new, old) = (&self.unused_fields, &old.unused_fields);
        let is_removed = |path: &&Str| !new.contains_key(*path);
        let is_changed = |path: &&Str| new.get(*path) != old.get(*path);
        new.keys().filter(is_changed).chain(old.keys().filter(is_removed))
    }

    /// The owner that manages the object. Upstream: `metav1.GetControllerOf`.
    #[must_use]
    pub fn controller(&self) -> Option<&OwnerReference> {
        self.owner_references.iter().find(|owner| owner.controller == Some(true))
    }

    /// The owner whose controller replaces the pod if it is deleted; `None` for a mirror pod, whose owner is its node.
    #[must_use]
    pub fn pod_controller(&self) -> Option<&OwnerReference> {
        self.controller().filter(|owner| owner.kind != "Node")
    }
}
