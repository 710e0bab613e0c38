//! Actions of sharing and exporting.

use std::rc::Rc;

use protocol::{EncodedValue, Export, ExportedFile, RunNumber};
use runlog::Attempt;

impl ShareMsg {
    /// Whether the action starts sharing or exporting.
    pub fn is_start(&self) -> bool {
        matches!(self, Self::CopyLink | Self::SetSheetOpen(true) | Self::SetHandoutOpen(true) | Self::RequestExport(_))
    }
}

/// Actions of sharing.
#[derive(Clone, Debug)]
pub enum ShareMsg {
    /// Copies a link to the current moment.
    CopyLink,
    /// Opens or closes the sharing dialog.
    SetSheetOpen(bool),
    /// Opens or closes the handout.
    SetHandoutOpen(bool),
    /// Exports the run as a file.
    RequestExport(Export),
    /// The detail of an attempt arrived, which a pending export may need.
    DetailArrived(RunNumber, usize, Rc<Attempt>),
    /// Opens the manifest encoded in a link. If that fails, nothing else is open and `opens_first_on_error` is set, opens the first scenario.
    OpenTextLink { link: Rc<str>, opens_first_on_error: bool },
}

/// Actions that create files and texts. The chunk `Editing` applies them.
#[derive(Clone, Debug)]
pub enum ExportMsg {
    /// The worker has made a file.
    FileReady(Export, EncodedValue<ExportedFile>),
    /// Starts the Markdown export, which first requests the details of all attempts.
    StartMarkdown,
    /// The details are complete: writes the Markdown.
    FinishMarkdown,
    /// Restores original names in the manifest with a table of pseudonyms.
    RestoreNames(Rc<str>),
}
