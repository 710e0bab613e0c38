//! What protects a pod, and what would evict it.
//!
//! Only parts of the page that build or look closer have these words: they are no part of [`Language`](super::table::Language).

pub use crate::table::evictors::EvictorSentences;

lazy_catalog!(EvictorSentences);
