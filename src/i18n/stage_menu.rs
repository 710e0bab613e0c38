//! Texts of the menu of a pod or node on the stage.
//!
//! Only the chunk `Editing` needs these texts, so they are not part of [`Language`](super::table::Language).

pub use crate::table::stage_menu::StageMenuSentences;

lazy_catalog!(StageMenuSentences);
