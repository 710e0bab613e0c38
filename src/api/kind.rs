//! The kinds of objects that are modeled: one table from which everything that lists kinds is derived.

use std::fmt;

use crate::Str;

/// A kind of object.
#[derive(Debug)]
pub struct KindInfo {
    pub kind: Kind,
    /// The `kind` in manifests.
    pub name: &'static str,
    /// The API group; empty for the core group.
    pub group: &'static str,
    /// The `apiVersion` that is written.
    pub api_version: &'static str,
    /// Versions that are read, too.
    pub former_versions: &'static [FormerVersion],
    /// The minor version of the first release with `api_version`, and the version before, if a modeled release is older than that.
    pub introduced: Option<(u32, &'static str)>,
    /// The plural in requests.
    pub plural: &'static str,
    /// kubectl's short name; empty if there is none.
    pub short_name: &'static str,
    pub is_namespaced: bool,
    /// The name of the type in the schema (`manifest/schema/table.txt`) into which its objects are decoded.
    pub type_name: &'static str,
    /// When objects of the kind are created in an exported cluster.
    pub stage: CreationStage,
    /// Whether an action of a script on an object that the manifest lacks is certain to fail. It is not for kinds that are not stored, or that are
    /// also created by something that is not modeled.
    pub is_target_certain: bool,
}

/// An earlier version of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormerVersion {
    pub version: &'static str,
    /// The minor version of the first release without it; 0 if it is disabled by default in every release.
    pub removed_in: u32,
}

/// The order in which objects are created in an exported cluster: dependencies first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CreationStage {
    /// Namespaces, classes and limit ranges.
    Prerequisites,
    /// Volumes and claims.
    Storage,
    Node,
    /// Services, budgets and objects on which nothing depends.
    ServicesAndBudgets,
    /// Bound pods, and pods with an owner, so that their controllers find them instead of creating others.
    BoundPods,
    /// Pending pods and workloads, in the order of the manifest.
    PendingPods,
}

macro_rules! kinds {
    ($($kind:ident $(as $type:ident)?
        ($api_version:literal, $plural:literal, $short_name:literal, $scope:ident, $stage:ident, $targets:ident)
        $(former [$($former:literal until $removed:literal),*])? $(, since $minor:literal before $before:literal)?;)*) => {
        /// A kind of object.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($kind,)*
        }

        /// All kinds, in the order in which they are offered to users.
        pub static KINDS: [KindInfo; [$(Kind::$kind),*].len()] = [$(KindInfo {
            kind: Kind::$kind,
            name: stringify!($kind),
            group: group_of($api_version),
            api_version: $api_version,
            former_versions: &[$($(FormerVersion { version: $former, removed_in: $removed }),*)?],
            introduced: kinds!(@introduced $($minor, $before)?),
            plural: $plural,
            short_name: $short_name,
            is_namespaced: kinds!(@scope $scope),
            type_name: kinds!(@type $kind $($type)?),
            stage: CreationStage::$stage,
            is_target_certain: kinds!(@targets $targets),
        }),*];
    };
    (@introduced) => { None };
    (@introduced $minor:literal, $before:literal) => { Some(($minor, $before)) };
    (@scope Namespaced) => { true };
    (@scope Cluster) => { false };
    (@type $kind:ident) => { stringify!($kind) };
    (@type $kind:ident $type:ident) => { stringify!($type) };
    (@targets Certain) => { true };
    (@targets Uncertain) => { false };
}

kinds! {
    Node("v1", "nodes", "no", Cluster, Node, Certain);
    Pod("v1", "pods", "po", Namespaced, PendingPods, Certain);
    Deployment as Workload("apps/v1", "deployments", "deploy", Namespaced, PendingPods, Certain)
        former ["apps/v1beta2" until 16, "apps/v1beta1" until 16, "extensions/v1beta1" until 16];
    StatefulSet as Workload("apps/v1", "statefulsets", "sts", Namespaced, PendingPods, Certain)
        former ["apps/v1beta2" until 16, "apps/v1beta1" until 16];
    DaemonSet as Workload("apps/v1", "daemonsets", "ds", Namespaced, PendingPods, Certain)
        former ["apps/v1beta2" until 16, "extensions/v1beta1" until 16];
    ReplicaSet as Workload("apps/v1", "replicasets", "rs", Namespaced, PendingPods, Certain)
        former ["apps/v1beta2" until 16, "extensions/v1beta1" until 16];
    ReplicationController("v1", "replicationcontrollers", "rc", Namespaced, PendingPods, Certain);
    Job as Workload("batch/v1", "jobs", "", Namespaced, PendingPods, Certain)
        former ["batch/v2alpha1" until 21, "extensions/v1beta1" until 16];
    PriorityClass("scheduling.k8s.io/v1", "priorityclasses", "pc", Cluster, Prerequisites, Certain)
        former ["scheduling.k8s.io/v1beta1" until 22, "scheduling.k8s.io/v1alpha1" until 0];
    Workload as GangWorkload("scheduling.k8s.io/v1alpha2", "workloads", "", Namespaced, Prerequisites, Certain);
    PodGroup("scheduling.k8s.io/v1alpha2", "podgroups", "", Namespaced, Prerequisites, Certain);
    PodDisruptionBudget("policy/v1", "poddisruptionbudgets", "pdb", Namespaced, ServicesAndBudgets, Certain)
        former ["policy/v1beta1" until 25, "policy/v1alpha1" until 0], since 21 before "policy/v1beta1";
    Service("v1", "services", "svc", Namespaced, ServicesAndBudgets, Certain);
    Namespace("v1", "namespaces", "ns", Cluster, Prerequisites, Uncertain);
    RuntimeClass("node.k8s.io/v1", "runtimeclasses", "", Cluster, Prerequisites, Uncertain)
        former ["node.k8s.io/v1beta1" until 25, "node.k8s.io/v1alpha1" until 0], since 20 before "node.k8s.io/v1beta1";
    LimitRange("v1", "limitranges", "limits", Namespaced, Prerequisites, Uncertain);
    ResourceQuota("v1", "resourcequotas", "quota", Namespaced, ServicesAndBudgets, Uncertain);
    PersistentVolume("v1", "persistentvolumes", "pv", Cluster, Storage, Uncertain);
    PersistentVolumeClaim("v1", "persistentvolumeclaims", "pvc", Namespaced, Storage, Uncertain);
    StorageClass("storage.k8s.io/v1", "storageclasses", "sc", Cluster, Prerequisites, Uncertain)
        former ["storage.k8s.io/v1beta1" until 22];
    CSINode as CsiNode("storage.k8s.io/v1", "csinodes", "", Cluster, ServicesAndBudgets, Uncertain)
        former ["storage.k8s.io/v1beta1" until 22], since 17 before "storage.k8s.io/v1beta1";
    CSIDriver as CsiDriver("storage.k8s.io/v1", "csidrivers", "", Cluster, Storage, Uncertain)
        former ["storage.k8s.io/v1beta1" until 22], since 18 before "storage.k8s.io/v1beta1";
    CSIStorageCapacity as CsiStorageCapacity("storage.k8s.io/v1", "csistoragecapacities", "", Namespaced, Storage, Uncertain)
        former ["storage.k8s.io/v1beta1" until 27, "storage.k8s.io/v1alpha1" until 0], since 24 before "storage.k8s.io/v1beta1";
    VolumeAttachment("storage.k8s.io/v1", "volumeattachments", "", Cluster, ServicesAndBudgets, Uncertain)
        former ["storage.k8s.io/v1beta1" until 22, "storage.k8s.io/v1alpha1" until 0];
    ResourceClaim("resource.k8s.io/v1", "resourceclaims", "", Namespaced, Storage, Uncertain);
    ResourceClaimTemplate("resource.k8s.io/v1", "resourceclaimtemplates", "", Namespaced, Storage, Uncertain);
    ResourceSlice("resource.k8s.io/v1", "resourceslices", "", Cluster, ServicesAndBudgets, Uncertain);
    DeviceClass("resource.k8s.io/v1", "deviceclasses", "", Cluster, Prerequisites, Uncertain);
}

/// The kinds of scheduler configuration files, which are not API objects.
pub const CONFIGURATION_KINDS: [&str; 2] = ["KubeSchedulerConfiguration", "Policy"];

/// The group of an `apiVersion`: `apps` for `apps/v1`, empty for `v1`.
const fn group_of(api_version: &'static str) -> &'static str {
    let bytes = api_version.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'/' {
            return api_version.split_at(at).0;
        }
        at += 1;
    }
    ""
}

impl Kind {
    /// The kind's row of the table.
    #[must_use]
    pub fn info(self) -> &'static KindInfo {
        let info = &KINDS[self as usize];
        debug_assert!(info.kind == self, "kinds stand in the table in their order");
        info
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        KINDS.iter().find(|info| info.name == name).map(|info| info.kind)
    }

    /// The resource with its group, as the API server names it in messages: `nodes`, `deployments.apps`.
    #[must_use]
    pub fn resource_name(self) -> Str {
        match self.info() {
            KindInfo { plural, group: "", .. } => (*plural).into(),
            KindInfo { plural, group, .. } => format!("{plural}.{group}").into(),
        }
    }

    /// Whether objects of the kind are [`StorageObject`](crate::StorageObject)s.
    #[must_use]
    pub fn is_storage(self) -> bool {
        matches!(
            self,
            Self::PersistentVolume
                | Self::PersistentVolumeClaim
                | Self::StorageClass
                | Self::CSINode
                | Self::CSIDriver
                | Self::CSIStorageCapacity
                | Self::VolumeAttachment
        )
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The [resource name](Kind::resource_name) of a kind that may be unknown.
#[must_use]
pub fn resource_name(kind: &str) -> Str {
    Kind::from_name(kind).map_or_else(|| "objects".into(), Kind::resource_name)
}

/// The error that kubectl prints for an object that does not exist.
#[must_use]
pub fn not_found_message(resource: &str, name: &str) -> String {
    format!("Error from server (NotFound): {resource} \"{name}\" not found")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_api_server_names_resources_with_their_group() {
        for (kind, resource) in [
            ("Node", "nodes"),
            ("Deployment", "deployments.apps"),
            ("PodDisruptionBudget", "poddisruptionbudgets.policy"),
            ("CSIStorageCapacity", "csistoragecapacities.storage.k8s.io"),
            ("Gadget", "objects"),
        ] {
            assert_eq!(resource_name(kind), *resource);
        }
    }

    #[test]
    fn each_kind_is_found_by_its_name() {
        for info in &KINDS {
            assert_eq!(Kind::from_name(info.name), Some(info.kind));
            assert!(std::ptr::eq(info.kind.info(), info));
            assert!(
                info.introduced
                    .is_none_or(|(_, before)| info.former_versions.iter().any(|former| former.version == before)),
                "{}",
                info.name
            );
        }
    }
}
