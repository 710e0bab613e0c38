//! Settings: language and theme.

use i18n::Lang;
use serde::{Deserialize, Serialize};

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What a person changes about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsMsg {
    /// The language.
    SetLang(Lang),
    /// The language of a link, whose texts are there now: for this visit only.
    ShowLinkedLang(Lang),
    /// The theme.
    SetTheme(Theme),
}
