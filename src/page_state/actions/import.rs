//! Actions of an import, and the files that it reads.

use imports::{
    dump::{PreviewObject, Progress},
    files::OpenedFiles,
};
use protocol::FileName;

use crate::browser_handle::BrowserHandle;

/// What happens to it.
#[derive(Clone, Debug)]
pub enum ImportMsg {
    /// Files are to be read, and opened or added.
    Begin(FileBatch, bool),
    /// Folders were dropped, and maybe files beside them; what is in them is to be opened or added.
    WalkFolders(Vec<BrowserHandle>, bool),
    /// So much is read, and this was found since.
    MadeProgress(u32, Progress, Vec<PreviewObject>),
    /// All is read.
    Finish(u32, OpenedFiles),
    /// Enough of it.
    Stop,
}

/// A file that somebody chose or dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenFile {
    /// The file.
    pub handle: BrowserHandle,
    /// The name of the file.
    pub name: String,
    /// The size of the file in bytes.
    pub bytes: f64,
    /// Where it lies in the folder that was chosen or dropped; empty for a file that was meant itself.
    pub path: String,
}

impl ChosenFile {
    /// The name under which the worker reads the file.
    pub fn worker_name(&self) -> FileName {
        if self.path.is_empty() { FileName::File(self.name.clone()) } else { FileName::InFolder(self.path.clone()) }
    }
}

/// Files that come together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileBatch {
    /// The files.
    pub files: Vec<ChosenFile>,
    /// What is known before one of them is read: which are left out, and which cannot be read.
    pub prior_result: OpenedFiles,
}
