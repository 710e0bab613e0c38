//! Applies the settings: language and theme of the page.

use crate::{
    effects::{ClassroomEffect, Effect, StorageEffect},
    outcome::UpdateOutcome,
    selectors::lessons,
    settings::SettingsMsg,
    store::Store,
};

/// Applies a setting.
pub fn update_settings(store: &mut Store, setting: SettingsMsg) -> UpdateOutcome {
    // Only the changed setting is stored: the other may come from a link, which applies to this visit.
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
