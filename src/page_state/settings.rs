//! Settings: language and theme.

use i18n::Lang;
use serde::{Deserialize, Serialize};

/// The color theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// The system's theme.
    #[default]
    System,
    Light,
    Dark,
}

/// Actions on the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsMsg {
    /// Sets the language.
    SetLang(Lang),
    /// Shows the language of a link, now that its texts are loaded, for this visit only.
    ShowLinkedLang(Lang),
    /// Sets the theme.
    SetTheme(Theme),
}
