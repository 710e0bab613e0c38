//! Checks that need the whole object: whether a value fits, what is removed along with a cleared field, and whether the object has fields
//! that the form doesn't show.

use i18n::table::form_labels::FormLabel;
use serde_json::{Value, json};

use crate::builder::{
    field_input::{FieldInput, format_value},
    form::{MIN_COUNT_PATH, ObjectField, SYSTEM_CLASSES, form_parts, join_path},
    labels::has_matching_labels,
    outline::{ObjectGroup, OutlineItem, plain_scalar, value_at},
    palette::free_name,
};

/// Whether a field is the labels of a workload's pod template.
pub fn is_template_labels(prefix: &str, path: &str) -> bool {
    prefix == "spec.template" && path == "metadata.labels"
}

/// The error of a valid value that doesn't fit the rest of its object.
pub fn check_value(outline_item: &OutlineItem, path: &str, value: Option<&Value>) -> Option<FormLabel> {
    let number = value.and_then(Value::as_i64);
    let is_set = |path: &str| !value_at(&outline_item.value, path).is_null();
    match (outline_item.group, path) {
        (ObjectGroup::Classes, "value") => {
            let system = SYSTEM_CLASSES.iter().any(|(name, _)| *name == outline_item.name);
            let fits = number.is_none_or(|number| i32::try_from(number).is_ok() && (number <= 1_000_000_000 || system));
            (!fits).then_some(FormLabel::PriorityTooHigh)
        }
        (ObjectGroup::PodGroups, MIN_COUNT_PATH) => match number {
            None => Some(FormLabel::WriteAWholeNumber),
            Some(number) => i32::try_from(number).is_err().then_some(FormLabel::NumberTooLarge),
        },
        (ObjectGroup::PodGroups, "spec.priority") if number.is_some_and(|number| number > 1_000_000_000) => {
            Some(FormLabel::PriorityTooHigh)
        }
        (_, path) if path.ends_with("spec.priority") => {
            let fits = number.is_none_or(|number| i32::try_from(number).is_ok());
            (!fits).then_some(FormLabel::NumberTooLarge)
        }
        (ObjectGroup::Budgets, "spec.minAvailable") if value.is_some() && is_set("spec.maxUnavailable") => {
            Some(FormLabel::MaxUnavailableIsSet)
        }
        (ObjectGroup::Budgets, "spec.maxUnavailable") if value.is_some() && is_set("spec.minAvailable") => {
            Some(FormLabel::MinAvailableIsSet)
        }
        (ObjectGroup::Workloads, "spec.template.metadata.labels") => {
            let selector = value_at(&outline_item.value, "spec.selector");
            let follows = selector["matchLabels"] == *value_at(&outline_item.value, path);
            let fits = selector.is_null() || follows || has_matching_labels(selector, value.unwrap_or(&Value::Null));
            (!fits).then_some(FormLabel::SelectorMismatch)
        }
        (ObjectGroup::Devices, path) => check_device_value(outline_item, path, value),
        _ => None,
    }
}

/// The error of a value in a DRA object.
fn check_device_value(outline_item: &OutlineItem, path: &str, value: Option<&Value>) -> Option<FormLabel> {
    let (parent, field) = path.rsplit_once('.')?;
    let sibling = |field: &str| value_at(&outline_item.value, &join_path(parent, field));
    match field {
        "allocationMode" if value.is_some_and(|value| value == "All") && !sibling("count").is_null() => {
            Some(FormLabel::AllExcludesCount)
        }
        "count" if value.is_some() && sibling("allocationMode") == "All" => Some(FormLabel::AllExcludesCount),
        "taints" => {
            let soft = value?.as_array()?.iter().any(|taint| taint["effect"] == "PreferNoSchedule");
            soft.then_some(FormLabel::InvalidDeviceTaintEffect)
        }
        // Names of devices, requests and alternatives must be unique in their list.
        "name" => {
            let (list, text) = parent.rsplit_once('.')?;
            let mut others = value_at(&outline_item.value, list).as_array()?.iter().enumerate();
            let is_name_used = others.any(|(at, item)| at.to_string() != text && Some(&item["name"]) == value);
            is_name_used.then_some(FormLabel::NameInUse)
        }
        _ => None,
    }
}

/// The path to remove when a value is cleared: the enclosing list item if it has nothing else, such as a selector.
pub fn path_to_remove<'p>(outline_item: &OutlineItem, path: &'p str) -> &'p str {
    let (mut kept_path, mut removed_path) = (path, path);
    while let Some((parent, _)) = kept_path.rsplit_once('.') {
        match value_at(&outline_item.value, parent) {
            Value::Object(pairs) if pairs.len() == 1 => {}
            // A list with other items stays.
            Value::Array(items) if items.len() > 1 => return kept_path,
            Value::Array(_) => removed_path = kept_path,
            _ => break,
        }
        kept_path = parent;
    }
    removed_path
}

/// A list with this number of items: shortened, or extended with copies of the last item under unused names.
pub fn resize_list(list: &Value, count: usize) -> Value {
    let mut items = list.as_array().cloned().unwrap_or_default();
    items.truncate(count);
    while items.len() < count {
        let mut next = items.last().cloned().unwrap_or_else(|| json!({"name": "device-0"}));
        let used_names: Vec<&str> = items.iter().filter_map(|item| item["name"].as_str()).collect();
        next["name"] = free_name(&plain_scalar(&next["name"]), used_names.into_iter()).into();
        items.push(next);
    }
    Value::Array(items)
}

/// The labels of the form's pods, which affinity presets match.
pub fn pod_labels_at<'e>(outline_item: &'e OutlineItem, prefix: &str) -> &'e Value {
    value_at(&outline_item.value, &join_path(prefix, "metadata.labels"))
}

/// Whether the object has fields that its form doesn't show.
pub fn has_hidden_fields(outline_item: &OutlineItem) -> bool {
    let form_sections = form_parts(outline_item);
    let mut shown_paths: Vec<String> =
        vec!["apiVersion".into(), "kind".into(), "create.apiVersion".into(), "create.kind".into()];
    for (prefix, fields) in form_sections {
        let fits = |field: &&ObjectField| {
            !matches!(field.input, FieldInput::PartCount(_))
                && format_value(
                    field.input,
                    value_at(&outline_item.value, &join_path(&prefix, field.path)),
                    pod_labels_at(outline_item, &prefix),
                )
                .is_some()
        };
        shown_paths.extend(fields.iter().filter(fits).map(|field| join_path(&prefix, field.path)));
        if fields.iter().any(|field| field.input == FieldInput::Claims) {
            shown_paths.push(join_path(&prefix, "spec.containers.0.resources.claims"));
        }
    }
    // Values that follow other fields or are always the same count as shown.
    shown_paths
        .extend(["spec.selector.matchLabels", "spec.pool.generation", "spec.pool.resourceSliceCount"].map(Into::into));
    has_hidden_value(&outline_item.value, "", &shown_paths)
}

fn has_hidden_value(value: &Value, path: &str, shown_paths: &[String]) -> bool {
    if shown_paths.iter().any(|text| text == path)
        || path.ends_with("containers.0.name")
        || path.ends_with("containers.0.image")
    {
        return false;
    }
    match value {
        Value::Object(json_map) => {
            json_map.iter().any(|(key, value)| has_hidden_value(value, &join_path(path, key), shown_paths))
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .any(|(at, value)| has_hidden_value(value, &join_path(path, &at.to_string()), shown_paths)),
        _ => true,
    }
}
