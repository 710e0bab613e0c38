//! Texts of the command search.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// The names of commands, and labels of the search.
    pub struct CommandLabels from command;
}

/// Labels of the search for commands.
pub trait CommandSentences: Grammar {
    fn command_labels(&self) -> &'static CommandLabels {
        CommandLabels::of(self)
    }
}

impl<T: Speaker> CommandSentences for T {}
