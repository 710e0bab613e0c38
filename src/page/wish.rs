//! What a feature wants beyond its own part of the state. A feature's `update` says it, and `update::grant` does it.

use std::rc::Rc;

use crate::craft::Thing;
use crate::front::Toast;
use crate::panes::Page;
use crate::store::Effect;
use wire::Lesson;

/// What a feature wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// Something of the world outside.
    Outside(Effect),
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
