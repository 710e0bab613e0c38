//! The wording of v1.16: predicates and priorities.

use runlog::{LogEntry, Reason, UpstreamMessage, Wording};

use super::{log, messages};

/// The wording of v1.16.
pub(super) const WORDING: &dyn Wording = &V1_16Wording;

struct V1_16Wording;

impl Wording for V1_16Wording {
    fn render_reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::Cordoned => "node(s) were unschedulable".into(),
            Reason::OtherNodeNamed => "node(s) didn't match the requested hostname".into(),
            Reason::UntoleratedTaint { .. } => "node(s) had taints that the pod didn't tolerate".into(),
            Reason::NodeSelectorMismatch | Reason::AddedAffinityMismatch => "node(s) didn't match node selector".into(),
            Reason::TooManyPods { .. } => "Insufficient pods".into(),
            other => super::v1_20::reason_text(other),
        }
    }

    fn render(&self, upstream_message: &UpstreamMessage<'_>) -> String {
        messages::v1_16(self, upstream_message)
    }

    fn render_log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_16(entry)
    }
}
