//! What the browser keeps for a page and gives back at once: small things, some of which are read before the first paint.

use gloo::utils::window;
use serde::{Serialize, de::DeserializeOwned};
use web_sys::Storage;

use crate::{recovery::StorageState as State, site};

/// All keys begin so.
const KEY_PREFIX: &str = "schedscope.";
/// Written by `www/open.js`.
const HANDOFF_KEY: &str = "schedscope.handed";

/// For all tabs and visits. A page inside of another keeps nothing.
pub fn local_area() -> Option<Storage> {
    if site::is_embedded() {
        return None;
    }
    window().local_storage().ok().flatten()
}

/// For this tab alone.
pub(crate) fn session_area() -> Option<Storage> {
    if site::is_embedded() {
        return None;
    }
    window().session_storage().ok().flatten()
}

/// The text that the page which fetches files left for this tab.
pub fn take_handoff() -> Option<String> {
    read_json(session_area(), HANDOFF_KEY)
}

pub fn read_json<T: DeserializeOwned>(storage: Option<Storage>, key: &str) -> Option<T> {
    serde_json::from_str(&storage?.get_item(key).ok()??).ok()
}

pub fn write_json(storage: Option<Storage>, key: &str, value: &impl Serialize) -> Result<(), State> {
    let storage = storage.ok_or(State::Blocked)?;
    let text = serde_json::to_string(value).unwrap_or_default();
    storage.set_item(key, &text).map_err(|_| State::Full)
}

pub fn remove_key(storage: Option<Storage>, key: &str) {
    if let Some(storage) = storage {
        // What cannot be removed could not be kept either.
        let _ = storage.remove_item(key);
    }
}

/// The keys of this page that begin so.
pub fn keys_with_prefix(storage: Option<Storage>, prefix: &str) -> Vec<String> {
    let Some(storage) = storage else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    (0..count).filter_map(|at| storage.key(at).ok().flatten()).filter(|key| key.starts_with(prefix)).collect()
}

/// Forgets all that this page keeps here.
pub fn clear_keys() {
    for storage in [local_area(), session_area()] {
        for key in keys_with_prefix(storage.clone(), KEY_PREFIX) {
            remove_key(storage.clone(), &key);
        }
    }
}

/// Something remembered from an earlier visit.
pub fn recall_value<T: DeserializeOwned>(key: &str) -> Option<T> {
    read_json(local_area(), key)
}

/// Forgets something small.
pub fn forget_value(key: &str) {
    remove_key(local_area(), key);
}
