//! Actions of sharing and exporting.

use std::rc::Rc;

use protocol::{EncodedValue, Export, ExportedFile, RunNumber};
use runlog::Attempt;

impl ShareMsg {
    /// Whether somebody begins to share what is shown.
    pub fn is_start(&self) -> bool {
        matches!(self, Self::CopyLink | Self::SetSheetOpen(true) | Self::SetHandoutOpen(true) | Self::RequestExport(_))
    }
}

/// What is done about it.
#[derive(Clone, Debug)]
pub enum ShareMsg {
    /// Copy a link to this moment.
    CopyLink,
    /// Show or hide the sheet.
    SetSheetOpen(bool),
    /// Show or hide the hand-out.
    SetHandoutOpen(bool),
    /// Have a file made of the run.
    RequestExport(Export),
    /// What an attempt of a run found has come, which a file may wait for.
    DetailArrived(RunNumber, usize, Rc<Attempt>),
    /// Open the text that a link holds; if it cannot be opened, the first scenario, where nothing else is shown.
    OpenTextLink { link: Rc<str>, or_first: bool },
}

/// What is done to make a file of what is shown, or a text of it. The chunk `Editing` does it.
#[derive(Clone, Debug)]
pub enum ExportMsg {
    /// The worker has made a file.
    FileReady(Export, EncodedValue<ExportedFile>),
    /// Tell the run as Markdown: all that its attempts found is gathered first.
    StartMarkdown,
    /// It is gathered.
    FinishMarkdown,
    /// A table of names was opened: the text gets those that it had.
    RestoreNames(Rc<str>),
}
