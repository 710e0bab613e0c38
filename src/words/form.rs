//! The words of the builder's tables. Only the part of the page that builds has them.

use super::Lang;
use super::catalogue::form::{Form, Forms};

apart!(Forms);

impl Lang {
    /// A word of a table.
    #[must_use]
    pub fn form(self, word: Form) -> &'static str {
        words(self).form(word)
    }
}
