//! The default profile and the policies of each release.

use releases::Release;
use runlog::{PluginId, Wording};
use scheduler::{
    FlowPolicy,
    cluster::{Accounting, ClaimRules},
    framework::{CyclePolicy, FilterRow, Profile, ScoreRow},
    queue::QueuePolicy,
};

use super::{
    config::args::Args,
    early_plugins,
    extensions::{Extensions, ProfilePolicies, filter_rows, framework_profile, score_rows},
    latest_plugins::{self, LazyPlugins},
    lazy_plugins::{idle_extensions, lazy_extensions},
    v1_16, v1_20, v1_34, v1_36,
};

/// Whether the code of a release can be loaded with the code that reads scheduler configurations: few runs are of an
/// early release.
#[must_use]
pub fn is_loaded_late(release: Release) -> bool {
    matches!(release, Release::V1_16 | Release::V1_20)
}

/// Returns the default profile of a release.
#[must_use]
pub fn default_profile(release: Release) -> Profile {
    profile_with(release, &Args::default())
}

/// Returns the default profile, except that no node is left out, neither by the search for feasible nodes nor by
/// preemption. Recorded cases were decided with it.
#[must_use]
pub fn exhaustive_profile(release: Release) -> Profile {
    let mut profile = profile_with(release, &Args::exhaustive());
    profile.cycle.percentage_of_nodes_to_score = 100;
    profile
}

/// Returns the default profile with these arguments of plugins.
pub(crate) fn profile_with(release: Release, args: &Args) -> Profile {
    match release {
        Release::V1_16 => v1_16::profile(args),
        Release::V1_20 => {
            let make = |plugin| early_plugins::extensions(plugin, release, args);
            let policies = ProfilePolicies {
                accounting: v1_20::ACCOUNTING,
                claims: ClaimRules::default(),
                cycle: v1_20::CYCLE,
                wording: releases::wording(release),
            };
            framework_profile(release, &make, policies)
        }
        Release::V1_34 => latest_profile(&V1_34, args, lazy_extensions),
        Release::V1_36 => latest_profile(&V1_36, args, lazy_extensions),
    }
}

/// What distinguishes one of the latest releases.
struct LatestRelease {
    release: Release,
    accounting: Accounting,
    cycle: CyclePolicy,
    wording: &'static dyn Wording,
}

const V1_34: LatestRelease = LatestRelease {
    release: Release::V1_34,
    accounting: v1_34::ACCOUNTING,
    cycle: v1_34::CYCLE,
    wording: releases::V1_34_WORDING,
};

const V1_36: LatestRelease = LatestRelease {
    release: Release::V1_36,
    accounting: v1_36::ACCOUNTING,
    cycle: v1_36::CYCLE,
    wording: releases::V1_36_WORDING,
};

fn latest_profile(latest_release: &LatestRelease, args: &Args, lazy_plugins: LazyPlugins) -> Profile {
    let LatestRelease { release, accounting, cycle, wording } = *latest_release;
    let make = |plugin| latest_plugins::extensions(plugin, release, args, lazy_plugins);
    let claims = latest_plugins::claim_rules(release, args);
    framework_profile(release, &make, ProfilePolicies { accounting, claims, cycle, wording })
}

/// Returns the default profile of one of the latest releases, for runs with only simple pods (`lazy_plugins`). It
/// refers to no earlier release and to no plugin that does nothing for such pods, so that their code can be loaded
/// late.
pub(crate) fn profile_of_the_latest(release: Release) -> Option<Profile> {
    let latest_release = match release {
        Release::V1_34 => &V1_34,
        Release::V1_36 => &V1_36,
        Release::V1_16 | Release::V1_20 => return None,
    };
    Some(latest_profile(latest_release, &Args::default(), idle_extensions))
}

/// Returns the filters and scores that only a configuration enables.
pub(crate) fn optional_rows(release: Release, args: &Args) -> (Vec<FilterRow>, Vec<ScoreRow>) {
    let make = |plugin| extensions(plugin, release, args);
    (filter_rows(release, true, &make), score_rows(release, true, &make))
}

fn extensions(plugin: PluginId, release: Release, args: &Args) -> Extensions {
    match is_loaded_late(release) {
        true => early_plugins::extensions(plugin, release, args),
        false => latest_plugins::extensions(plugin, release, args, lazy_extensions),
    }
}

/// Returns the queue policy of a release.
#[must_use]
pub fn queue_policy(release: Release) -> QueuePolicy {
    match release {
        Release::V1_16 => v1_16::QUEUE,
        Release::V1_20 => v1_20::QUEUE,
        Release::V1_34 => v1_34::QUEUE,
        Release::V1_36 => v1_36::QUEUE,
    }
}

/// Returns the flow policy of a release.
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
    use std::rc::Rc;

    use api::{Pod, Str};
    use releases::plugins::{ExtensionPoint, find_plugin, plugins};
    use scheduler::{
        cluster::{Objects, PodInfo, Snapshot},
        framework::{ClusterEvent, CycleCtx},
    };

    use super::*;

    #[test]
    fn all_but_the_latest_releases_are_loaded_late() {
        for release in Release::ALL {
            assert_eq!(is_loaded_late(release), profile_of_the_latest(release).is_none(), "{}", release.name());
        }
    }

    #[test]
    fn every_plugin_has_code_for_the_points_that_it_extends() {
        for release in Release::ALL {
            for plugin in plugins(release) {
                let extensions = extensions(plugin.id, release, &Args::default());
                for (points, has_code) in [
                    (&[ExtensionPoint::Filter, ExtensionPoint::PreFilter][..], extensions.filter.is_some()),
                    (&[ExtensionPoint::Score, ExtensionPoint::PreScore], extensions.score.is_some()),
                    (&[ExtensionPoint::PostFilter], extensions.post_filter.is_some()),
                    (&[ExtensionPoint::Reserve], extensions.reserve.is_some()),
                    (&[ExtensionPoint::PreBind], extensions.pre_bind.is_some()),
                    (&[ExtensionPoint::Bind], extensions.bind.is_some()),
                ] {
                    let extends = |release: Release| {
                        let usage = find_plugin(release, plugin.name).map(|plugin| plugin.usage);
                        usage.is_some_and(|usage| points.iter().any(|point| usage.extends(*point)))
                    };
                    assert!(has_code || !extends(release), "{release} {}: no code at {points:?}", plugin.name);
                    let is_used = Release::ALL.into_iter().any(extends);
                    assert!(is_used || !has_code, "{release} {}: code at {points:?} that never runs", plugin.name);
                }
            }
        }
    }

    /// Since v1.36, a pod that spread constraints rejected is requeued when another pod loses its nomination.
    #[test]
    fn an_ended_nomination_wakes_pods_that_spread() {
        let info = |json: &str, profile: &Profile| {
            let pod: Pod = serde_json::from_str(json).expect("a pod");
            PodInfo::new(Rc::new(pod), &profile.accounting)
        };
        for (profile, wakes) in [(default_profile(Release::V1_34), false), (default_profile(Release::V1_36), true)] {
            let waiting = info(
                r#"{"metadata":{"uid":"w","namespace":"n"},"spec":{"topologySpreadConstraints":[{"maxSkew":1,
                   "topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"app":"web"}}}]}}"#,
                &profile,
            );
            let ended = info(r#"{"metadata":{"uid":"x","namespace":"n","labels":{"app":"web"}}}"#, &profile);
            let (snapshot, objects) = (Snapshot::default(), Objects::default());
            let cycle = CycleCtx { pod: &waiting, snapshot: &snapshot, objects: &objects, order: None };
            let event = ClusterEvent::AssignedPodDelete { pod: &ended, up_to: Some(0) };
            let rejecting = [Str::from("PodTopologySpread").as_str().into()];
            assert_eq!(profile.may_help(&cycle, &rejecting, &event), wakes, "{:?}", profile.scheduler);
        }
    }
}
