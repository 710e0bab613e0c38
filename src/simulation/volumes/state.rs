//! What the volume controllers keep.

use api::{NamespacedName, Set, Table};

use crate::api_server::ClaimKey;

/// The volume controllers and the provisioner.
#[derive(Clone, Debug, Default)]
pub(crate) struct VolumeControllers {
    /// Claims whose volume is being created.
    pub(super) provisioning: Set<ClaimKey>,
    /// What was said of a claim already.
    pub(super) reported: Set<(ClaimKey, &'static str)>,
    /// How often creating a volume for a claim is still to fail.
    pub(super) failures: Table<NamespacedName, u32>,
}

impl VolumeControllers {
    pub(crate) fn new(failures: Table<NamespacedName, u32>) -> Self {
        Self { failures, ..Self::default() }
    }
}
