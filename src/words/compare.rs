//! What differs in two runs.
//!
//! Only the part of the page that looks closer has these words: they are no part of [`Language`](super::catalogue::Language).

pub use crate::catalogue::compare::Sentences;

apart!(Sentences);
