//! Texts of speaker notes. Only a chunk of the page needs them.

use super::table::presenter::PresenterSentences;

lazy_catalog!(PresenterSentences);
