//! What a configuration comes to.

use scheduler::framework::Profile;
use scheduler::queue::BackoffLimits;

use super::super::tables;
use releases::Release;

/// How a scheduler is to run.
pub struct Configuration {
    /// The profiles, each with the `schedulerName` that pods choose it by.
    pub profiles: Vec<Profile>,
    /// How long pods back off.
    pub backoff: BackoffLimits,
}

impl Configuration {
    /// How a release runs without a configuration.
    #[must_use]
    pub fn default_of(release: Release) -> Self {
        Self { profiles: vec![tables::profile(release)], backoff: BackoffLimits::default() }
    }
}
