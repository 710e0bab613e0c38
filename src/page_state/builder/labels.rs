//! Labels, selectors and namespaces as they stand in a text.

use api::{LabelSelector, Labels};
use serde::Deserialize;
use serde_json::Value;

/// Whether two namespaces are the same, `default` being the name of none.
pub fn is_same_namespace(first: &str, other: &str) -> bool {
    let name = |text: &'_ str| if text.is_empty() { "default".to_owned() } else { text.to_owned() };
    name(first) == name(other)
}

/// Whether a label selector takes labels.
pub fn has_matching_labels(selector: &Value, labels: &Value) -> bool {
    matches!((read_selector(selector), read_labels(labels)), (Some(selector), Some(labels)) if selector.matches(&labels))
}

/// A label selector, if it is one.
pub fn read_selector(value: &Value) -> Option<LabelSelector> {
    LabelSelector::deserialize(value).ok()
}

/// Labels, if they are such; none are labels too.
pub fn read_labels(value: &Value) -> Option<Labels> {
    if value.is_null() { Some(Labels::default()) } else { Labels::deserialize(value).ok() }
}
