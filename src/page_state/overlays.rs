//! Dialogs, menus and notes in front of the page.

use std::rc::Rc;

use crate::stage_edit::ObjectMenu;

/// Something to tell for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toast {
    /// The link is in the clipboard.
    LinkCopied,
    /// The link to a student's result is in the clipboard.
    ResultLinkCopied,
    /// Text is in the clipboard.
    TextCopied,
    /// The clipboard takes nothing.
    ClipboardRefused,
    /// The text is too long for a link.
    TextTooLong,
    /// A pod cannot be moved alone, as a workload makes it.
    OwnedByWorkload,
    /// The object is not in the text.
    NotInText,
    /// The browser draws no picture.
    PictureUnsupported,
    /// No names could be replaced.
    NoNamesReplaced,
    /// What is read has to be there before anything is shared.
    StillReading,
    /// The language did not come.
    LanguageFailed,
    /// Decisions are asked before they are shown, from the next one on.
    PredictionsOn,
    /// The run has no decision that could be asked.
    NothingToPredict,
}

/// What stands in front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlays {
    /// Whether the page stands in the place of the picture that the build drew.
    pub is_revealed: bool,
    /// Whether the page tells what it is for: nothing was chosen yet.
    pub is_welcome_open: bool,
    /// Whether the editor is seen.
    pub is_editor_open: bool,
    /// Whether a person presents: narrator, stage and timeline only.
    pub is_presenting: bool,
    /// Whether the lanes of the timeline are seen below its axis.
    pub has_lanes_open: bool,
    /// Whether the page of groups lies over the stage, on a small screen.
    pub is_group_sheet_open: bool,
    /// Whether the list of keys is seen.
    pub is_help_open: bool,
    /// Whether the search over all commands is seen.
    pub is_command_search_open: bool,
    /// The menu that is open on the stage.
    pub menu: Option<ObjectMenu>,
    /// What is told for a moment.
    pub toast: Option<Toast>,
}

impl Overlays {
    /// What the stage makes room for: the editor, the lanes, the page of groups, a presentation.
    pub(crate) fn layout(&self) -> [bool; 4] {
        [self.is_editor_open, self.has_lanes_open, self.is_group_sheet_open, self.is_presenting]
    }
}

/// What is done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OverlayMsg {
    /// The page takes the place of the picture that the build drew.
    PageRevealed,
    /// Show or hide the editor.
    SetEditorOpen(bool),
    /// Begin to present, or end it.
    SetPresenting(bool),
    /// Look as the fields of a link say, which stands before a lesson.
    ApplyLook(Rc<str>),
    /// A moment of the loop that plays on a first visit: nobody has chosen it.
    ShowIntroMoment(usize),
    /// Show or hide the lanes of the timeline.
    SetLanesOpen(bool),
    /// Show or hide the page of groups over the stage, on a small screen.
    SetGroupSheetOpen(bool),
    /// Show or hide the list of keys.
    SetHelpOpen(bool),
    /// Show or hide the search over all commands.
    SetCommandsOpen(bool),
    /// Open the menu of a thing on the stage, or close the one that is open.
    SetMenu(Option<ObjectMenu>),
    /// Hide whatever stands in front.
    DismissTop,
    /// Tell something.
    SetToast(Option<Toast>),
}
