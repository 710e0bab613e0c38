//! Texts that crashed the engine, with how often, across visits.

use api::Table;
use page_state::actions::recovery::StorageState as State;
use ui::web_storage::{read_json, remove_key};

use super::local_storage::{forget_value, local_area, recall_value, session_area, write_json};

const CRASHES_KEY: &str = "schedscope.deaths";
/// Of this tab only: the text that its engine is at.
const RUNNING_KEY: &str = "schedscope.running";

/// How often texts ended the engine, and whether that is how the last visit of this tab ended.
pub fn read_crashes() -> (Table<u64, u32>, bool) {
    let mut crash_counts: Table<u64, u32> = recall_value(CRASHES_KEY).unwrap_or_default();
    let crashed = read_json::<u64>(session_area(), RUNNING_KEY);
    if let Some(mark) = crashed {
        let count = crash_counts.or_default(mark);
        *count = count.saturating_add(1);
        // Where this cannot be kept, the next crash counts as the first.
        let _ = write_crashes(&crash_counts);
        clear_running();
    }
    (crash_counts, crashed.is_some())
}

/// Keeps how often texts ended the engine.
pub fn write_crashes(crash_counts: &Table<u64, u32>) -> Result<(), State> {
    if crash_counts.is_empty() {
        forget_value(CRASHES_KEY);
        return Ok(());
    }
    write_json(local_area(), CRASHES_KEY, crash_counts)
}

/// The engine is at a text, by its fingerprint. If the whole page ends with it, the next visit knows.
pub fn mark_running(mark: u64) {
    // Without this a crash is not counted; nothing else depends on it.
    let _ = write_json(session_area(), RUNNING_KEY, &mark);
}

/// The engine is at no text any more.
pub fn clear_running() {
    remove_key(session_area(), RUNNING_KEY);
}
