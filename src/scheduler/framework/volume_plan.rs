//! The volumes that `VolumeBinding` reserves for a pod.

use std::rc::Rc;

use api::{PersistentVolume, PersistentVolumeClaim};

/// What has to be done so that a pod gets its volumes on a node.
#[derive(Clone, Debug, Default)]
pub struct VolumePlan {
    /// Claims that get a volume that is there.
    pub bind: Vec<(Rc<PersistentVolumeClaim>, Rc<PersistentVolume>)>,
    /// Claims for which one has to be made.
    pub provision: Vec<Rc<PersistentVolumeClaim>>,
    /// Whether it is handed out again, after the cycle of a pod group: volumes in `bind` are not assumed then, only what is in `provision`.
    ///
    /// An upstream bug: `AssumePodVolumes` replaces the volumes of a plan by those that carry the claim, and assumes only those that do not
    /// carry it yet. Until `PreBind` another pod may choose these volumes. Recorded cycles show it.
    pub is_repeated: bool,
}

impl VolumePlan {
    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bind.is_empty() && self.provision.is_empty()
    }
}
