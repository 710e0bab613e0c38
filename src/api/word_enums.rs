//! The string enumerations of the Kubernetes API. Each value is spelled here only.
//!
//! Upstream's types are strings, so a value can be absent (`Unset`) or unknown to every release (`Other`); unknown values are preserved. The crate
//! `manifest` rejects those that the API server rejects.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Str;

/// The index of a value among the known ones.
#[inline(never)]
fn place(words: &[&str], text: &str) -> Option<usize> {
    words.iter().position(|word| *word == text)
}

macro_rules! enumeration {
    ($(#[$doc:meta])* $name:ident: $($word:ident)+) => {
        $(#[$doc])*
        #[derive(Clone, Default, PartialEq, Eq)]
        #[allow(missing_docs)] // the values name themselves
        pub enum $name {
            /// The value is absent.
            #[default]
            Unset,
            $($word,)+
            /// A value that is none of these.
            Other(Str),
        }

        impl $name {
            /// All known values.
            pub const WORDS: &[&str] = &[$(stringify!($word)),+];
            const KNOWN: &[Self] = &[$(Self::$word),+];

            /// The value as it is written; empty if it is absent.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    Self::Unset => "",
                    $(Self::$word => stringify!($word),)+
                    Self::Other(text) => text,
                }
            }

            #[must_use]
            pub fn is_unset(&self) -> bool {
                *self == Self::Unset
            }
        }

        impl From<Str> for $name {
            fn from(text: Str) -> Self {
                match place(Self::WORDS, &text) {
                    Some(at) => Self::KNOWN[at].clone(),
                    None if text.is_empty() => Self::Unset,
                    None => Self::Other(text),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Str::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

enumeration! {
    /// `metav1.LabelSelectorOperator` and `v1.NodeSelectorOperator`; `Gt` and `Lt` are for nodes only.
    Operator: In NotIn Exists DoesNotExist Gt Lt
}

impl Operator {
    /// The values of `metav1.LabelSelectorOperator`.
    pub const OF_LABELS: &[&str] = Self::WORDS.split_at(4).0;
}

enumeration! {
    /// `v1.TolerationOperator`; unset means `Equal`.
    TolerationOperator: Equal Exists
}

enumeration! {
    /// `v1.TaintEffect`; unset in a toleration means all effects.
    TaintEffect: NoSchedule PreferNoSchedule NoExecute
}

enumeration! {
    /// `v1.PreemptionPolicy`.
    PreemptionPolicy: PreemptLowerPriority Never
}

enumeration! {
    /// `scheduling.k8s.io/v1alpha2.DisruptionMode`; unset means `Pod`.
    DisruptionMode: Pod PodGroup
}

enumeration! {
    /// `v1.RestartPolicy` and `v1.ContainerRestartPolicy`.
    RestartPolicy: Always OnFailure Never
}

enumeration! {
    /// `v1.ContainerRestartRuleAction`.
    RestartRuleAction: Restart RestartAllContainers
}

enumeration! {
    /// `v1.UnsatisfiableConstraintAction`.
    UnsatisfiableAction: DoNotSchedule ScheduleAnyway
}

enumeration! {
    /// `v1.NodeInclusionPolicy`.
    InclusionPolicy: Honor Ignore
}

enumeration! {
    /// `v1.PodPhase`.
    PodPhase: Pending Running Succeeded Failed Unknown
}

impl PodPhase {
    /// Whether the pod has finished, so that it no longer uses resources of its node.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed)
    }
}

enumeration! {
    /// `v1.PersistentVolumePhase`.
    VolumePhase: Pending Available Bound Released Failed
}

enumeration! {
    /// `v1.PersistentVolumeClaimPhase`.
    ClaimPhase: Pending Bound Lost
}

enumeration! {
    /// `v1.PersistentVolumeReclaimPolicy`.
    ReclaimPolicy: Delete Retain Recycle
}

enumeration! {
    /// `storagev1.VolumeBindingMode`.
    BindingMode: Immediate WaitForFirstConsumer
}

enumeration! {
    /// `v1.PersistentVolumeAccessMode`.
    AccessMode: ReadWriteOnce ReadOnlyMany ReadWriteMany ReadWriteOncePod
}

enumeration! {
    /// `v1.PersistentVolumeMode`; unset means `Filesystem`.
    VolumeMode: Filesystem Block
}

enumeration! {
    /// `batchv1.CompletionMode`; unset means `NonIndexed`.
    CompletionMode: NonIndexed Indexed
}

enumeration! {
    /// `appsv1.PodManagementPolicyType`; unset means `OrderedReady`.
    PodManagement: OrderedReady Parallel
}

enumeration! {
    /// `appsv1.DeploymentStrategyType`; unset means `RollingUpdate`.
    DeploymentStrategyType: RollingUpdate Recreate
}

enumeration! {
    /// Those of `v1.PodConditionType`, `v1.NodeConditionType` and `batch/v1.JobConditionType` that have an effect.
    ConditionType: Ready PodScheduled DisruptionTarget PodResizePending MemoryPressure DiskPressure PIDPressure NetworkUnavailable
        DisruptionAllowed Complete Failed PodGroupScheduled
}

enumeration! {
    /// `apps/v1.StatefulSetUpdateStrategyType` and `apps/v1.DaemonSetUpdateStrategyType`.
    UpdateStrategyType: RollingUpdate OnDelete
}

enumeration! {
    /// `batch/v1.PodReplacementPolicy`.
    PodReplacementPolicy: TerminatingOrFailed Failed
}

enumeration! {
    /// `policyv1.UnhealthyPodEvictionPolicyType`; unset means `IfHealthyBudget`.
    UnhealthyPodEviction: IfHealthyBudget AlwaysAllow
}

enumeration! {
    /// `v1.LimitType`.
    LimitType: Container Pod PersistentVolumeClaim
}

enumeration! {
    /// `v1.ResourceQuotaScope`.
    QuotaScope: BestEffort NotBestEffort Terminating NotTerminating PriorityClass CrossNamespacePodAffinity
}

enumeration! {
    /// `v1.ConditionStatus`.
    ConditionStatus: True False Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_enum_value_is_preserved() {
        for (text, effect) in [
            ("", TaintEffect::Unset),
            ("NoSchedule", TaintEffect::NoSchedule),
            ("PreferNoSchedule", TaintEffect::PreferNoSchedule),
            ("NoExecute", TaintEffect::NoExecute),
            ("noexecute", TaintEffect::Other("noexecute".into())),
        ] {
            let json = serde_json::to_string(text).expect("JSON");
            let read: TaintEffect = serde_json::from_str(&json).expect("a word");
            assert_eq!(read, effect);
            assert_eq!(serde_json::to_string(&read).expect("JSON"), json);
            assert_eq!((read.as_str(), read.to_string().as_str(), format!("{read:?}")), (text, text, json));
        }
    }

    #[test]
    fn labels_are_asked_for_less_than_nodes() {
        assert_eq!(Operator::OF_LABELS, ["In", "NotIn", "Exists", "DoesNotExist"]);
        assert_eq!(Operator::WORDS[4..], ["Gt", "Lt"]);
    }
}
