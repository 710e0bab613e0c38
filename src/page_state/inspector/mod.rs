//! The inspector: details about the selected pod, the selected node and the attempt. This file has its state: the page and the open
//! query.
//!
//! A question about a run is data (`protocol::Question`), and so is its answer (`protocol::Answer`); `i18n::answer_text` renders both as
//! a sentence, a table and links to moments. `selectors::open_questions` lists the questions for a pod, a node or the run; the page draws
//! them and the answer to the open one. It stays open while the playhead moves, and in a fork that tries a suggestion.

pub mod update;

use api::Str;
use protocol::{Query, Question, RunNumber};

use crate::{panels::InspectorPage, run::RunState};

/// The state of the inspector.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspector {
    pub page: InspectorPage,
    /// Whether it is folded.
    pub is_folded: bool,
    /// The open query.
    pub query: Option<Query>,
    /// The chosen field, as links have it; empty for the default one (`field`).
    pub field: Str,
}

/// A question about the moment at this index.
pub fn query_at(run_state: &RunState, at: usize, question: Question) -> Query {
    Query { run: run_state.view.run, events: run_state.events_at(at), question }
}

/// The query for the texts of the scheduler's log.
pub fn log_query(run_number: RunNumber) -> Query {
    Query { run: run_number, events: 0, question: Question::Log }
}
