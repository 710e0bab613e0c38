//! The words of groups of pods and of feature gates in the builder.
//!
//! Only the part of the page that draws them has these words: they are no part of [`Language`](super::table::Language).

use super::table::group_form::GroupFormSentences;

lazy_catalog!(GroupFormSentences);
