//! Feature gates: which releases have those that are modeled, and which are on by default.

use api::{FEATURE_GATES, FeatureGates};

use super::{Release, served_api::default_gate_state};

/// The first simulated release that has the modeled gates. All of them are alpha there, and off by default. The table
/// of all gates (`served_api`) has the same information, but is too large for the page.
pub const SINCE: Release = Release::V1_36;

/// Returns which modeled gates are on in a release if `set` lists explicit settings. Gates that are not modeled, or
/// that the release does not have, are ignored.
#[must_use]
pub fn resolve<'g>(release: Release, set: impl Iterator<Item = (&'g str, bool)>) -> FeatureGates {
    let mut gates = FeatureGates::default();
    for (name, is_on) in set.filter(|(name, _)| default_gate_state(release, name).is_some()) {
        gates.gate_mut(name).into_iter().for_each(|gate| *gate = is_on);
    }
    gates
}

/// Returns the modeled gates of a release.
pub fn names(release: Release) -> impl Iterator<Item = &'static str> {
    FEATURE_GATES.iter().filter(move |_| release >= SINCE).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_needs_others() {
        let resolve = |names: &[&str]| resolve(Release::V1_36, names.iter().map(|name| (*name, true)));
        assert_eq!(resolve(&[]), FeatureGates::default());
        assert_eq!(
            resolve(&["GenericWorkload", "WorkloadAwarePreemption"]).missing_dependency().expect("one is missing"),
            "WorkloadAwarePreemption is enabled, but depends on features that are disabled: [GangScheduling]"
        );
        let complete = resolve(&["WorkloadAwarePreemption", "GangScheduling", "GenericWorkload"]);
        assert_eq!(complete.missing_dependency(), None);
        assert_eq!((names(Release::V1_36).count(), names(Release::V1_34).count()), (5, 0));
    }

    #[test]
    fn served_gates_match_the_modeled_ones() {
        for release in Release::ALL {
            let states = FEATURE_GATES.map(|(name, _)| default_gate_state(release, name));
            assert_eq!(states, [(release >= SINCE).then_some(false); 5], "{release}");
        }
    }
}
