//! The browser's storage. Every tab has a draft of its own, and every saved scenario is a record of its own, so that no tab overwrites what another
//! one stores. If nothing can be stored, the page shows a notice.

pub mod crash_log;
pub mod indexed_db;
pub mod local_storage;
pub mod unsent_input;

use std::{
    cell::{Cell, OnceCell, RefCell},
    rc::Rc,
};

use api::Table;
pub use crash_log::{clear_running, mark_running, read_crashes as deaths};
use gloo::{
    events::EventListener,
    timers::callback::Timeout,
    utils::{document, window},
};
use indexed_db::{DRAFT_PREFIX, SCENARIO_PREFIX, TextHead, TextRecord, TextStore, request_persistence};
pub use local_storage::{forget_value, has_saved_course, keep_answers, recall_answers, recall_value, take_handoff};
use local_storage::{local_area, session_area, write_json};
use page_state::{
    actions::{
        Action,
        builder::{BuilderMsg, SavedScenario},
        recovery::{DraftInfo, RecoveryMsg, StorageState as State},
    },
    open_target::OpenTarget,
    recovery::Backup,
};
use serde::Serialize;
use ui::{
    name_lock::{LockOwner, claim_name},
    web_storage::{read_json, to_json},
};
pub use unsent_input::note_input;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{BroadcastChannel, MessageEvent};
use yew::Callback;

/// In the session storage: the name of this tab.
const TAB_KEY: &str = "schedscope.tab";
/// Whether there is a draft to restore: `index.html` reads this before the first paint, for which the database is too slow.
const DRAFT_FLAG_KEY: &str = "schedscope.drafted";
/// Milliseconds after the last change until a draft is written.
const DRAFT_DELAY: u32 = 300;
/// The longest draft, in bytes, that is written synchronously when the page closes.
const MAX_SYNC_DRAFT: usize = 1 << 20;
/// The broadcast channel on which tabs notify each other of changes.
const CHANNEL_NAME: &str = "schedscope";
/// The messages on this channel.
const DRAFTS_CHANGED: &str = "drafts";
const SCENARIOS_CHANGED: &str = "own";

/// Writes and reads what this tab stores.
pub struct BrowserStorage {
    inner: Rc<BrowserStorageInner>,
    timer: Cell<Option<Timeout>>,
}

struct BrowserStorageInner {
    dispatch: Callback<Action>,
    /// Opened before anything is read or written.
    database: OnceCell<TextStore>,
    /// The channel to other tabs, if the browser supports it.
    channel: Option<BroadcastChannel>,
    tab: RefCell<String>,
    /// A draft that has not been stored yet.
    unsaved_draft: RefCell<Option<Rc<str>>>,
    /// The `prefix` of the draft; see `save_draft`.
    draft_prefix: RefCell<String>,
    /// Saved scenarios as this tab last read or wrote them, with the times of their creation.
    saved_scenarios: RefCell<Table<String, (u64, Rc<str>)>>,
    state: Cell<State>,
    /// Whether the page is about to close, so that writes must be synchronous.
    is_unloading: Cell<bool>,
}

/// Milliseconds since 1970.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(super) fn now_millis() -> u64 {
    js_sys::Date::now() as u64
}

/// A name for a tab that no other tab has.
fn new_tab_name() -> String {
    format!("{}-{}", now_millis(), js_sys::Math::random().to_bits() & 0xffff_ffff)
}

/// The name of the lock that a tab holds while it is open.
fn lock_name(tab: &str) -> String {
    format!("schedscope.tab.{tab}")
}

/// The name of the tab that a draft belongs to.
fn draft_tab(head: &TextHead) -> &str {
    head.key.strip_prefix(DRAFT_PREFIX).unwrap_or_default()
}

impl BrowserStorageInner {
    /// Reports whether the last write succeeded, if that has changed.
    fn report_result(&self, result: Result<(), State>) {
        let state = result.err().unwrap_or_default();
        if self.state.replace(state) != state {
            self.dispatch.emit(Action::Recovery(RecoveryMsg::SetStorageState(state)));
        }
    }

    /// Notifies the other tabs.
    fn notify_tabs(&self, what: &str) {
        if let Some(channel) = &self.channel {
            // Posting a string to an open channel can't fail.
            let _ = channel.post_message(&what.into());
        }
    }

    /// The key of this tab's draft.
    fn draft_key(&self) -> String {
        format!("{DRAFT_PREFIX}{}", self.tab.borrow())
    }

    /// Writes the unsaved draft. It counts as unsaved until the database has stored it.
    fn flush_draft(self: &Rc<Self>) {
        let Some(text) = self.unsaved_draft.borrow().clone() else { return };
        let (key, record) = (self.draft_key(), TextRecord { text, at: now_millis(), is_aside: false });
        let _ = write_json(local_area(), DRAFT_FLAG_KEY, &true);
        if self.is_unloading.get() && record.text.len() <= MAX_SYNC_DRAFT {
            // The result is reported by the database, if the page stays open.
            let _ = record.write_to_local(&key);
        }
        let inner = Rc::clone(self);
        spawn_local(async move { inner.write_draft(&key, &record).await });
    }

    /// Stores everything that is unsaved, because the page may be about to close.
    fn save_before_unload(self: &Rc<Self>) {
        self.is_unloading.set(true);
        self.flush_input();
        clear_running();
    }

    /// Writes the unsaved draft, including input that the state doesn't have yet.
    fn flush_input(self: &Rc<Self>) {
        if let Some(text) = unsent_input::unsent_text() {
            self.unsaved_draft.replace(Some(format!("{}{text}", self.draft_prefix.borrow()).into()));
        }
        self.flush_draft();
    }

    /// Stores the draft when a navigation was asked for, which may still turn out to be a download or be canceled.
    fn save_before_navigation(self: &Rc<Self>) {
        let was_unloading = self.is_unloading.replace(true);
        self.flush_input();
        self.is_unloading.set(was_unloading);
    }

    async fn write_draft(&self, key: &str, record: &TextRecord) {
        let Some(text_store) = self.database.get() else { return };
        let result = text_store.put_record(key, record).await;
        if result.is_ok()
            && self.unsaved_draft.borrow().as_ref().is_some_and(|unsaved_draft| Rc::ptr_eq(unsaved_draft, &record.text))
        {
            self.unsaved_draft.take();
        }
        self.report_result(result);
        self.notify_tabs(DRAFTS_CHANGED);
    }

    /// Sets the name of this tab.
    fn set_tab_name(&self, tab: String) {
        // A tab that can't store its name is a new one after a reload, and takes over the draft like any new tab.
        let _ = write_json(session_area(), TAB_KEY, &tab);
        self.tab.replace(tab);
    }

    /// The drafts, the latest first.
    async fn list_drafts(&self) -> Vec<TextHead> {
        let Some(text_store) = self.database.get() else { return Vec::new() };
        let mut text_heads = text_store.list_heads(DRAFT_PREFIX).await;
        text_heads.sort_by_key(|head| std::cmp::Reverse(head.at));
        text_heads
    }

    /// The record under a draft's key.
    async fn read_record(&self, key: &str) -> Option<TextRecord> {
        let drafts = self.list_drafts().await;
        let head = drafts.iter().find(|head| head.key == key)?;
        let text = self.database.get()?.read_text(key).await?;
        Some(TextRecord { text, at: head.at, is_aside: head.is_aside })
    }

    /// Publishes the drafts that no open tab shows, as far as known.
    async fn publish_drafts(&self) {
        let text_heads = self.list_drafts().await;
        if text_heads.iter().any(|head| !head.is_aside) {
            // Without the flag, the first paint briefly shows a scenario.
            let _ = write_json(local_area(), DRAFT_FLAG_KEY, &true);
        } else {
            forget_value(DRAFT_FLAG_KEY);
        }
        let show = |head: TextHead| DraftInfo {
            tab: draft_tab(&head).into(),
            changed_at: head.at,
            first_line: head.first,
            bytes: head.bytes,
        };
        let mine = self.draft_key();
        let draft_infos = text_heads.into_iter().filter(|head| head.key != mine).map(show).collect();
        self.dispatch.emit(Action::Recovery(RecoveryMsg::SetDrafts(draft_infos)));
    }

    /// Reads the saved scenarios, in order of creation.
    async fn read_scenarios(&self) {
        let Some(text_store) = self.database.get() else { return };
        let mut scenarios = Vec::new();
        for head in text_store.list_heads(SCENARIO_PREFIX).await {
            if let (Some(name), Some(text)) =
                (head.key.strip_prefix(SCENARIO_PREFIX), text_store.read_text(&head.key).await)
            {
                scenarios.push((head.at, SavedScenario { name: name.to_owned(), text }));
            }
        }
        scenarios.sort_by_key(|(at, _)| *at);
        self.saved_scenarios.replace(
            scenarios
                .iter()
                .map(|(at, saved_scenario)| (saved_scenario.name.clone(), (*at, Rc::clone(&saved_scenario.text))))
                .collect(),
        );
        self.dispatch.emit(Action::Builder(BuilderMsg::RestoreSaved(
            scenarios.into_iter().map(|(_, saved_scenario)| saved_scenario).collect(),
        )));
    }

    /// Gives the tab a new name, and a copy of the draft under it.
    async fn copy_draft(&self, text: Option<Rc<str>>) -> Option<Rc<str>> {
        let tab = new_tab_name();
        claim_name(&lock_name(&tab)).await;
        self.set_tab_name(tab);
        // A duplicated tab is not running the manifest of the original.
        clear_running();
        if let Some(text) = &text {
            self.write_draft(
                &self.draft_key(),
                &TextRecord { text: Rc::clone(text), at: now_millis(), is_aside: false },
            )
            .await;
        }
        text
    }

    /// The text of this tab's draft, unless it was set aside.
    async fn find_draft(&self, tab: &str, drafts: &[TextHead]) -> Option<Rc<str>> {
        let head = drafts.iter().find(|head| draft_tab(head) == tab && !head.is_aside)?;
        self.database.get()?.read_text(&head.key).await
    }
}

impl BrowserStorage {
    /// Starts listening for the events before the page closes, on which unsaved data is written.
    pub fn new(dispatch: Callback<Action>) -> Self {
        let channel = BroadcastChannel::new(CHANNEL_NAME).ok();
        let inner = Rc::new(BrowserStorageInner {
            dispatch,
            database: OnceCell::default(),
            channel,
            tab: RefCell::default(),
            unsaved_draft: RefCell::default(),
            draft_prefix: RefCell::default(),
            saved_scenarios: RefCell::default(),
            state: Cell::default(),
            is_unloading: Cell::default(),
        });
        // Firefox cancels scripts that run when the next page is about to appear, which may be those for `pagehide` and `visibilitychange`. This
        // event comes before the next page is requested, but phones don't send it.
        let asked = Rc::clone(&inner);
        EventListener::new(&window(), "beforeunload", move |_| asked.save_before_navigation()).forget();
        let (goes, comes) = (Rc::clone(&inner), Rc::clone(&inner));
        EventListener::new(&window(), "pagehide", move |_| goes.save_before_unload()).forget();
        EventListener::new(&window(), "pageshow", move |_| comes.is_unloading.set(false)).forget();
        // This is the last event of a page that closes, and on some phones the only one.
        let visible = Rc::clone(&inner);
        EventListener::new(&document(), "visibilitychange", move |_| {
            if document().hidden() { visible.save_before_unload() } else { visible.is_unloading.set(false) }
        })
        .forget();
        if let Some(channel) = &inner.channel {
            let other = Rc::clone(&inner);
            EventListener::new(channel, "message", move |event| {
                let text = event.dyn_ref::<MessageEvent>().and_then(|event| event.data().as_string());
                let other = Rc::clone(&other);
                spawn_local(async move {
                    if text.as_deref() == Some(SCENARIOS_CHANGED) {
                        other.read_scenarios().await;
                    }
                    other.publish_drafts().await;
                });
            })
            .forget();
        }
        Self { inner, timer: Cell::default() }
    }

    /// Finds out which tab this is, and returns the draft to restore. A duplicated tab gets a name of its own; a new tab takes over the latest
    /// draft that no other tab shows.
    pub async fn claim_draft(&self) -> Option<Rc<str>> {
        let inner = &self.inner;
        let text_store = TextStore::open().await;
        let text_store = inner.database.get_or_init(|| text_store);
        inner.report_result(text_store.check_usable());
        text_store.migrate_old_records(now_millis(), &new_tab_name()).await;
        let drafts = inner.list_drafts().await;
        if let Some(tab) = read_json::<String>(session_area(), TAB_KEY) {
            let draft = inner.find_draft(&tab, &drafts).await;
            if claim_name(&lock_name(&tab)).await != LockOwner::OtherTab {
                inner.set_tab_name(tab);
                return draft;
            }
            return inner.copy_draft(draft).await;
        }
        for head in drafts.iter().filter(|head| !head.is_aside) {
            match claim_name(&lock_name(draft_tab(head))).await {
                LockOwner::OtherTab => {}
                LockOwner::ThisTab => {
                    inner.set_tab_name(draft_tab(head).to_owned());
                    return text_store.read_text(&head.key).await;
                }
                // Another tab may be showing it.
                LockOwner::Unknown => return inner.copy_draft(text_store.read_text(&head.key).await).await,
            }
        }
        inner.copy_draft(None).await
    }

    /// Sends the lists of saved scenarios and drafts to the page's state.
    pub async fn publish_all(&self) {
        self.inner.read_scenarios().await;
        self.inner.publish_drafts().await;
    }

    /// Stores a small value.
    pub fn save_value(&self, key: &str, value: &impl Serialize) {
        let result = write_json(local_area(), key, value);
        // Room for a small value doesn't imply room for a text.
        if result.is_err() {
            self.inner.report_result(result);
        }
    }

    /// Stores the text of this tab after a delay. In a lesson, the draft begins with `prefix`: the lesson and its progress; a text that equals the
    /// lesson's is not stored.
    pub fn save_draft(&self, prefix: String, text: &Rc<str>, changed: bool) {
        unsent_input::clear_input(text);
        let draft = match (prefix.as_str(), changed) {
            ("", _) => Rc::clone(text),
            (_, true) => format!("{prefix}{text}").into(),
            (_, false) => prefix.as_str().into(),
        };
        self.inner.draft_prefix.replace(prefix);
        self.inner.unsaved_draft.replace(Some(draft));
        if self.inner.is_unloading.get() {
            return self.inner.flush_draft();
        }
        let inner = Rc::clone(&self.inner);
        self.timer.set(Some(Timeout::new(DRAFT_DELAY, move || inner.flush_draft())));
    }

    /// Sets the draft aside, because another text replaces it: the record remains, and the next draft is a new record.
    pub fn set_draft_aside(&self) {
        self.timer.set(None);
        let (inner, key, tab) = (Rc::clone(&self.inner), self.inner.draft_key(), new_tab_name());
        let pending = inner.unsaved_draft.take();
        inner.draft_prefix.take();
        inner.set_tab_name(tab.clone());
        spawn_local(async move {
            let record = match pending {
                Some(text) => Some(TextRecord { text, at: now_millis(), is_aside: true }),
                None => inner.read_record(&key).await.map(|text_record| TextRecord { is_aside: true, ..text_record }),
            };
            if let Some(record) = record {
                inner.write_draft(&key, &record).await;
            }
            claim_name(&lock_name(&tab)).await;
            inner.publish_drafts().await;
        });
    }

    /// Opens the draft of a tab.
    pub(crate) fn open_draft(&self, tab: &str) {
        let (inner, key) = (Rc::clone(&self.inner), format!("{DRAFT_PREFIX}{tab}"));
        spawn_local(async move {
            let Some(text_store) = inner.database.get() else { return };
            if let Some(text) = text_store.read_text(&key).await {
                inner.dispatch.emit(Action::Open(OpenTarget::Text(text)));
            }
        });
    }

    /// Deletes the draft of a tab.
    pub(crate) fn forget_draft(&self, tab: &str) {
        let (inner, key) = (Rc::clone(&self.inner), format!("{DRAFT_PREFIX}{tab}"));
        spawn_local(async move {
            let Some(text_store) = inner.database.get() else { return };
            text_store.remove_record(&key).await;
            inner.notify_tabs(DRAFTS_CHANGED);
            inner.publish_drafts().await;
        });
    }

    /// Stores the saved scenarios that this tab has changed.
    pub(crate) fn save_scenarios(&self, saved_scenarios: &[SavedScenario]) {
        let inner = Rc::clone(&self.inner);
        let mut saved = inner.saved_scenarios.borrow_mut();
        let at =
            |saved_scenario: &SavedScenario| saved.get(&saved_scenario.name).map_or_else(now_millis, |(at, _)| *at);
        let current: Table<String, (u64, Rc<str>)> = saved_scenarios
            .iter()
            .map(|saved_scenario| (saved_scenario.name.clone(), (at(saved_scenario), Rc::clone(&saved_scenario.text))))
            .collect();
        let changes = |(name, entry): &(&String, &(u64, Rc<str>))| saved.get(*name) != Some(entry);
        let written: Vec<_> = current
            .iter()
            .filter(changes)
            .map(|(name, entry)| (format!("{SCENARIO_PREFIX}{name}"), entry.clone()))
            .collect();
        let deleted_names = saved.keys().filter(|name| !current.contains_key(*name));
        let deleted_names: Vec<_> = deleted_names.map(|name| format!("{SCENARIO_PREFIX}{name}")).collect();
        *saved = current;
        drop(saved);
        spawn_local(async move {
            let Some(text_store) = inner.database.get() else { return };
            for (key, (at, text)) in written {
                let result = text_store.put_record(&key, &TextRecord { text, at, is_aside: false }).await;
                inner.report_result(result);
            }
            for key in deleted_names {
                text_store.remove_record(&key).await;
            }
            inner.notify_tabs(SCENARIOS_CHANGED);
            request_persistence().await;
        });
    }

    /// Stores the number of crashes by manifest fingerprint.
    pub(crate) fn save_crashes(&self, crash_counts: &Table<u64, u32>) {
        let result = crash_log::write_crashes(crash_counts);
        if result.is_err() {
            self.inner.report_result(result);
        }
    }

    /// Saves all scenarios and drafts, with the current text, as a file.
    pub fn save_all(&self, text: &Rc<str>, save: fn(&str)) {
        let (inner, text) = (Rc::clone(&self.inner), Rc::clone(text));
        spawn_local(async move {
            let Some(text_store) = inner.database.get() else { return };
            let saved = inner.saved_scenarios.borrow().clone();
            let mut by_time: Vec<_> = saved.into_iter().map(|(name, (at, text))| (at, name, text)).collect();
            by_time.sort();
            let mut scenarios: Vec<(String, Rc<str>)> =
                by_time.into_iter().map(|(_, name, text)| (name, text)).collect();
            scenarios.push(("(now)".into(), text));
            let (mine, drafts) = (inner.draft_key(), inner.list_drafts().await);
            for (head, number) in drafts.iter().filter(|head| head.key != mine).zip(1..) {
                if let Some(text) = text_store.read_text(&head.key).await {
                    scenarios.push((format!("(draft {number})"), text));
                }
            }
            save(&to_json(&Backup { schedscope: 1, scenarios }, 2).unwrap_or_default());
        });
    }

    /// Deletes everything that is stored.
    pub fn forget_all(&self) {
        self.timer.set(None);
        let inner = Rc::clone(&self.inner);
        inner.unsaved_draft.take();
        inner.saved_scenarios.replace(Table::new());
        local_storage::clear_keys();
        let tab = inner.tab.borrow().clone();
        inner.set_tab_name(tab);
        spawn_local(async move {
            if let Some(text_store) = inner.database.get() {
                text_store.clear_records().await;
            }
            inner.notify_tabs(SCENARIOS_CHANGED);
            inner.publish_drafts().await;
        });
    }
}
