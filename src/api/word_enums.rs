//! The enumerations of Kubernetes. Each of their words is spelled here, and nowhere else.
//!
//! Upstream's types are strings, so an object may leave a word out (`Unset`), or have one that no release knows (`Other`), which stays as it
//! is. What the API server refuses of them, [`admission`](crate::admission) refuses.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Str;

/// Where a word stands among the known ones.
#[inline(never)]
fn place(words: &[&str], text: &str) -> Option<usize> {
    words.iter().position(|word| *word == text)
}

macro_rules! enumeration {
    ($(#[$doc:meta])* $name:ident: $($word:ident)+) => {
        $(#[$doc])*
        #[derive(Clone, Default, PartialEq, Eq)]
        #[allow(missing_docs)] // a word says what it is
        pub enum $name {
            /// No word.
            #[default]
            Unset,
            $($word,)+
            /// A word that is none of these.
            Other(Str),
        }

        impl $name {
            /// All known words, as they are written.
            pub const WORDS: &[&str] = &[$(stringify!($word)),+];
            const KNOWN: &[Self] = &[$(Self::$word),+];

            /// The word as it is written; empty if there is none.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    Self::Unset => "",
                    $(Self::$word => stringify!($word),)+
                    Self::Other(text) => text,
                }
            }

            /// Whether there is no word.
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
    /// `metav1.LabelSelectorOperator` and `v1.NodeSelectorOperator`; the last two are for nodes only.
    Operator: In NotIn Exists DoesNotExist Gt Lt
}

impl Operator {
    /// The words of `metav1.LabelSelectorOperator`.
    pub const OF_LABELS: &[&str] = Self::WORDS.split_at(4).0;
}

enumeration! {
    /// `v1.TolerationOperator`; `EqualPriority` also when unset.
    TolerationOperator: Equal Exists
}

enumeration! {
    /// `v1.TaintEffect`. Unset in a toleration it means every effect.
    TaintEffect: NoSchedule PreferNoSchedule NoExecute
}

enumeration! {
    /// `v1.PreemptionPolicy`.
    PreemptionPolicy: PreemptLowerPriority Never
}

enumeration! {
    /// `scheduling.k8s.io/v1alpha2.DisruptionMode`. Absent counts as `Pod`.
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
    /// Whether the pod is done, well or not: it needs its node no more.
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
    /// `v1.PersistentVolumeMode`; `Filesystem` also when absent.
    VolumeMode: Filesystem Block
}

enumeration! {
    /// `batchv1.CompletionMode`; `NonIndexed` also when unset.
    CompletionMode: NonIndexed Indexed
}

enumeration! {
    /// `appsv1.PodManagementPolicyType`; `OrderedReady` also when unset.
    PodManagement: OrderedReady Parallel
}

enumeration! {
    /// `appsv1.DeploymentStrategyType`; `RollingUpdate` also when unset.
    DeploymentStrategyType: RollingUpdate Recreate
}

enumeration! {
    /// `v1.PodConditionType`, `v1.NodeConditionType` and `batch/v1.JobConditionType`, those that anything acts on.
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
    /// `policyv1.UnhealthyPodEvictionPolicyType`; `IfHealthyBudget` also when unset.
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
    fn a_word_is_kept_as_it_is_written() {
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
