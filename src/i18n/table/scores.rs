//! The texts of the scores on the stage.

use crate::{languages::Speaker, messages::scores as messages, table::grammar::Grammar};

message_struct! {
    /// Fixed words about scores.
    pub struct ScoreLabels from scores;
}

/// The texts of the scores on the stage.
pub trait ScoreSentences: Grammar {
    /// The fixed words.
    fn score_labels(&self) -> &'static ScoreLabels {
        ScoreLabels::of(self)
    }

    /// The plugins that give all nodes the same points: the sum, and each of them.
    fn same_on_every_node(&self, sum: i64, parts: &str) -> String {
        messages::SameOnEveryNode { sum, parts }.text(self.language())
    }

    /// How many points a node has less than the winner.
    fn behind(&self, points: i64) -> String {
        messages::Behind { points }.text(self.language())
    }

    /// In place of a name, the number of nodes with equal scores, which share a line: `3 nodes`.
    fn nodes(&self, count: usize) -> String {
        messages::Nodes { count }.text(self.language())
    }
}

impl<T: Speaker> ScoreSentences for T {}
