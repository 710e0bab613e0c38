//! What upstream calls plugins of an extension point in its messages.

/// `PreFilterPlugin` for `preFilter`.
pub(super) fn plugin_kind(point: &str) -> String {
    let mut letters = point.chars();
    let first = letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string());
    format!("{first}{}Plugin", letters.as_str())
}
