//! Changes the language or theme of the whole page.

use crate::{
    effects::{ClassroomEffect, Effect, StorageEffect},
    outcome::UpdateOutcome,
    selectors::lessons,
    settings::SettingsMsg,
    store::Store,
};

/// Does it.
pub fn update_settings(store: &mut Store, setting: SettingsMsg) -> UpdateOutcome {
    // Only what somebody chose here is kept: the other of the two may be a link's, which holds for this visit.
    let mut effects = match setting {
        SettingsMsg::SetLang(_) => vec![Effect::Storage(StorageEffect::KeepLang)],
        SettingsMsg::SetTheme(_) => vec![Effect::Storage(StorageEffect::KeepTheme)],
        SettingsMsg::ShowLinkedLang(_) => Vec::new(),
    };
    match setting {
        SettingsMsg::SetLang(lang) | SettingsMsg::ShowLinkedLang(lang) => {
            store.lang = lang;
            effects.extend(lessons::recompile_custom(store));
            if store.classroom.page.is_some() {
                effects.push(Effect::Classroom(ClassroomEffect::CheckDraft));
            }
        }
        SettingsMsg::SetTheme(theme) => store.theme = theme,
    }
    effects.into()
}
