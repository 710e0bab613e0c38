//! The limits of the in-tree cloud disk plugins: `EBSLimits`, `GCEPDLimits`, `AzureDiskLimits` (v1.16:
//! `MaxEBSVolumeCount`, …).
//!
//! The limit is the node's allocatable `attachable-volumes-aws-ebs` (`-gce-pd`, `-azure-disk`), or else EBS 39 (25 on
//! Nitro instances), GCE PD 16, Azure 16. A pod without disks of the kind passes; any other is checked even if all its
//! disks are already attached, so a node above its limit rejects it. Upstream: `nodevolumelimits.nonCSILimits`.

use api::{InTreeDisk, PersistentVolumeClaim, Pod, Quantity, Set, Str};
use runlog::{Failure, NodeIx, Reason, Verdict, VolumeReason};

use crate::{
    cluster::{NodeState, Storage},
    framework::{CycleCtx, Filter, Judge, PreFilterOutcome},
};

/// The kind of cloud disk that a limit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskKind {
    Ebs,
    GcePd,
    AzureDisk,
}

/// The plugin for one kind of disk.
#[derive(Clone, Copy)]
pub struct DiskLimits {
    pub kind: DiskKind,
    /// Whether `node.kubernetes.io/instance-type` also determines a node's machine type, in addition to the beta label.
    pub reads_stable_type_label: bool,
}

struct DiskLimitJudge<'c> {
    plugin: DiskLimits,
    disks: Set<Str>,
    storage: &'c Storage,
}

impl DiskKind {
    fn plugin(self) -> &'static str {
        match self {
            Self::Ebs => "kubernetes.io/aws-ebs",
            Self::GcePd => "kubernetes.io/gce-pd",
            Self::AzureDisk => "kubernetes.io/azure-disk",
        }
    }

    fn id(self, disk: InTreeDisk<'_>) -> Option<&Str> {
        match (self, disk) {
            (Self::Ebs, InTreeDisk::Ebs(id)) | (Self::GcePd, InTreeDisk::Gce(id)) => Some(id),
            (Self::AzureDisk, InTreeDisk::Azure { name, .. }) => Some(name),
            _ => None,
        }
    }

    /// Returns the ids of the disks of this kind that a pod uses. An unbound claim has no disk yet and is represented
    /// by its own key.
    fn disks_of_pod(self, pod: &Pod, storage: &Storage) -> Set<Str> {
        let of_claim = |claim: &PersistentVolumeClaim| {
            if let Some(volume) = storage.volume_of(claim) {
                return volume.in_tree_disk().and_then(|disk| self.id(disk).cloned());
            }
            let class = storage.classes.get(claim.spec.storage_class_name.as_ref()?)?;
            (class.provisioner == self.plugin()).then(|| format!("\0{}", claim.key()).into())
        };
        let claimed_volumes = pod.spec.volumes.iter().filter_map(|volume| match &volume.persistent_volume_claim {
            Some(source) => of_claim(storage.claim(&pod.metadata.namespace, &source.claim_name)?),
            None => volume.in_tree_disk().and_then(|disk| self.id(disk).cloned()),
        });
        claimed_volumes.collect()
    }
}

impl Filter for DiskLimits {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        if !cycle.pod.has_volumes() {
            return PreFilterOutcome::Skip;
        }
        let storage = &cycle.objects.storage;
        let disks = self.kind.disks_of_pod(&cycle.pod.pod, storage);
        if disks.is_empty() {
            return PreFilterOutcome::Skip;
        }
        PreFilterOutcome::Judge(Box::new(DiskLimitJudge { plugin: *self, disks, storage }))
    }
}

impl DiskLimits {
    fn disk_limit(self, node: &NodeState) -> i64 {
        let key = match self.kind {
            DiskKind::Ebs => "attachable-volumes-aws-ebs",
            DiskKind::GcePd => "attachable-volumes-gce-pd",
            DiskKind::AzureDisk => "attachable-volumes-azure-disk",
        };
        let default = match self.kind {
            DiskKind::Ebs if self.is_nitro(node) => 25,
            DiskKind::Ebs => 39,
            DiskKind::GcePd | DiskKind::AzureDisk => 16,
        };
        node.node.status.allocatable.get(key).map_or(default, Quantity::value)
    }

    /// Whether the node's machine type has the lower EBS limit. An upstream bug in `getMaxEBSVolume`: its
    /// `EBSNitroLimitRegex`, `^[cmr]5.*|t3|z1d`, anchors only the first alternative. Test: `machines_set_the_default`.
    fn is_nitro(self, node: &NodeState) -> bool {
        let today = || node.labels().get("node.kubernetes.io/instance-type").filter(|_| self.reads_stable_type_label);
        let machine = node.labels().get("beta.kubernetes.io/instance-type").or_else(today);
        machine.is_some_and(|machine| {
            let fifth = machine.strip_prefix(['c', 'm', 'r']).is_some_and(|rest| rest.starts_with('5'));
            fifth || machine.contains("t3") || machine.contains("z1d")
        })
    }
}

impl Judge<'_> for DiskLimitJudge<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        let DiskLimits { kind, .. } = self.plugin;
        let attached_disks: Set<Str> =
            node.with_volumes.iter().flat_map(|pod| kind.disks_of_pod(pod, self.storage)).collect();
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let new_disks = self.disks.iter().filter(|disk| !attached_disks.contains(*disk)).count();
        let (new_count, limit) = (count(new_disks), self.plugin.disk_limit(node));
        let attached_count = count(attached_disks.len());
        if attached_count + new_count <= limit {
            return Ok(());
        }
        let reason =
            VolumeReason::TooManyVolumes { driver: kind.plugin().into(), used: attached_count, new: new_count, limit };
        Err(Failure::unschedulable(Reason::Volume(reason)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::testing::{judge_all, pod, snapshot};

    fn mounts(disks: &[&str]) -> String {
        let disk = |id: &&str| format!(r#"{{"awsElasticBlockStore":{{"volumeID":"{id}"}}}}"#);
        let disks: Vec<String> = disks.iter().map(disk).collect();
        format!(r#"{{"spec":{{"volumes":[{}]}}}}"#, disks.join(","))
    }

    #[test]
    fn an_over_full_node_rejects_even_what_is_there() {
        let plugin = DiskLimits { kind: DiskKind::Ebs, reads_stable_type_label: true };
        let node = |limit: &str| {
            format!(
                r#"{{"metadata":{{"name":"n"}},"status":{{"allocatable":{{"attachable-volumes-aws-ebs":"{limit}"}}}}}}"#
            )
        };
        for (limit, texts, wanted, fits) in [
            ("2", &["a"][..], &["b"][..], true),
            ("1", &["a"], &["b"], false),
            ("1", &["a"], &["a"], true),
            ("1", &["a", "b"], &["a"], false),
            ("0", &["a"], &[], true),
        ] {
            let snapshot = snapshot(&[(&node(limit), &[&mounts(texts)])]);
            let verdict = judge_all(&plugin, &pod(&mounts(wanted)), &snapshot).remove(0);
            assert_eq!(verdict.is_ok(), fits, "{limit} {texts:?} {wanted:?}");
        }
    }

    #[test]
    fn machines_set_the_default() {
        for (label, machine, stable, expected) in [
            ("beta.kubernetes.io/instance-type", "m5.large", true, 25),
            ("beta.kubernetes.io/instance-type", "xm5.large", true, 39),
            ("beta.kubernetes.io/instance-type", "at3.large", false, 25),
            ("node.kubernetes.io/instance-type", "c5.large", true, 25),
            ("node.kubernetes.io/instance-type", "c5.large", false, 39),
            ("unrelated", "c5.large", true, 39),
        ] {
            let node =
                crate::plugins::testing::node(&format!(r#"{{"metadata":{{"labels":{{"{label}":"{machine}"}}}}}}"#));
            let plugin = DiskLimits { kind: DiskKind::Ebs, reads_stable_type_label: stable };
            assert_eq!(plugin.disk_limit(&node), expected, "{label} {machine}");
        }
    }
}
