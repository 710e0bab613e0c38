//! Files of what is seen, to be taken away.

use crate::app::share::Sharing;
use crate::app::store::{Effect, Store};
use crate::words::export::{file, name};

/// What follows when something for a file has come.
pub fn change(store: &mut Store, sharing: Sharing) -> Vec<Effect> {
    match sharing {
        Sharing::Made(export, made) => {
            let title = store.loaded.title.read(store.lang);
            vec![Effect::Save(file(store.lang, export, title, &made), name(export))]
        }
        _ => Vec::new(),
    }
}
