//! Applies the actions of imports that reach further than the import itself.

use crate::{
    builder::Tab,
    import::{ImportMsg, is_scenario, update},
    recovery::update as recovery,
    store::{Effect, Store, UpdateOutcome},
};

/// Does it.
pub fn update_import(store: &mut Store, import_msg: ImportMsg) -> UpdateOutcome {
    if matches!(import_msg, ImportMsg::Begin(..)) {
        store.player.is_playing = false;
        recovery::forget_files(&mut store.recovery);
    }
    let effects = update::update_import(&mut store.import, import_msg);
    if let Some(Effect::OpenImport(opened_files, _)) = effects.first() {
        // Nobody types in a text of megabytes: it is laid out only when somebody wants to see it.
        store.builder.tab = Tab::Objects;
        if !opened_files.texts.iter().any(|text| is_scenario(text)) {
            store.import.take_release();
        }
    }
    if store.import.is_replacing() {
        (store.share.is_open, store.share.is_handout_open) = (false, false);
    }
    effects.into()
}
