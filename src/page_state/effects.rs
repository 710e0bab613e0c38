//! Effects: what the page has to do outside of its state.

use std::rc::Rc;

use api::Str;
use imports::files::OpenedFiles;
use protocol::{Export, Query, RunNumber};
use releases::ReleaseChoice;

use crate::{
    actions::{Action, import::ChosenFile},
    browser_handle::BrowserHandle,
    chunk::Chunk,
};

/// An action that waits for a chunk. It equals only itself.
#[derive(Clone, Debug)]
pub struct DeferredAction(pub Rc<Action>);

impl PartialEq for DeferredAction {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What the page has to do outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Let the worker do something.
    Worker(WorkerEffect),
    /// Keep something for later visits, or forget it.
    Storage(StorageEffect),
    /// Walk through folders that were dropped, and open what is in them, or add it.
    WalkFolders(Vec<BrowserHandle>, bool),
    /// Open what was found in files, or add it.
    OpenImport(OpenedFiles, bool),
    /// Save a text as a file of this name.
    SaveFile(String, &'static str),
    /// Save a lesson as a file.
    SaveLesson { text: String, file_name: String },
    /// Put a text into the clipboard.
    CopyText(String),
    /// Send `Tick` in so many milliseconds.
    Tick { beat: u32, after: u32 },
    /// Fetch a built-in scenario; whether it is opened as a step that Back takes back.
    FetchScenario(usize, bool),
    /// Fetch the scenario of a first visit, to be watched.
    FetchIntro,
    /// Fetch what the gallery tells.
    FetchEntries,
    /// Fetch a chunk, then do what waits for it.
    FetchChunk(Chunk, Option<DeferredAction>),
    /// What lessons ask for.
    Lesson(LessonEffect),
    /// What a class asks for.
    Classroom(ClassroomEffect),
    /// Fill the screen, or no more.
    SetFullScreen(bool),
    /// End the worker and start another.
    RestartWorker,
    /// Load the page anew.
    ReloadPage,
    /// Copy a report of what happened.
    CopyReport,
    /// Save the text as a file.
    DownloadText,
    /// Make a link and copy it.
    CopyLink,
    /// Open the text that a link holds, or the first scenario, where nothing else is shown.
    OpenTextLink(Rc<str>, bool),
    /// Take the toast away later.
    ScheduleToastEnd,
    /// The address names a moment that is no longer shown.
    ClearAddress,
    /// The address names the scenario; Back leads to this text again.
    PushScenario { previous_text: Rc<str> },
}

/// What the worker has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkerEffect {
    /// Run a text.
    RunManifest { run: RunNumber, text: Rc<str>, release: ReleaseChoice, keep: Vec<RunNumber> },
    /// Stop the run.
    CancelRun,
    /// Find out what is wrong with the text.
    CheckManifest { number: usize },
    /// Read files.
    ReadFiles { number: u32, files: Vec<ChosenFile> },
    /// Stop reading them.
    StopImport,
    /// Send the details of attempts.
    RequestDetails { run: RunNumber, attempts: Vec<usize> },
    /// Answer a question.
    SendQuery(Query),
    /// Drop a question that is not answered yet.
    CancelQuery(Query),
    /// Make a file of the run.
    ExportRun(Export),
}

/// What is kept for later visits, or forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageEffect {
    /// Keep the language that somebody chose.
    KeepLang,
    /// Keep the theme that somebody chose.
    KeepTheme,
    /// Keep whether decisions are predicted.
    KeepPredicting,
    /// Keep which drawers are open.
    KeepDrawers,
    /// Remember what heights stand for.
    KeepMeasure,
    /// Keep the text for the next visit.
    SaveDraft,
    /// Another text takes the place of the draft, which stays.
    SetDraftAside,
    /// Open a draft, by its tab.
    OpenDraft(Str),
    /// Forget a draft, by its tab.
    ForgetDraft(Str),
    /// Forget everything on this device.
    ForgetAll,
    /// Save all own scenarios and drafts as a file.
    ExportAll,
    /// The worker is at no text any more.
    ClearRunning,
    /// Keep how often texts ended the engine.
    KeepCrashes,
    /// Keep the own scenarios.
    KeepScenarios,
    /// Keep the bookmarks of this run.
    KeepBookmarks,
    /// Recall the bookmarks of a run that was not shown before.
    RestoreBookmarks,
}

/// What lessons ask of the world outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonEffect {
    /// Fetch the list.
    FetchList,
    /// Fetch the terms of the glossary.
    FetchGlossary,
    /// Fetch a lesson.
    FetchLesson { name: String, step: usize, visit: bool },
    /// Read somebody's own lesson.
    CompileCustom { text: Rc<str>, scenario: Option<Rc<str>> },
    /// Read the clock: another step is shown, or an answer was given.
    ReadClock,
    /// Keep what was answered in a lesson of the course, for a reload.
    KeepAnswers,
    /// Recall it.
    RecallAnswers,
    /// The address names the step.
    SetAddress,
    /// The same; Back leads to this text again.
    PushAddress { previous_text: Rc<str> },
    /// The address names the built-in scenario that stays; nothing, if it is none.
    RestoreAddress { scenario: String },
}

/// Effects of the classroom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassroomEffect {
    /// Read the storage.
    Restore,
    /// Save the state.
    Keep,
    /// Check the draft.
    CheckDraft,
}
