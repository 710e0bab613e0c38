//! Stores manifests in a database of the browser (`IndexedDB`), which has room for large ones.
//!
//! A database is asynchronous, which is too late for a page that is being closed, and some browsers have none. So a text that must not wait, or
//! that the database rejects, is written to the local storage, which is small and synchronous. The next start moves it into the database, together
//! with everything that earlier builds stored in the local storage.

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

/// The prefix of keys of drafts, followed by the name of the tab.
pub(crate) const DRAFT_PREFIX: &str = "schedscope.draft.";
/// The prefix of keys of saved scenarios, followed by their names.
pub const SCENARIO_PREFIX: &str = "schedscope.own.";

/// Longer texts are stored as bytes.
const MAX_STRING_BYTES: usize = 1 << 20;

const DATABASE_NAME: &str = "schedscope";
/// Two object stores with the same keys, so that a list can be shown without reading megabytes of texts.
const STORE_NAMES: [&str; 2] = [HEAD_STORE, TEXT_STORE];
const HEAD_STORE: &str = "heads";
const TEXT_STORE: &str = "texts";
/// The timeout for opening the database, in milliseconds.
const OPEN_TIMEOUT: u32 = 5000;

/// A text as it is stored.
#[derive(Clone, Serialize, Deserialize)]
pub struct TextRecord {
    pub text: Rc<str>,
    /// The wall-clock time of the last change, in milliseconds.
    pub at: u64,
    /// Whether another text replaced it in its tab, so that no tab restores it by itself.
    #[serde(rename = "aside", default)]
    pub is_aside: bool,
}

/// What a list shows of a stored text.
#[derive(Serialize, Deserialize)]
pub struct TextHead {
    /// The key under which the text is stored.
    pub key: String,
    /// As in [`TextRecord::at`].
    pub at: u64,
    /// As in [`TextRecord::is_aside`].
    #[serde(rename = "aside")]
    pub is_aside: bool,
    /// Its first line with content.
    pub first: String,
    /// The length of the text.
    pub bytes: usize,
}

impl TextRecord {
    fn to_head(&self, key: &str) -> TextHead {
        let is_telling = |line: &&str| !line.trim().is_empty() && !line.starts_with("---");
        let first = self.text.lines().find(is_telling).unwrap_or_default().chars().take(60).collect();
        TextHead { key: key.to_owned(), at: self.at, is_aside: self.is_aside, first, bytes: self.text.len() }
    }

    /// Writes the record to the local storage, synchronously.
    pub(crate) fn write_to_local(&self, key: &str) -> Result<(), State> {
        write_json(local_area(), key, self)
    }
}

/// The stored texts; `database` is `None` if the browser has none.
pub struct TextStore {
    database: Option<Database>,
}

impl TextStore {
    /// Opens the database and moves records from the local storage into it.
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

    /// Moves a record from the local storage into the database, unless the database has a later one. A record for which there is no room stays.
    async fn import_record(&self, key: &str, inside: &[TextHead]) {
        let Some(old_record) = recall_value::<TextRecord>(key) else { return };
        let later = inside.iter().any(|text_head| text_head.key == key && text_head.at > old_record.at);
        if later || self.put_in_transaction(key, &old_record).await.is_ok() {
            forget_value(key);
        }
    }

    /// Converts the records of the first builds, which were shared by all tabs: a draft, which is assigned to a tab, and saved scenarios.
    pub(crate) async fn migrate_old_records(&self, now: u64, tab: &str) {
        let draft = "schedscope.draft";
        if let Some(text) = recall_value::<Rc<str>>(draft) {
            let record = TextRecord { text, at: now, is_aside: false };
            if self.put_record(&format!("{DRAFT_PREFIX}{tab}"), &record).await.is_ok() {
                forget_value(draft);
            }
        }
        let list = "schedscope.own";
        if let Some(saved_scenarios) = recall_value::<Vec<SavedScenario>>(list) {
            let mut moved = true;
            for (SavedScenario { name, text }, at) in saved_scenarios.into_iter().zip(0..) {
                moved &= self
                    .put_record(&format!("{SCENARIO_PREFIX}{name}"), &TextRecord { text, at, is_aside: false })
                    .await
                    .is_ok();
            }
            if moved {
                forget_value(list);
            }
        }
    }

    /// Checks that texts can be stored.
    ///
    /// # Errors
    /// The browser blocks all storage.
    pub fn check_usable(&self) -> Result<(), State> {
        if self.database.is_some() || local_area().is_some() { Ok(()) } else { Err(State::Blocked) }
    }

    /// The records whose keys have a prefix, without their texts.
    pub(crate) async fn list_heads(&self, prefix: &str) -> Vec<TextHead> {
        let waiting_texts: Vec<String> = keys_with_prefix(local_area(), prefix);
        let mut heads = self.heads_in_transaction().await.unwrap_or_default();
        heads.retain(|head| head.key.starts_with(prefix) && !waiting_texts.contains(&head.key));
        heads.extend(waiting_texts.iter().filter_map(|key| Some(recall_value::<TextRecord>(key)?.to_head(key))));
        heads
    }

    /// The text of a record.
    pub async fn read_text(&self, key: &str) -> Option<Rc<str>> {
        // A record in the local storage is later than the one in the database.
        match recall_value::<TextRecord>(key) {
            Some(record) => Some(record.text),
            None => self.text_in_transaction(key).await.ok().flatten(),
        }
    }

    pub async fn put_record(&self, key: &str, record: &TextRecord) -> Result<(), State> {
        if self.put_in_transaction(key, record).await.is_err() {
            return record.write_to_local(key);
        }
        // A copy that was written to the local storage when the page was about to close is no longer needed, unless it is later. Two changes may
        // have the same time.
        if recall_value::<TextRecord>(key)
            .is_some_and(|text_record| text_record.at < record.at || text_record.text == record.text)
        {
            forget_value(key);
        }
        Ok(())
    }

    pub async fn remove_record(&self, key: &str) {
        forget_value(key);
        let removed = self.run_transaction(|transaction| {
            for store in STORE_NAMES {
                transaction.object_store(store)?.delete(JsValue::from_str(key))?;
            }
            Ok(())
        });
        // If this fails, the record reappears in the list and can be deleted again.
        let _ = removed.await;
    }

    /// Deletes all records of the database.
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

    /// Runs a transaction; if it returns `Ok`, the change is stored.
    async fn run_transaction(&self, make: impl FnOnce(&Transaction) -> Result<(), Error>) -> Result<(), Error> {
        let transaction = self.begin_transaction(TransactionMode::ReadWrite)?;
        if let Err(error) = make(&transaction) {
            // A partial change is rolled back.
            let _ = transaction.abort();
            return Err(error);
        }
        // Commits without waiting for the requests, since the page may be about to close.
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

/// A text as the database stores it. Converting many megabytes to a JavaScript string would block the page for too long.
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
    // A later build may want to change the schema and must not wait for this tab.
    database.on_version_change(|event| {
        if let Some(Ok(database)) = event.target().map(Database::try_from) {
            database.close();
        }
    });
    Some(database)
}

async fn create_database() -> Result<Database, Error> {
    // Some browsers throw on access to this property.
    Reflect::get(&window(), &"indexedDB".into()).map_err(Error::IndexedDbNotFound)?;
    let mut request = Factory::new()?.open(DATABASE_NAME, Some(1))?;
    request.on_upgrade_needed(|event| {
        let Ok(database) = event.database() else { return };
        for store in STORE_NAMES {
            // Without its stores the database rejects everything, and texts go to the local storage.
            let _ = database.create_object_store(store, ObjectStoreParams::new());
        }
    });
    request.await
}

/// Asks the browser not to evict the stored data when it needs room.
pub(crate) async fn request_persistence() {
    let storage = Reflect::get(&window().navigator(), &"storage".into()).unwrap_or_default();
    let persist = Reflect::get(&storage, &"persist".into()).ok().and_then(|value| value.dyn_into::<Function>().ok());
    if let Some(persist_promise) = persist.and_then(|persist| persist.call0(&storage).ok()) {
        // The answer makes no difference here.
        let _ = JsFuture::from(Promise::resolve(&persist_promise)).await;
    }
}
