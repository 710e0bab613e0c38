//! The browser's synchronous storage: small values, some of which are read before the first paint.

use gloo::utils::window;
use page_state::actions::recovery::StorageState;
use serde::{Serialize, de::DeserializeOwned};
use ui::web_storage::{self, StorageError, keys_with_prefix, read_json, remove_key};
use web_sys::Storage;

use crate::page_metadata;

/// The prefix of all keys.
const KEY_PREFIX: &str = "schedscope.";
/// Written by `www/open.js`.
const HANDOFF_KEY: &str = "schedscope.handed";

/// The storage shared by all tabs and visits. `None` in an embedded page, which stores nothing.
pub fn local_area() -> Option<Storage> {
    if page_metadata::is_embedded() {
        return None;
    }
    window().local_storage().ok().flatten()
}

/// The storage of this tab.
pub(crate) fn session_area() -> Option<Storage> {
    if page_metadata::is_embedded() {
        return None;
    }
    window().session_storage().ok().flatten()
}

/// The key of the draft of a lesson, the course being edited, and the results.
pub(crate) const CLASSROOM_KEY: &str = "schedscope.class";
/// The key of the course that this tab follows.
pub(crate) const COURSE_KEY: &str = "schedscope.course";

/// The key of the student's name, in this tab only: a shared computer may have another student next.
pub(crate) const STUDENT_KEY: &str = "schedscope.student";
/// The prefix of keys for answers in built-in lessons, followed by the lesson's name.
const ANSWERS_PREFIX: &str = "schedscope.answers.";

/// Saves the answers in a built-in lesson, for a reload of this tab.
pub fn keep_answers(lesson: &str, line: &String) {
    // Without storage, a reload starts over.
    let _ = web_storage::write_json(session_area(), &format!("{ANSWERS_PREFIX}{lesson}"), line);
}

/// The saved answers in a built-in lesson.
pub fn recall_answers(lesson: &str) -> Option<String> {
    read_json(session_area(), &format!("{ANSWERS_PREFIX}{lesson}"))
}

/// Whether this tab has a saved course.
pub fn has_saved_course() -> bool {
    session_area().is_some_and(|storage| storage.get_item(COURSE_KEY).is_ok_and(|course| course.is_some()))
}

/// The manifest that the page which fetches files passed to this tab; removed on reading.
pub fn take_handoff() -> Option<String> {
    read_json(session_area(), HANDOFF_KEY)
}

pub fn write_json(storage: Option<Storage>, key: &str, value: &impl Serialize) -> Result<(), StorageState> {
    web_storage::write_json(storage, key, value).map_err(|error| match error {
        StorageError::Unavailable => StorageState::Blocked,
        StorageError::Full => StorageState::Full,
    })
}

/// Deletes everything that this page stored here.
pub fn clear_keys() {
    for storage in [local_area(), session_area()] {
        for key in keys_with_prefix(storage.clone(), KEY_PREFIX) {
            remove_key(storage.clone(), &key);
        }
    }
}

/// A stored value of an earlier visit.
pub fn recall_value<T: DeserializeOwned>(key: &str) -> Option<T> {
    read_json(local_area(), key)
}

/// Deletes a stored value.
pub fn forget_value(key: &str) {
    remove_key(local_area(), key);
}
