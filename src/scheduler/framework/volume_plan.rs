//! The volumes that `VolumeBinding` reserves for a pod.

use std::rc::Rc;

use api::{PersistentVolume, PersistentVolumeClaim};

/// What has to be bound and provisioned so that a pod gets its volumes on a node.
#[derive(Clone, Debug, Default)]
pub struct VolumePlan {
    /// Claims with the existing volume that each gets.
    pub bind: Vec<(Rc<PersistentVolumeClaim>, Rc<PersistentVolume>)>,
    /// Claims for which a volume has to be provisioned.
    pub provision: Vec<Rc<PersistentVolumeClaim>>,
    /// Whether the plan is reused after the cycle of a pod group: volumes in `bind` are not assumed then, only what is
    /// in `provision`.
    ///
    /// An upstream bug: `AssumePodVolumes` replaces the volumes of a plan by those that reference the claim, and
    /// assumes only those that do not reference it yet. Until `PreBind`, another pod can choose these volumes. Recorded
    /// cycles show it.
    pub is_repeated: bool,
}

impl VolumePlan {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bind.is_empty() && self.provision.is_empty()
    }
}
