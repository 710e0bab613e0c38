//! Detailed texts about pod groups.
//!
//! Only chunks of the page need these texts, so they are not part of [`Language`](super::table::Language).

pub use crate::table::group_facts::{GroupFactSentences, GroupResult};

lazy_catalog!(GroupFactSentences);
