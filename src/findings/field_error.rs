//! Validation errors of the API server as data: the rule that a field violates, and the values in the message.

use api::Str;
use serde::{Deserialize, Serialize};

/// A violation of a validation rule. `releases` has upstream's message for each rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FieldError {
    pub rule: FieldRule,
    /// The values in the message, in their order.
    pub values: Vec<Str>,
}

/// Validation rules of the API server for the fields of new objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FieldRule {
    /// A required field is missing that scheduling does not need; the value of the message is the reason, if it has one.
    Required,
    /// A required field is missing.
    Missing,
    /// A value is too long; the value of the message is the limit in bytes.
    TooLong,
    /// A value is not in the field's enumeration; the second value of the message lists the valid ones.
    UnknownWord,
    /// The same for a StatefulSet, whose message differs.
    UnknownSetWord,
    /// A container that is no init container has a restart policy, which this release does not allow.
    OfInitContainers,
    /// A volume has no source in this release.
    NoVolumeType,
    /// A pod has huge pages of several sizes, which this release does not allow.
    HugePageSizes,
    /// A value is invalid; the second value of the message is the reason.
    Invalid,
    /// An object is invalid as a whole; the value of the message is the reason.
    InvalidWhole,
    /// A field must not be set here; the value of the message is the reason.
    Forbidden,
    /// A field must be set here; the value of the message is the reason.
    NeededHere,
    /// A limit range has a type that cannot be limited.
    RangeType,
    /// A cron schedule cannot be parsed; the second value of the message is the reason.
    Schedule,
    /// A name is a boolean in YAML 1.1, such as `on`.
    BooleanName,
    /// A list has duplicate items.
    Duplicate,
    /// A list has duplicate items that are no texts.
    DuplicateObject,
    /// A number is negative.
    Negative,
    /// `activeDeadlineSeconds` is not positive.
    Deadline,
    /// The restart policy of a Job's pods is `Always` or missing.
    JobRestart,
    /// The restart policy of another workload's pods is not `Always`.
    AlwaysRestart,
    /// A Deployment with the strategy `Recreate` has `rollingUpdate`.
    RollingRecreate,
    /// `progressDeadlineSeconds` of a Deployment is not greater than `minReadySeconds`.
    ProgressDeadline,
    /// A DaemonSet allows neither unavailable pods nor a surge.
    DaemonNoRoll,
    /// A DaemonSet allows both unavailable pods and a surge.
    DaemonSurge,
    /// A Job has its own selector without `manualSelector`.
    JobSelector,
    /// A Job with a `podFailurePolicy` has a restart policy other than `Never`.
    FailurePolicyRestart,
    /// A Job that is not Indexed has `backoffLimitPerIndex`.
    BackoffPerIndex,
    /// `tolerationSeconds` is set for an effect other than `NoExecute`.
    TolerationSeconds,
    /// A toleration has no key, and an operator other than `Exists`.
    TolerationKey,
    /// A toleration with the operator `Exists` has a value.
    TolerationValue,
    /// Two spread constraints have the same topology key and action.
    RepeatedSpread,
    /// A pod has both a node and scheduling gates.
    GatedNode,
    /// A volume has more than one source.
    VolumeTypes,
    /// A container mounts a volume that the pod does not have.
    MountVolume,
    /// The name of a port is too long.
    PortNameLength,
    /// A host port differs from the container port although the pod uses the host's network.
    HostNetworkPort,
    /// A resource that cannot be overcommitted is requested without a limit.
    LimitMissing,
    /// A resource that cannot be overcommitted has a limit that differs from the request.
    LimitDiffers,
    /// Huge pages are requested without cpu or memory.
    HugePagesAlone,
    /// An amount is not a multiple of the huge page size.
    HugePagesUneven,
    /// A resource name is neither standard nor fully qualified.
    ResourceUnknown,
    /// A resource cannot be requested by containers.
    ResourceOfOthers,
    /// A pod has an overhead without a runtime class.
    OverheadAlone,
    /// The name of a priority class has the reserved prefix `system-`.
    SystemClassName,
    /// A value is not in the enumeration of `unhealthyPodEvictionPolicy`.
    UnhealthyPolicy,
    /// A quota scope does not exist in the release.
    UnknownScope,
    /// An entry of `resourceClaims` has neither a claim nor a template.
    NoClaimSource,
    /// An entry of `resourceClaims` has both a claim and a template.
    TwoClaimSources,
    /// A container uses a claim that is not in the pod's `resourceClaims`.
    ClaimNotListed,
    /// A quota limits a resource to which its scope does not apply.
    QuotaScope,
    /// Scopes of a quota are mutually exclusive.
    QuotaScopes,
    /// The bounds of a limit range contradict each other.
    RangeOrder,
    /// A limit range has defaults for the type `Pod`.
    RangeDefault,
    /// Two taints of a node have the same key and effect.
    RepeatedTaint,
    /// Administrative access is requested in a namespace that does not allow it.
    AdminAccess,
    /// A pod group has no scheduling policy.
    NoPolicy,
    /// A pod group has two scheduling policies.
    TwoPolicies,
    /// A template reference has no source.
    NoTemplateSource,
    /// A number is less than 1.
    NotPositive,
    /// A value is not in the enumeration of `disruptionMode`.
    DisruptionMode,
    /// A priority is reserved for the system.
    PriorityTooHigh,
    /// A list has too many items.
    TooManyItems,
    /// The name of a template contains a dot.
    DottedName,
    /// A pod's preemption policy differs from that of its priority class.
    OwnPreemptionPolicy,
    /// Only a warning: a spread constraint has no selector.
    NoSpreadSelector,
    /// Only a warning: an amount is a fraction of a byte.
    FractionalByte,
}

/// Why a validation error does not reject the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Leniency {
    /// The object comes from a cluster, so an API server has accepted it.
    FromCluster,
    /// The missing field is not needed for scheduling.
    NotNeeded,
    /// The API server only warns.
    Warning,
    /// The meaning is clear, so the value is used as written.
    Meant,
    /// A script creates the object: kubectl prints the error at that time, and the run continues.
    InScript,
}
