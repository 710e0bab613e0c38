//! Copying from the scheduler's log, whose words only the worker has.

use crate::app::inspector::asking;
use crate::app::store::{Effect, Store};
use crate::wire::Told;

/// Copies the lines that are wanted, once their words are there.
pub fn copied(store: &mut Store) -> Vec<Effect> {
    let Some(lines) = store.console.copies.clone() else { return Vec::new() };
    let told = store.answers.get(&asking::log(store)).cloned();
    let Some(Told::Log(words)) = told.as_deref() else { return Vec::new() };
    store.console.copies = None;
    let text = lines.iter().filter_map(|line| words.get(*line)).flat_map(|line| [line.as_str(), "\n"]).collect();
    vec![Effect::Copy(text)]
}
