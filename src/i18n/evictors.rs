//! Texts about what protects a pod, and what would evict it.
//!
//! Only chunks of the page need these texts, so they are not part of [`Language`](super::table::Language).

pub use crate::table::evictors::EvictorSentences;

lazy_catalog!(EvictorSentences);
