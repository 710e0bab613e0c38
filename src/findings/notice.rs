//! Notices about a text. They do not prevent a run.

use api::{Breach, Str};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{FieldError, ForeignText, Leniency, MissingObject};

/// Systems other than the built-in scheduler that schedule pods in groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum GroupSystem {
    /// The out-of-tree scheduler plugin.
    Coscheduling,
    /// A separate scheduler.
    Volcano,
    /// A job queue that admits workloads before they are scheduled.
    Kueue,
}

/// A field that the API server of a release drops before validation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DroppedField {
    /// The kind of the object.
    pub kind: Str,
    /// The path of the field, without list indices.
    pub path: Str,
    /// The release that runs.
    pub release: Str,
    pub reason: DropReason,
}

/// Why an API server drops a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DropReason {
    /// The release does not have the field.
    OtherRelease {
        /// The nearest release that has the field.
        served_by: Str,
    },
    /// A feature gate of the release is off.
    GateOff {
        gate: Str,
        /// Whether a scenario can turn the gate on.
        is_settable: bool,
        /// The nearest release that has the field by default, if any.
        served_by: Option<Str>,
    },
}

/// Something in a text that was ignored, dropped, assumed or changed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
pub enum Notice {
    /// Objects of this kind are ignored, because they do not affect scheduling.
    KindIgnored { kind: Str },
    /// An object has no `apiVersion`; kubectl would reject it.
    NoVersion {
        kind: Str,
        /// The version that is assumed.
        version: Str,
    },
    /// An object from a cluster has no `kind`; this one is assumed.
    KindImplied { kind: Str },
    /// A mapping has a key twice. The last value is used, as in kubectl.
    RepeatedKey { key: Str },
    /// A document belongs to another program.
    Foreign { text: ForeignText },
    /// The logs in the output of `kubectl cluster-info dump` are ignored.
    LogsSkipped {
        /// The number of containers whose logs are ignored.
        containers: u32,
    },
    /// Helm's output about a release: only its manifests are read, without hooks.
    HelmReleaseTrimmed,
    /// A list is cut off at this line, in the middle of an item. The items before it are read.
    CutOff { line: u32 },
    /// Objects of this kind would affect the run, but are not simulated.
    NotModelled { kind: Str },
    /// A custom resource, whose operator is not simulated.
    CustomResource {
        /// Kind and group, such as `Job.batch.volcano.sh`.
        kind: Str,
        /// Whether it seems to describe pods that its operator would create.
        makes_pods: bool,
    },
    /// The script deletes an object with a finalizer that no simulated component removes.
    HeldByFinalizer { finalizer: Str },
    /// A Helm hook, which Helm creates separately from the other objects.
    HelmHook { hook: Str },
    /// A namespace has the annotation of the admission plugin `PodNodeSelector`, which is off by default.
    NamespaceNodeSelector { annotation: Str },
    /// A custom resource that provisions nodes, whose controller is not simulated. `kind` is kind and group.
    MissingNodes { kind: Str },
    /// A pod group of a system that is not simulated. The built-in scheduler has pod groups of its own.
    ForeignGroup {
        system: GroupSystem,
        /// Kind and group, such as `PodGroup.scheduling.x-k8s.io`, or the key of the pods' label or annotation that names the group.
        source: Str,
        /// The minimum number of pods, if specified.
        minimum: Option<u32>,
    },
    /// A feature gate that the simulator does not model.
    GateNotModelled { name: Str },
    /// A feature gate of the release that the text names. The run uses another release, which does not have it; its components would fail to start.
    GateOfOtherRelease { name: Str, release: Str },
    /// Objects of a kind that the API server serves only with a feature gate that is off. They are ignored.
    KindBehindGate { kind: Str, gate: Str },
    /// Objects of a kind that the API server of the release does not serve. They are ignored.
    KindOfOtherRelease {
        kind: Str,
        /// The release that runs.
        release: Str,
        /// The nearest release that has the kind.
        other: Str,
    },
    /// Objects in an API version that the release does not have yet. They are read as the version that it has.
    VersionOfOtherRelease {
        kind: Str,
        /// The version that the object names.
        version: Str,
        /// The release that runs.
        release: Str,
        /// The minor version that introduced the API version: 21 for `v1.21`.
        minor: u32,
    },
    /// A field that the API server of the release drops.
    FieldDropped(Box<DroppedField>),
    /// No node is eligible for the pods of this DaemonSet.
    NoDaemons { name: Str },
    /// An object has the same kind and name as an earlier one.
    SameName {
        kind: Str,
        /// Whether the first object is kept, because its spec is immutable (pods, priority classes). Otherwise the last one is.
        is_first_kept: bool,
    },
    /// New objects are in a namespace that does not exist, so the API server would reject them.
    NoNamespace { name: Str },
    /// A pod is bound to a node that is not in the text.
    NoSuchNode,
    /// A pod's `schedulerName` is a scheduler that does not run.
    OtherScheduler { name: Str },
    /// The simulator ignores this field.
    FieldIgnored {
        /// The kind of the object.
        kind: Str,
        /// The path of the field, without list indices.
        path: Str,
    },
    /// An unknown field whose name is similar to that of a known one. `kubectl` would reject it.
    FieldMisspelt {
        /// The kind of the object.
        kind: Str,
        /// The path of the field, without list indices.
        path: Str,
        /// The most similar known field.
        near: Str,
    },
    /// A known field in a wrong place, where it has no effect. `kubectl` would reject it as unknown.
    FieldMisplaced {
        /// The kind of the object.
        kind: Str,
        /// The path of the field, without list indices.
        path: Str,
        /// The path where the field belongs.
        proper: Str,
    },
    /// The kind has no such field. `kubectl` would reject it as unknown.
    FieldUnknown {
        /// The kind of the object.
        kind: Str,
        /// The path of the field.
        path: Str,
    },
    /// A field breaks a rule of the API server, but the object is accepted.
    FieldInvalid {
        /// The kind of the object.
        kind: Str,
        /// The path of the field, without list indices.
        path: Str,
        error: Box<FieldError>,
        /// Why the object is accepted.
        reason: Leniency,
    },
    /// Kubernetes no longer serves the kind in this API version.
    VersionRemoved {
        kind: Str,
        /// The version that the object names.
        version: Str,
        /// The first minor version without it: 16 for `v1.16`. 0 if no release serves it by default.
        minor: u32,
    },
    /// The text is an excerpt of a larger file.
    Reduced {
        /// The size of the file in bytes.
        bytes: u64,
        /// The omitted parts, each with its size.
        left: Str,
    },
    /// The release was chosen by the kubelet version of the nodes.
    NearestRelease {
        /// The newest kubelet version.
        version: Str,
        /// Its minor version: 29 for `v1.29.3`.
        minor: u32,
        /// The nearest supported release.
        release: Str,
    },
    /// The user chose a release other than the one nearest to the kubelet version of the nodes.
    OtherRelease {
        /// The newest kubelet version.
        version: Str,
        /// Its minor version: 29 for `v1.29.3`.
        minor: u32,
        /// The release that runs.
        release: Str,
    },
    /// An object is referenced but not in the text. It can be added.
    Missing(MissingObject),
    /// A new pod has a numeric `priority` that does not come from a priority class.
    OwnPriority {
        /// The pod's `priority`.
        given: i32,
        /// The priority that the API server would compute from the pod's class.
        computed: i32,
    },
    /// `Gt` or `Lt` in a node affinity compares with a value that is not a whole number, so it never matches.
    NeverMatches { operator: Str, value: Str },
    /// The script changes an object that does not exist at that time.
    NotThere {
        /// The API server's resource name, such as `pods`.
        resource: Str,
        name: Str,
        /// The most similar name that exists.
        near: Option<Str>,
    },
    /// Containers without requests got the defaults of a limit range.
    LimitRangeRequest {
        /// The added requests, each in the form `cpu=100m`.
        added: Vec<Str>,
    },
    /// A quota limits resources that the simulator does not count.
    QuotaOfOthers {
        /// The quota's names of these resources, such as `services` or `count/secrets`.
        what: Vec<Str>,
    },
    /// A limit range forbids the pods of a workload, so none are created.
    PodsRefused(Box<Breach>),
    /// From this entry of the script on, a limit range forbids new pods of a workload. Existing pods stay.
    LaterPodsRefused {
        /// The kind of the workload.
        kind: Str,
        name: Str,
        /// The violated bound of the limit range.
        breach: Box<Breach>,
    },
    /// A node got labels that its kubelet would set, because pods select by them.
    KubeletLabels {
        /// The labels, each in the form `key=value`.
        labels: Vec<Str>,
    },
    /// A node has neither `capacity` nor `allocatable`.
    NoCapacity,
    /// A node does not specify its maximum number of pods.
    NoPodCount {
        /// The assumed maximum.
        assumed: u32,
    },
    /// Pods have owners that are not in the text. These workloads are inferred from their pods.
    OwnersAssumed {
        /// The number of owners of each kind, such as `3 ReplicaSet`.
        owners: Vec<Str>,
    },
    /// Pods have owners whose controllers are not simulated, so deleted pods are not recreated.
    OwnersUnplayed {
        /// The number of owners of each kind, such as `2 Rollout`.
        owners: Vec<Str>,
    },
    /// The run time of some Jobs' pods is not specified.
    JobRunTime {
        /// Jobs that have already started. Their pods do not finish during the run.
        running: Vec<Str>,
        /// Jobs that start during the run. Their pods succeed after 10 seconds.
        starting: Vec<Str>,
    },
    /// No profile enables this plugin of the scenario.
    PluginNotEnabled {
        name: Str,
        /// The release that runs.
        release: Str,
        /// Whether profiles of this release can enable it at all.
        can_be_enabled: bool,
    },
    /// With this configuration, the release may batch equal pods, which the simulator does not model.
    EqualPodsBatched {
        /// The release that runs.
        release: Str,
        /// The `schedulerName` of the profile.
        profile: Str,
    },
    /// The text has scheduler configurations for other releases only.
    NotConfigured {
        /// The release that runs, with its defaults.
        release: Str,
    },
}

impl Notice {
    /// Whether scheduling decisions could differ from a real cluster's because of it.
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
