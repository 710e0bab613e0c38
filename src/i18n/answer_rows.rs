//! What an answer looks like: a sentence, a table, and positions in the run as evidence.

use api::Str;
use protocol::Position;

use super::short_pod_name;

/// The text of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerText {
    /// The summary.
    pub sentence: String,
    /// The position of the evidence in the run.
    pub place: Option<Position>,
    /// The headings of the table's columns.
    pub head: Vec<&'static str>,
    pub rows: Vec<AnswerRow>,
    /// Further findings, each with the position of its evidence.
    pub notes: Vec<(String, Option<Position>)>,
    /// How the answer was computed.
    pub method: &'static str,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRow {
    /// The pod or node of the row; empty if it has none.
    pub about: Str,
    /// The cells; the first one names the subject.
    pub cells: Vec<String>,
}

impl AnswerRow {
    pub(crate) fn new(about: &Str, rest: impl IntoIterator<Item = String>) -> Self {
        let cells = [short_pod_name(about).to_owned()].into_iter().chain(rest).collect();
        Self { about: about.clone(), cells }
    }
}
