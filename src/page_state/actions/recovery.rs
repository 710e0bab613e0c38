//! Actions on notices, drafts and failures of the engine, with the data that they carry.

use std::rc::Rc;

use api::{ByPointer, Str, Table};
use findings::Finding;
use links::LinkError;

/// A notice that stays until the user closes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageNotice {
    /// The link cannot be opened.
    BadLink(LinkError),
    /// The chunk that decodes links couldn't be fetched.
    LinkChunkFailed,
    /// Another chunk couldn't be fetched, and no part of the page reports it.
    PartNotFetched,
    /// No built-in scenario has this name.
    UnknownScenario(Str),
    /// No built-in lesson has this name.
    UnknownLesson(Str),
    /// The link names a release that isn't supported.
    UnknownRelease(Str),
    /// The link has an unknown field.
    UnknownLinkField(Str),
    /// The link names a moment that the run does not have.
    UnknownMoment(Str),
    /// The built-in scenario with this name couldn't be fetched.
    ScenarioFetchFailed(Str),
    /// The lesson with this name couldn't be fetched.
    LessonFetchFailed(Str),
    /// A custom lesson is invalid: a message with its location, in the page's language, and the lesson's source.
    LessonInvalid { message: Str, source: Rc<str> },
    /// A link replaced this manifest, which can be restored.
    ManifestReplaced(Rc<str>),
    /// The clipboard rejected this text; the user can copy it by hand.
    CopyByHand(Rc<str>),
    /// Another build of the page is available.
    NewVersion,
    /// Files of one import couldn't be read.
    UnreadableFiles(UnreadableFiles),
    /// The numbers of files of a folder or archive that were read, and that were skipped because they are no manifests.
    FilesSkipped { read: usize, left: usize },
}

/// Names of files that couldn't be read, with the reasons.
///
/// Compared by identity: comparing findings would link all of their types into the first chunk.
pub type UnreadableFiles = ByPointer<[(Str, Rc<Finding>)]>;

/// Actions on notices, drafts and storage.
#[derive(Clone, Debug)]
pub enum RecoveryMsg {
    /// Whether the browser's storage works.
    SetStorageState(StorageState),
    AddNotice(PageNotice),
    /// Removes notices about files before the next files are opened.
    ForgetFiles,
    /// Removes the notice that a lesson couldn't be fetched, because it is fetched again.
    ForgetMissingLesson,
    /// Closes a notice by its index.
    CloseNotice(usize),
    /// Closes the failure message.
    CloseFailure,
    /// Restores the manifest that a link replaced, by the index of its notice.
    RestoreReplaced(usize),
    /// The stored number of engine crashes per manifest hash, and whether the last visit ended with a crash.
    RestoreCrashes(Table<u64, u32>, bool),
    /// Saves the edited manifest before it is replaced.
    SetDraftAside,
    /// Restores the draft of this tab before something else opens.
    RestoreDraft(Rc<str>),
    /// The drafts of closed tabs.
    SetDrafts(Vec<DraftInfo>),
    /// Opens the draft of a tab.
    OpenDraft(Str),
    /// Deletes the draft of a tab.
    ForgetDraft(Str),
    /// Deletes everything stored on this device.
    ForgetAll,
    /// Downloads everything stored on this device as a file.
    ExportAll,
    /// Downloads the manifest.
    SaveText,
    /// Reloads the page.
    Reload,
    /// Copies a crash report to the clipboard.
    CopyReport,
}

/// Actions on the engine.
#[derive(Clone, Debug)]
pub enum EngineMsg {
    /// The engine failed, with a message.
    Failed(FailureKind, String),
    /// The engine doesn't respond to a stop request.
    Unresponsive,
    /// Restarts the engine and runs the manifest.
    Restart,
    /// Runs the manifest although it crashed the engine before.
    RunAnyway,
}

/// The state of the browser's storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StorageState {
    /// It works.
    #[default]
    Good,
    /// The browser blocks all storage.
    Blocked,
    /// The quota is exceeded: the last change wasn't saved.
    Full,
}

/// A manifest that was edited and saved automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftInfo {
    /// The id of the tab in which it was edited.
    pub tab: Str,
    /// The time of the last change, in milliseconds of the wall clock.
    pub changed_at: u64,
    /// The first line that isn't blank or a comment.
    pub first_line: String,
    /// The size in bytes.
    pub bytes: usize,
}

/// How the engine failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The browser couldn't start the worker.
    Start,
    /// The worker's script couldn't be fetched.
    Script,
    /// The WebAssembly module couldn't be fetched.
    Fetch,
    /// The WebAssembly module couldn't be compiled.
    Compile,
    /// It crashed while running.
    Died,
    /// The whole page crashed while it was running.
    Crashed,
    /// It didn't respond to a stop request.
    Silent,
}
