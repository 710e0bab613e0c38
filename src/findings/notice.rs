//! Remarks that do not prevent a run.

use api::{LimitRangeViolation, Str};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{FieldError, ForeignText, Leniency, MissingObject};

/// A system that schedules groups of pods together, other than the built-in scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum GroupSystem {
    /// An out-of-tree scheduler plugin.
    Coscheduling,
    /// A separate scheduler.
    Volcano,
    /// A queue in front of the scheduler.
    Kueue,
}

/// A field that the API server of a release drops before validation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DroppedField {
    /// The kind of the object.
    pub kind: Str,
    /// The path of the field without list indexes.
    pub path: Str,
    /// The release of the run.
    pub release: Str,
    pub reason: DropReason,
}

/// Why the API server drops a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DropReason {
    /// The release does not have the field.
    OtherRelease {
        /// The nearest release that has the field.
        served_by: Str,
    },
    /// A feature gate of the field is disabled.
    GateOff {
        gate: Str,
        /// Whether a scenario can enable the gate.
        is_settable: bool,
        /// The nearest release that has the field by default, if any.
        served_by: Option<Str>,
    },
}

/// What was ignored, assumed or noticed in a manifest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
pub enum Notice {
    /// Objects of this kind do not affect scheduling.
    KindIgnored { kind: Str },
    /// An object has no `apiVersion`, which kubectl rejects.
    NoVersion {
        kind: Str,
        /// The assumed version.
        version: Str,
    },
    /// An object from a cluster has no kind; it is taken to be of this kind.
    KindImplied { kind: Str },
    /// A mapping has the same key twice; the last one wins, as in kubectl.
    RepeatedKey { key: Str },
    /// The document is for another program.
    Foreign { text: ForeignText },
    /// Logs in the output of `kubectl cluster-info dump` are ignored.
    LogsSkipped {
        /// The number of containers.
        containers: u32,
    },
    /// Only the manifests in Helm's output are used, without hooks.
    HelmReleaseTrimmed,
    /// A list ends in this line in the middle of an item; complete items are used.
    CutOff { line: u32 },
    /// Objects of this kind would create or change pods, but are not simulated.
    #[strum(serialize = "NotModelled")]
    NotSimulated { kind: Str },
    /// A custom resource, whose operator is not simulated.
    CustomResource {
        /// Kind and group, such as `Job.batch.volcano.sh`.
        kind: Str,
        /// Whether it probably creates pods.
        makes_pods: bool,
    },
    /// The script deletes an object with a finalizer that no modeled component removes.
    HeldByFinalizer { finalizer: Str },
    /// Helm creates the object when its hook runs, not with the others.
    HelmHook { hook: Str },
    /// A namespace has the annotation of the admission plugin `PodNodeSelector`, which is off by default.
    NamespaceNodeSelector { annotation: Str },
    /// A custom resource represents nodes; those that the manifest lacks are missing. Kind and group.
    MissingNodes { kind: Str },
    /// A pod group of another system, which is not modeled; the built-in scheduler has its own groups.
    ForeignGroup {
        system: GroupSystem,
        /// Kind and group, such as `PodGroup.scheduling.x-k8s.io`, or the label or annotation by which pods refer to the group.
        source: Str,
        /// The minimum number of pods, if given.
        minimum: Option<u32>,
    },
    /// A feature gate that has no effect in the simulation.
    #[strum(serialize = "GateNotModelled")]
    GateNotSimulated { name: Str },
    /// The release of the run does not have a feature gate, so its components would not start with it. The manifest is for another release.
    GateOfOtherRelease { name: Str, release: Str },
    /// Objects of a kind that the API server does not serve while a feature gate is disabled; they are ignored.
    KindBehindGate { kind: Str, gate: Str },
    /// Objects of a kind that the API server of the release does not serve; they are ignored.
    KindOfOtherRelease {
        kind: Str,
        /// The release of the run.
        release: Str,
        /// The nearest release that serves the kind.
        other: Str,
    },
    /// Objects in a version that the release does not serve yet; they are read in the version that it serves.
    VersionOfOtherRelease {
        kind: Str,
        /// The version of the object.
        version: Str,
        /// The release of the run.
        release: Str,
        /// The minor version of the first release with this version: 21 for `v1.21`.
        minor: u32,
    },
    /// The API server of the release drops a field.
    FieldDropped(Box<DroppedField>),
    /// No node is eligible for the pods of this DaemonSet.
    NoDaemons { name: Str },
    /// An object has the kind and name of an earlier one.
    SameName {
        kind: Str,
        /// Whether the first one is kept, because it has immutable fields: a pod or a priority class.
        is_first_kept: bool,
    },
    /// New objects are in a namespace that the manifest does not create.
    NoNamespace { name: Str },
    /// A pod is bound to a node that the manifest lacks.
    NoSuchNode,
    /// A pod is assigned to a scheduler that does not run here.
    OtherScheduler { name: Str },
    /// A field has no effect here.
    FieldIgnored {
        /// The kind of the object.
        kind: Str,
        /// The path of the field without list indexes.
        path: Str,
    },
    /// A field is unknown, but similar to a known one. `kubectl` would reject it.
    #[strum(serialize = "FieldMisspelt")]
    FieldMisspelled {
        /// The kind of the object.
        kind: Str,
        /// The path of the field without list indexes.
        path: Str,
        /// The similar field.
        near: Str,
    },
    /// A field is at the wrong place, where it has no effect. `kubectl` would reject it.
    FieldMisplaced {
        /// The kind of the object.
        kind: Str,
        /// The path of the field without list indexes.
        path: Str,
        /// The correct path.
        proper: Str,
    },
    /// The kind has no such field. `kubectl` would reject it.
    FieldUnknown {
        /// The kind of the object.
        kind: Str,
        /// The path of the field.
        path: Str,
    },
    /// A field violates a validation rule, but is accepted nevertheless.
    FieldInvalid {
        /// The kind of the object.
        kind: Str,
        /// The path of the field without list indexes.
        path: Str,
        error: Box<FieldError>,
        /// Why it is accepted.
        reason: Leniency,
    },
    /// Kubernetes no longer serves the kind in this version, so `kubectl` would not find it.
    VersionRemoved {
        kind: Str,
        /// The version of the object.
        version: Str,
        /// The minor version of the first release without it: 16 for `v1.16`; 0 if it is disabled by default in every release.
        minor: u32,
    },
    /// The text is the reduced form of a larger file.
    Reduced {
        /// The size of the file in bytes.
        bytes: u64,
        /// The fields that were left out, each with its size in bytes.
        left: Str,
    },
    /// The nodes report a version, which determines the nearest release.
    NearestRelease {
        /// The newest kubelet version.
        version: Str,
        /// The minor version: 29 for `v1.29.3`.
        minor: u32,
        /// The nearest supported release.
        release: Str,
    },
    /// The nodes report a version, but another release was chosen for the run.
    OtherRelease {
        /// The newest kubelet version.
        version: Str,
        /// The minor version: 29 for `v1.29.3`.
        minor: u32,
        /// The chosen release.
        release: Str,
    },
    /// Other objects refer to an object that the manifest lacks; it can be added.
    Missing(MissingObject),
    /// A new pod has an explicit priority that is not that of its class.
    OwnPriority {
        /// The pod's priority.
        given: i32,
        /// The priority that admission would compute from the pod's class.
        computed: i32,
    },
    /// `Gt` or `Lt` of a node affinity has an operand that is not an integer.
    NeverMatches {
        operator: Str,
        /// The operand.
        value: Str,
    },
    /// An action of the script refers to an object that does not exist at that time.
    NotThere {
        /// The resource as the API server names it.
        resource: Str,
        name: Str,
        /// The most similar existing name.
        near: Option<Str>,
    },
    /// A limit range has set requests of containers without requests.
    LimitRangeRequest {
        /// The added requests, each as `cpu=100m`.
        added: Vec<Str>,
    },
    /// A quota limits objects that are not counted here.
    QuotaOfOthers {
        /// The counted resources, such as `services` or `count/secrets`.
        what: Vec<Str>,
    },
    /// A limit range rejects the pods of a workload, so none are created.
    PodsRefused(Box<LimitRangeViolation>),
    /// From this action of the script on, a limit range rejects new pods of a workload.
    LaterPodsRefused {
        /// The kind of the workload.
        kind: Str,
        name: Str,
        breach: Box<LimitRangeViolation>,
    },
    /// Labels that a kubelet sets were added to a node, because pods select them.
    KubeletLabels {
        /// The labels, each as `key=value`.
        labels: Vec<Str>,
    },
    /// A node has neither capacity nor allocatable.
    NoCapacity,
    /// A node does not state how many pods it allows.
    NoPodCount {
        /// The assumed number.
        assumed: u32,
    },
    /// Pods refer to workloads that the manifest lacks; these are inferred from their pods.
    OwnersAssumed {
        /// The number of workloads of each kind, such as `3 ReplicaSet`.
        owners: Vec<Str>,
    },
    /// Pods refer to owners whose controllers are not simulated, so these pods are not replaced.
    #[strum(serialize = "OwnersUnplayed")]
    OwnersNotSimulated {
        /// The number of owners of each kind, such as `2 Rollout`.
        owners: Vec<Str>,
    },
    /// It is unknown how long the pods of some Jobs run.
    JobRunTime {
        /// Jobs that run already: their pods run until the run ends.
        running: Vec<Str>,
        /// Jobs that start in the run: their pods complete after 10 seconds.
        starting: Vec<Str>,
    },
    /// No active profile enables this plugin.
    PluginNotEnabled {
        name: Str,
        /// The release of the run.
        release: Str,
        /// Whether a profile of this release can enable it.
        can_be_enabled: bool,
    },
    /// With this configuration, the release may batch identical pods, which is not modeled.
    EqualPodsBatched {
        /// The release of the run.
        release: Str,
        /// The `schedulerName` of the profile.
        profile: Str,
    },
    /// The configurations in the text are for other releases.
    NotConfigured {
        /// The release of the run, which uses its defaults.
        release: Str,
    },
}

impl Notice {
    /// Whether this may change a decision.
    pub(super) fn may_matter(&self) -> bool {
        !matches!(
            self,
            Self::KindIgnored { .. }
                | Self::KindImplied { .. }
                | Self::NoNamespace { .. }
                | Self::Foreign { .. }
                | Self::LogsSkipped { .. }
                | Self::NoVersion { .. }
                | Self::OwnPriority { .. }
                | Self::FieldIgnored { .. }
                | Self::FieldInvalid { reason: Leniency::NotNeeded, .. }
                | Self::VersionRemoved { .. }
                | Self::VersionOfOtherRelease { .. }
                | Self::Reduced { .. }
                | Self::CustomResource { makes_pods: false, .. }
        )
    }
}
