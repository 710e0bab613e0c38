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
    /// Whether a document says so: otherwise it is how the release runs by default.
    pub stated: bool,
}

impl Configuration {
    /// How a release runs without a configuration.
    #[must_use]
    pub fn default_of(release: Release) -> Self {
        Self::unstated(tables::profile(release))
    }

    /// The same for a release that does not [come late](crate::comes_late).
    #[must_use]
    pub fn of_the_latest(release: Release) -> Option<Self> {
        tables::profile_of_the_latest(release).map(Self::unstated)
    }

    fn unstated(profile: Profile) -> Self {
        Self { profiles: vec![profile], backoff: BackoffLimits::default(), stated: false }
    }
}
