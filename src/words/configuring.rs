//! The words of the form of a scheduler's configuration.
//!
//! Only the part of the page that builds has these words: they are no part of [`Language`](super::catalogue::Language).

use super::catalogue::configuring::Sentences;

apart!(Sentences);
