//! The result of reading a scheduler configuration.

use releases::Release;
use scheduler::{framework::Profile, queue::BackoffLimits};

use super::super::default_profiles;

/// The configuration of a scheduler.
pub struct Configuration {
    /// The profiles, each with the `schedulerName` that pods select it by.
    pub profiles: Vec<Profile>,
    /// The limits of the backoff.
    pub backoff: BackoffLimits,
    /// Whether it comes from a document; otherwise it is the release's default.
    pub is_from_document: bool,
}

impl Configuration {
    /// Returns the default configuration of a release.
    #[must_use]
    pub fn default_of(release: Release) -> Self {
        Self::from_default_profile(default_profiles::default_profile(release))
    }

    /// Returns the default configuration for a run of simple pods; `None` for a release that is [loaded
    /// late](crate::is_loaded_late).
    #[must_use]
    pub fn default_of_latest(release: Release) -> Option<Self> {
        default_profiles::profile_of_the_latest(release).map(Self::from_default_profile)
    }

    fn from_default_profile(profile: Profile) -> Self {
        Self { profiles: vec![profile], backoff: BackoffLimits::default(), is_from_document: false }
    }
}
