//! Autosave and crash recovery: what the browser stores, what went wrong, and what a person can do then.
//!
//! `storage` is what the browser keeps of people's work; `tab_lock` is how tabs know each other.
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

pub mod device_data;
pub mod update;
pub mod view;

use std::rc::Rc;

use api::{Str, Table, link::LinkError, problem::Finding};
use serde::{Deserialize, Serialize};

/// A text that ended the engine so often is not run by itself any more.
pub(crate) const MAX_CRASHES: u32 = 2;

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
    UnreadableFiles(Rc<[(Str, Finding)]>),
    /// Of a folder or an archive, this many files were read, and this many are no manifests.
    FilesSkipped { read: usize, left: usize },
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

/// A failure of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFailure {
    /// How.
    pub kind: FailureKind,
    /// What the browser or the engine said.
    pub message: String,
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

/// What is known about all that.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recovery {
    /// Whether the browser remembers.
    pub storage: StorageState,
    /// What is told, the oldest first.
    pub notices: Vec<PageNotice>,
    /// The last failure, until it is closed.
    pub failure: Option<EngineFailure>,
    /// Whether the text waits for "Run anyway".
    pub is_run_blocked: bool,
    /// Whether there is no engine, until it is tried again.
    has_no_engine: bool,
    /// How often the engine ended at a text, by its fingerprint.
    pub crashes: Table<u64, u32>,
    /// The text that may run all the same, once.
    run_once: Option<u64>,
    /// Whether the text was edited since it was opened.
    pub is_edited: bool,
    /// Drafts that no tab shows.
    pub drafts: Rc<Vec<DraftInfo>>,
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
    /// The engine failed.
    EngineFailed(FailureKind, String),
    /// It was told to stop and says nothing.
    EngineUnresponsive,
    /// Start it again, and run the text.
    RestartEngine,
    /// Run the text although it ended the engine.
    RunAnyway,
    /// How often texts ended the engine, as it was remembered, and whether the last visit ended so.
    RestoreCrashes(Table<u64, u32>, bool),
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
    /// Try again to fetch the chunks that did not come.
    FetchParts,
    /// Copy a report of what happened.
    CopyReport,
}

/// All own scenarios and drafts, as a file has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// The version of the file.
    pub schedscope: u32,
    /// Names and texts.
    pub scenarios: Vec<(String, Rc<str>)>,
}

impl Backup {
    /// What a file holds, if it is such a file.
    pub fn parse(text: &str) -> Option<Self> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).take(13).collect();
        (compact == "{\"schedscope\"").then(|| serde_json::from_str(text).ok())?
    }
}

/// A text's fingerprint: short, and the same at the next visit. Eight bytes at a time, since texts may have a hundred megabytes.
pub fn fingerprint_of(text: &str) -> u64 {
    let (chunks_of_8, rest) = text.as_bytes().as_chunks::<8>();
    let chunks_of_8 = chunks_of_8.iter().map(|word| u64::from_le_bytes(*word));
    chunks_of_8.chain(rest.iter().map(|byte| u64::from(*byte))).fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}
