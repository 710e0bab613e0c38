//! A field of the configuration forms.

use i18n::table::config_form::ConfigFormLabel;

use super::config_inputs::ConfigInput;

/// A field, labeled with its name in the document.
pub struct ConfigField {
    /// The path below its section.
    pub path: &'static str,
    /// The help text.
    pub help: ConfigFormLabel,
    /// The release's default value, shown in the empty field.
    pub default: &'static str,
    /// The type of input.
    pub input: ConfigInput,
}

/// Creates a field for a table.
pub const fn config_field(
    path: &'static str,
    help: ConfigFormLabel,
    default: &'static str,
    input: ConfigInput,
) -> ConfigField {
    ConfigField { path, help, default, input }
}
