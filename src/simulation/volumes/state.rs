//! The state of the volume controllers and the provisioner.

use api::{NamespacedName, Set, Table};

use crate::api_server::VolumeClaimKey;

#[derive(Clone, Debug, Default)]
pub(crate) struct VolumeControllers {
    /// Claims for which a volume is being provisioned.
    pub(super) provisioning: Set<VolumeClaimKey>,
    /// Claims with the reasons of the events that were recorded about them.
    pub(super) reported: Set<(VolumeClaimKey, &'static str)>,
    /// How many attempts to provision a volume for a claim will still fail.
    pub(super) failures: Table<NamespacedName, u32>,
}

impl VolumeControllers {
    pub(crate) fn new(failures: Table<NamespacedName, u32>) -> Self {
        Self { failures, ..Self::default() }
    }
}
