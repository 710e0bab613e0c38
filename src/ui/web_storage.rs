//! Web storage: values as JSON under a key, read and written synchronously.

use serde::{Serialize, de::DeserializeOwned};
use web_sys::Storage;

/// Why a value could not be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// The browser offers no storage here.
    Unavailable,
    /// The storage is full.
    Full,
}

/// The value under a key; `None` if there is none, or it has another type.
pub fn read_json<T: DeserializeOwned>(storage: Option<Storage>, key: &str) -> Option<T> {
    serde_json::from_str(&storage?.get_item(key).ok()??).ok()
}

/// Stores a value under a key.
///
/// # Errors
///
/// There is no storage, or no room in it.
pub fn write_json(storage: Option<Storage>, key: &str, value: &impl Serialize) -> Result<(), StorageError> {
    let storage = storage.ok_or(StorageError::Unavailable)?;
    let text = serde_json::to_string(value).unwrap_or_default();
    storage.set_item(key, &text).map_err(|_| StorageError::Full)
}

/// Removes the value under a key.
pub fn remove_key(storage: Option<Storage>, key: &str) {
    if let Some(storage) = storage {
        // A value that can't be removed could not have been stored either.
        let _ = storage.remove_item(key);
    }
}

/// The keys with a prefix.
pub fn keys_with_prefix(storage: Option<Storage>, prefix: &str) -> Vec<String> {
    let Some(storage) = storage else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    (0..count).filter_map(|index| storage.key(index).ok().flatten()).filter(|key| key.starts_with(prefix)).collect()
}
