//! Feature gates: which release has those that are modeled, and what is on by default.

use api::{FEATURE_GATES, FeatureGates, Str};

use super::Release;

/// The first release that is played here and has the gates. All of them are alpha there, and off by default.
pub const SINCE: Release = Release::V1_36;

/// What is on in a release whose gates are named like this. Gates that are not modeled, or that the release does not have, are left out.
///
/// # Errors
/// Upstream's words about a gate without what it needs.
pub fn resolve<'g>(release: Release, named: impl Iterator<Item = (&'g str, bool)>) -> Result<FeatureGates, Str> {
    let mut gates = FeatureGates::default();
    for (name, is_on) in named.filter(|_| release >= SINCE) {
        gates.gate_mut(name).into_iter().for_each(|gate| *gate = is_on);
    }
    gates.missing_dependency().map_or(Ok(gates), Err)
}

/// The gates of a release that are modeled.
pub fn names(release: Release) -> impl Iterator<Item = &'static str> {
    FEATURE_GATES.iter().filter(move |_| release >= SINCE).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_needs_others() {
        let resolve = |names: &[&str]| resolve(Release::V1_36, names.iter().map(|name| (*name, true)));
        assert_eq!(resolve(&[]), Ok(FeatureGates::default()));
        assert_eq!(
            resolve(&["GenericWorkload", "WorkloadAwarePreemption"]).unwrap_err(),
            "WorkloadAwarePreemption is enabled, but depends on features that are disabled: [GangScheduling]"
        );
        assert!(resolve(&["WorkloadAwarePreemption", "GangScheduling", "GenericWorkload"]).is_ok());
        assert_eq!((names(Release::V1_36).count(), names(Release::V1_34).count()), (5, 0));
    }
}
