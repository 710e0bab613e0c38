//! Labels, selectors and namespaces in a manifest.

use api::{LabelSelector, Labels};
use serde::Deserialize;
use serde_json::Value;

/// Whether two namespaces are the same; an empty one is `default`.
pub fn is_same_namespace(first: &str, other: &str) -> bool {
    let name = |text: &'_ str| if text.is_empty() { "default".to_owned() } else { text.to_owned() };
    name(first) == name(other)
}

/// Whether a label selector matches labels; not if either is invalid.
pub fn has_matching_labels(selector: &Value, labels: &Value) -> bool {
    matches!((read_selector(selector), read_labels(labels)), (Some(selector), Some(labels)) if selector.matches(&labels))
}

/// A label selector; `None` if it is invalid.
pub fn read_selector(value: &Value) -> Option<LabelSelector> {
    LabelSelector::deserialize(value).ok()
}

/// Labels; empty if missing, `None` if they are invalid.
pub fn read_labels(value: &Value) -> Option<Labels> {
    if value.is_null() { Some(Labels::default()) } else { Labels::deserialize(value).ok() }
}
