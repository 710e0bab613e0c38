//! The wording of v1.20: the early scheduling framework.

use runlog::{LogEntry, Reason, UpstreamMessage, VolumeReason, Wording};

use super::{log, messages};

/// The wording of v1.20.
pub(super) const WORDING: &dyn Wording = &V1_20Wording;

struct V1_20Wording;

impl Wording for V1_20Wording {
    fn render_reason(&self, reason: &Reason) -> String {
        reason_text(reason)
    }

    fn render(&self, upstream_message: &UpstreamMessage<'_>) -> String {
        messages::v1_20(self, upstream_message)
    }

    fn render_log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_20(entry)
    }
}

/// Renders a reason in the wording of v1.20, which v1.16 shares except for a few reasons.
pub(super) fn reason_text(reason: &Reason) -> String {
    match reason {
        Reason::OtherNodeNamed => "node(s) didn't match the requested hostname".into(),
        Reason::UntoleratedTaint { key, value } => {
            format!("node(s) had taint {{{key}: {value}}}, that the pod didn't tolerate")
        }
        Reason::NodeSelectorMismatch => "node(s) didn't match Pod's node affinity".into(),
        Reason::Volume(VolumeReason::AffinityMismatch { .. }) => "node(s) had volume node affinity conflict".into(),
        Reason::Volume(VolumeReason::VolumeGone { .. }) => "pvc(s) bound to non-existent pv(s)".into(),
        Reason::PodAffinityOrAntiAffinity => "node(s) didn't match pod affinity/anti-affinity".into(),
        other => super::v1_34::reason_text(other),
    }
}
