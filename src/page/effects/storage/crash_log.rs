//! Counts, across visits, how often manifests crashed the engine.

use api::Table;
use page_state::actions::recovery::StorageState as State;
use ui::web_storage::remove_key;

use super::local_storage::{forget_value, local_area, recall_value, session_area, write_json};

const CRASHES_KEY: &str = "schedscope.deaths";
/// In the session storage: the fingerprint of the manifest that the engine of this tab is running.
const RUNNING_KEY: &str = "schedscope.running";

/// The number of crashes by manifest fingerprint, and whether the last visit of this tab ended with a crash.
pub fn read_crashes() -> (Table<u64, u32>, bool) {
    let stored: Table<String, u32> = recall_value(CRASHES_KEY).unwrap_or_default();
    let mut crash_counts: Table<u64, u32> =
        stored.iter().filter_map(|(mark, count)| Some((mark.parse().ok()?, *count))).collect();
    let crashed = session_area().and_then(|area| area.get_item(RUNNING_KEY).ok()??.parse().ok());
    if let Some(mark) = crashed {
        let count = crash_counts.or_default(mark);
        *count = count.saturating_add(1);
        // If this can't be stored, the next crash counts as the first one.
        let _ = write_crashes(&crash_counts);
        clear_running();
    }
    (crash_counts, crashed.is_some())
}

/// Stores the number of crashes by manifest fingerprint.
pub fn write_crashes(crash_counts: &Table<u64, u32>) -> Result<(), State> {
    if crash_counts.is_empty() {
        forget_value(CRASHES_KEY);
        return Ok(());
    }
    // Fingerprints are too large for numbers in JSON.
    let crash_counts: Table<String, u32> =
        crash_counts.iter().map(|(mark, count)| (mark.to_string(), *count)).collect();
    write_json(local_area(), CRASHES_KEY, &crash_counts)
}

/// Records that the engine is running the manifest with this fingerprint, so that the next visit knows if the whole page crashes with it.
pub fn mark_running(mark: u64) {
    // If this can't be stored, a crash is not counted; nothing else depends on it.
    let _ = session_area().map(|area| area.set_item(RUNNING_KEY, &mark.to_string()));
}

/// Records that the engine is running no manifest.
pub fn clear_running() {
    remove_key(session_area(), RUNNING_KEY);
}
