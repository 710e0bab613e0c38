//! `VolumeRestrictions`: rejects nodes on which a disk of the pod is already in use, and pods whose `ReadWriteOncePod`
//! claim is.
//!
//! **Disks** that a pod names directly (not through claims) are compared with those of the pods on the node:
//!
//! | disk | the same if | can be shared |
//! |---|---|---|
//! | `gcePersistentDisk` | same name | if both are read-only |
//! | `awsElasticBlockStore` | same text (`aws://z1/vol-1` is not `vol-1`) | never |
//! | `iscsi` | same iqn, whatever the portal and lun | if both are read-only |
//! | `rbd` | a common monitor, same pool and image | if both are read-only |
//!
//! Two volumes of one pod do not conflict. Preemption can help. Upstream: `volumerestrictions.isVolumeConflict`; v1.16:
//! `NoDiskConflict`.
//!
//! **`ReadWriteOncePod`** (from v1.34 on). `PreFilter` counts the pod's claims with that access mode that a pod on any
//! node uses; as long as the count is not 0, every node fails. A dry run of preemption subtracts one for each volume of
//! a removed pod whose claim has one of these *names*. Hence some peculiarities of upstream's
//! `preFilterState.conflictingPVCRefCountForPod`: only the node of the pod that uses the claim can become a candidate;
//! the namespace is not compared, so that removing an unrelated pod whose claim has the same name frees the claim too;
//! and if two pods use a claim, it is enough to remove one of them. Test: `a_dry_run_compares_claims_by_name_alone`.

use std::rc::Rc;

use api::{AccessMode, Pod, Str, Volume};
use runlog::{Failure, NodeIx, Reason, Verdict, VolumeReason};

use crate::{
    cluster::{NodeState, PodInfo, Snapshot, claim_names},
    framework::{ClusterEvent, CycleCtx, Filter, Judge, PreFilterOutcome, SameVerdictJudge, StorageEvent},
};

pub struct VolumeRestrictions {
    /// Whether claims with the access mode `ReadWriteOncePod` are checked.
    pub checks_single_pod_claims: bool,
}

#[derive(Clone)]
struct RestrictionJudge<'c> {
    pod: &'c Pod,
    /// Names of the pod's claims with `ReadWriteOncePod`, without duplicates.
    single_pod_claims: Vec<&'c Str>,
    /// How many of these claims are in use.
    uses: i64,
}

impl Filter for VolumeRestrictions {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        let pod = &cycle.pod.pod;
        if !cycle.pod.has_volumes() {
            return PreFilterOutcome::Skip;
        }
        let single = if self.checks_single_pod_claims {
            match single_pod_claims(cycle) {
                Ok(names) => names,
                Err(claim) => {
                    let reason = VolumeReason::ClaimNotFound { claim };
                    return PreFilterOutcome::Reject(Failure::unresolvable(Reason::Volume(reason)));
                }
            }
        } else {
            Vec::new()
        };
        let claims_in_use =
            single.iter().filter(|claim| is_claim_in_use(cycle.snapshot, &pod.metadata.namespace, claim));
        let uses = i64::try_from(claims_in_use.count()).unwrap_or(i64::MAX);
        if uses == 0 && !pod.spec.volumes.iter().any(is_disk) {
            return PreFilterOutcome::Skip;
        }
        PreFilterOutcome::Judge(Box::new(RestrictionJudge { pod, single_pod_claims: single, uses }))
    }

    fn prepare_without_pre_filter<'c>(&'c self, _: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        SameVerdictJudge::state_missing("PreFilterVolumeRestrictions")
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let pod = &cycle.pod.pod;
        match cluster_event {
            ClusterEvent::AssignedPodDelete { pod: gone, .. } => {
                let shares = claim_names(pod).any(|claim| claim_names(&gone.pod).any(|other| other == claim));
                let is_same_namespace = gone.namespace() == cycle.pod.namespace();
                Some(is_same_namespace && (shares || find_conflict(pod, &gone.pod).is_some()))
            }
            ClusterEvent::NodeAdd(_) => Some(true),
            ClusterEvent::Storage(StorageEvent::Claim { new: Some(claim), .. }) => {
                let is_same_namespace = claim.metadata.namespace == *cycle.pod.namespace();
                Some(is_same_namespace && claim_names(pod).any(|name| *name == claim.metadata.name))
            }
            _ => None,
        }
    }
}

/// Returns the names of the pod's claims with `ReadWriteOncePod`, or the name of a claim that does not exist.
fn single_pod_claims<'c>(cycle: &CycleCtx<'c>) -> Result<Vec<&'c Str>, Str> {
    let pod: &'c Pod = &cycle.pod.pod;
    let mut single = Vec::new();
    for name in claim_names(pod) {
        let claim = cycle.objects.storage.claim(&pod.metadata.namespace, name).ok_or_else(|| name.clone())?;
        let only_one = claim.spec.access_modes.contains(&AccessMode::ReadWriteOncePod);
        if only_one && !single.contains(&name) {
            single.push(name);
        }
    }
    Ok(single)
}

fn is_claim_in_use(snapshot: &Snapshot, namespace: &Str, claim: &Str) -> bool {
    let uses = |pod: &Rc<Pod>| pod.metadata.namespace == *namespace && claim_names(pod).any(|name| name == claim);
    snapshot.nodes().iter().any(|node| node.with_volumes.iter().any(uses))
}

fn is_disk(volume: &Volume) -> bool {
    volume.gce_persistent_disk.is_some()
        || volume.aws_elastic_block_store.is_some()
        || volume.iscsi.is_some()
        || volume.rbd.is_some()
}

/// Returns the disk, if both volumes are the same disk and cannot share it.
fn conflicting_disk<'v>(a: &'v Volume, b: &Volume) -> Option<&'v Str> {
    if let (Some(a), Some(b)) = (&a.gce_persistent_disk, &b.gce_persistent_disk)
        && a.pd_name == b.pd_name
        && !(a.read_only && b.read_only)
    {
        return Some(&a.pd_name);
    }
    if let (Some(a), Some(b)) = (&a.aws_elastic_block_store, &b.aws_elastic_block_store)
        && a.volume_id == b.volume_id
    {
        return Some(&a.volume_id);
    }
    if let (Some(a), Some(b)) = (&a.iscsi, &b.iscsi)
        && a.iqn == b.iqn
        && !(a.read_only && b.read_only)
    {
        return Some(&a.iqn);
    }
    if let (Some(a), Some(b)) = (&a.rbd, &b.rbd)
        && a.monitors.iter().any(|monitor| b.monitors.contains(monitor))
        && a.pool == b.pool
        && a.image == b.image
        && !(a.read_only && b.read_only)
    {
        return Some(&a.image);
    }
    None
}

/// Returns the first volume of `pod` that conflicts with a volume of `other`, with its disk.
fn find_conflict<'p>(pod: &'p Pod, other: &Pod) -> Option<(&'p Volume, &'p Str)> {
    let requested_disks = pod.spec.volumes.iter().filter(|volume| is_disk(volume));
    requested_disks.into_iter().find_map(|volume| {
        let disk = other.spec.volumes.iter().find_map(|other_volume| conflicting_disk(volume, other_volume))?;
        Some((volume, disk))
    })
}

impl RestrictionJudge<'_> {
    /// Counts the volumes of a pod whose claims have one of the names in `single_pod_claims`.
    fn count_claims(&self, pod: &Pod) -> i64 {
        i64::try_from(claim_names(pod).filter(|name| self.single_pod_claims.contains(name)).count()).unwrap_or(i64::MAX)
    }
}

impl<'c> Judge<'c> for RestrictionJudge<'c> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        let disk_conflict = node.with_volumes.iter().find_map(|other| Some((other, find_conflict(self.pod, other)?)));
        let reason = match (disk_conflict, self.single_pod_claims.first()) {
            (Some((other, (volume, disk))), _) => {
                let (volume, disk) = (volume.name.clone(), disk.clone());
                VolumeReason::DiskConflict { volume, disk, pod: other.key() }
            }
            (None, Some(claim)) if self.uses > 0 => VolumeReason::ClaimInUse { claim: (*claim).clone() },
            _ => return Ok(()),
        };
        Err(Failure::unschedulable(Reason::Volume(reason)))
    }

    fn pod_added(&mut self, pod: &PodInfo, _: NodeIx, _: &NodeState, _: bool) {
        self.uses += self.count_claims(&pod.pod);
    }

    fn pod_removed(&mut self, pod: &PodInfo, _: NodeIx, _: &NodeState) {
        self.uses -= self.count_claims(&pod.pod);
    }

    fn is_affected_by(&self, pods: &[&Rc<PodInfo>]) -> bool {
        !self.single_pod_claims.is_empty()
            && pods.iter().any(|pod| pod.has_volumes() && self.count_claims(&pod.pod) > 0)
    }

    fn fork(&self) -> Option<Box<dyn Judge<'c> + 'c>> {
        Some(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{judge_all, judge_with, pod, pod_hint, snapshot, storage_from_json},
    };

    fn with(volume: &str) -> String {
        format!(r#"{{"metadata":{{"namespace":"d","name":"p"}},"spec":{{"volumes":[{volume}]}}}}"#)
    }

    #[test]
    fn a_disk_is_shared_only_by_readers() {
        let rbd = |monitors: &str, image: &str, read_only: bool| {
            format!(r#"{{"rbd":{{"monitors":{monitors},"pool":"p","image":"{image}","readOnly":{read_only}}}}}"#)
        };
        let (one, two) = (rbd(r#"["a","b"]"#, "i", true), rbd(r#"["b"]"#, "i", true));
        let (writes, elsewhere) = (rbd(r#"["b"]"#, "i", false), rbd(r#"["c"]"#, "i", false));
        for (text, wanted, free) in [
            (r#"{"gcePersistentDisk":{"pdName":"d"}}"#, r#"{"gcePersistentDisk":{"pdName":"e"}}"#, true),
            (
                r#"{"gcePersistentDisk":{"pdName":"d"}}"#,
                r#"{"gcePersistentDisk":{"pdName":"d","readOnly":true}}"#,
                false,
            ),
            (
                r#"{"gcePersistentDisk":{"pdName":"d","readOnly":true,"partition":1}}"#,
                r#"{"gcePersistentDisk":{"pdName":"d","readOnly":true}}"#,
                true,
            ),
            (
                r#"{"awsElasticBlockStore":{"volumeID":"v","readOnly":true}}"#,
                r#"{"awsElasticBlockStore":{"volumeID":"v","readOnly":true}}"#,
                false,
            ),
            (
                r#"{"awsElasticBlockStore":{"volumeID":"aws://z/v"}}"#,
                r#"{"awsElasticBlockStore":{"volumeID":"v"}}"#,
                true,
            ),
            (r#"{"iscsi":{"iqn":"q","lun":1}}"#, r#"{"iscsi":{"iqn":"q","lun":2}}"#, false),
            (&one, &two, true),
            (&one, &writes, false),
            (&one, &elsewhere, true),
            (r#"{"azureDisk":{"diskName":"d"}}"#, r#"{"azureDisk":{"diskName":"d"}}"#, true),
        ] {
            let snapshot = snapshot(&[(r#"{"metadata":{"name":"n"}}"#, &[&with(text)])]);
            for checks_single_pod_claims in [false, true] {
                let plugin = VolumeRestrictions { checks_single_pod_claims };
                let verdict = judge_all(&plugin, &pod(&with(wanted)), &snapshot).remove(0);
                assert_eq!(verdict.is_ok(), free, "{text} {wanted}");
            }
        }
    }

    #[test]
    fn a_claim_for_one_pod_is_in_use_everywhere() {
        let claim = r#"{"persistentVolumeClaim":{"claimName":"c"}}"#;
        let stranger = with(claim).replace(r#""d""#, r#""e""#);
        let objects = |mode: &str| {
            let claim = format!(r#"{{"metadata":{{"namespace":"d","name":"c"}},"spec":{{"accessModes":["{mode}"]}}}}"#);
            Objects { storage: storage_from_json(&[("claim", &claim)]), ..Objects::default() }
        };
        let (a, b) = (r#"{"metadata":{"name":"a"}}"#, r#"{"metadata":{"name":"b"}}"#);
        let plugin = VolumeRestrictions { checks_single_pod_claims: true };
        for (mode, text, free) in [
            ("ReadWriteOncePod", with(claim), false),
            ("ReadWriteOnce", with(claim), true),
            ("ReadWriteOncePod", stranger, true),
        ] {
            let snapshot = snapshot(&[(a, &[&text]), (b, &[])]);
            let verdicts = judge_with(&plugin, &pod(&with(claim)), &snapshot, &objects(mode));
            assert_eq!(verdicts.iter().all(Result::is_ok), free, "{mode} {text}");
            assert_eq!(verdicts[0], verdicts[1], "{mode} {text}");
        }
        let missing = judge_all(&plugin, &pod(&with(claim)), &snapshot(&[(a, &[])])).remove(0);
        let reason = VolumeReason::ClaimNotFound { claim: "c".into() };
        assert_eq!(missing, Err(Failure::unresolvable(Reason::Volume(reason))));
    }

    #[test]
    fn a_pod_that_gives_back_disk_or_claim_may_help() {
        let waiting = pod(&with(r#"{"iscsi":{"iqn":"q"}},{"persistentVolumeClaim":{"claimName":"c"}}"#));
        for (gone, expected) in [
            (r#"{"iscsi":{"iqn":"q"}}"#, true),
            (r#"{"iscsi":{"iqn":"r"}}"#, false),
            (r#"{"persistentVolumeClaim":{"claimName":"c"}}"#, true),
            (r#"{"persistentVolumeClaim":{"claimName":"e"}}"#, false),
        ] {
            let event = ClusterEvent::AssignedPodDelete { pod: &pod(&with(gone)), up_to: None };
            let plugin = VolumeRestrictions { checks_single_pod_claims: true };
            assert_eq!(pod_hint(&plugin, &waiting, &event), Some(expected), "{gone}");
        }
    }

    #[test]
    fn a_dry_run_compares_claims_by_name_alone() {
        let user = with(r#"{"persistentVolumeClaim":{"claimName":"c"}}"#);
        let claim = r#"{"metadata":{"namespace":"d","name":"c"},"spec":{"accessModes":["ReadWriteOncePod"]}}"#;
        let objects = Objects { storage: storage_from_json(&[("claim", claim)]), ..Objects::default() };
        let snapshot = snapshot(&[(r#"{"metadata":{"name":"a"}}"#, &[&user, &user])]);
        let (plugin, waiting) = (VolumeRestrictions { checks_single_pod_claims: true }, pod(&user));
        let cycle = CycleCtx { pod: &waiting, snapshot: &snapshot, objects: &objects, order: None };
        let PreFilterOutcome::Judge(judge) = plugin.prepare(&cycle) else { panic!("skipped") };
        let node = &snapshot.nodes()[0];
        assert!(judge.judge(0, node).is_err());
        // Two pods use the claim, but it counts once: removing one of them helps, and so does removing a pod whose
        // claim has the same name in another namespace.
        for gone in [user.clone(), user.replace(r#""d""#, r#""e""#)] {
            let mut copy = judge.fork().expect("a copy");
            copy.pod_removed(&pod(&gone), 0, node);
            assert_eq!(copy.judge(0, node), Ok(()), "{gone}");
        }
    }
}
