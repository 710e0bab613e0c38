//! Autosave and crash recovery: what the browser stores, what went wrong, and what a person can do then.
//!
//! `autosave` is the state of saved texts, `crash_recovery` counts failures of the engine and decides what may run after them. In the page,
//! `effects/storage` is the browser's storage, and `ui::name_lock` is how tabs notice each other.
//!
//! - Texts are in a database of the browser (`IndexedDB`, `storage::indexed_db`), which has room for large ones: two stores
//!   under the same keys, heads for the lists and texts. It answers later, so it cannot be relied on when the page
//!   goes. Then a draft of up to 1 MB is also written into the local storage, which is done at once. The next start
//!   moves what it finds there into the database, and by the same way what earlier builds kept there. What the database
//!   does not take goes there too; only where neither has room is that told. Small things that are read before the
//!   first paint (theme, language, drawers) stay in the local storage (`storage::local_storage`).
//! - A tab has a name, in its session storage, and holds a lock of that name. Its draft is a record of its own, written
//!   300 ms after the last change and when the page goes. A duplicated tab finds its name taken and gets another, with
//!   a copy of the draft; a new tab takes over the last draft that no tab shows. Where the browser has no locks, a new
//!   tab gets a copy. Tabs tell each other over a channel when something changed.
//! - What takes the place of a draft (a link, a scenario) sets it aside: it stays, is listed under the own scenarios,
//!   and after a link comes back with one click. Links that cannot be opened change nothing and say why.
//! - Own scenarios are a record each, so tabs do not write over each other's. When one is kept, the browser is asked
//!   not to throw it away (`storage.persist()`). All of it can be saved as one file, which opens again.
//! - An engine that dies is started again, and its text run again, once. A text that ended it twice waits for a
//!   person, after a reload too (`update/post_update` looks at every run). One that does not answer `Cancel` in 150 ms is
//!   ended; what it sent stays. The worker holds a lock, so the page also notices one that the browser ended without
//!   a word. What cannot be fetched, compiled or started is told apart; the loader in `index.html` does so for the
//!   page itself, in words of its own.

pub mod autosave;
pub mod crash_recovery;
pub mod update;

use std::rc::Rc;

use api::{Str, Table};
use findings::Finding;
use links::LinkError;

use self::{autosave::Autosave, crash_recovery::CrashRecovery};
pub use self::{
    autosave::{Backup, DraftInfo, StorageState},
    crash_recovery::{EngineFailure, FailureKind, fingerprint_of},
};

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

/// Autosave, crash recovery, and what is told about both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recovery {
    /// What is told, the oldest first.
    pub notices: Vec<PageNotice>,
    /// What the browser keeps of the text.
    pub autosave: Autosave,
    /// How often the engine failed, and what may run all the same.
    pub crash: CrashRecovery,
}

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
