//! The inspector: what is known of the selected pod, the selected node and the attempt. This file holds its state: the page and the open question.
//!
//! A question about a run is data (`protocol::Question`), and so is its answer (`protocol::Answer`); `i18n::answer_text` makes of both a sentence,
//! a table and ways to moments. `open_questions` says which questions a pod, a node or the run offers; `questions` draws them and the
//! answer to the one that is open. It stays open while the playhead moves, and in a fork that tries what it says.

pub mod chunk_need;
pub mod open_questions;
pub mod update;

use protocol::Query;

use crate::panes::InspectorPage;

/// What the inspector shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspector {
    /// Its page.
    pub page: InspectorPage,
    /// Whether it is folded away.
    pub is_folded: bool,
    /// The question that stands open.
    pub query: Option<Query>,
}
