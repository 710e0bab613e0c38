//! The API server's errors about fields, as data: the broken rule, and the values in its message.

use api::Str;
use serde::{Deserialize, Serialize};

/// A field breaks a rule of the API server. The crate `releases` has the API server's messages.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FieldError {
    pub rule: FieldRule,
    /// The values in the message, in order.
    pub values: Vec<Str>,
}

/// The API server's rules about fields of new objects. Each variant names the violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FieldRule {
    /// A required field is missing.
    Required,
    /// A value is not one of the words that the field allows; the second value lists those.
    UnknownWord,
    /// The same, with the message for a field of a StatefulSet.
    UnknownSetWord,
    /// The `type` of a limit range's item is unknown.
    RangeType,
    /// A `CronJob`'s schedule cannot be parsed; the second value is the reason.
    Schedule,
    /// A name that YAML parses as a boolean.
    BooleanName,
    /// A list whose items must be unique has a duplicate.
    Duplicate,
    /// A number is negative.
    Negative,
    /// `activeDeadlineSeconds` is not positive.
    Deadline,
    /// The `restartPolicy` of a Job's pods is `Always` or missing.
    JobRestart,
    /// The `restartPolicy` of another workload's pods is not `Always`.
    AlwaysRestart,
    /// A Deployment with the strategy `Recreate` has `rollingUpdate`.
    RollingRecreate,
    /// A Deployment's `progressDeadlineSeconds` is not greater than its `minReadySeconds`.
    ProgressDeadline,
    /// `maxUnavailable` and `maxSurge` of a DaemonSet are both 0.
    DaemonNoRoll,
    /// `maxUnavailable` and `maxSurge` of a DaemonSet are both greater than 0.
    DaemonSurge,
    /// A Job has a selector without `manualSelector`.
    JobSelector,
    /// A Job with `podFailurePolicy` has a `restartPolicy` other than `Never`.
    FailurePolicyRestart,
    /// A Job with `backoffLimitPerIndex` is not `Indexed`.
    BackoffPerIndex,
    /// `tolerationSeconds` with an effect other than `NoExecute`.
    TolerationSeconds,
    /// A toleration without a key has an operator other than `Exists`.
    TolerationKey,
    /// A toleration with the operator `Exists` has a value.
    TolerationValue,
    /// Two topology spread constraints have the same topology key and `whenUnsatisfiable`.
    RepeatedSpread,
    /// A pod has both a `nodeName` and scheduling gates.
    GatedNode,
    /// A volume has two sources.
    VolumeTypes,
    /// A container mounts a volume that its pod does not have.
    MountVolume,
    /// The name of a port is too long.
    PortNameLength,
    /// With `hostNetwork`, a host port differs from the container port.
    HostNetworkPort,
    /// A request for a resource that cannot be overcommitted has no limit.
    LimitMissing,
    /// A request for a resource that cannot be overcommitted differs from its limit.
    LimitDiffers,
    /// Huge pages are requested without cpu or memory.
    HugePagesAlone,
    /// An amount is not a multiple of the huge pages' size.
    HugePagesUneven,
    /// The name of a resource is neither a standard nor a qualified one.
    ResourceUnknown,
    /// Containers cannot request this resource.
    ResourceOfOthers,
    /// A pod has `overhead` without a runtime class.
    OverheadAlone,
    /// The name of a priority class has the prefix `system-`.
    SystemClassName,
    /// The value of `unhealthyPodEvictionPolicy` is unknown.
    UnhealthyPolicy,
    /// A scope of a quota is unknown to the release.
    UnknownScope,
    /// An entry of `resourceClaims` has neither a claim nor a template.
    NoClaimSource,
    /// An entry of `resourceClaims` has both a claim and a template.
    TwoClaimSources,
    /// A container uses a claim that its pod's `resourceClaims` does not list.
    ClaimNotListed,
    /// A quota limits a resource to which its scope does not apply.
    QuotaScope,
    /// The scopes of a quota are mutually exclusive.
    QuotaScopes,
    /// The bounds of a limit range contradict each other, such as a `min` above `max`.
    RangeOrder,
    /// A limit range has defaults for whole pods.
    RangeDefault,
    /// Two taints of a node have the same key and effect.
    RepeatedTaint,
    /// A claim requests admin access in a namespace without the label that allows it.
    AdminAccess,
    /// A pod group has no scheduling policy.
    NoPolicy,
    /// A pod group has two scheduling policies.
    TwoPolicies,
    /// A pod group's reference to a template does not name a Workload.
    NoTemplateSource,
    /// A number is less than 1.
    NotPositive,
    /// The value of `disruptionMode` is unknown.
    DisruptionMode,
    /// A priority is above the maximum for users.
    PriorityTooHigh,
    /// A list has too many items.
    TooManyItems,
    /// The name of a template contains a dot.
    DottedName,
    /// A pod's `preemptionPolicy` differs from that of its priority class.
    OwnPreemptionPolicy,
    /// A warning only: a topology spread constraint has no `labelSelector`.
    NoSpreadSelector,
    /// A warning only: an amount of memory or storage is not a whole number of bytes.
    FractionalByte,
}

/// Why an object is accepted although a field breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Leniency {
    /// The object comes from a cluster, so an API server has accepted it.
    FromCluster,
    /// The missing field does not affect scheduling.
    NotNeeded,
    /// The API server only warns.
    Warning,
    /// The intended meaning is clear, and published manifests break the rule.
    Meant,
    /// A script creates the object, so `kubectl` reports the error during the run, which continues.
    InScript,
}
