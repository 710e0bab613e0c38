//! v1.36: reasons and events that read otherwise.

use record::{LogEntry, Reason, Said, Wording};

use super::{log, said};

/// The words of the release.
pub(super) const WORDING: &dyn Wording = &Words;

struct Words;

impl Wording for Words {
    fn reason(&self, wanted: &Reason) -> String {
        match wanted {
            Reason::UntoleratedTaint { .. } => "node(s) had untolerated taint(s)".into(),
            other => super::v1_34::reason(other),
        }
    }

    fn reads_alike(&self, a: &Reason, b: &Reason) -> bool {
        match (a, b) {
            (Reason::UntoleratedTaint { .. }, Reason::UntoleratedTaint { .. }) => true,
            _ => super::v1_34::WORDING.reads_alike(a, b),
        }
    }

    fn say(&self, said: &Said<'_>) -> String {
        said::v1_36(self, said)
    }

    fn log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_34(entry)
    }
}
