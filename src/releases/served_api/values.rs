//! The values that a field accepts, by release. Upstream: the `NotSupported` errors of `pkg/apis/*/validation`.

use super::{ApiType, Presence, ReleaseSet, ServedApi};

/// Who reports a value that no release has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reporter {
    /// The check of all fields in this table.
    Table,
    /// A rule of its own, which is always linked. The check of this table reports values of other releases only.
    LinkedRule,
    /// A rule of its own, whose message differs.
    OwnRule,
}
use Reporter::{LinkedRule, OwnRule, Table};

/// Fields with their accepted values in the order of upstream's messages, each followed by releases and gate as in `fields.txt`.
pub(super) const VALUES: [(&str, &str, Reporter); 30] = [
    ("Container.imagePullPolicy", "Always IfNotPresent Never", Table),
    ("Container.terminationMessagePolicy", "File FallbackToLogsOnError", Table),
    ("ContainerPort.protocol", "SCTP?SCTPSupport TCP UDP", LinkedRule),
    ("ContainerResizePolicy.restartPolicy", "NotRequired RestartContainer", Table),
    ("DeviceTaint.effect", "NoExecute NoSchedule None@d", Table),
    ("DeviceToleration.effect", "NoExecute NoSchedule None@d", Table),
    ("DeviceToleration.operator", "Equal Exists", Table),
    ("HTTPGetAction.scheme", "HTTP HTTPS", Table),
    ("JobSpec.podReplacementPolicy", "Failed TerminatingOrFailed", Table),
    ("PersistentVolumeClaimSpec.accessModes", "ReadOnlyMany ReadWriteMany ReadWriteOnce ReadWriteOncePod@cd", Table),
    ("PersistentVolumeClaimSpec.volumeMode", "Block Filesystem", Table),
    ("PersistentVolumeSpec.accessModes", "ReadOnlyMany ReadWriteMany ReadWriteOnce ReadWriteOncePod@cd", Table),
    ("PersistentVolumeSpec.persistentVolumeReclaimPolicy", "Delete Recycle Retain", Table),
    ("PersistentVolumeSpec.volumeMode", "Block Filesystem", Table),
    ("PodFailurePolicyOnExitCodesRequirement.operator", "In NotIn", Table),
    ("PodFailurePolicyRule.action", "Count FailIndex FailJob Ignore", Table),
    ("PodSecurityContext.fsGroupChangePolicy", "Always OnRootMismatch", Table),
    ("PodSpec.dnsPolicy", "ClusterFirstWithHostNet ClusterFirst Default None", Table),
    (
        "ResourceQuotaSpec.scopes",
        "BestEffort CrossNamespacePodAffinity@cd NotBestEffort NotTerminating PriorityClass Terminating VolumeAttributesClass@cd",
        OwnRule,
    ),
    (
        "ScopedResourceSelectorRequirement.scopeName",
        "BestEffort CrossNamespacePodAffinity@cd NotBestEffort NotTerminating PriorityClass Terminating VolumeAttributesClass@cd",
        OwnRule,
    ),
    ("ServiceSpec.sessionAffinity", "ClientIP None", Table),
    ("ServiceSpec.type", "ClusterIP ExternalName LoadBalancer NodePort", Table),
    ("StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted", "Retain Delete", Table),
    ("StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled", "Retain Delete", Table),
    ("StorageClass.reclaimPolicy", "Delete Retain", Table),
    ("StorageClass.volumeBindingMode", "Immediate WaitForFirstConsumer", OwnRule),
    ("TopologySpreadConstraint.nodeAffinityPolicy", "Honor Ignore", Table),
    ("TopologySpreadConstraint.nodeTaintsPolicy", "Honor Ignore", Table),
    ("VolumeMount.mountPropagation", "Bidirectional HostToContainer None", Table),
    ("VolumeMount.recursiveReadOnly", "Disabled Enabled IfPossible", Table),
];

/// The values that a field accepts in a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldValues {
    pub served: Vec<&'static str>,
    /// Values that the field accepts in other releases, or with another state of a feature gate.
    unserved: Vec<&'static str>,
    /// Whether a rule of its own reports values that no release has.
    has_own_rule: bool,
}

impl FieldValues {
    /// Whether a value is to be reported as one that the field does not accept.
    #[must_use]
    pub fn refuses(&self, value: &str) -> bool {
        if self.has_own_rule { self.unserved.contains(&value) } else { !self.served.contains(&value) }
    }
}

impl ServedApi {
    /// Returns the values that a field accepts; `None` if it is not in the table, or only a rule of its own reports others.
    #[must_use]
    pub fn values(&self, object_type: ApiType, field: &str) -> Option<FieldValues> {
        let is_row = |name: &str| name.split_once('.') == Some((object_type.name(), field));
        let (_, words, reporter) =
            VALUES.iter().find(|(name, ..)| is_row(name)).filter(|(.., reporter)| *reporter != OwnRule)?;
        let mut values =
            FieldValues { served: Vec::new(), unserved: Vec::new(), has_own_rule: *reporter == LinkedRule };
        for (value, is_served) in self.words(words) {
            if is_served { &mut values.served } else { &mut values.unserved }.push(value);
        }
        Some(values)
    }

    /// Whether the API server accepts a value in a field such as `ResourceQuotaSpec.scopes`.
    #[must_use]
    pub fn has_value(&self, field: &str, word: &str) -> bool {
        let row = VALUES.iter().find(|(name, ..)| *name == field);
        row.is_none_or(|(_, words, _)| self.words(words).any(|(value, is_served)| is_served && value == word))
    }

    /// The words of a row, each with whether the release has it.
    fn words(&self, words: &'static str) -> impl Iterator<Item = (&'static str, bool)> {
        words.split(' ').map(|word| {
            let (value, presence) = Presence::parse(word, ReleaseSet::ALL);
            (value, self.has_presence(presence))
        })
    }
}
