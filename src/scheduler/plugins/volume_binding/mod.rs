//! `VolumeBinding`: every claim of the pod has a volume that the node can reach, or could get one there.
//!
//! **`PreFilter`.** A claim is *bound* (it names a volume, and the binding is complete), *delayed* (its class waits for
//! the first consumer, so the node of this pod decides) or *immediate* (anything else). A claim that is missing, being
//! deleted or lost, and an immediate one that is not bound yet, rejects the pod for all nodes; it waits for the claim
//! to change. In v1.16 the first two are errors of the cycle, the last one an error of every node that reaches this
//! filter.
//!
//! **Filter.** Bound claims: the volume's node affinity must match the node. Delayed claims, smallest first: each gets
//! the smallest matching volume (see `volume_candidates`); for the others a volume must be provisioned, so the class
//! must have a provisioner and allow the node's topology, and from v1.34 on a driver that publishes its capacity must
//! have enough of it. None of this depends on other pods, so preemption never helps.
//!
//! **Reserve, `PreBind`** (see `bind`). The result of the filter for the chosen node ([`VolumePlan`]) is assumed, then
//! written: volumes get their claim, claims to be provisioned the annotation that names the node. The pod is bound when
//! all its claims are.
//!
//! **Score** is disabled upstream (it needs the gate `StorageCapacityScoring`), so it never counts.
//!
//! Upstream: `volumebinding` with its `binder.go`; v1.16: `CheckVolumeBinding`.

mod bind;
mod hints;
mod volume_candidates;

use std::{cell::OnceCell, rc::Rc};

use api::{
    ClaimPhase, LabelSelector, NodeSelectorTerms, PersistentVolume, PersistentVolumeClaim, Pod, SELECTED_NODE, Str,
    Volume,
};
pub use bind::BindVolumes;
use runlog::{Code, Failure, NodeIx, Reason, Unbindable, Verdict, VolumeReason};
use volume_candidates::VolumeCandidates;
pub use volume_candidates::find_smallest_volume;

use crate::{
    cluster::{NodeState, Storage, migration},
    framework::{
        ClusterEvent, CycleCtx, Filter, Judge, PreFilterOutcome, SameVerdictJudge, Score, ScoreError, Scorer,
        VolumePlan, ZeroScorer,
    },
};

#[derive(Clone, Copy)]
pub struct VolumeBinding {
    /// Whether a missing claim or volume is an error instead of a rejection.
    pub fails_by_error: bool,
    /// The behavior from v1.34 on: ephemeral volumes, lost claims, `VolumeAttributesClass`es, storage capacity and
    /// disks migrated to CSI are considered.
    pub checks_recent_volume_features: bool,
}

/// The claims of a pod, by how they are bound.
struct PodVolumes<'c> {
    plugin: VolumeBinding,
    storage: &'c Storage,
    bound_claims: Vec<BoundClaim<'c>>,
    /// Claims that wait for their first consumer, smallest first.
    delayed: Vec<DelayedClaim<'c>>,
    immediate: Option<Str>,
}

/// A bound claim with its volume, if that exists.
struct BoundClaim<'c> {
    claim: &'c Rc<PersistentVolumeClaim>,
    volume: Option<(&'c Rc<PersistentVolume>, Option<NodeSelectorTerms<'c>>)>,
}

struct DelayedClaim<'c> {
    claim: &'c Rc<PersistentVolumeClaim>,
    class: Str,
    candidates: OnceCell<VolumeCandidates<'c>>,
}

/// Why a claim rejects a pod for all nodes.
enum ClaimObstacle {
    Reason(VolumeReason),
    Error(Str),
}

impl ClaimObstacle {
    /// Returns upstream's message where this is an error of the cycle.
    fn error_text(self) -> Str {
        match self {
            Self::Error(text) => text,
            Self::Reason(VolumeReason::ClaimTerminating { claim }) => {
                format!("persistentvolumeclaim \"{claim}\" is being deleted").into()
            }
            Self::Reason(VolumeReason::ClaimNotFound { claim }) => {
                format!("persistentvolumeclaim \"{claim}\" not found").into()
            }
            Self::Reason(_) => Str::default(),
        }
    }
}

impl VolumeBinding {
    /// Returns what has to be bound and provisioned for the pod's claims on a node.
    fn volume_plan(self, cycle: &CycleCtx<'_>, node: &NodeState) -> VolumePlan {
        match self.pod_volumes(cycle) {
            Ok(Some(claims)) => claims.find_volumes(node).plan,
            _ => VolumePlan::default(),
        }
    }

    /// Returns the pod's volumes with a claim, as far as the release supports them, each with the claim's name and the
    /// claim if it exists.
    fn claims_of<'c>(
        self,
        cycle: &CycleCtx<'c>,
    ) -> impl Iterator<Item = (&'c Volume, Str, Option<&'c Rc<PersistentVolumeClaim>>)> {
        let claims = cycle.objects.storage.claims_of(&cycle.pod.pod);
        claims
            .filter(move |(volume, ..)| self.checks_recent_volume_features || volume.persistent_volume_claim.is_some())
    }

    fn pod_volumes<'c>(self, cycle: &CycleCtx<'c>) -> Result<Option<PodVolumes<'c>>, ClaimObstacle> {
        let storage = &cycle.objects.storage;
        let mut usable_claims: Vec<&Rc<PersistentVolumeClaim>> = Vec::new();
        for (volume, name, claim) in self.claims_of(cycle) {
            usable_claims.push(self.usable_claim(&cycle.pod.pod, volume, name, claim).map_err(ClaimObstacle::Reason)?);
        }
        if usable_claims.is_empty() {
            return Ok(None);
        }
        let (bound_claims, delayed_claims, immediate) = (Vec::new(), Vec::new(), None);
        let mut claims = PodVolumes { plugin: self, storage, bound_claims, delayed: delayed_claims, immediate };
        for claim in usable_claims {
            if claim.is_bound() {
                let volume = storage
                    .volume_of(claim)
                    .map(|volume| (volume, volume.required_node_affinity().map(NodeSelectorTerms::from_selector)));
                claims.bound_claims.push(BoundClaim { claim, volume });
                continue;
            }
            let class = storage.class_of(claim);
            if class.is_some_and(|class| class.volume_binding_mode.is_none()) {
                let text = format!("VolumeBindingMode not set for StorageClass \"{}\"", claim.class());
                let point = if self.fails_by_error { "" } else { "running PreFilter plugin \"VolumeBinding\": " };
                return Err(ClaimObstacle::Error(format!("{point}{text}").into()));
            }
            if class.is_some_and(|class| class.waits_for_first_consumer()) && claim.spec.volume_name.is_empty() {
                claims.delayed.push(DelayedClaim { claim, class: claim.class(), candidates: OnceCell::new() });
            } else if claims.immediate.is_none() {
                claims.immediate = Some(claim.metadata.name.clone());
            }
        }
        claims.delayed.sort_by_key(|delayed| delayed.claim.requested_bytes().unwrap_or(0));
        match claims.immediate {
            Some(claim) if !self.fails_by_error => Err(ClaimObstacle::Reason(VolumeReason::UnboundImmediate { claim })),
            immediate => Ok(Some(PodVolumes { immediate, ..claims })),
        }
    }

    fn usable_claim<'c>(
        self,
        pod: &Pod,
        volume: &Volume,
        name: Str,
        claim: Option<&'c Rc<PersistentVolumeClaim>>,
    ) -> Result<&'c Rc<PersistentVolumeClaim>, VolumeReason> {
        let ephemeral = volume.persistent_volume_claim.is_none();
        let Some(claim) = claim else {
            let (awaited, missing) =
                (VolumeReason::ClaimAwaited { claim: name.clone() }, VolumeReason::ClaimNotFound { claim: name });
            return Err(if ephemeral { awaited } else { missing });
        };
        if self.checks_recent_volume_features && claim.status.phase == ClaimPhase::Lost {
            return Err(VolumeReason::ClaimLost { claim: name, volume: claim.spec.volume_name.clone() });
        }
        if claim.metadata.deletion_timestamp.is_some() {
            return Err(VolumeReason::ClaimTerminating { claim: name });
        }
        let owned = || claim.metadata.controller().is_some_and(|owner| owner.uid == pod.metadata.uid);
        if ephemeral && !owned() {
            return Err(VolumeReason::ClaimOfOther { claim: claim.key(), pod: pod.key() });
        }
        Ok(claim)
    }
}

impl Filter for VolumeBinding {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        if !cycle.pod.has_volumes() {
            return PreFilterOutcome::Skip;
        }
        match self.pod_volumes(cycle) {
            Ok(None) => PreFilterOutcome::Skip,
            Ok(Some(claims)) => PreFilterOutcome::Judge(Box::new(claims)),
            Err(ClaimObstacle::Reason(reason)) if !self.fails_by_error => {
                PreFilterOutcome::Reject(Failure::unresolvable(Reason::Volume(reason)))
            }
            Err(obstacle) => PreFilterOutcome::Error(obstacle.error_text()),
        }
    }

    fn prepare_without_pre_filter<'c>(&'c self, _: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        SameVerdictJudge::state_missing("VolumeBinding")
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        hints::queueing_hint(cycle, cluster_event)
    }
}

impl Score for VolumeBinding {
    fn prepare<'c>(&'c self, _: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        Ok(None)
    }

    fn prepare_without_pre_score<'c>(
        &'c self,
        _: &CycleCtx<'c>,
        _: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, ScoreError> {
        Ok(Some(Box::new(ZeroScorer)))
    }
}

/// The result of searching volumes for a pod's claims on one node.
struct NodeVolumes {
    reasons: Vec<VolumeReason>,
    plan: VolumePlan,
    error: Option<Str>,
}

impl PodVolumes<'_> {
    fn find_volumes(&self, node: &NodeState) -> NodeVolumes {
        let mut node_volumes = NodeVolumes { reasons: Vec::new(), plan: VolumePlan::default(), error: None };
        if self.immediate.is_some() {
            node_volumes.error = Some("pod has unbound immediate PersistentVolumeClaims".into());
            return node_volumes;
        }
        let missing_volume = match self.unreachable_volume(node) {
            Ok(None) => None,
            Ok(Some(volume_gone @ VolumeReason::VolumeGone { .. })) => Some(volume_gone),
            Ok(Some(volume_reason)) => {
                node_volumes.reasons.push(volume_reason);
                None
            }
            Err(error) => {
                node_volumes.error = Some(error);
                return node_volumes;
            }
        };
        node_volumes.reasons.extend(self.plan_delayed_claims(node, &mut node_volumes.plan).err());
        node_volumes.reasons.extend(missing_volume);
        node_volumes
    }

    /// Returns the first bound claim whose volume is missing or cannot be reached from the node.
    fn unreachable_volume(&self, node: &NodeState) -> Result<Option<VolumeReason>, Str> {
        let csi = self.storage.csi_nodes.get(node.name()).map(AsRef::as_ref);
        for BoundClaim { claim, volume } in &self.bound_claims {
            let name = claim.metadata.name.clone();
            let Some((volume, terms)) = volume else {
                let volume = claim.spec.volume_name.clone();
                if self.plugin.fails_by_error {
                    return Err(format!("could not find v1.PersistentVolume \"{volume}\"").into());
                }
                return Ok(Some(VolumeReason::VolumeGone { claim: name, volume }));
            };
            let migrated = volume.in_tree_disk().filter(|disk| {
                self.plugin.checks_recent_volume_features && migration::is_migrated(csi, migration::plugin_of(*disk))
            });
            let is_reachable = match migrated {
                None => terms.as_ref().is_none_or(|terms| volume_candidates::is_reachable(terms, node)),
                Some(disk) => {
                    let selector = migration::translate_affinity(volume, disk)?;
                    selector.is_none_or(|selector| {
                        volume_candidates::is_reachable(&NodeSelectorTerms::from_selector(&selector), node)
                    })
                }
            };
            if !is_reachable {
                let volume = volume.metadata.name.clone();
                return Ok(Some(VolumeReason::AffinityMismatch { claim: name, volume }));
            }
        }
        Ok(None)
    }

    /// Finds a volume for each delayed claim, or a way to provision one, and adds it to the plan.
    fn plan_delayed_claims(&self, node: &NodeState, volume_plan: &mut VolumePlan) -> Result<(), VolumeReason> {
        let (mut claims_to_provision, mut claims_without_volume) = (Vec::new(), Vec::new());
        for delayed in &self.delayed {
            match delayed.claim.metadata.annotations.get(SELECTED_NODE) {
                Some(selected) if selected != node.name() => return Err(delayed.nothing_to_bind(Unbindable::OtherNode)),
                Some(_) => claims_to_provision.push(delayed),
                None => claims_without_volume.push(delayed),
            }
        }
        for delayed in claims_without_volume {
            let matching_volumes = || {
                VolumeCandidates::find_matching(
                    delayed.claim,
                    self.storage.volumes.values(),
                    self.plugin.checks_recent_volume_features,
                )
            };
            let candidates = delayed.candidates.get_or_init(matching_volumes);
            let is_taken = |volume: &PersistentVolume| {
                volume_plan.bind.iter().any(|(_, pv)| pv.metadata.name == volume.metadata.name)
            };
            match candidates.find_smallest(node, is_taken) {
                Some(volume) => volume_plan.bind.push((Rc::clone(delayed.claim), Rc::clone(volume))),
                None => claims_to_provision.push(delayed),
            }
        }
        for delayed in claims_to_provision {
            self.check_provisionable(delayed, node)?;
            volume_plan.provision.push(Rc::clone(delayed.claim));
        }
        Ok(())
    }

    /// Checks that a volume can be provisioned for the claim on the node.
    fn check_provisionable(&self, delayed: &DelayedClaim<'_>, node: &NodeState) -> Result<(), VolumeReason> {
        let class = self.storage.classes.get(&delayed.class).filter(|class| class.has_provisioner());
        let Some(class) = class else { return Err(delayed.nothing_to_bind(Unbindable::NoProvisioner)) };
        if !class.allows_topology(node.labels()) {
            return Err(delayed.nothing_to_bind(Unbindable::Topology));
        }
        let publishes = |driver: &Str| {
            let driver = self.storage.csi_drivers.get(driver);
            self.plugin.checks_recent_volume_features
                && driver.is_some_and(|driver| driver.spec.storage_capacity == Some(true))
        };
        let Some(requested) = delayed.claim.requested_bytes().filter(|_| publishes(&class.provisioner)) else {
            return Ok(());
        };
        let reaches = |nodes: Option<&LabelSelector>| nodes.is_some_and(|nodes| nodes.matches(node.labels()));
        let has_capacity = self.storage.capacities.values().any(|capacity| {
            capacity.storage_class_name == delayed.class
                && capacity.max_volume_size().is_some_and(|limit| limit >= requested)
                && reaches(capacity.node_topology.as_ref())
        });
        if has_capacity {
            return Ok(());
        }
        let (claim, class) = (delayed.claim.metadata.name.clone(), delayed.class.clone());
        Err(VolumeReason::NotEnoughStorage { claim, class, requested })
    }
}

impl DelayedClaim<'_> {
    fn nothing_to_bind(&self, why: Unbindable) -> VolumeReason {
        VolumeReason::NothingToBind { claim: self.claim.metadata.name.clone(), class: self.class.clone(), why }
    }
}

impl Judge<'_> for PodVolumes<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        let NodeVolumes { reasons, error, .. } = self.find_volumes(node);
        match error {
            Some(error) => Err(Failure::error(error)),
            None if reasons.is_empty() => Ok(()),
            None => {
                let reasons = reasons.into_iter().map(Reason::Volume).collect();
                Err(Failure { code: Code::UnschedulableAndUnresolvable, reasons })
            }
        }
    }

    fn is_node_only(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
