//! Texts of classes: the lesson editor, courses, results.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

use super::table::classroom::ClassroomSentences;

lazy_catalog!(ClassroomSentences);
