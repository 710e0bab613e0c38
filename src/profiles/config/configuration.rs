//! What a configuration comes to.

use releases::Release;
use scheduler::{framework::Profile, queue::BackoffLimits};

use super::super::default_profiles;

/// How a scheduler is to run.
pub struct Configuration {
    /// The profiles, each with the `schedulerName` that pods choose it by.
    pub profiles: Vec<Profile>,
    /// How long pods back off.
    pub backoff: BackoffLimits,
    /// Whether a document says so: otherwise it is how the release runs by default.
    pub is_from_document: bool,
}

impl Configuration {
    /// How a release runs without a configuration.
    #[must_use]
    pub fn default_of(release: Release) -> Self {
        Self::from_default_profile(default_profiles::default_profile(release))
    }

    /// The same for a release that does not [come late](crate::is_loaded_late), and a run of simple pods alone.
    #[must_use]
    pub fn default_of_latest(release: Release) -> Option<Self> {
        default_profiles::profile_of_the_latest(release).map(Self::from_default_profile)
    }

    fn from_default_profile(profile: Profile) -> Self {
        Self { profiles: vec![profile], backoff: BackoffLimits::default(), is_from_document: false }
    }
}
