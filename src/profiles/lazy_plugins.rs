//! The plugins of v1.34 and v1.36 that do nothing for simple pods, and their replacements in runs that have only such
//! pods. A program can load the plugins when a manifest first needs them.
//!
//! A simple pod has no volume that affects scheduling and no affinity to pods (`Manifest::is_simple`).

use std::rc::Rc;

use api::{Millis, Str};
use releases::Release;
use runlog::{NodeIx, PluginId as Id};
use scheduler::{
    framework::{
        CycleCtx, Filter, Placement, PreBind, PreBindAnswer, PreFilterOutcome, Reservation, Reserve, ReserveCtx, Score,
        Scorer,
    },
    plugins::{
        inter_pod_affinity::{
            Bookkeeping, CheckOrder, HintScope, InterPodAffinityFilter, InterPodAffinityScore, NamespaceRule,
        },
        node_volume_limits::NodeVolumeLimits,
        volume_binding::{BindVolumes, VolumeBinding},
        volume_restrictions::VolumeRestrictions,
        volume_zone::{VolumeZone, ZoneLabels},
    },
};

use super::{
    config::args::Args,
    extensions::{Extensions, MAX},
};

/// Creates the extensions of one of these plugins.
pub(super) fn lazy_extensions(plugin: Id, release: Release, args: &Args) -> Extensions {
    let since_v1_36 = release >= Release::V1_36;
    let none = Extensions::default();
    match plugin {
        Id::VolumeRestrictions => none.filter(VolumeRestrictions { checks_single_pod_claims: true }),
        Id::NodeVolumeLimits => none.filter(NodeVolumeLimits {
            reads_node_allocatable: false,
            counts_migrated_disks: true,
            always_migrates_portworx: since_v1_36,
        }),
        Id::VolumeBinding => {
            let volumes = VolumeBinding { fails_by_error: false, checks_recent_volume_features: true };
            let bind_volumes = BindVolumes { timeout: args.bind_timeout };
            none.filter(volumes).score(volumes).reserve(volumes).pre_bind(bind_volumes)
        }
        Id::VolumeZone => none.filter(VolumeZone { labels: ZoneLabels::Translated }),
        Id::InterPodAffinity => none
            .filter(InterPodAffinityFilter {
                order: CheckOrder::OwnFirst,
                bookkeeping: Bookkeeping::Exact,
                namespaces: NamespaceRule::SelectedOrEmpty,
                first_pod_needs_keys: true,
                adds_generic_reason: false,
                can_skip: true,
                hint_scope: if since_v1_36 { HintScope::BothSides } else { HintScope::OwnTerms },
            })
            .score(InterPodAffinityScore {
                max: MAX,
                hard_weight: args.hard_weight,
                ignores_existing_preferences: args.ignores_existing_preferences,
                namespaces: NamespaceRule::SelectedOrEmpty,
                normalizes_from_zero: false,
                can_skip: true,
            }),
        _ => none,
    }
}

/// Creates replacements with the same extension points, for runs in which all pods are simple.
pub(super) fn idle_extensions(plugin: Id, _: Release, _: &Args) -> Extensions {
    let none = Extensions::default();
    match plugin {
        Id::VolumeRestrictions | Id::NodeVolumeLimits | Id::VolumeZone => none.filter(IdlePlugin),
        Id::VolumeBinding => none.filter(IdlePlugin).score(IdlePlugin).reserve(IdlePlugin).pre_bind(IdlePlugin),
        Id::InterPodAffinity => none.filter(IdlePlugin).score(IdlePlugin),
        _ => none,
    }
}

/// Behaves like these plugins do for a simple pod.
struct IdlePlugin;

impl Filter for IdlePlugin {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        debug_assert!(cycle.pod.pod.spec.is_simple(), "a run of other pods has the plugins for them");
        PreFilterOutcome::Skip
    }
}

impl Score for IdlePlugin {
    fn prepare<'c>(&'c self, _: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        Ok(None)
    }
}

impl Reserve for IdlePlugin {
    fn reserve(&self, _: &ReserveCtx<'_>) -> Result<Option<Rc<dyn Reservation>>, Str> {
        Ok(None)
    }
}

impl PreBind for IdlePlugin {
    fn pre_bind(&self, _: &Placement<'_>) -> Result<PreBindAnswer, Str> {
        Ok(PreBindAnswer::Duration(Millis::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::latest_plugins::LazyPlugins;

    const PLUGINS: [Id; 5] =
        [Id::VolumeRestrictions, Id::NodeVolumeLimits, Id::VolumeBinding, Id::VolumeZone, Id::InterPodAffinity];

    #[test]
    fn lazy_plugin_has_the_points_of_the_real_one() {
        for plugin in PLUGINS {
            let points = |make: LazyPlugins| {
                let Extensions { filter, score, post_filter, reserve, pre_bind, bind } =
                    make(plugin, Release::V1_36, &Args::default());
                [
                    filter.is_some(),
                    score.is_some(),
                    post_filter.is_some(),
                    reserve.is_some(),
                    pre_bind.is_some(),
                    bind.is_some(),
                ]
            };
            assert_eq!(points(lazy_extensions), points(idle_extensions), "{plugin:?}");
        }
    }
}
