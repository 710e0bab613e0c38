//! Remarks, which stop nothing.

use api::{Breach, Str};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{FieldError, ForeignText, Leniency, MissingObject};

/// What starts groups of pods beside the built-in scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum GroupSystem {
    /// A plugin of the scheduler, out of tree.
    Coscheduling,
    /// A scheduler.
    Volcano,
    /// A queue before the scheduler.
    Kueue,
}

/// A field that the API server of a release drops before it looks at anything else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DroppedField {
    /// Kind of the object.
    pub kind: Str,
    /// Path of the field, without the numbers of list items.
    pub path: Str,
    /// The release that runs.
    pub release: Str,
    pub reason: DropReason,
}

/// Why an API server drops a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DropReason {
    /// It does not know the field.
    OtherRelease {
        /// The nearest release that has it.
        served_by: Str,
    },
    /// A feature gate of the release is off.
    GateOff {
        gate: Str,
        /// Whether a scenario can turn the gate on.
        is_settable: bool,
        /// The nearest release that has the field unless told otherwise, if any.
        served_by: Option<Str>,
    },
}

/// What was left out, or assumed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
pub enum Notice {
    /// Scheduling does not depend on objects of this kind.
    KindIgnored { kind: Str },
    /// An object without `apiVersion`, which kubectl refuses.
    NoVersion {
        kind: Str,
        /// The version that is meant.
        version: Str,
    },
    /// An object that a cluster had, and that says no kind: it is taken for one of this kind.
    KindImplied { kind: Str },
    /// A key that its mapping has already: the last one counts, as in kubectl.
    RepeatedKey { key: Str },
    /// A document for another program.
    Foreign { text: ForeignText },
    /// Logs between the lists of `kubectl cluster-info dump` are left out.
    LogsSkipped {
        /// Of how many containers.
        containers: u32,
    },
    /// Of what Helm prints of a release only the manifests are read, without hooks.
    HelmReleaseTrimmed,
    /// A list breaks off in this line, in the middle of an item: those before it are read.
    CutOff { line: u32 },
    /// Objects of this kind would change what happens, and nothing here acts on them.
    NotModelled { kind: Str },
    /// A custom resource: what its operator would make of it is not here.
    CustomResource {
        /// Kind and group, as `Job.batch.volcano.sh`.
        kind: Str,
        /// Whether it seems to want pods.
        makes_pods: bool,
    },
    /// The script deletes what a finalizer holds, and nobody here removes the finalizer.
    HeldByFinalizer { finalizer: Str },
    /// Helm creates the object when its hook comes, not with the others.
    HelmHook { hook: Str },
    /// The annotation of a namespace that an admission plugin adds to the node selectors of its pods, and that is off by default.
    NamespaceNodeSelector { annotation: Str },
    /// A custom resource that stands for nodes: its controller is not here, so what is not in the text is missing. Kind and group.
    MissingNodes { kind: Str },
    /// A group of pods that another system starts together: nothing here acts on it, but the built-in scheduler has groups, too.
    ForeignGroup {
        system: GroupSystem,
        /// Kind and group, as `PodGroup.scheduling.x-k8s.io`, or the key of the label or annotation by which pods name it.
        source: Str,
        /// How many pods it needs, if it says that.
        minimum: Option<u32>,
    },
    /// A feature gate that is not modeled here.
    GateNotModelled { name: Str },
    /// A feature gate that the release does not know, whose components would not start with it. The text sets it for the release that it names, and
    /// another one was chosen to run it.
    GateOfOtherRelease { name: Str, release: Str },
    /// Objects of a kind that the API server does not know while a feature gate is off. They are left out.
    KindBehindGate { kind: Str, gate: Str },
    /// Objects of a kind that the API server of the release does not know. They are left out.
    KindOfOtherRelease {
        kind: Str,
        /// The release that runs.
        release: Str,
        /// The nearest release that has the kind.
        other: Str,
    },
    /// Objects in a version that the release does not have yet: they are read in the one that it has.
    VersionOfOtherRelease {
        kind: Str,
        /// The version that the object names.
        version: Str,
        /// The release that runs.
        release: Str,
        /// Of `v1.21`, which first had the version, the 21.
        minor: u32,
    },
    /// A field that the API server of the release drops.
    FieldDropped(Box<DroppedField>),
    /// The nodes are none that this daemon set's pods would run on.
    NoDaemons { name: Str },
    /// An object with the kind and name of one before it.
    SameName {
        kind: Str,
        /// Whether the first one stays: nobody can change the spec of a pod, or the value of a priority class.
        first: bool,
    },
    /// New objects are in a namespace that nobody made: the API server finds none.
    NoNamespace { name: Str },
    /// A pod is bound to a node that is not in the text.
    NoSuchNode,
    /// A pod waits for a scheduler that does not run here.
    OtherScheduler { name: Str },
    /// Nothing here acts on this field.
    FieldIgnored {
        /// Kind of the object.
        kind: Str,
        /// Path of the field, without the numbers of list items.
        path: Str,
    },
    /// There is no such field here, and its name is nearly that of one that is there. `kubectl` would refuse it as unknown.
    FieldMisspelt {
        /// Kind of the object.
        kind: Str,
        /// Path of the field, without the numbers of list items.
        path: Str,
        /// The field that may be meant.
        near: Str,
    },
    /// A field that belongs elsewhere, and has no effect where it stands. `kubectl` would refuse it as unknown.
    FieldMisplaced {
        /// Kind of the object.
        kind: Str,
        /// Path of the field, without the numbers of list items.
        path: Str,
        /// Where it belongs.
        proper: Str,
    },
    /// The kind has no such field, and `kubectl` would refuse it as unknown.
    FieldUnknown {
        /// Kind of the object.
        kind: Str,
        /// Path of the field.
        path: Str,
    },
    /// A field breaks a rule of the API server, and comes in all the same.
    FieldInvalid {
        /// Kind of the object.
        kind: Str,
        /// Path of the field, without the numbers of list items.
        path: Str,
        error: Box<FieldError>,
        /// Why it comes in.
        reason: Leniency,
    },
    /// Kubernetes has the kind no more in this version: `kubectl` finds no such kind.
    VersionRemoved {
        kind: Str,
        /// The version that the object names.
        version: Str,
        /// Of `v1.16`, which was the first without it, the 16; 0 where no release serves it unless told to.
        minor: u32,
    },
    /// The text is what was kept of a larger file.
    Reduced {
        /// How many bytes were read.
        bytes: u64,
        /// What was left out, each with its bytes.
        left: Str,
    },
    /// Nodes say which version they run, and so which release is nearest.
    NearestRelease {
        /// The newest version of a kubelet.
        version: Str,
        /// Of `v1.29.3` the 29.
        minor: u32,
        /// The nearest release that is here.
        release: Str,
    },
    /// Nodes say which version they run, and another release decides, as somebody chose.
    OtherRelease {
        /// The newest version of a kubelet.
        version: Str,
        /// Of `v1.29.3` the 29.
        minor: u32,
        /// The release that decides.
        release: Str,
    },
    /// Others name an object that is not in the text. It can be added.
    Missing(MissingObject),
    /// A new pod brings a priority as a number that no class gives it.
    OwnPriority {
        /// The number.
        given: i32,
        /// What the API server would have made of the pod's class.
        computed: i32,
    },
    /// `Gt` or `Lt` of a node affinity compares with what is no whole number.
    NeverMatches {
        /// The operator.
        operator: Str,
        /// What it compares with.
        value: Str,
    },
    /// The script acts on an object that is not there by then.
    NotThere {
        /// What the API server calls such objects.
        resource: Str,
        /// Its name.
        name: Str,
        /// The nearest name that is there.
        near: Option<Str>,
    },
    /// Containers without requests got those of a limit range.
    LimitRangeRequest {
        /// What was added, each as `cpu=100m`.
        added: Vec<Str>,
    },
    /// A quota counts objects that nothing here counts.
    QuotaOfOthers {
        /// What, as the quota calls it: `services`, `count/secrets`.
        what: Vec<Str>,
    },
    /// A limit range refuses the pods of a workload, so it makes none.
    PodsRefused(Box<Breach>),
    /// From this entry of the script on a limit range refuses the pods of a workload; those that are there stay.
    LaterPodsRefused {
        /// The workload's kind.
        kind: Str,
        name: Str,
        /// What the limit range refuses.
        breach: Box<Breach>,
    },
    /// A node got labels that a kubelet sets, since pods ask for them.
    KubeletLabels {
        /// The labels, each as `key=value`.
        labels: Vec<Str>,
    },
    /// A node with neither capacity nor allocatable.
    NoCapacity,
    /// A node that does not say how many pods it takes.
    NoPodCount {
        /// The number that is assumed.
        assumed: u32,
    },
    /// Pods name workloads that are not in the text: their controllers are played by what is known of their pods.
    OwnersAssumed {
        /// How many of each kind: `3 ReplicaSet`.
        owners: Vec<Str>,
    },
    /// Pods name owners that nothing here plays: none of their pods is made anew.
    OwnersUnplayed {
        /// How many of each kind: `2 Rollout`.
        owners: Vec<Str>,
    },
    /// Nothing says how long the pods of some Jobs run.
    JobRunTime {
        /// Jobs that are under way: their pods run on as long as the run lasts.
        running: Vec<Str>,
        /// Jobs that begin in the run: their pods succeed after 10 seconds.
        starting: Vec<Str>,
    },
    /// No profile that runs enables this plugin.
    PluginNotEnabled {
        name: Str,
        /// The release that runs.
        release: Str,
        /// Whether a profile of this release can enable it at all.
        possible: bool,
    },
    /// With this configuration the release may batch equal pods, which is not modeled.
    EqualPodsBatched {
        /// The release that runs.
        release: Str,
        /// The `schedulerName` of the profile.
        profile: Str,
    },
    /// The configurations in the text are for other releases.
    NotConfigured {
        /// The release that runs with its defaults.
        release: Str,
    },
}

impl Notice {
    /// Whether a decision may be another one because of it.
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
