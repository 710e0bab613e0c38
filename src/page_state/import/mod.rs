//! Imports of large files: the worker reads them (`imports::dump`), and the page shows the progress.
//!
//! The page draws the nodes and pods found so far (`import_preview`): a `RunView` that is marked as a preview, with playback disabled. It
//! disappears when the run has events. A release that is chosen in the meantime applies to the imported manifest
//! ([`ImportState::set_release`]). Actions that use the manifest or run that are about to be replaced are rejected, and actions that open
//! something else cancel the import: `update/import_guard` classifies every action. Actions that it doesn't list are rejected if they
//! change or run the manifest.

pub mod import_preview;
pub mod update;

use std::rc::Rc;

use imports::{anonymize::is_name_table, dump::Progress, files::OpenedFiles};
use protocol::is_lesson;
use releases::Release;

use crate::{recovery::Backup, run_view::RunView};

/// Files with more bytes than this in total are read by the worker.
pub const LARGE_BYTES: f64 = 1_048_576.0;

/// The state of imports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportState {
    /// The number of the current import; messages of other imports are ignored.
    pub import_number: u32,
    /// The running import.
    pub current: Option<CurrentImport>,
    /// The nodes and pods found so far; kept until the run starts.
    pub preview: Option<Rc<RunView>>,
    /// The release chosen during the import, until the imported manifest is opened.
    release: Option<Release>,
}

/// A running import.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurrentImport {
    /// Whether the files are appended to the current manifest.
    is_append: bool,
    /// Whether it reads a cluster, not files.
    pub is_cluster: bool,
    /// Whether the picture of the current run stays until the new run has events.
    keeps_picture: bool,
    /// The name of the file, if it is the only one.
    pub name: Option<String>,
    /// The total size in bytes.
    pub bytes: f64,
    /// The progress.
    pub progress: Progress,
    /// The result known before reading.
    prior_result: OpenedFiles,
}

impl ImportState {
    /// Whether the import will replace the current manifest.
    pub fn is_replacing(&self) -> bool {
        self.current.as_ref().is_some_and(|current_import| !current_import.is_append)
    }

    /// Sets the release for the imported manifest.
    pub fn set_release(&mut self, release: Release) {
        self.release = Some(release);
    }

    /// The release chosen for the imported manifest.
    pub fn chosen_release(&self) -> Option<Release> {
        self.release
    }

    /// Takes the release chosen for the imported manifest. `None` during an import, because what is opened then isn't its result.
    pub fn take_release(&mut self) -> Option<Release> {
        if self.current.is_some() { None } else { self.release.take() }
    }

    /// Drops the preview when a run has events or is rejected, unless an import is still running.
    pub fn drop_preview(&mut self) {
        if self.current.is_none() {
            self.preview = None;
        }
    }

    /// After a crash of the engine, cancels the import and returns its file name.
    pub fn take_file_name(&mut self) -> Option<String> {
        self.import_number += 1;
        (self.preview, self.release) = (None, None);
        self.current.take().map(|current_import| current_import.name.unwrap_or_default())
    }
}

/// Whether a text is a manifest: not a backup, a table of pseudonyms, or a lesson.
pub fn is_scenario(text: &str) -> bool {
    Backup::parse(text).is_none() && !is_name_table(text) && !is_lesson(text)
}
