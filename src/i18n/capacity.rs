//! How many more pods fit, and which would go elsewhere.
//!
//! Only parts of the page that look closer have these words: they are no part of [`Language`](super::table::Language).

pub use crate::table::capacity::CapacitySentences;

lazy_catalog!(CapacitySentences);
