//! Dialogs, menus, drawers and toasts above the page.

use std::rc::Rc;

use crate::stage_edit::ObjectMenu;

/// A message that is shown for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toast {
    /// The link was copied.
    LinkCopied,
    /// The link to a student's result was copied.
    ResultLinkCopied,
    /// A text was copied.
    TextCopied,
    /// The clipboard rejected the text.
    ClipboardRefused,
    /// The manifest is too long for a link.
    TextTooLong,
    /// A pod of a workload can't be moved alone.
    OwnedByWorkload,
    /// The object isn't in the manifest.
    NotInText,
    /// The browser can't create the picture.
    PictureUnsupported,
    /// No pseudonyms could be replaced.
    NoNamesReplaced,
    /// Sharing and editing wait for the import.
    StillReading,
    /// The texts of the language couldn't be fetched.
    LanguageFailed,
    /// Predictions are on, from the next decision.
    PredictionsOn,
    /// The run has no decision to predict.
    NothingToPredict,
}

/// The open overlays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlays {
    /// Whether the live page has replaced the prerendered picture.
    pub is_revealed: bool,
    /// Whether the welcome of a first visit is open.
    pub is_welcome_open: bool,
    /// Whether the editor is open.
    pub is_editor_open: bool,
    /// Whether the presentation mode is on: only narrator, stage and timeline.
    pub is_presenting: bool,
    /// Whether the lanes of the timeline are open.
    pub has_lanes_open: bool,
    /// Whether the page of groups covers the stage, on a small screen.
    pub is_group_sheet_open: bool,
    /// Whether the list of keyboard shortcuts is open.
    pub is_help_open: bool,
    /// Whether the command search is open.
    pub is_command_search_open: bool,
    /// The open menu of an object on the stage.
    pub menu: Option<ObjectMenu>,
    /// The current toast.
    pub toast: Option<Toast>,
}

impl Overlays {
    /// What affects the size of the stage: the editor, the lanes, the page of groups, the presentation mode.
    pub(crate) fn layout(&self) -> [bool; 4] {
        [self.is_editor_open, self.has_lanes_open, self.is_group_sheet_open, self.is_presenting]
    }
}

/// Actions on overlays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OverlayMsg {
    /// The live page replaces the prerendered picture.
    PageRevealed,
    /// Opens or closes the editor.
    SetEditorOpen(bool),
    /// Turns the presentation mode on or off.
    SetPresenting(bool),
    /// Applies the appearance fields of the link to a lesson.
    ApplyLook(Rc<str>),
    /// Shows a moment of the intro loop of a first visit; not a choice of the user.
    ShowIntroMoment(usize),
    /// Opens or closes the lanes of the timeline.
    SetLanesOpen(bool),
    /// Opens or closes the page of groups over the stage, on a small screen.
    SetGroupSheetOpen(bool),
    /// Opens or closes the list of keyboard shortcuts.
    SetHelpOpen(bool),
    /// Opens or closes the command search.
    SetCommandsOpen(bool),
    /// Opens the menu of an object on the stage, or closes the open one.
    SetMenu(Option<ObjectMenu>),
    /// Closes the topmost overlay.
    DismissTop,
    /// Shows or hides a toast.
    SetToast(Option<Toast>),
}
