//! Another language or theme, for the whole page.

use crate::lesson;
use crate::settings::Setting;
use crate::store::{Effect, Store};
use crate::wish::{Wish, outside};

/// Does it.
pub fn change(store: &mut Store, setting: Setting) -> Vec<Wish> {
    let mut effects = vec![Effect::Keep];
    match setting {
        Setting::Lang(lang) => {
            store.lang = lang;
            effects.extend(lesson::update::told_again(store));
        }
        Setting::Theme(theme) => store.theme = theme,
    }
    outside(effects)
}
