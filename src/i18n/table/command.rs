//! Texts of the command search.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// The names of commands, and labels of the search.
    pub struct CommandLabels from command {
        title,
        search,
        none,
        play,
        forward,
        back,
        next_event,
        last_event,
        home,
        end,
        next_preemption,
        next_failure,
        next_binding,
        next_caption,
        last_caption,
        faster,
        slower,
        bookmark,
        lanes,
        follow,
        predict,
        present,
        gallery,
        builder,
        new,
        add_pod,
        add_node,
        run,
        undo,
        redo,
        share,
        copy_link,
        save,
        inspector,
        page,
        console,
        pending,
        release,
        light,
        dark,
        keys,
    }
}

/// Labels of the search for commands.
pub trait CommandSentences: Grammar {
    fn command_labels(&self) -> &'static CommandLabels {
        CommandLabels::of(self)
    }
}

impl<T: Speaker> CommandSentences for T {}
