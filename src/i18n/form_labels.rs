//! Labels of the builder's tables. Only a chunk of the page needs them.

use super::{
    Lang,
    table::form_labels::{FormLabel, FormSentences},
};

lazy_catalog!(FormSentences);

impl Lang {
    /// The text of a label.
    #[must_use]
    pub fn form_label(self, word: FormLabel) -> &'static str {
        words(self).form_label(word)
    }
}
