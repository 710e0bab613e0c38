//! Selectors: data derived from several slices of the state. They read the whole [`Store`](crate::store::Store) and change nothing.
//! Views, effects and the reducer call them; a feature's `update` doesn't.

pub mod branch_comparison;
pub mod chunk_needs;
pub mod data_needs;
pub mod field_case;
pub mod handout_moments;
pub mod import_preview;
pub mod lessons;
pub mod open_questions;
pub mod predictions;
pub mod queue_hints;
pub mod run_end;
pub mod share_link;
pub mod spoiler_guard;
pub mod stage_page;
