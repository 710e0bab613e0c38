//! Changes the language or theme of the whole page.

use crate::{
    classroom::ClassroomEffect,
    lesson,
    settings::SettingsMsg,
    store::{Effect, StorageEffect, Store, UpdateOutcome},
};

/// Does it.
pub fn update_settings(store: &mut Store, setting: SettingsMsg) -> UpdateOutcome {
    let mut effects = vec![Effect::Storage(StorageEffect::KeepSettings)];
    match setting {
        SettingsMsg::SetLang(lang) => {
            store.lang = lang;
            effects.extend(lesson::update::recompile_custom(store));
            if store.classroom.page.is_some() {
                effects.push(Effect::Classroom(ClassroomEffect::CheckDraft));
            }
        }
        SettingsMsg::SetTheme(theme) => store.theme = theme,
    }
    effects.into()
}
