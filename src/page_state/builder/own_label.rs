//! The `app` label that a pod or workload of the builder has for its name: `app: small-1`. As long as no other object uses the value and
//! the user hasn't changed it, the label follows the name, and copies get their own.

use manifest::edit::{self, EditError, PathStep, ValuePath};
use serde_json::Value;

use super::{
    labels::is_same_namespace,
    outline::{ObjectGroup, Outline, OutlineItem, path_steps, plain_scalar, value_at},
};

/// The key of the label.
const KEY: &str = "app";

/// The path of the labels of an object's pods.
pub fn labels_path(outline_item: &OutlineItem) -> &'static str {
    match outline_item.group {
        ObjectGroup::Workloads => "spec.template.metadata.labels",
        ObjectGroup::Script => "create.metadata.labels",
        _ => "metadata.labels",
    }
}

/// The namespace of an object, or of what an entry of the script creates.
pub fn namespace(outline_item: &OutlineItem) -> String {
    let path =
        if outline_item.group == ObjectGroup::Script { "create.metadata.namespace" } else { "metadata.namespace" };
    plain_scalar(value_at(&outline_item.value, path))
}

/// The name of an object, or of what an entry of the script creates.
pub fn name(outline_item: &OutlineItem) -> String {
    if outline_item.group == ObjectGroup::Script {
        plain_scalar(value_at(&outline_item.value, "create.metadata.name"))
    } else {
        outline_item.name.clone()
    }
}

fn has_pods(outline_item: &OutlineItem) -> bool {
    matches!(outline_item.group, ObjectGroup::Pods | ObjectGroup::Workloads)
        || outline_item.group == ObjectGroup::Script
            && plain_scalar(value_at(&outline_item.value, "create.kind")) == "Pod"
}

/// The value of the `app` label of an object's pods.
fn label_value(outline_item: &OutlineItem) -> Option<&str> {
    if has_pods(outline_item) {
        value_at(&outline_item.value, labels_path(outline_item)).get(KEY)?.as_str()
    } else {
        None
    }
}

/// The values of the label that pods of the manifest already have.
pub fn label_values(outline: &Outline) -> impl Iterator<Item = &str> + Clone {
    outline.entries.iter().filter_map(label_value)
}

/// The changes that make the label and all selectors with its value follow a new name. Empty if another object uses the value, or the
/// label differs from the name.
pub fn rename_changes(
    outline: &Outline,
    outline_item: &OutlineItem,
    new_name: &str,
) -> Vec<(ValuePath, Option<Value>)> {
    let old = name(outline_item);
    let space = namespace(outline_item);
    let is_in_namespace = |other: &&OutlineItem| is_same_namespace(&namespace(other), &space);
    let shares = |other: &OutlineItem| other.id != outline_item.id && label_value(other) == Some(old.as_str());
    if old == new_name
        || label_value(outline_item) != Some(old.as_str())
        || outline.entries.iter().filter(is_in_namespace).any(shares)
    {
        return Vec::new();
    }
    let mut places = vec![outline_item.place.join(path_steps(labels_path(outline_item))).join([KEY.into()])];
    for other in outline.entries.iter().filter(is_in_namespace) {
        collect_selector_paths(&other.value, &other.place, &old, &mut places);
        if other.group == ObjectGroup::Services && value_at(&other.value, "spec.selector")[KEY] == old.as_str() {
            places.push(other.place.join(path_steps("spec.selector")).join([KEY.into()]));
        }
    }
    places.into_iter().map(|value_path| (value_path, Some(new_name.into()))).collect()
}

/// The text after these changes; unchanged if they can't be applied to its notation.
pub fn apply_changes(text: String, changes: &[(ValuePath, Option<Value>)]) -> String {
    if changes.is_empty() { text } else { edit::change_values(&text, changes).unwrap_or(text) }
}

/// The changes that give a copy, as a separate document, its own label. Empty if the object's spec selects the label, because such copies
/// should match it (spreading, affinity).
pub fn of_copy(outline_item: &OutlineItem, new_name: &str) -> Vec<(ValuePath, Option<Value>)> {
    let old = name(outline_item);
    let root = ValuePath::default();
    let mut selectors = Vec::new();
    collect_selector_paths(&outline_item.value, &root, &old, &mut selectors);
    let value_path = root.join(path_steps("spec.selector.matchLabels")).join([KEY.into()]);
    if label_value(outline_item) != Some(old.as_str()) || selectors.iter().any(|place| *place != value_path) {
        return Vec::new();
    }
    let label = root.join(path_steps(labels_path(outline_item))).join([KEY.into()]);
    std::iter::once(label).chain(selectors).map(|place| (place, Some(new_name.into()))).collect()
}

/// Collects the paths of selectors that have this value of the label.
fn collect_selector_paths(value: &Value, value_path: &ValuePath, label_value: &str, value_paths: &mut Vec<ValuePath>) {
    match value {
        Value::Object(json_map) => {
            for (key, inner) in json_map {
                let here = value_path.join([PathStep::Key(key.clone())]);
                if key == "matchLabels" && inner[KEY] == label_value {
                    value_paths.push(here.join([KEY.into()]));
                } else if key == "values" && json_map.get("key").is_some_and(|key| key == KEY) {
                    let values = inner.as_array().into_iter().flatten().enumerate();
                    value_paths.extend(
                        values.filter(|(_, value)| *value == label_value).map(|(at, _)| here.join([at.into()])),
                    );
                } else {
                    collect_selector_paths(inner, &here, label_value, value_paths);
                }
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                collect_selector_paths(inner, &value_path.join([at.into()]), label_value, value_paths);
            }
        }
        _ => {}
    }
}

/// The text of a copy under a new name.
pub fn write_copy(text: &str, outline_item: &OutlineItem, name: &str) -> Result<String, EditError> {
    let value_path = ValuePath::default();
    let mut changes = vec![(value_path.join(path_steps("metadata.name")), Some(name.into()))];
    if outline_item.value["metadata"]["labels"]["kubernetes.io/hostname"] == outline_item.name.as_str() {
        let host = [PathStep::from("metadata"), "labels".into(), "kubernetes.io/hostname".into()];
        changes.push((value_path.join(host), Some(name.into())));
    }
    Ok(apply_changes(edit::change_values(text, &changes)?, &of_copy(outline_item, name)))
}
