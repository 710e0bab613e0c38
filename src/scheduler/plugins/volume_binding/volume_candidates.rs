//! Matches volumes and claims. Upstream: `volume.FindMatchingVolume`.
//!
//! A volume matches if it is at least as large as requested, of the same mode, class (and attributes class), available,
//! not being deleted, reachable from the node, and has all access modes and labels that the claim requires. The
//! smallest match is taken; of equally small ones upstream takes any, here it is the first by name. A volume that is
//! reserved for this claim (`claimRef`) is taken at once, whatever its phase, labels and access modes.

use std::rc::Rc;

use api::{NodeSelectorTerms, PersistentVolume, PersistentVolumeClaim, Str, VolumeMode, VolumePhase};

use crate::cluster::NodeState;

/// The volumes that match a claim, before their node affinity is checked.
pub(super) struct VolumeCandidates<'c> {
    /// Volumes whose `claimRef` names the claim, by name.
    reserved: Vec<VolumeCandidate<'c>>,
    /// Available volumes, smallest first, then by name.
    free: Vec<VolumeCandidate<'c>>,
}

struct VolumeCandidate<'c> {
    volume: &'c Rc<PersistentVolume>,
    terms: Option<NodeSelectorTerms<'c>>,
}

/// Whether a node can reach a volume with this node affinity. Only labels are matched, not the node's name.
pub(super) fn is_reachable(terms: &NodeSelectorTerms<'_>, node: &NodeState) -> bool {
    terms.match_labels(&Str::default(), node.labels())
}

impl<'c> VolumeCandidates<'c> {
    /// Returns the volumes that match the claim on some node. With `attributes`, the volume attributes classes must be
    /// equal too.
    pub(super) fn find_matching(
        claim: &PersistentVolumeClaim,
        volumes: impl Iterator<Item = &'c Rc<PersistentVolume>>,
        attributes: bool,
    ) -> Self {
        let (mut reserved, mut free) = (Vec::new(), Vec::new());
        let (requested_bytes, class) = (claim.requested_bytes().unwrap_or(0), claim.class());
        let mode = |mode: &Option<VolumeMode>| mode.clone().unwrap_or(VolumeMode::Filesystem);
        let text = |text: &Option<Str>| text.clone().unwrap_or_default();
        for volume in volumes {
            let spec = &volume.spec;
            let is_match = spec.storage_class_name == class
                && volume.capacity() >= requested_bytes
                && volume.metadata.deletion_timestamp.is_none()
                && mode(&spec.volume_mode) == mode(&claim.spec.volume_mode)
                && (!attributes
                    || text(&spec.volume_attributes_class_name) == text(&claim.spec.volume_attributes_class_name));
            if !is_match {
                continue;
            }
            let candidate = VolumeCandidate {
                volume,
                terms: volume.required_node_affinity().map(NodeSelectorTerms::from_selector),
            };
            match &spec.claim_ref {
                Some(reference) if reference.is_for(claim) => reserved.push(candidate),
                Some(_) => {}
                None => {
                    let selected = claim.spec.selector.as_ref().is_none_or(|s| s.matches(&volume.metadata.labels));
                    let modes = claim.spec.access_modes.iter().all(|mode| spec.access_modes.contains(mode));
                    if volume.status.phase == VolumePhase::Available && selected && modes {
                        free.push(candidate);
                    }
                }
            }
        }
        free.sort_by_key(|candidate| candidate.volume.capacity());
        Self { reserved, free }
    }

    /// Returns the volume that the claim gets on a node, among those for which `is_taken` is false.
    pub(super) fn find_smallest(
        &self,
        node: &NodeState,
        is_taken: impl Fn(&PersistentVolume) -> bool,
    ) -> Option<&'c Rc<PersistentVolume>> {
        let is_reachable_from_node =
            |candidate: &&VolumeCandidate<'_>| candidate.terms.as_ref().is_none_or(|terms| is_reachable(terms, node));
        let is_available = |candidate: &&VolumeCandidate<'_>| !is_taken(candidate.volume);
        if let Some(reserved_volume) = self.reserved.iter().find(is_available) {
            return Some(reserved_volume).filter(is_reachable_from_node).map(|candidate| candidate.volume);
        }
        self.free.iter().filter(is_available).find(is_reachable_from_node).map(|candidate| candidate.volume)
    }
}

/// Returns the volume that the volume controller, which considers no node, binds to a claim. With `waits_for_consumer`,
/// only a volume that is reserved for the claim.
pub fn find_smallest_volume<'c>(
    claim: &PersistentVolumeClaim,
    volumes: impl Iterator<Item = &'c Rc<PersistentVolume>>,
    waits_for_consumer: bool,
) -> Option<&'c Rc<PersistentVolume>> {
    let VolumeCandidates { reserved: aside, free } = VolumeCandidates::find_matching(claim, volumes, true);
    let free = free.first().filter(|_| !waits_for_consumer);
    aside.first().or(free).map(|candidate| candidate.volume)
}
