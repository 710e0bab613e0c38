//! What the browser keeps for a page and gives back at once: small things, some of which are read before the first paint.

use gloo::utils::window;
use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

use crate::care::Memory as State;
use crate::site;

/// All keys begin so.
const OURS: &str = "schedscope.";
/// Written by `www/open.js`.
const HANDED: &str = "schedscope.handed";

/// For all tabs and visits. A page inside of another keeps nothing.
pub fn local() -> Option<Storage> {
    if site::embedded() {
        return None;
    }
    window().local_storage().ok().flatten()
}

/// For this tab alone.
pub(crate) fn session() -> Option<Storage> {
    if site::embedded() {
        return None;
    }
    window().session_storage().ok().flatten()
}

/// The text that the page which fetches files left for this tab.
pub fn handed() -> Option<String> {
    read(session(), HANDED)
}

pub fn read<T: DeserializeOwned>(storage: Option<Storage>, key: &str) -> Option<T> {
    serde_json::from_str(&storage?.get_item(key).ok()??).ok()
}

pub fn write(storage: Option<Storage>, key: &str, value: &impl Serialize) -> Result<(), State> {
    let storage = storage.ok_or(State::Blocked)?;
    let text = serde_json::to_string(value).unwrap_or_default();
    storage.set_item(key, &text).map_err(|_| State::Full)
}

pub fn remove(storage: Option<Storage>, key: &str) {
    if let Some(storage) = storage {
        // What cannot be removed could not be kept either.
        let _ = storage.remove_item(key);
    }
}

/// The keys of this page that begin so.
pub fn keys(storage: Option<Storage>, start: &str) -> Vec<String> {
    let Some(storage) = storage else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    (0..count).filter_map(|at| storage.key(at).ok().flatten()).filter(|key| key.starts_with(start)).collect()
}

/// Forgets all that this page keeps here.
pub fn clear() {
    for storage in [local(), session()] {
        for key in keys(storage.clone(), OURS) {
            remove(storage.clone(), &key);
        }
    }
}

/// Something remembered from an earlier visit.
pub fn recall<T: DeserializeOwned>(key: &str) -> Option<T> {
    read(local(), key)
}

/// Forgets something small.
pub fn forget(key: &str) {
    remove(local(), key);
}
