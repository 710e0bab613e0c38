//! v1.16: the words of predicates and priorities.

use record::{LogEntry, Reason, Said, Wording};

use super::{log, said};

/// The words of the release.
pub(super) const WORDING: &dyn Wording = &Words;

struct Words;

impl Wording for Words {
    fn reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::Cordoned => "node(s) were unschedulable".into(),
            Reason::OtherNodeNamed => "node(s) didn't match the requested hostname".into(),
            Reason::UntoleratedTaint { .. } => "node(s) had taints that the pod didn't tolerate".into(),
            Reason::NodeSelectorMismatch | Reason::AddedAffinityMismatch => "node(s) didn't match node selector".into(),
            Reason::TooManyPods { .. } => "Insufficient pods".into(),
            other => super::v1_20::reason(other),
        }
    }

    fn say(&self, said: &Said<'_>) -> String {
        said::v1_16(self, said)
    }

    fn log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_16(entry)
    }
}
