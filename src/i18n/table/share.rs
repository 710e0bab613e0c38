//! The sheet that shares what is shown, and the page inside of another.

use crate::{languages::Speaker, messages::share as messages, table::grammar::Grammar};

message_struct! {
    /// Fixed words of it.
    pub struct ShareLabels from share {
        title,
        link,
        by_name,
        whole_text,
        copy_link,
        copy,
        send,
        no_room,
        near_2000,
        above_2000,
        above_4000,
        file,
        download,
        markdown,
        iframe,
        own_lesson,
        download_lesson,
        quiz,
        quiz_hint,
        code,
        code_too_long,
        enlarge_code,
        shrink_code,
        open_in,
        no_picture,
        no_names,
    }
}

/// Sentences of it.
pub trait ShareSentences: Grammar {
    /// The fixed words.
    fn share_labels(&self) -> &'static ShareLabels {
        ShareLabels::of(self)
    }

    /// How long a link is.
    fn characters(&self, count: usize) -> String {
        messages::Characters { count }.text(self.language())
    }
}

impl<T: Speaker> ShareSentences for T {}
