//! Groups of pods in words, where the page looks closer.
//!
//! Only parts of the page that come with a chunk have these words: they are no part of [`Language`](super::table::Language).

pub use crate::table::group_facts::{GroupFactSentences, GroupResult};

lazy_catalog!(GroupFactSentences);
