//! The words of the builder's tables. Only the part of the page that builds has them.

use super::{
    Lang,
    table::form_labels::{FormLabel, FormSentences},
};

lazy_catalog!(FormSentences);

impl Lang {
    /// A word of a table.
    #[must_use]
    pub fn form_label(self, word: FormLabel) -> &'static str {
        words(self).form_label(word)
    }
}
