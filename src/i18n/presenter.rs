//! Speaker notes. Only the part of the page that presents has these words.

use super::table::presenter::PresenterSentences;

lazy_catalog!(PresenterSentences);
