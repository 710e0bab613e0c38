//! The wording of v1.36, as far as it differs from v1.34.

use runlog::{LogEntry, Reason, UpstreamMessage, Wording};

use super::{log, messages};

/// The wording of v1.36.
pub(super) const WORDING: &dyn Wording = &V1_36Wording;

struct V1_36Wording;

impl Wording for V1_36Wording {
    fn render_reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::UntoleratedTaint { .. } => "node(s) had untolerated taint(s)".into(),
            other => super::v1_34::reason_text(other),
        }
    }

    fn has_same_text(&self, a: &Reason, b: &Reason) -> bool {
        match (a, b) {
            (Reason::UntoleratedTaint { .. }, Reason::UntoleratedTaint { .. }) => true,
            _ => super::v1_34::WORDING.has_same_text(a, b),
        }
    }

    fn render(&self, upstream_message: &UpstreamMessage<'_>) -> String {
        messages::v1_36(self, upstream_message)
    }

    fn render_log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_34(entry)
    }
}
