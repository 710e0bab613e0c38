//! Texts about how many more pods fit, and about rebalancing.
//!
//! Only chunks of the page need these texts, so they are not part of [`Language`](super::table::Language).

pub use crate::table::capacity::CapacitySentences;

lazy_catalog!(CapacitySentences);
