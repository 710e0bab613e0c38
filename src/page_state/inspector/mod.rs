//! The inspector: what is known of the selected pod, the selected node and the attempt. This file holds its state: the page and the open question.
//!
//! A question about a run is data (`protocol::Question`), and so is its answer (`protocol::Answer`); `i18n::answer_text` makes of both a sentence,
//! a table and ways to moments. `selectors::open_questions` says which questions a pod, a node or the run offers; `questions` draws them and the
//! answer to the one that is open. It stays open while the playhead moves, and in a fork that tries what it says.

pub mod update;

use protocol::{Query, Question, RunNumber};

use crate::{panels::InspectorPage, run::RunState};

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

/// A question at the moment with this index.
pub fn query_at(run_state: &RunState, at: usize, question: Question) -> Query {
    Query { run: run_state.view.run, events: run_state.events_at(at), question }
}

/// The scheduler's log of the run shown, with all its words.
pub fn log_query(run_number: RunNumber) -> Query {
    Query { run: run_number, events: 0, question: Question::Log }
}
