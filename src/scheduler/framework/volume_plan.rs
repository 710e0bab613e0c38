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
}
