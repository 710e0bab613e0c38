//! What a feature wants beyond its own part of the state. A feature's `update` says it, and `update::grant` does it.

use std::rc::Rc;

use crate::care::Trouble;
use crate::craft::{Menu, Thing};
use crate::front::Toast;
use crate::page_part::PagePart;
use crate::panes::Page;
use crate::store::{Action, Effect};
use record::Attempt;
use wire::{Lesson, RunNumber};

/// What a feature wants.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Something of the world outside.
    Outside(Effect),
    /// The run shown may be the lesson's now, and with it its scenario.
    NameLesson,
    /// A part of the program does this, now or when it is there.
    Part(PagePart, Action),
    /// To the next moment while it plays.
    Advance,
    /// Ask for the next beat, if it plays.
    Beat,
    /// Play no longer.
    Pause,
    /// The menu that is open on the stage, if one is.
    Menu(Option<Menu>),
    /// A detail came that a file may wait for.
    Gather(RunNumber, usize, Rc<Attempt>),
    /// Lines of the scheduler's log may wait for words that are there now.
    CopyLog,
    /// To a moment; playing ends.
    Seek(usize),
    /// To a page of the inspector, which stays folded if it is.
    Page(Page),
    /// The inspector is seen.
    Unfold,
    /// The question about the pod that was chosen is no longer open.
    CloseQuestion,
    /// Choose a thing in the picture.
    Choose(Thing),
    /// Show the form of what is chosen in the builder.
    Form,
    /// Tell of something that went wrong.
    Warn(Trouble),
    /// Tell something for a moment.
    Tell(Toast),
    /// Another text is about to take the place of the present one, which is kept if it was edited.
    Replace,
    /// Run the text anew, to where the playhead is or was to go.
    Again,
    /// The same, for a text that was edited: no address names it.
    Rerun,
    /// Run the text from its start.
    FromStart,
    /// The same scenario with another text, with a name for it, beside the present run.
    Beside(String, Rc<str>),
    /// Have this detail of an attempt of the run shown.
    Detail(usize),
    /// To the moment of the lesson that is taken, in its own run.
    Stand,
    /// Run a text that was made of this lesson's, from its start.
    Resume(Rc<Lesson>, Rc<str>),
    /// The gallery is no longer seen.
    CloseGallery,
}

impl From<Effect> for Wish {
    fn from(effect: Effect) -> Self {
        Self::Outside(effect)
    }
}

/// Effects as wishes.
pub fn outside(effects: Vec<Effect>) -> Vec<Wish> {
    effects.into_iter().map(Wish::Outside).collect()
}
