//! The plugins of v1.34 and v1.36 that look at volumes alone, and what stands in their places where no pod has any: few texts have, so a program
//! may fetch the plugins when it comes upon one.

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
        node_volume_limits::NodeVolumeLimits,
        volume_binding::{BindVolumes, VolumeBinding},
        volume_restrictions::VolumeRestrictions,
        volume_zone::{VolumeZone, ZoneLabels},
    },
};

use super::{config::args::Args, extensions::Extensions};

/// Makes the plugins that look at volumes: [`volume_extensions`] or [`idle_extensions`].
pub(super) type VolumePlugins = fn(Id, Release, &Args) -> Extensions;

/// What they do.
pub(super) fn volume_extensions(plugin: Id, release: Release, args: &Args) -> Extensions {
    let none = Extensions::default();
    match plugin {
        Id::VolumeRestrictions => none.filter(VolumeRestrictions { single_pod_claims: true }),
        Id::NodeVolumeLimits => {
            let portworx_migrated = release >= Release::V1_36;
            none.filter(NodeVolumeLimits { node_limits: false, migrated: true, portworx_migrated })
        }
        Id::VolumeBinding => {
            let volumes = VolumeBinding { fails_by_error: false, modern: true };
            let bind_volumes = BindVolumes { timeout: args.bind_timeout };
            none.filter(volumes).score(volumes).reserve(volumes).pre_bind(bind_volumes)
        }
        Id::VolumeZone => none.filter(VolumeZone { labels: ZoneLabels::Translated }),
        _ => none,
    }
}

/// The same extension points, where no pod has a volume.
pub(super) fn idle_extensions(plugin: Id, _: Release, _: &Args) -> Extensions {
    let none = Extensions::default();
    match plugin {
        Id::VolumeRestrictions | Id::NodeVolumeLimits | Id::VolumeZone => none.filter(IdleVolumePlugin),
        Id::VolumeBinding => {
            none.filter(IdleVolumePlugin).score(IdleVolumePlugin).reserve(IdleVolumePlugin).pre_bind(IdleVolumePlugin)
        }
        _ => none,
    }
}

/// Does what these plugins do for a pod without volumes.
struct IdleVolumePlugin;

impl Filter for IdleVolumePlugin {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        debug_assert!(!cycle.pod.has_volumes(), "a run with volumes has the plugins for them");
        PreFilterOutcome::Skip
    }
}

impl Score for IdleVolumePlugin {
    fn prepare<'c>(&'c self, _: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        Ok(None)
    }
}

impl Reserve for IdleVolumePlugin {
    fn reserve(&self, _: &ReserveCtx<'_>) -> Result<Option<Rc<dyn Reservation>>, Str> {
        Ok(None)
    }
}

impl PreBind for IdleVolumePlugin {
    fn pre_bind(&self, _: &Placement<'_>) -> Result<PreBindAnswer, Str> {
        Ok(PreBindAnswer::Duration(Millis::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_has_the_same_extension_points() {
        for plugin in [Id::VolumeRestrictions, Id::NodeVolumeLimits, Id::VolumeBinding, Id::VolumeZone] {
            let points = |make: VolumePlugins| {
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
            assert_eq!(points(volume_extensions), points(idle_extensions), "{plugin:?}");
        }
    }
}
