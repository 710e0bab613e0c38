//! The words of the forms of documents about the scheduler.
//!
//! Only the part of the page that draws these forms has these words: they are no part of [`Language`](super::table::Language).

use super::table::config_form::ConfiguringSentences;

lazy_catalog!(ConfiguringSentences);
