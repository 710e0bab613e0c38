//! What an action means for files that are being read. What follows from it says `after`.

use crate::acts::{Branching, Inspecting};
use crate::builder::Build;
use crate::care::Caring;
use crate::craft::Craft;
use crate::lesson::Learning;
use crate::opening::Opening;
use crate::run::Running;
use crate::store::Action;
use api::alias::is_table;

/// What an action means for files that are being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// It opens something else: what is chosen last is what is wanted.
    Other,
    /// It starts from what is shown, which is about to go.
    Shown,
    /// It leads nowhere but where one is: it only looks, types, or comes by itself.
    Nothing,
    /// Whether it starts from what is shown follows from what it leads to.
    Unsaid,
}

impl Means {
    /// Whoever adds an action need not think of it here: what is not named waits if it changes or runs the text.
    pub fn of(action: &Action) -> Self {
        match action {
            // What is typed can be had back with Undo.
            Action::Builder(Build::Edit(_))
            | Action::Crafting(Craft::Menu(_))
            | Action::Reading(_)
            | Action::Run(Running::Events(..))
            | Action::Branches(Branching::Switch(_) | Branching::Back)
            | Action::Care(Caring::Broke(..) | Caring::Mine(_)) => Self::Nothing,
            // The names of a table are put back into the text that is there.
            Action::Open(Opening::Text(text)) if is_table(text) => Self::Shown,
            Action::Share(sharing) if sharing.begins() => Self::Shown,
            Action::Inspector(Inspecting::Ask(_))
            | Action::Branches(Branching::Fork { .. } | Branching::Try { .. })
            | Action::Crafting(_) => Self::Shown,
            // It begins to ask, and starts nothing.
            Action::Lesson(Learning::Predict(_)) => Self::Unsaid,
            Action::Open(_)
            | Action::Lesson(_)
            | Action::Care(Caring::BringBack(_) | Caring::Again | Caring::Silent) => Self::Other,
            _ => Self::Unsaid,
        }
    }
}
