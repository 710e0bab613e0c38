//! Texts about changes of the scheduler's decisions between minor releases.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

use super::table::version_changes::MinorSentences;

lazy_catalog!(MinorSentences);
