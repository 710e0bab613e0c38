//! Followups: what a feature asks for beyond its own part of the state. Its `update` returns them, and `update::followups` applies them.

use std::rc::Rc;

use protocol::{Lesson, RunNumber};
use runlog::Attempt;
use stage::objects::ObjectRef;

use crate::{
    chunk::Chunk,
    overlays::Toast,
    panes::InspectorPage,
    recovery::PageNotice,
    stage_edit::ObjectMenu,
    store::{Action, Effect},
};

/// What a feature wants.
#[derive(Clone, Debug)]
pub enum Followup {
    /// Something of the world outside.
    Effect(Effect),
    /// The run shown may be the lesson's now, and with it its scenario.
    NameLessonScenario,
    /// A chunk does this, now or when it is there.
    ForChunk(Chunk, Action),
    /// To the next moment while it plays.
    AdvancePlayhead,
    /// Ask for the next beat, if it plays.
    ScheduleTick,
    /// Play no longer.
    Pause,
    /// The menu that is open on the stage, if one is.
    SetMenu(Option<ObjectMenu>),
    /// A detail came that a file may wait for.
    AddDetail(RunNumber, usize, Rc<Attempt>),
    /// Lines of the scheduler's log may wait for words that are there now.
    CopyReadyLines,
    /// To a moment; playing ends.
    SeekMoment(usize),
    /// To a page of the inspector, which stays folded if it is.
    ShowPage(InspectorPage),
    /// The inspector is seen.
    UnfoldInspector,
    /// The question about the pod that was chosen is no longer open.
    CloseQuestion,
    /// Choose a thing in the picture.
    SelectObject(ObjectRef),
    /// Show the form of what is chosen in the builder.
    ShowForm,
    /// Tell of something that went wrong.
    AddNotice(PageNotice),
    /// Tell something for a moment.
    ShowToast(Toast),
    /// Another text is about to take the place of the present one, which is kept if it was edited.
    PrepareReplace,
    /// Run the text anew, to where the playhead is or was to go.
    RunAgain,
    /// The same, for a text that was edited: no address names it.
    RunEdited,
    /// Run the text from its start.
    RunFromStart,
    /// The same scenario with another text, with a name for it, beside the present run.
    CompareText(String, Rc<str>),
    /// Have this detail of an attempt of the run shown.
    RequestDetail(usize),
    /// To the moment of the lesson that is taken, in its own run.
    GoToLessonMoment,
    /// Run a text that was made of this lesson's, from its start.
    RunChangedLesson(Rc<Lesson>, Rc<str>),
    /// The gallery is no longer seen.
    CloseGallery,
}

impl From<Effect> for Followup {
    fn from(effect: Effect) -> Self {
        Self::Effect(effect)
    }
}

/// Effects as followups.
pub fn effects_to_followups(effects: Vec<Effect>) -> Vec<Followup> {
    effects.into_iter().map(Followup::Effect).collect()
}
