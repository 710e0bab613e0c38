//! What stands in front of the rest, or in its place.

use crate::craft::Menu;

/// Something to tell for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toast {
    /// The link is in the clipboard.
    Copied,
    /// Text is in the clipboard.
    Text,
    /// The clipboard takes nothing.
    Refused,
    /// The text is too long for a link.
    TooLong,
    /// A pod cannot be moved alone, as a workload makes it.
    OfWorkload,
    /// The object is not in the text.
    NotInText,
    /// The browser draws no picture.
    NoPicture,
    /// No names could be replaced.
    NoNames,
    /// What is read has to be there before anything is shared.
    Reading,
    /// The language did not come.
    NoLanguage,
    /// Decisions are asked before they are shown, from the next one on.
    Predicts,
    /// The run has no decision that could be asked.
    NothingToPredict,
}

/// What stands in front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Front {
    /// Whether the page stands in the place of the picture that the build drew.
    pub(crate) came: bool,
    /// Whether the page tells what it is for: nothing was chosen yet.
    pub(crate) welcomes: bool,
    /// Whether the editor is seen.
    pub editor: bool,
    /// Whether a person presents: narrator, stage and timeline only.
    pub(crate) presents: bool,
    /// Whether the lanes of the timeline are seen below its axis.
    pub lanes: bool,
    /// Whether the list of keys is seen.
    pub help: bool,
    /// Whether the search over all commands is seen.
    pub commands: bool,
    /// The menu that is open on the stage.
    pub menu: Option<Menu>,
    /// What is told for a moment.
    pub(crate) toast: Option<Toast>,
}

/// What is done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// The page takes the place of the picture that the build drew.
    Came,
    /// Show or hide the editor.
    Editor(bool),
    /// Begin to present, or end it.
    Present(bool),
    /// Show or hide the lanes of the timeline.
    Lanes(bool),
    /// Show or hide the list of keys.
    Help(bool),
    /// Show or hide the search over all commands.
    Commands(bool),
    /// Hide whatever stands in front.
    Dismiss,
    /// Tell something.
    Toast(Option<Toast>),
}
