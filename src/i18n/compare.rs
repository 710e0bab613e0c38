//! Texts about the differences between two runs.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

pub use crate::table::compare::CompareSentences;

lazy_catalog!(CompareSentences);
