//! Large files that are read, and what is seen of the page meanwhile.

use crate::builder::{Tab, files};
use crate::care::update as care;
use crate::reading::{Does, update};
use crate::store::{Effect, Store};
use crate::wish::{Wish, outside};

/// Does it.
pub fn change(store: &mut Store, does: Does) -> Vec<Wish> {
    if matches!(does, Does::Begin(..)) {
        store.player.playing = false;
        care::forget_files(&mut store.care);
    }
    let effects = update::change(&mut store.reading, does);
    if let Some(Effect::Opened(opened, _)) = effects.first() {
        // Nobody types in a text of megabytes: it is laid out only when somebody wants to see it.
        store.builder.tab = Tab::Build;
        if !opened.texts.iter().any(|text| files::is_scenario(text)) {
            store.reading.take_release();
        }
    }
    if store.reading.opens() {
        (store.share.open, store.share.handout) = (false, false);
    }
    outside(effects)
}
