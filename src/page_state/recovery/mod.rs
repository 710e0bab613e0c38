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

use self::{autosave::Autosave, crash_recovery::CrashRecovery};
pub use self::{
    autosave::Backup,
    crash_recovery::{EngineFailure, fingerprint_of},
};
use crate::actions::recovery::PageNotice;

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
