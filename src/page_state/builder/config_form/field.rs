//! A field of the configuration forms.

use i18n::table::config_form::ConfigFormLabel;

use super::config_inputs::ConfigInput;

/// A field. It is called as in the document.
pub struct ConfigField {
    /// Where it stands below its section.
    pub path: &'static str,
    /// What to write, and what it does.
    pub help: ConfigFormLabel,
    /// What the release does where it is empty.
    pub default: &'static str,
    /// How it is typed.
    pub input: ConfigInput,
}

/// A field of a table.
pub const fn config_field(
    path: &'static str,
    help: ConfigFormLabel,
    default: &'static str,
    input: ConfigInput,
) -> ConfigField {
    ConfigField { path, help, default, input }
}
