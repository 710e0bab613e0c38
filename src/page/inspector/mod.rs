//! The inspector: what is known of the chosen pod, the chosen node and the attempt. Here is which question stands open.
//!
//! A question about a run is data (`wire::Question`), and so is its answer (`wire::Told`); `words::outlook` makes of both a sentence,
//! a table and ways to moments. `asking` says which questions a pod, a node or the run offers; `questions` draws them and the
//! answer to the one that is open. It stays open while the playhead moves, and in a fork that tries what it says.

pub mod answer;
mod around;
pub mod asking;
mod capacity;
pub mod closer;
pub mod going;
mod life;
mod node;
pub mod pages;
mod pod;
pub mod questions;
pub mod source;
pub mod tables;
pub mod update;
pub mod view;

use crate::panes::Page;
use wire::Asked;

/// What the inspector shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspector {
    /// Its page.
    pub page: Page,
    /// Whether it is folded away.
    pub folded: bool,
    /// The question that stands open.
    pub asked: Option<Asked>,
}
