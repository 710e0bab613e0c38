//! Effects: requests of the state to the outside world.

use std::rc::Rc;

use api::{ByPointer, Str};
use imports::files::OpenedFiles;
use protocol::{Export, Query, RunNumber};
use releases::ReleaseChoice;

use crate::{
    actions::{Action, import::ChosenFile},
    browser_handle::BrowserHandle,
    chunk::Chunk,
};

/// An action that is deferred until a chunk is loaded. It equals only its clones.
pub type DeferredAction = ByPointer<Action>;

/// An effect on the outside world.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Sends a request to the worker.
    Worker(WorkerEffect),
    /// Reads or writes the browser's storage.
    Storage(StorageEffect),
    /// Lists the files of dropped folders, to append them to the manifest (`true`) or to replace it.
    WalkFolders(Vec<BrowserHandle>, bool),
    /// Opens imported files, to append them to the manifest (`true`) or to replace it.
    OpenImport(OpenedFiles, bool),
    /// Downloads a text as a file of this name.
    SaveFile(String, &'static str),
    /// Downloads a lesson as a file.
    SaveLesson {
        text: String,
        file_name: String,
    },
    /// Copies a text to the clipboard.
    CopyText(String),
    /// Sends `Tick` with this number after so many milliseconds.
    Tick {
        beat: u32,
        after: u32,
    },
    /// Fetches a built-in scenario by its index and opens it; the flag adds an entry to the browser's history.
    FetchScenario(usize, bool),
    /// Fetches the scenario of a first visit and plays it.
    FetchIntro,
    /// Fetches the entries of the gallery.
    FetchEntries,
    /// Fetches a chunk, then dispatches the deferred action.
    FetchChunk(Chunk, Option<DeferredAction>),
    /// Effects of lessons.
    Lesson(LessonEffect),
    Classroom(ClassroomEffect),
    /// Requests to the cluster beside the page.
    Cluster(ClusterEffect),
    /// Registers the service worker, which stores the page for visits without a network.
    KeepOffline,
    /// Enters or leaves full-screen mode.
    SetFullScreen(bool),
    /// Terminates the worker and starts another.
    RestartWorker,
    /// Reloads the page.
    ReloadPage,
    /// Copies a crash report to the clipboard.
    CopyReport,
    /// Downloads the manifest.
    DownloadText,
    /// Copies a link to the current moment.
    CopyLink,
    /// Opens the manifest encoded in a link; on failure, opens the first scenario if the flag is set.
    OpenTextLink(Rc<str>, bool),
    /// Hides the toast after its display time.
    ScheduleToastEnd,
    /// Removes a moment from the address that is no longer shown.
    ClearAddress,
    /// Adds the scenario to the browser's history; Back restores the previous manifest.
    PushScenario {
        previous_text: Rc<str>,
    },
}

/// Requests to the worker.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkerEffect {
    /// Runs a manifest. The worker keeps only the runs with the numbers in `keep`.
    RunManifest { run: RunNumber, text: Rc<str>, release: ReleaseChoice, keep: Vec<RunNumber> },
    /// Stops the current run.
    CancelRun,
    /// Validates the manifest in the editor.
    CheckManifest { number: usize },
    /// Reads files for the import with this number.
    ReadFiles { number: u32, files: Vec<ChosenFile> },
    /// Reads a page of a list of a cluster.
    ReadPage { number: u32, list: u32, version: Str, is_first: bool, page: ChosenFile },
    /// Reads a part of a watch of a list of a cluster.
    ReadWatch { number: u32, list: u32, is_new: bool, part: ChosenFile },
    /// Joins the lists of a cluster to one text.
    JoinLists { number: u32, moment: Option<u64>, version: Str, time: Str },
    /// Stops the import.
    StopImport,
    /// Sends the details of attempts.
    RequestDetails { run: RunNumber, attempts: Vec<usize> },
    /// Answers a query.
    SendQuery(Query),
    /// Cancels an unanswered query.
    CancelQuery(Query),
    /// Exports the run.
    ExportRun(Export),
}

/// Effects on the browser's storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageEffect {
    /// Stores the chosen language.
    KeepLang,
    /// Stores the chosen theme.
    KeepTheme,
    /// Stores whether predictions are on.
    KeepPredicting,
    /// Stores which drawers are open.
    KeepDrawers,
    /// Stores the resource that heights on the stage show.
    KeepMeasure,
    /// Stores which scenarios and lessons were followed to their end.
    KeepFinished,
    /// Saves the draft of this tab.
    SaveDraft,
    /// Keeps the draft under a new record before another manifest replaces it.
    SetDraftAside,
    /// Opens the draft of a tab.
    OpenDraft(Str),
    /// Deletes the draft of a tab.
    ForgetDraft(Str),
    /// Deletes everything stored on this device.
    ForgetAll,
    /// Downloads all saved scenarios and drafts as a file.
    ExportAll,
    /// Removes the marker of a running manifest, which detects crashes.
    ClearRunning,
    /// Stores the crash counts.
    KeepCrashes,
    /// Stores the saved scenarios.
    KeepScenarios,
    /// Stores the bookmarks of the current run.
    KeepBookmarks,
    /// Loads the bookmarks of the current run.
    RestoreBookmarks,
}

/// Effects of lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonEffect {
    /// Fetches the list of lessons.
    FetchList,
    /// Fetches the glossary.
    FetchGlossary,
    /// Fetches a lesson.
    FetchLesson { name: String, step: usize, is_visit: bool },
    /// Compiles a custom lesson.
    CompileCustom { text: Rc<str>, scenario: Option<Rc<str>> },
    /// Reads the clock after a step or an answer.
    ReadClock,
    /// Stores the answers to a built-in lesson, for a reload.
    KeepAnswers,
    /// Loads the stored answers.
    RecallAnswers,
    /// Sets the address to the current step.
    SetAddress,
    /// Adds the lesson to the browser's history; Back restores the previous manifest.
    PushAddress { previous_text: Rc<str> },
    /// Sets the address to the lesson's built-in scenario, or clears it if there is none.
    RestoreAddress { scenario: String },
}

/// Effects of the classroom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassroomEffect {
    /// Loads the stored state.
    Restore,
    /// Stores the state.
    Keep,
    /// Checks the lesson draft.
    CheckDraft,
}

/// Effects of reading a running cluster.
#[derive(Clone, Debug, PartialEq)]
pub enum ClusterEffect {
    /// Asks for the version, unless the page's host is not this machine; with a number that the answer repeats.
    AskVersion(u32),
    /// Asks for the names of the namespaces, with a number that the answer repeats.
    AskNamespaces(u32),
    /// Asks for a page of a list.
    GetPage { number: u32, list: usize, address: Rc<str> },
    /// Sends `Waited` after some seconds.
    Wait { number: u32, list: usize, seconds: u32 },
    /// Begins to watch a list, after some seconds. Each part that arrives is sent with `WatchArrived`.
    Watch { number: u32, list: usize, address: Rc<str>, after: u32 },
    /// Ends all requests that were not answered yet, and all watches.
    Abort,
    /// Sends `Joined` with this time for a reading, or with the current one, and from then on the time every few seconds.
    Join { number: u32, seen_at: Option<f64> },
}
