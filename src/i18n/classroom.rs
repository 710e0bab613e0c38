//! A class: lessons that are written, courses, results.
//!
//! Only the part of the page that has these needs the words: they are no part of [`Language`](super::table::Language).

use super::table::classroom::ClassroomSentences;

lazy_catalog!(ClassroomSentences);
