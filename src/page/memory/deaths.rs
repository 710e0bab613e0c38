//! Which texts ended the engine, and how often, over visits.

use super::local::{forget, local, read, recall, remove, session, write};
use crate::care::Memory as State;
use api::Table;

const DEATHS: &str = "schedscope.deaths";
/// Of this tab only: the text that its engine is at.
const RUNNING: &str = "schedscope.running";

/// How often texts ended the engine, and whether that is how the last visit of this tab ended.
pub fn recalled() -> (Table<u64, u32>, bool) {
    let mut deaths: Table<u64, u32> = recall(DEATHS).unwrap_or_default();
    let crashed = read::<u64>(session(), RUNNING);
    if let Some(mark) = crashed {
        let count = deaths.or_default(mark);
        *count = count.saturating_add(1);
        // Where this cannot be kept, the next crash counts as the first.
        let _ = keep(&deaths);
        end();
    }
    (deaths, crashed.is_some())
}

/// Keeps how often texts ended the engine.
pub fn keep(deaths: &Table<u64, u32>) -> Result<(), State> {
    if deaths.is_empty() {
        forget(DEATHS);
        return Ok(());
    }
    write(local(), DEATHS, deaths)
}

/// The engine is at a text, by its fingerprint. If the whole page ends with it, the next visit knows.
pub fn begin(mark: u64) {
    // Without this a crash is not counted; nothing else depends on it.
    let _ = write(session(), RUNNING, &mark);
}

/// The engine is at no text any more.
pub fn end() {
    remove(session(), RUNNING);
}
