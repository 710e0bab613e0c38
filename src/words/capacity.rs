//! How many more pods fit, and which would go elsewhere.
//!
//! Only parts of the page that look closer have these words: they are no part of [`Language`](super::catalogue::Language).

pub use crate::catalogue::capacity::Sentences;

apart!(Sentences);
