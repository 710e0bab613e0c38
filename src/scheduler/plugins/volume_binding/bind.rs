//! `Reserve` assumes the volumes of the chosen node, `PreBind` waits until the claims are bound.
//!
//! `Reserve` only changes the scheduler's own cache: no other pod gets these volumes, but nothing is written to the API
//! server yet. `PreBind` writes it, so that the volume controllers bind existing volumes and provision missing ones. It
//! fails after `bindTimeoutSeconds` (ten minutes). After a failure assumed volumes are released; what was written
//! stays.
//!
//! Upstream: `AssumePodVolumes`, `BindPodVolumes`, `RevertAssumedPodVolumes` of the binder. In v1.16 the scheduler
//! calls them outside of the framework, and binds volumes before `Permit`.

use std::rc::Rc;

use api::{Millis, Str};

use super::VolumeBinding;
use crate::framework::{Placement, PreBind, PreBindAnswer, Reservation, Reserve, ReserveCtx, VolumePlan};

#[derive(Clone, Copy, Debug)]
pub struct BindVolumes {
    /// `bindTimeoutSeconds`: how long it waits before it fails.
    pub timeout: Millis,
}

impl Reserve for VolumeBinding {
    fn reserve(&self, reserve_ctx: &ReserveCtx<'_>) -> Result<Option<Rc<dyn Reservation>>, Str> {
        if !reserve_ctx.has_run_pre_filter && !self.fails_by_error {
            // The plugin reads the state that its `PreFilter` wrote, for pods without volumes too.
            return Err("not found".into());
        }
        if !reserve_ctx.has_run_pre_filter || !reserve_ctx.placement.pod.has_volumes() {
            return Ok(None);
        }
        let plan = match reserve_ctx.earlier {
            // `Filter` does not run again for a member of a group, so its earlier result is reused.
            Some(earlier) => {
                let earlier_plan = earlier.iter().find_map(|reservation| reservation.volumes());
                VolumePlan { is_repeated: true, ..earlier_plan.cloned().unwrap_or_default() }
            }
            None => self.volume_plan(reserve_ctx.cycle, reserve_ctx.node),
        };
        Ok((!plan.is_empty()).then(|| Rc::new(plan) as Rc<dyn Reservation>))
    }
}

impl Reservation for VolumePlan {
    fn volumes(&self) -> Option<&VolumePlan> {
        Some(self)
    }
}

impl PreBind for BindVolumes {
    fn pre_bind(&self, placement: &Placement<'_>) -> Result<PreBindAnswer, Str> {
        Ok(if placement.pod.has_volumes() {
            PreBindAnswer::WaitForClaims(self.timeout)
        } else {
            PreBindAnswer::Duration(Millis::ZERO)
        })
    }
}
