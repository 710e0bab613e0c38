//! Imports of large files: the worker reads them (`imports::dump`), and the page shows the progress.
//!
//! The page draws the nodes and pods found so far (`import_preview`): a `RunView` that is marked as a preview, with playback disabled. It
//! disappears when the run has events of its own. A release that is chosen in the meantime applies to the file ([`ImportState::set_release`]).
//! Actions that need the text or the run that are about to be replaced have to wait, and actions that open something else end the import:
//! `update/import_guard` classifies every action. An action that it does not list waits if it changes or runs the text.

pub mod import_preview;
pub mod update;

use std::rc::Rc;

use imports::{anonymize::is_name_table, dump::Progress, files::OpenedFiles};
use protocol::is_lesson;
use releases::Release;

use crate::{recovery::Backup, run_view::RunView};

/// Files of more bytes than this, together, are the worker's to read.
pub const LARGE_BYTES: f64 = 1_048_576.0;

/// Files that are being read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportState {
    /// Counts readings; what belongs to another one is thrown away.
    pub import_number: u32,
    /// What is known of the present one.
    pub current: Option<CurrentImport>,
    /// The nodes and pods that it has found. They stay until their run begins.
    pub preview: Option<Rc<RunView>>,
    /// The release that was chosen for what is read, until that is opened.
    release: Option<Release>,
}

/// A reading that is going on.
#[derive(Clone, Debug, PartialEq)]
pub struct CurrentImport {
    /// Whether the texts are added to the one that is there.
    is_append: bool,
    /// The name of the file, where it is a single one.
    pub name: Option<String>,
    /// Bytes of all files.
    pub bytes: f64,
    /// How far it is.
    pub progress: Progress,
    /// What was found out before the worker began.
    prior_result: OpenedFiles,
}

impl ImportState {
    /// Whether what is read is going to take the place of the text that is there.
    pub fn is_replacing(&self) -> bool {
        self.current.as_ref().is_some_and(|current_import| !current_import.is_append)
    }

    /// Chooses a release for it.
    pub fn set_release(&mut self, release: Release) {
        self.release = Some(release);
    }

    /// The release that was chosen for it, if one was.
    pub fn chosen_release(&self) -> Option<Release> {
        self.release
    }

    /// It is opened: the release that was chosen for it is its own now. What is opened before it is there has no part in that.
    pub fn take_release(&mut self) -> Option<Release> {
        if self.current.is_some() { None } else { self.release.take() }
    }

    /// A run has events of its own, or none: the picture goes, unless it is of a file that is still read while the run before goes on.
    pub fn drop_preview(&mut self) {
        if self.current.is_none() {
            self.preview = None;
        }
    }

    /// The engine broke: the name of what it was reading, if it was.
    pub fn take_file_name(&mut self) -> Option<String> {
        self.import_number += 1;
        (self.preview, self.release) = (None, None);
        self.current.take().map(|current_import| current_import.name.unwrap_or_default())
    }
}

/// Whether a text is one that runs: neither saved scenarios, nor a table of names, nor a lesson.
pub fn is_scenario(text: &str) -> bool {
    Backup::parse(text).is_none() && !is_name_table(text) && !is_lesson(text)
}
