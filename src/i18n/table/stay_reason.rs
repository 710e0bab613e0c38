//! Why a pod stays where it is.

use protocol::StayReason;

use crate::{format_clock, languages::Speaker, messages::stay_reason as messages, table::grammar::Grammar};

/// Sentences about why a pod stays on its node.
pub trait StaySentences: Grammar {
    /// Why a pod stays: in a drain, or on a node that isn't healthy.
    fn stay_reason(&self, reason: StayReason, in_drain: bool) -> String {
        match reason {
            StayReason::Daemon if in_drain => messages::stay_reason_daemon_in_drain(self.language()).into(),
            StayReason::Daemon => messages::stay_reason_daemon(self.language()).into(),
            StayReason::Mirror if in_drain => messages::stay_reason_mirror_in_drain(self.language()).into(),
            StayReason::Mirror => messages::stay_reason_mirror(self.language()).into(),
            StayReason::Finished => messages::stay_reason_finished(self.language()).into(),
            StayReason::Tolerates => messages::stay_reason_tolerates(self.language()).into(),
            StayReason::ToleratesFor(time) => {
                messages::StayReasonToleratesFor { time: format_clock(time) }.text(self.language())
            }
            StayReason::EvictionsStopped => messages::stay_reason_evictions_stopped(self.language()).into(),
            StayReason::NotTainted => messages::stay_reason_not_tainted(self.language()).into(),
            StayReason::Terminating => messages::stay_reason_terminating(self.language()).into(),
            StayReason::EndsAnyway => messages::stay_reason_ends_anyway(self.language()).into(),
            StayReason::NotFollowed(time) => {
                let time = format_clock(time.round_down_to(api::Millis::new(100)));
                messages::StayReasonNotFollowed { time }.text(self.language())
            }
            StayReason::NotReached => messages::stay_reason_not_reached(self.language()).into(),
        }
    }
}

impl<T: Speaker> StaySentences for T {}
