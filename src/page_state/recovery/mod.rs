//! Autosave and crash recovery: what the browser stores, failures, and the actions available to the user.
//!
//! `autosave` is the state of stored drafts; `crash_recovery` counts failures of the engine and decides which manifests may run. In the
//! page, `effects/storage` accesses the browser's storage, and `ui::name_lock` detects duplicate tabs.
//!
//! - Manifests are stored in `IndexedDB` (`storage::indexed_db`), which has room for large ones: two stores with the same keys, one with
//!   metadata for lists and one with texts. Its writes are asynchronous and may not complete when the page is closed, so on closing a draft
//!   of up to 1 MB is also written to the local storage. The next start moves it to the database, and likewise what earlier builds stored
//!   there. What the database rejects goes to the local storage too; only if neither has room, the page reports it. Small values that are
//!   read before the first paint (theme, language, drawers) stay in the local storage (`storage::local_storage`).
//! - A tab has an id in its session storage, and holds a lock of that name. Its draft is a record of its own, written 300 ms after the
//!   last change and when the page is closed. A duplicated tab finds its id locked and gets a new one, with a copy of the draft; a new tab
//!   takes over the last draft of a closed tab. In browsers without locks a new tab gets a copy. Tabs notify each other over a broadcast
//!   channel.
//! - When a link or scenario replaces a draft, the draft is kept and listed under the saved scenarios; after a link it can be restored
//!   with one click. Links that can't be opened change nothing and report why.
//! - Each saved scenario is a record of its own, so tabs don't overwrite each other's. When one is saved, the browser is asked to keep
//!   the storage persistent (`storage.persist()`). Everything can be saved as one file, which can be opened again.
//! - A crashed engine is restarted and its manifest run again, once. A manifest that crashed it twice waits for the user, also after a
//!   reload (`update/post_update` checks every run). An engine that doesn't answer `Cancel` within 150 ms is terminated; its events so far
//!   are kept. The worker holds a lock, so the page also notices when the browser terminates it silently. Failures to fetch, compile and
//!   start are reported separately; the loader in `index.html` does the same for the page itself, with its own texts.

pub mod autosave;
pub mod crash_recovery;
pub mod update;

use self::{autosave::Autosave, crash_recovery::CrashRecovery};
pub use self::{
    autosave::Backup,
    crash_recovery::{EngineFailure, fingerprint_of},
};
use crate::actions::recovery::PageNotice;

/// Drafts, crash recovery, and notices about both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recovery {
    /// The notices, oldest first.
    pub notices: Vec<PageNotice>,
    /// The state of stored drafts.
    pub autosave: Autosave,
    /// Failures of the engine, and blocked manifests.
    pub crash: CrashRecovery,
}
