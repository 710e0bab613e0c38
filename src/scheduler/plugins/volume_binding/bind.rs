//! After the decision: `Reserve` sets aside the volumes of the chosen node, `PreBind` waits until the claims are bound.
//!
//! In `Reserve` only the scheduler knows: no other pod gets these volumes, and nothing is written yet. `PreBind` writes it
//! down, so that the volume controllers bind what is there and make what is missing. It gives up after
//! `bindTimeoutSeconds` (ten minutes). If it fails, what was only set aside is given back; what was written stays.
//!
//! Upstream: `AssumePodVolumes`, `BindPodVolumes`, `RevertAssumedPodVolumes` of the binder. In v1.16 the scheduler calls them
//! outside of the framework, and binds volumes before `Permit`.

use std::rc::Rc;

use api::{Millis, Str};

use super::VolumeBinding;
use crate::framework::{Placement, PreBind, PreBindAnswer, Reservation, Reserve, ReserveCtx, VolumePlan};

/// `PreBind` of the plugin.
#[derive(Clone, Copy, Debug)]
pub struct BindVolumes {
    /// After so long it fails: `bindTimeoutSeconds`.
    pub timeout: Millis,
}

impl Reserve for VolumeBinding {
    fn reserve(&self, reserve_ctx: &ReserveCtx<'_>) -> Result<Option<Rc<dyn Reservation>>, Str> {
        if !reserve_ctx.pre_filter_ran && !self.fails_by_error {
            // The plugin reads what it noted before filtering, for pods without volumes too.
            return Err("not found".into());
        }
        if !reserve_ctx.pre_filter_ran || !reserve_ctx.placement.pod.has_volumes() {
            return Ok(None);
        }
        let plan = match reserve_ctx.earlier {
            // `Filter` does not run again for a member of a group, so what it found is handed out again.
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
