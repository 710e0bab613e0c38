//! Actions of an import, and the files that it reads.

use imports::{
    dump::{PreviewObject, Progress},
    files::OpenedFiles,
};
use protocol::FileName;

use crate::browser_handle::BrowserHandle;

/// Actions of an import.
#[derive(Clone, Debug)]
pub enum ImportMsg {
    /// Starts reading files, to add them to the manifest (`true`) or to replace it.
    Begin(FileBatch, bool),
    /// Starts to read a cluster, to replace the manifest. If it is read again (`true`), the picture of its run stays meanwhile.
    BeginCluster(bool),
    /// Lists the files of dropped folders, and of files beside them, to add them to the manifest (`true`) or to replace it.
    WalkFolders(Vec<BrowserHandle>, bool),
    /// The worker read a part of the files of this import: its progress, and the objects found since the last report.
    MadeProgress(u32, Progress, Vec<PreviewObject>),
    /// All files of this import were read.
    Finish(u32, OpenedFiles),
    /// Cancels the import.
    Stop,
}

/// A file that the user chose or dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenFile {
    pub handle: BrowserHandle,
    pub name: String,
    /// The size in bytes.
    pub bytes: f64,
    /// The path in the chosen or dropped folder; empty for a file chosen directly.
    pub path: String,
}

impl ChosenFile {
    /// The name under which the worker reads the file.
    pub fn worker_name(&self) -> FileName {
        if self.path.is_empty() { FileName::File(self.name.clone()) } else { FileName::InFolder(self.path.clone()) }
    }
}

/// Files that are opened together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileBatch {
    pub files: Vec<ChosenFile>,
    /// The result known before reading: files that are left out or can't be read.
    pub prior_result: OpenedFiles,
}
