//! What changed in the scheduler's decisions from one minor release to the next.
//!
//! Only the part of the page that shows texts has these words: they are no part of [`Language`](super::table::Language).

use super::table::version_changes::MinorSentences;

lazy_catalog!(MinorSentences);
