//! Actions on notices, drafts and failures of the engine, with the data that they carry.

use std::rc::Rc;

use api::{Str, Table};
use findings::Finding;
use links::LinkError;

/// What is told until it is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageNotice {
    /// The link cannot be opened.
    BadLink(LinkError),
    /// The chunk that opens links did not come.
    LinkChunkFailed,
    /// Another chunk did not come, and no place on the page says so.
    PartNotFetched,
    /// No built-in scenario has this name.
    UnknownScenario(Str),
    /// No built-in lesson has this name.
    UnknownLesson(Str),
    /// The link wants a release that is not here.
    UnknownRelease(Str),
    /// The link says something that the page does not know.
    UnknownLinkField(Str),
    /// The link names a moment that the run does not have.
    UnknownMoment(Str),
    /// A built-in scenario cannot be fetched, by its name.
    ScenarioFetchFailed(Str),
    /// A lesson of somebody's own is wrong: what, and where, in the page's language; and what was read.
    LessonInvalid { message: Str, source: Rc<str> },
    /// A link took the place of a text, which can come back.
    ManifestReplaced(Rc<str>),
    /// The clipboard refused this; it can be copied by hand.
    CopyByHand(Rc<str>),
    /// Another build of the page is there.
    NewVersion,
    /// Files cannot be read: all that came together, by their names.
    UnreadableFiles(UnreadableFiles),
    /// Of a folder or an archive, this many files were read, and this many are no manifests.
    FilesSkipped { read: usize, left: usize },
}

/// Files that cannot be read, by their names, and why.
#[derive(Clone, Debug)]
pub struct UnreadableFiles(pub Rc<[(Str, Rc<Finding>)]>);

/// A list is made once. To compare findings would bring all kinds of them into the first chunk.
impl PartialEq for UnreadableFiles {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for UnreadableFiles {}

/// What happens to it.
#[derive(Clone, Debug)]
pub enum RecoveryMsg {
    /// The browser remembers, or does not.
    SetStorageState(StorageState),
    /// Something is to be told.
    AddNotice(PageNotice),
    /// What was told of files is over: the next ones are opened.
    ForgetFiles,
    /// It was read, by its number.
    CloseNotice(usize),
    /// The failure was read.
    CloseFailure,
    /// The text that a link replaced comes back.
    RestoreReplaced(usize),
    /// How often texts ended the engine, as it was remembered, and whether the last visit ended so.
    RestoreCrashes(Table<u64, u32>, bool),
    /// Another text is about to take the place of the present one, which is kept if it was edited.
    SetDraftAside,
    /// The draft of this tab is there, and something else is about to be opened.
    RestoreDraft(Rc<str>),
    /// Drafts that no tab shows.
    SetDrafts(Vec<DraftInfo>),
    /// Open a draft, by its tab.
    OpenDraft(Str),
    /// Forget a draft.
    ForgetDraft(Str),
    /// Forget everything on this device.
    ForgetAll,
    /// Save everything as a file.
    ExportAll,
    /// Save the text as a file.
    SaveText,
    /// Load the page anew.
    Reload,
    /// Copy a report of what happened.
    CopyReport,
}

/// What happens to the engine.
#[derive(Clone, Debug)]
pub enum EngineMsg {
    /// It failed.
    Failed(FailureKind, String),
    /// It was told to stop and says nothing.
    Unresponsive,
    /// Start it again, and run the text.
    Restart,
    /// Run the text although it ended the engine.
    RunAnyway,
}

/// Whether the browser remembers what it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StorageState {
    /// It does.
    #[default]
    Good,
    /// It lets the page keep nothing at all.
    Blocked,
    /// It has no room for what changed last.
    Full,
}

/// A text that was edited and is kept by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftInfo {
    /// The tab that it was edited in.
    pub tab: Str,
    /// When it was changed last, in milliseconds of the wall clock.
    pub changed_at: u64,
    /// Its first line that says something.
    pub first_line: String,
    /// Its bytes.
    pub bytes: usize,
}

/// How the engine failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The browser does not start it at all.
    Start,
    /// Its script cannot be fetched.
    Script,
    /// Its program cannot be fetched.
    Fetch,
    /// The browser cannot compile its program.
    Compile,
    /// It stopped while it was at work.
    Died,
    /// The whole page was gone while it was at work.
    Crashed,
    /// It did not answer when it was to stop.
    Silent,
}
