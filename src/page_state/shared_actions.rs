//! Actions of features that many others trigger: their views name these, and need not know the feature.

use std::rc::Rc;

use api::NamespacedName;
use protocol::Question;
use releases::Release;

use crate::{
    comparison::Fork,
    panes::InspectorPage,
    player::{Landmark, Stride},
};

/// What moves the playhead, or changes how it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerMsg {
    /// Play or pause.
    Toggle,
    /// Play no longer.
    Pause,
    /// Time for the next moment, by the number of the beat.
    Tick(u32),
    /// To a moment.
    Seek(usize),
    /// To the moment at which so many events have happened.
    SeekEvents(usize),
    /// To the first moment.
    Home,
    /// To the last.
    End,
    /// One step on, or back.
    Step(bool),
    /// So many moments on, or back.
    StepBy(isize),
    /// To the next event, or the one before.
    StepByEvent(bool),
    /// To the next caption, or the one before; before the first there is the description, at the start.
    StepByCaption(bool),
    /// To the next landmark; after the last one comes the first.
    SeekLandmark(Landmark),
    /// Steps go so far.
    SetStride(Stride),
    /// The stage stays where it is, or follows.
    SetScrollLock(bool),
    /// Faster, slower.
    ChangeSpeed(isize),
}

impl PlayerMsg {
    /// Whether it goes to another moment by a person's will, or plays.
    pub fn is_navigation(self) -> bool {
        match self {
            Self::Toggle
            | Self::Seek(_)
            | Self::SeekEvents(_)
            | Self::Home
            | Self::End
            | Self::Step(_)
            | Self::StepBy(_)
            | Self::StepByEvent(_)
            | Self::StepByCaption(_) => true,
            Self::Pause
            | Self::Tick(_)
            | Self::SeekLandmark(_)
            | Self::SetStride(_)
            | Self::SetScrollLock(_)
            | Self::ChangeSpeed(_) => false,
        }
    }
}

/// What is done in the gallery.
#[derive(Clone, Debug)]
pub enum GalleryMsg {
    /// Show or hide it.
    SetOpen(bool),
    /// Fetch a built-in scenario and open it; whether that is a step that the browser's Back takes back.
    FetchScenario(usize, bool),
    /// Fetch the scenario of a first visit, and play it from where it begins to be of interest.
    FetchIntro,
}

/// What is done with runs beside the one shown.
#[derive(Clone, Debug)]
pub enum BranchMsg {
    /// Run on from this moment with more actions of the script.
    Fork(Fork),
    /// The same, to see what comes of it for a pod: the playhead goes to where that is seen.
    TryFork { fork: Fork, about: NamespacedName },
    /// Back to the run that the one shown was tried in, at the moment at which it was left.
    ReturnToOriginal,
    /// The same text under another release, beside this one.
    CompareRelease(Release),
    /// The same scenario with another text, with a name for it, beside this one.
    CompareManifest(String, Rc<str>),
    /// A branch beside this one, or none.
    CompareBranch(Option<usize>),
    /// To another branch.
    SwitchBranch(usize),
}

/// What is done in the inspector.
#[derive(Clone, Debug)]
pub enum InspectorMsg {
    /// To a page, which is seen then.
    ShowPage(InspectorPage),
    /// The same, but where the inspector is folded away, it stays so.
    TurnToPage(InspectorPage),
    /// Fold it away, or open it.
    SetFolded(bool),
    /// Ask a question about the moment shown, or close the one that is open.
    SetQuestion(Option<Question>),
}
