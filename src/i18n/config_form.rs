//! Texts of the forms of scheduler documents.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

use super::table::config_form::ConfiguringSentences;

lazy_catalog!(ConfiguringSentences);
