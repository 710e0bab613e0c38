//! Stores texts in a database of the browser (`IndexedDB`), which has room for large ones.
//!
//! A database answers later. That is too late for a page that goes, and some browsers have none. So a text that must not wait, or
//! that the database does not take, goes into the local storage, which is small and written at once. The next start moves it into the
//! database, and by the same way all that earlier builds kept in the local storage.

use std::rc::Rc;

use gloo::{timers::callback::Timeout, utils::window};
use idb::{Database, DatabaseEvent, Error, Factory, ObjectStoreParams, Transaction, TransactionMode};
use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use page_state::actions::{builder::SavedScenario, recovery::StorageState as State};
use serde::{Deserialize, Serialize};
use ui::web_storage::keys_with_prefix;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use super::local_storage::{forget_value, local_area, recall_value, write_json};

/// The keys of drafts begin so, followed by the name of the tab.
pub(crate) const DRAFT_PREFIX: &str = "schedscope.draft.";
/// The keys of own scenarios begin so, followed by their names.
pub const SCENARIO_PREFIX: &str = "schedscope.own.";

/// Longer texts are kept as bytes.
const MAX_STRING_BYTES: usize = 1 << 20;

const DATABASE_NAME: &str = "schedscope";
/// Two stores under the same keys, so that a list can be shown without reading megabytes of texts.
const STORE_NAMES: [&str; 2] = [HEAD_STORE, TEXT_STORE];
const HEAD_STORE: &str = "heads";
const TEXT_STORE: &str = "texts";
/// How many milliseconds the database may take to open. The page does not wait longer.
const OPEN_TIMEOUT: u32 = 5000;

/// A text as it is kept.
#[derive(Clone, Serialize, Deserialize)]
pub struct TextRecord {
    pub text: Rc<str>,
    /// Wall time of the last change, in milliseconds.
    pub at: u64,
    /// Whether another text took its place: then no tab opens it by itself.
    #[serde(default)]
    pub aside: bool,
}

/// What a list shows of a text.
#[derive(Serialize, Deserialize)]
pub struct TextHead {
    pub key: String,
    pub at: u64,
    pub aside: bool,
    /// Its first line that says something.
    pub first: String,
    pub bytes: usize,
}

impl TextRecord {
    fn to_head(&self, key: &str) -> TextHead {
        let is_telling = |line: &&str| !line.trim().is_empty() && !line.starts_with("---");
        let first = self.text.lines().find(is_telling).unwrap_or_default().chars().take(60).collect();
        TextHead { key: key.to_owned(), at: self.at, aside: self.aside, first, bytes: self.text.len() }
    }

    /// Puts it into the local storage, which is done when this returns.
    pub(crate) fn write_to_local(&self, key: &str) -> Result<(), State> {
        write_json(local_area(), key, self)
    }
}

/// All texts.
pub struct TextStore {
    database: Option<Database>,
}

impl TextStore {
    /// Opens the database and moves into it what waits in the local storage.
    pub async fn open() -> Self {
        let text_store = Self { database: open_database().await };
        let waiting_texts: Vec<String> = [DRAFT_PREFIX, SCENARIO_PREFIX]
            .into_iter()
            .flat_map(|prefix| keys_with_prefix(local_area(), prefix))
            .collect();
        if text_store.database.is_some() && !waiting_texts.is_empty() {
            let inside = text_store.heads_in_transaction().await.unwrap_or_default();
            for key in waiting_texts {
                text_store.import_record(&key, &inside).await;
            }
        }
        text_store
    }

    /// Moves a record from the local storage into the database, which keeps its own if that is later. What it has no room for stays.
    async fn import_record(&self, key: &str, inside: &[TextHead]) {
        let Some(old_record) = recall_value::<TextRecord>(key) else { return };
        let later = inside.iter().any(|text_head| text_head.key == key && text_head.at > old_record.at);
        if later || self.put_in_transaction(key, &old_record).await.is_ok() {
            forget_value(key);
        }
    }

    /// Moves what the first builds kept in one piece for all tabs: a draft, which becomes that of a tab, and own scenarios.
    pub(crate) async fn migrate_old_records(&self, now: u64, tab: &str) {
        let draft = "schedscope.draft";
        if let Some(text) = recall_value::<Rc<str>>(draft) {
            let record = TextRecord { text, at: now, aside: false };
            if self.put_record(&format!("{DRAFT_PREFIX}{tab}"), &record).await.is_ok() {
                forget_value(draft);
            }
        }
        let list = "schedscope.own";
        if let Some(saved_scenarios) = recall_value::<Vec<SavedScenario>>(list) {
            let mut moved = true;
            for (SavedScenario { name, text }, at) in saved_scenarios.into_iter().zip(0..) {
                moved &= self
                    .put_record(&format!("{SCENARIO_PREFIX}{name}"), &TextRecord { text, at, aside: false })
                    .await
                    .is_ok();
            }
            if moved {
                forget_value(list);
            }
        }
    }

    /// Whether anything at all can be kept.
    pub fn check_usable(&self) -> Result<(), State> {
        if self.database.is_some() || local_area().is_some() { Ok(()) } else { Err(State::Blocked) }
    }

    /// What is kept under keys that begin so, without the texts.
    pub(crate) async fn list_heads(&self, prefix: &str) -> Vec<TextHead> {
        let waiting_texts: Vec<String> = keys_with_prefix(local_area(), prefix);
        let mut heads = self.heads_in_transaction().await.unwrap_or_default();
        heads.retain(|head| head.key.starts_with(prefix) && !waiting_texts.contains(&head.key));
        heads.extend(waiting_texts.iter().filter_map(|key| Some(recall_value::<TextRecord>(key)?.to_head(key))));
        heads
    }

    /// The text of a key.
    pub async fn read_text(&self, key: &str) -> Option<Rc<str>> {
        // What waits in the local storage is later than what the database has.
        match recall_value::<TextRecord>(key) {
            Some(record) => Some(record.text),
            None => self.text_in_transaction(key).await.ok().flatten(),
        }
    }

    /// Keeps a record.
    pub async fn put_record(&self, key: &str, record: &TextRecord) -> Result<(), State> {
        if self.put_in_transaction(key, record).await.is_err() {
            return record.write_to_local(key);
        }
        // What went there when the page was about to go is no longer needed, unless it is later. Two changes may have the same time.
        if recall_value::<TextRecord>(key)
            .is_some_and(|text_record| text_record.at < record.at || text_record.text == record.text)
        {
            forget_value(key);
        }
        Ok(())
    }

    /// Forgets a record.
    pub async fn remove_record(&self, key: &str) {
        forget_value(key);
        let removed = self.run_transaction(|transaction| {
            for store in STORE_NAMES {
                transaction.object_store(store)?.delete(JsValue::from_str(key))?;
            }
            Ok(())
        });
        // A database that does not forget now is asked again by whoever sees the record.
        let _ = removed.await;
    }

    /// Forgets all records of the database.
    pub async fn clear_records(&self) {
        let cleared = self.run_transaction(|transaction| {
            for store in STORE_NAMES {
                transaction.object_store(store)?.clear()?;
            }
            Ok(())
        });
        let _ = cleared.await;
    }

    fn begin_transaction(&self, mode: TransactionMode) -> Result<Transaction, Error> {
        let database = self.database.as_ref().ok_or(Error::IndexedDbNotFound(JsValue::NULL))?;
        database.transaction(&STORE_NAMES, mode)
    }

    /// Makes a change as a whole: when this returns well, it is kept.
    async fn run_transaction(&self, make: impl FnOnce(&Transaction) -> Result<(), Error>) -> Result<(), Error> {
        let transaction = self.begin_transaction(TransactionMode::ReadWrite)?;
        if let Err(error) = make(&transaction) {
            // Half a change is none.
            let _ = transaction.abort();
            return Err(error);
        }
        // Without waiting for answers, since the page may be about to go.
        if transaction.commit()?.await?.is_committed() { Ok(()) } else { Err(Error::DomExceptionNotFound) }
    }

    async fn put_in_transaction(&self, key: &str, record: &TextRecord) -> Result<(), Error> {
        let head = serde_wasm_bindgen::to_value(&record.to_head(key)).unwrap_or_default();
        self.run_transaction(|transaction| {
            let key = JsValue::from_str(key);
            transaction.object_store(HEAD_STORE)?.put(&head, Some(&key))?;
            transaction.object_store(TEXT_STORE)?.put(&encode_text(&record.text), Some(&key))?;
            Ok(())
        })
        .await
    }

    async fn heads_in_transaction(&self) -> Result<Vec<TextHead>, Error> {
        let transaction = self.begin_transaction(TransactionMode::ReadOnly)?;
        let values = transaction.object_store(HEAD_STORE)?.get_all(None, None)?.await?;
        Ok(values.into_iter().filter_map(|value| serde_wasm_bindgen::from_value(value).ok()).collect())
    }

    async fn text_in_transaction(&self, key: &str) -> Result<Option<Rc<str>>, Error> {
        let transaction = self.begin_transaction(TransactionMode::ReadOnly)?;
        let bytes = transaction.object_store(TEXT_STORE)?.get(JsValue::from_str(key))?.await?;
        Ok(bytes.and_then(|bytes| match bytes.dyn_into::<Uint8Array>() {
            Ok(bytes) => String::from_utf8(bytes.to_vec()).ok().map(Into::into),
            Err(bytes) => bytes.as_string().map(Into::into),
        }))
    }
}

/// A text as the database keeps it. To make letters of many megabytes takes the page's thread longer than it should.
fn encode_text(text: &str) -> JsValue {
    if text.len() > MAX_STRING_BYTES { Uint8Array::from(text.as_bytes()).into() } else { JsValue::from_str(text) }
}

/// The database, if the browser has one and opens it in time.
async fn open_database() -> Option<Database> {
    let open_promise =
        future_to_promise(async { Ok(JsValue::from(create_database().await.map_err(|_| JsValue::NULL)?)) });
    let late = Promise::new(&mut |resolve, _| {
        Timeout::new(OPEN_TIMEOUT, move || drop(resolve.call0(&JsValue::NULL))).forget();
    });
    let opened = JsFuture::from(Promise::race(&Array::of2(&open_promise, &late))).await.ok()?;
    let mut database = Database::try_from(opened).ok()?;
    // A later build may want to change what the database looks like; it must not wait for this tab.
    database.on_version_change(|event| {
        if let Some(Ok(database)) = event.target().map(Database::try_from) {
            database.close();
        }
    });
    Some(database)
}

async fn create_database() -> Result<Database, Error> {
    // Looked up with care: some browsers throw at the mere name.
    Reflect::get(&window(), &"indexedDB".into()).map_err(Error::IndexedDbNotFound)?;
    let mut request = Factory::new()?.open(DATABASE_NAME, Some(1))?;
    request.on_upgrade_needed(|event| {
        let Ok(database) = event.database() else { return };
        for store in STORE_NAMES {
            // Without its stores the database takes nothing, and texts go where they go without one.
            let _ = database.create_object_store(store, ObjectStoreParams::new());
        }
    });
    request.await
}

/// Asks the browser not to throw away what is kept here when it needs room.
pub(crate) async fn request_persistence() {
    let storage = Reflect::get(&window().navigator(), &"storage".into()).unwrap_or_default();
    let persist = Reflect::get(&storage, &"persist".into()).ok().and_then(|value| value.dyn_into::<Function>().ok());
    if let Some(persist_promise) = persist.and_then(|persist| persist.call0(&storage).ok()) {
        // Whatever it answers, nothing changes here.
        let _ = JsFuture::from(Promise::resolve(&persist_promise)).await;
    }
}
