//! Web storage: values as JSON under a key, read and written synchronously.

use js_sys::JSON;
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::JsValue;
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
    let value = JSON::parse(&storage?.get_item(key).ok()??).ok()?;
    serde_wasm_bindgen::from_value(value).ok()
}

/// Stores a value under a key.
///
/// # Errors
///
/// There is no storage, or no room in it.
pub fn write_json(storage: Option<Storage>, key: &str, value: &impl Serialize) -> Result<(), StorageError> {
    let storage = storage.ok_or(StorageError::Unavailable)?;
    let text = to_json(value, 0).unwrap_or_default();
    storage.set_item(key, &text).map_err(|_| StorageError::Full)
}

/// A value as JSON, indented by so many spaces; 0 for a single line. The browser writes it, because a writer of our own would be part of the page's
/// start. Keys of maps must be strings, and numbers at most 2⁵³. `None` if the value is not so.
pub fn to_json(value: &impl Serialize, indent: u32) -> Option<String> {
    let value = value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).ok()?;
    let text = JSON::stringify_with_replacer_and_space(&value, &JsValue::NULL, &indent.into()).ok()?;
    text.as_string()
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
