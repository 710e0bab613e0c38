//! The type names of plugins in upstream's messages.

/// Returns upstream's type name for plugins of a point: `PreFilterPlugin` for `preFilter`.
pub(super) fn plugin_kind(point: &str) -> String {
    let mut letters = point.chars();
    let first = letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string());
    format!("{first}{}Plugin", letters.as_str())
}
