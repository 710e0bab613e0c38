//! What is done to features that many others lead to: their views name these acts, and need not know the feature.

use std::rc::Rc;

use crate::panes::Page;
use crate::player::{Landmark, Stride};
use api::Str;
use releases::Release;
use wire::Question;

/// What moves the playhead, or changes how it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playing {
    /// Play or pause.
    Toggle,
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
    StepEvent(bool),
    /// To the next caption, or the one before; before the first there is the description, at the start.
    StepCaption(bool),
    /// To the next landmark; after the last one comes the first.
    Next(Landmark),
    /// Steps go so far.
    Stride(Stride),
    /// The stage stays where it is, or follows.
    Stay(bool),
    /// Faster, slower.
    Speed(isize),
}

impl Playing {
    /// Whether it goes to another moment by a person's will, or plays.
    pub fn moves(self) -> bool {
        match self {
            Self::Toggle
            | Self::Seek(_)
            | Self::SeekEvents(_)
            | Self::Home
            | Self::End
            | Self::Step(_)
            | Self::StepBy(_)
            | Self::StepEvent(_)
            | Self::StepCaption(_) => true,
            Self::Tick(_) | Self::Next(_) | Self::Stride(_) | Self::Stay(_) | Self::Speed(_) => false,
        }
    }
}

/// What is done in the gallery.
#[derive(Clone, Debug)]
pub enum Browsing {
    /// Show or hide it.
    Show(bool),
    /// What it tells of the scenarios is there, as JSON.
    Entries(Rc<str>),
    /// Fetch a built-in scenario and open it; whether that is a step that the browser's Back takes back.
    Fetch(usize, bool),
    /// Fetch the scenario of a first visit, and play it from where it begins to be of interest.
    Watch,
}

/// What is done with runs beside the one shown.
#[derive(Clone, Debug)]
pub enum Branching {
    /// Run on from this moment with one more action of the script, told in a few words.
    Fork { label: String, entries: Vec<String> },
    /// The same, to see what comes of it for a pod (`namespace/name`): the playhead goes to where that is seen.
    Try { label: String, entries: Vec<String>, about: Str },
    /// Back to the run that the one shown was tried in, at the moment at which it was left.
    Back,
    /// The same text under another release, beside this one.
    Release(Release),
    /// The same scenario under another configuration, with a name for it.
    Reconfigure(String, String),
    /// The same scenario with another text, with a name for it, beside this one.
    Retext(String, Rc<str>),
    /// A branch beside this one, or none.
    Beside(Option<usize>),
    /// To another branch.
    Switch(usize),
}

/// What is done in the inspector.
#[derive(Clone, Debug)]
pub enum Inspecting {
    /// To a page.
    Page(Page),
    /// Fold it away, or open it.
    Fold(bool),
    /// Ask a question about the moment shown, or close the one that is open.
    Ask(Option<Question>),
}
