//! Building on the stage: what a person does to the things in the picture. What is so from the start is an edit of the text; what
//! happens at the moment shown is a fork of the run.
//!
//! `find` finds the object of the text that a thing in the picture comes from, `update` does what is asked, `menu`, `page` and `drag`
//! draw. What there is to do is listed in [`craft`](crate::craft).
//!
//! Whoever builds on the stage changes one of two things. What is so from the start is an edit of the text, made by the
//! builder's own functions, so undo, the draft and the link know it. What happens at the moment shown is a fork.
//! `crafting` finds the object of the text that a thing in the picture comes from (a pod's may be its workload), opens
//! its menu, shows its form in the inspector, and lets pods be dragged, to nodes and to priority classes, by a mouse or
//! by a finger that rests first (`crafting/drag`). Every menu can be reached by a button too. Meanwhile each tile says
//! how the run ends for its pod (`trace::ends`).

pub mod classes;
pub(crate) mod drag;
mod find;
pub mod menu;
pub mod page;
pub mod update;

use crate::craft::Craft;
use crate::page_part::PagePart;
use crate::store::Action;
use crate::wish::Wish;

/// Opens or closes the menu. All else closes it, and is done by the part that knows texts.
pub fn change(craft: Craft) -> Vec<Wish> {
    match craft {
        Craft::Menu(menu) => vec![Wish::Menu(menu)],
        craft => vec![Wish::Menu(None), Wish::Part(PagePart::Building, Action::Crafting(craft))],
    }
}

#[cfg(test)]
mod tests;
