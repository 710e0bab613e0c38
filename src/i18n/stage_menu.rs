//! What the menu of a pod or a node does to it at the moment shown.
//!
//! Only the part of the page that edits has these words: they are no part of [`Language`](super::table::Language).

pub use crate::table::stage_menu::StageMenuSentences;

lazy_catalog!(StageMenuSentences);
