//! Texts of pod groups and feature gates in the builder.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

use super::table::group_form::GroupFormSentences;

lazy_catalog!(GroupFormSentences);
