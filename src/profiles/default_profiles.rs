//! What each release has: its profile and its policies.

use releases::Release;
use scheduler::{FlowPolicy, framework::Profile, queue::QueuePolicy};

use super::{config::args::Args, v1_16, v1_20, v1_34, v1_36};

/// Whether what a release runs may come with what reads documents about the scheduler: few runs are of an earlier one.
#[must_use]
pub fn is_loaded_late(release: Release) -> bool {
    matches!(release, Release::V1_16 | Release::V1_20)
}

/// The default profile of a release.
#[must_use]
pub fn default_profile(release: Release) -> Profile {
    profile_with(release, &Args::default())
}

/// The default profile, but no node is left out, neither by the search for feasible ones nor by preemption. Recorded cases
/// were decided so.
#[must_use]
pub fn exhaustive_profile(release: Release) -> Profile {
    let mut profile = profile_with(release, &Args::exhaustive());
    profile.cycle.percentage_of_nodes_to_score = 100;
    profile
}

fn profile_with(release: Release, args: &Args) -> Profile {
    match release {
        Release::V1_16 => v1_16::profile(args),
        Release::V1_20 => v1_20::profile(args),
        Release::V1_34 => v1_34::profile(args),
        Release::V1_36 => v1_36::profile(args),
    }
}

/// The default profile of one of the latest releases. It names no earlier one, and so takes nothing of theirs along.
pub(crate) fn profile_of_the_latest(release: Release) -> Option<Profile> {
    let args = Args::default();
    match release {
        Release::V1_34 => Some(v1_34::profile(&args)),
        Release::V1_36 => Some(v1_36::profile(&args)),
        Release::V1_16 | Release::V1_20 => None,
    }
}

/// How a release's queue works.
#[must_use]
pub fn queue_policy(release: Release) -> QueuePolicy {
    match release {
        Release::V1_16 => v1_16::QUEUE,
        Release::V1_20 => v1_20::QUEUE,
        Release::V1_34 => v1_34::QUEUE,
        Release::V1_36 => v1_36::QUEUE,
    }
}

/// How a release's decisions reach the cluster and come back.
#[must_use]
pub fn flow_policy(release: Release) -> FlowPolicy {
    match release {
        Release::V1_16 => v1_16::FLOW,
        Release::V1_20 => v1_20::FLOW,
        Release::V1_34 => v1_34::FLOW,
        Release::V1_36 => v1_36::FLOW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_releases_that_come_late_are_those_that_are_not_the_latest() {
        for release in Release::ALL {
            assert_eq!(is_loaded_late(release), profile_of_the_latest(release).is_none(), "{}", release.name());
        }
    }
}
