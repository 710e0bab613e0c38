//! The words of the builder's tables. Only the part of the page that builds has them.

use super::Lang;
use super::table::form::{Form, FormSentences};

apart!(FormSentences);

impl Lang {
    /// A word of a table.
    #[must_use]
    pub fn form(self, word: Form) -> &'static str {
        words(self).form(word)
    }
}
