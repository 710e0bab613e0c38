//! What the API server says of a field, as data: which rule is broken, and the values that its words have.

use api::Str;
use serde::{Deserialize, Serialize};

/// A rule of the API server that a field breaks. `releases` has the API server's words for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FieldError {
    pub rule: FieldRule,
    /// The values in the words, in their order.
    pub values: Vec<Str>,
}

/// Rules of the API server about the fields of new objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FieldRule {
    /// A required field is missing.
    Required,
    /// A word that the field does not know; the second value has those that it does.
    UnknownWord,
    /// The same, in the words of a StatefulSet.
    UnknownSetWord,
    /// A limit range for something that has no limits.
    RangeType,
    /// A schedule that no program can read; the second value says why.
    Schedule,
    /// A name that is a truth value to kubectl.
    BooleanName,
    /// Something stands twice in a list whose items differ.
    Duplicate,
    /// A number that is less than zero.
    Negative,
    /// `activeDeadlineSeconds` that is no positive number.
    Deadline,
    /// Pods of a Job that restart for ever, or do not say when.
    JobRestart,
    /// Pods of other workloads that do not restart.
    AlwaysRestart,
    /// `rollingUpdate` of a Deployment that recreates its pods.
    RollingRecreate,
    /// A Deployment that gives up before its pods can be available.
    ProgressDeadline,
    /// A DaemonSet that may neither take a pod away nor add one.
    DaemonNoRoll,
    /// A DaemonSet that may take pods away and add some as well.
    DaemonSurge,
    /// A Job with a selector of its own.
    JobSelector,
    /// A Job with a `podFailurePolicy` whose containers restart.
    FailurePolicyRestart,
    /// `backoffLimitPerIndex` of a Job whose pods have no index.
    BackoffPerIndex,
    /// `tolerationSeconds` of an effect that evicts nobody.
    TolerationSeconds,
    /// A toleration without a key whose operator is not `Exists`.
    TolerationKey,
    /// A toleration with the operator `Exists` and a value.
    TolerationValue,
    /// Two spread constraints with the same key and action.
    RepeatedSpread,
    /// A pod with a node and scheduling gates.
    GatedNode,
    /// A volume with two sources.
    VolumeTypes,
    /// A mount of a volume that the pod does not have.
    MountVolume,
    /// The name of a port that is too long.
    PortNameLength,
    /// A host port that is not the container's, in the node's network.
    HostNetworkPort,
    /// A request for something that cannot be overcommitted, without a limit.
    LimitMissing,
    /// A request for something that cannot be overcommitted, with another limit.
    LimitDiffers,
    /// Huge pages without cpu or memory.
    HugePagesAlone,
    /// An amount that is no whole number of huge pages.
    HugePagesUneven,
    /// A resource that nobody knows.
    ResourceUnknown,
    /// A resource that containers cannot ask for.
    ResourceOfOthers,
    /// An overhead without a runtime class.
    OverheadAlone,
    /// A priority class that calls itself one of the system's.
    SystemClassName,
    /// A word that `unhealthyPodEvictionPolicy` does not know.
    UnhealthyPolicy,
    /// A scope of a quota that the release does not know.
    UnknownScope,
    /// An entry of `resourceClaims` with neither a claim nor a template.
    NoClaimSource,
    /// An entry of `resourceClaims` with both.
    TwoClaimSources,
    /// A container asks for a claim that its pod does not list.
    ClaimNotListed,
    /// A scope of a quota for something that the scope does not divide.
    QuotaScope,
    /// Scopes of a quota that exclude each other.
    QuotaScopes,
    /// Bounds of a limit range that contradict each other.
    RangeOrder,
    /// Defaults of a limit range for whole pods.
    RangeDefault,
    /// Two taints of a node with the same key and effect.
    RepeatedTaint,
    /// Admin access in a namespace that does not allow it.
    AdminAccess,
    /// A group with no scheduling policy.
    NoPolicy,
    /// A group with two scheduling policies.
    TwoPolicies,
    /// A reference to a template that names no Workload.
    NoTemplateSource,
    /// A number that is less than one.
    NotPositive,
    /// A word that `disruptionMode` does not know.
    DisruptionMode,
    /// A priority that only the system has.
    PriorityTooHigh,
    /// More items than a list may have.
    TooManyItems,
    /// The name of a template with a dot.
    DottedName,
    /// A preemption policy that is not the one of the pod's class.
    OwnPreemptionPolicy,
    /// A warning only: a spread constraint without a selector.
    NoSpreadSelector,
    /// A warning only: a part of a byte.
    FractionalByte,
}

/// Why a broken rule stops nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Leniency {
    /// The object was in a cluster, so that an API server did take it.
    FromCluster,
    /// What is missing is not needed for scheduling.
    NotNeeded,
    /// The API server only warns.
    Warning,
    /// What it says is what is meant here, as in texts elsewhere.
    Meant,
    /// A script makes the object: `kubectl` says in its time that it is refused, and the run goes on.
    InScript,
}
