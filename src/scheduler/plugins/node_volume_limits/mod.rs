//! `NodeVolumeLimits`: limits how many volumes of a CSI driver a node attaches.
//!
//! Volumes are counted, not mounts: a volume that a pod on the node already uses does not count again. A node fails if
//! used + new > limit; a pod with no new volumes passes even above the limit. Preemption can help if no remaining pod
//! uses the victims' volumes.
//!
//! The limit of a driver is the count in the node's `CSINode` (0 is a limit, absent means unlimited). v1.16 and v1.20
//! fall back to the node's allocatable `attachable-volumes-csi-<driver>`. (Upstream shortens keys of 63 characters or
//! more with a hash; such long driver names are not supported here.)
//!
//! | a claim that is | counts as |
//! |---|---|
//! | bound to a CSI volume | its driver and handle |
//! | unbound, or its volume no longer exists | the provisioner of its class, and the claim itself |
//! | without an existing class | nothing |
//!
//! Since the in-tree cloud plugins are migrated to CSI, their disks, in pods and in volumes, count under the CSI driver
//! as soon as the node has a `CSINode`. From v1.34 on, `VolumeAttachment`s on the node whose volumes no pod there uses
//! count as well. Upstream: `nodevolumelimits.CSILimits`; v1.16: `MaxCSIVolumeCountPred`. The limits of the in-tree
//! cloud plugins are [`DiskLimits`].

mod disks;

use api::{CsiNode, PersistentVolumeClaim, Pod, Set, Str, Table, Volume};
pub use disks::{DiskKind, DiskLimits};
use runlog::{Failure, NodeIx, Reason, Verdict, VolumeReason};

use crate::{
    cluster::{NodeState, Storage, migration},
    framework::{ClusterEvent, CycleCtx, Filter, Judge, PreFilterOutcome, StorageEvent},
};

#[derive(Clone, Copy)]
pub struct NodeVolumeLimits {
    /// Whether the node's allocatable resources can set a limit too.
    pub reads_node_allocatable: bool,
    /// Whether in-tree disks count under their CSI drivers, and ephemeral volumes and attachments count.
    pub counts_migrated_disks: bool,
    /// Whether a Portworx disk counts under its CSI driver even if the node's `CSINode` does not list the plugin as
    /// migrated.
    pub always_migrates_portworx: bool,
}

struct VolumeLimitJudge<'c> {
    plugin: NodeVolumeLimits,
    pod: &'c Pod,
    storage: &'c Storage,
}

/// A volume as its CSI driver identifies it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct VolumeHandle {
    driver: Str,
    handle: Str,
}

impl Filter for NodeVolumeLimits {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        let counts = |volume: &Volume| {
            volume.persistent_volume_claim.is_some()
                || self.counts_migrated_disks && (volume.ephemeral.is_some() || volume.in_tree_disk().is_some())
        };
        if !cycle.pod.has_volumes() || !cycle.pod.pod.spec.volumes.iter().any(counts) {
            return PreFilterOutcome::Skip;
        }
        let storage = &cycle.objects.storage;
        PreFilterOutcome::Judge(Box::new(VolumeLimitJudge { plugin: *self, pod: &cycle.pod.pod, storage }))
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let pod = &cycle.pod.pod;
        let claims = || pod.spec.volumes.iter().filter_map(|volume| volume.claim_name(&pod.metadata.name));
        match cluster_event {
            ClusterEvent::AssignedPodDelete { pod: gone, .. } => {
                let attached = |volume: &Volume| {
                    volume.persistent_volume_claim.is_some()
                        || volume.ephemeral.is_some()
                        || volume.in_tree_disk().is_some()
                };
                Some(gone.pod.spec.volumes.iter().any(attached))
            }
            ClusterEvent::Storage(StorageEvent::CsiNode { old: None, new: Some(_) }) => Some(true),
            ClusterEvent::Storage(StorageEvent::CsiNode { old: Some(old), new: Some(new) }) => {
                let raised = |name: &Str, limit: i64| limit_of(old, name).is_none_or(|before| limit > before);
                let limits = new.spec.drivers.iter().filter_map(|d| Some((&d.name, limit_of(new, &d.name)?)));
                Some(limits.into_iter().any(|(name, limit)| raised(name, limit)))
            }
            ClusterEvent::Storage(StorageEvent::Claim { old: None, new: Some(claim) }) => {
                let is_same_namespace = claim.metadata.namespace == pod.metadata.namespace;
                Some(is_same_namespace && claims().any(|name| name == claim.metadata.name))
            }
            ClusterEvent::Storage(StorageEvent::Attachment { new: None, .. }) => Some(claims().next().is_some()),
            _ => None,
        }
    }
}

/// Returns the driver's limit on a node, if its `CSINode` sets one.
fn limit_of(node: &CsiNode, driver: &str) -> Option<i64> {
    let driver = node.spec.drivers.iter().find(|entry| entry.name == *driver)?;
    driver.allocatable.as_ref()?.count.map(i64::from)
}

impl VolumeLimitJudge<'_> {
    fn volume_limit(&self, driver: &str, node: &NodeState, csi: Option<&CsiNode>) -> Option<i64> {
        let csi_limit = csi.and_then(|csi| limit_of(csi, driver));
        csi_limit.or_else(|| {
            let key = format!("attachable-volumes-csi-{driver}");
            let listed = || node.node.status.allocatable.get(&key);
            self.plugin.reads_node_allocatable.then(listed)?.map(api::Quantity::value)
        })
    }

    /// Returns the volumes of a pod that count against a driver's limit.
    fn volume_handles(&self, pod: &Pod, csi: Option<&CsiNode>) -> Set<VolumeHandle> {
        let mut handles = Set::new();
        for volume in &pod.spec.volumes {
            if volume.ephemeral.is_some() && !self.plugin.counts_migrated_disks {
                continue;
            }
            let handle = match volume.claim_name(&pod.metadata.name) {
                Some(name) => {
                    let claim = self.storage.claim(&pod.metadata.namespace, &name);
                    claim.and_then(|claim| self.claim_handle(claim, csi))
                }
                None => volume.in_tree_disk().and_then(|disk| self.migrated_handle(disk, None, csi)),
            };
            handles.extend(handle);
        }
        handles
    }

    fn claim_handle(&self, claim: &PersistentVolumeClaim, csi: Option<&CsiNode>) -> Option<VolumeHandle> {
        if let Some(volume) = self.storage.volume_of(claim) {
            return match &volume.spec.csi {
                Some(csi) => Some(VolumeHandle { driver: csi.driver.clone(), handle: csi.volume_handle.clone() }),
                None => self.migrated_handle(volume.in_tree_disk()?, Some(&volume.metadata.labels), csi),
            };
        }
        let provisioner = &self.storage.class_of(claim)?.provisioner;
        let taken_over = migration::driver_for(provisioner).filter(|_| self.is_migrated_to_csi(provisioner, csi));
        let driver = taken_over.map_or_else(|| provisioner.clone(), Str::from);
        // A handle that no driver uses.
        Some(VolumeHandle { driver, handle: format!("\0{}", claim.key()).into() })
    }

    fn migrated_handle(
        &self,
        disk: api::InTreeDisk<'_>,
        labels: Option<&api::Labels>,
        csi: Option<&CsiNode>,
    ) -> Option<VolumeHandle> {
        let (driver, handle) = self
            .is_migrated_to_csi(migration::plugin_of(disk), csi)
            .then(|| migration::volume_handle(disk, labels))??;
        Some(VolumeHandle { driver: driver.into(), handle })
    }

    /// Whether disks of this in-tree plugin count under its CSI driver.
    fn is_migrated_to_csi(&self, plugin: &str, csi: Option<&CsiNode>) -> bool {
        let always = plugin != "kubernetes.io/portworx-volume" || self.plugin.always_migrates_portworx;
        self.plugin.counts_migrated_disks && csi.is_some() && (always || migration::is_migrated(csi, plugin))
    }

    /// Returns the volumes that `VolumeAttachment`s attach to the node.
    fn attached_handles(&self, node: &Str) -> impl Iterator<Item = VolumeHandle> {
        let attachments_of_node =
            self.storage.attachments.values().filter(move |attachment| attachment.spec.node_name == *node);
        attachments_of_node.filter_map(|attachment| {
            let volume = self.storage.volumes.get(attachment.spec.source.persistent_volume_name.as_ref()?)?;
            let handle = volume.spec.csi.as_ref()?.volume_handle.clone();
            Some(VolumeHandle { driver: attachment.spec.attacher.clone(), handle })
        })
    }
}

impl Judge<'_> for VolumeLimitJudge<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        let csi = self.storage.csi_nodes.get(node.name()).map(AsRef::as_ref);
        let mut new_handles = self.volume_handles(self.pod, csi);
        let mut limits: Table<Str, i64> = Table::new();
        for VolumeHandle { driver, .. } in &new_handles {
            if let Some(limit) = self.volume_limit(driver, node, csi) {
                limits.insert(driver.clone(), limit);
            }
        }
        if limits.is_empty() {
            return Ok(());
        }
        let mut attached_handles: Set<VolumeHandle> =
            node.with_volumes.iter().flat_map(|pod| self.volume_handles(pod, csi)).collect();
        new_handles.retain(|handle| !attached_handles.contains(handle));
        if self.plugin.counts_migrated_disks && !self.storage.attachments.is_empty() {
            attached_handles.extend(self.attached_handles(node.name()).filter(|handle| !new_handles.contains(handle)));
        }
        let count = |handles: &Set<VolumeHandle>, driver: &Str| {
            i64::try_from(handles.iter().filter(|handle| handle.driver == *driver).count()).unwrap_or(i64::MAX)
        };
        for (driver, limit) in limits {
            let (attached_count, new_count) = (count(&attached_handles, &driver), count(&new_handles, &driver));
            if new_count > 0 && attached_count + new_count > limit {
                let reason = VolumeReason::TooManyVolumes { driver, used: attached_count, new: new_count, limit };
                return Err(Failure::unschedulable(Reason::Volume(reason)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{judge_with, pod, snapshot, storage_from_json},
    };

    const TODAY: NodeVolumeLimits = NodeVolumeLimits {
        reads_node_allocatable: false,
        counts_migrated_disks: true,
        always_migrates_portworx: false,
    };
    const EARLY: NodeVolumeLimits = NodeVolumeLimits {
        reads_node_allocatable: true,
        counts_migrated_disks: false,
        always_migrates_portworx: false,
    };

    fn mounts(volumes: &[&str]) -> String {
        let volume = |name: &&str| match name.strip_prefix("pd:") {
            Some(disk) => format!(r#"{{"gcePersistentDisk":{{"pdName":"{disk}"}}}}"#),
            None => format!(r#"{{"persistentVolumeClaim":{{"claimName":"{name}"}}}}"#),
        };
        let volumes: Vec<String> = volumes.iter().map(volume).collect();
        format!(r#"{{"metadata":{{"namespace":"d"}},"spec":{{"volumes":[{}]}}}}"#, volumes.join(","))
    }

    #[test]
    fn volumes_are_counted_once_and_by_driver() {
        let claim = |name: &str, volume: &str| {
            format!(
                r#"{{"metadata":{{"namespace":"d","name":"{name}"}},"spec":{{"volumeName":"{volume}","storageClassName":"s"}}}}"#
            )
        };
        let volume = |name: &str| {
            format!(r#"{{"metadata":{{"name":"{name}"}},"spec":{{"csi":{{"driver":"x","volumeHandle":"{name}"}}}}}}"#)
        };
        let (v1, v2, v3) = (volume("v1"), volume("v2"), volume("v3"));
        let (c1, c2, c3, open) = (claim("c1", "v1"), claim("c2", "v2"), claim("c3", "v3"), claim("open", ""));
        let storage = storage_from_json(&[
            ("volume", &v1),
            ("volume", &v2),
            ("volume", &v3),
            ("claim", &c1),
            ("claim", &c2),
            ("claim", &c3),
            ("claim", &open),
            ("class", r#"{"metadata":{"name":"s"},"provisioner":"x"}"#),
            (
                "csinode",
                r#"{"metadata":{"name":"n"},"spec":{"drivers":[{"name":"x","allocatable":{"count":2}},
                   {"name":"pd.csi.storage.gke.io","allocatable":{"count":0}}]}}"#,
            ),
        ]);
        let objects = Objects { storage, ..Objects::default() };
        let node = r#"{"metadata":{"name":"n"},"status":{"allocatable":{"attachable-volumes-csi-x":"9"}}}"#;
        let x = |used, new| Some(("x", used, new, 2));
        for (plugin, texts, wanted, expected) in [
            (TODAY, &["c1"][..], &["c2"][..], None),
            (TODAY, &["c1", "c2"], &["c3"], x(2, 1)),
            (TODAY, &["c1", "c2"], &["c1"], None),
            (TODAY, &["c1"], &["c2", "c3"], x(1, 2)),
            (TODAY, &["c1", "c2", "c3"], &["c2"], None),
            (TODAY, &["c1", "open"], &["open"], None),
            (TODAY, &["c1", "c2"], &["open"], x(2, 1)),
            (TODAY, &["c1", "c2"], &["gone"], None),
            (TODAY, &[], &["pd:disk"], Some(("pd.csi.storage.gke.io", 0, 1, 0))),
            (EARLY, &["c1", "c2"], &["c3"], x(2, 1)),
            (EARLY, &[], &["pd:disk"], None),
        ] {
            let snapshot = snapshot(&[(node, &[&mounts(texts)])]);
            let verdict = judge_with(&plugin, &pod(&mounts(wanted)), &snapshot, &objects).remove(0);
            let expected = match expected {
                None => Ok(()),
                Some((driver, used, new, limit)) => {
                    let reason = VolumeReason::TooManyVolumes { driver: driver.into(), used, new, limit };
                    Err(Failure::unschedulable(Reason::Volume(reason)))
                }
            };
            assert_eq!(verdict, expected, "{texts:?} {wanted:?}");
        }
    }

    #[test]
    fn the_node_itself_may_set_the_limit_of_old() {
        let claim = r#"{"metadata":{"namespace":"d","name":"c"},"spec":{"storageClassName":"s"}}"#;
        let objects = Objects {
            storage: storage_from_json(&[
                ("claim", claim),
                ("class", r#"{"metadata":{"name":"s"},"provisioner":"x"}"#),
            ]),
            ..Objects::default()
        };
        let node = r#"{"metadata":{"name":"n"},"status":{"allocatable":{"attachable-volumes-csi-x":"0"}}}"#;
        for (plugin, fits) in [(EARLY, false), (TODAY, true)] {
            let verdict = judge_with(&plugin, &pod(&mounts(&["c"])), &snapshot(&[(node, &[])]), &objects).remove(0);
            assert_eq!(verdict.is_ok(), fits);
        }
    }
}
