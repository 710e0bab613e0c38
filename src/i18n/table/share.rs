//! Texts of the sharing dialog and of embedded pages.

use crate::{languages::Speaker, messages::share as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of the sharing dialog and embedded pages.
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

/// Sentences about the sharing dialog and embedded pages.
pub trait ShareSentences: Grammar {
    fn share_labels(&self) -> &'static ShareLabels {
        ShareLabels::of(self)
    }

    /// The length of a link.
    fn characters(&self, count: usize) -> String {
        messages::Characters { count }.text(self.language())
    }
}

impl<T: Speaker> ShareSentences for T {}
