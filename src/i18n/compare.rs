//! What differs in two runs.
//!
//! Only the part of the page that looks closer has these words: they are no part of [`Language`](super::table::Language).

pub use crate::table::compare::CompareSentences;

lazy_catalog!(CompareSentences);
