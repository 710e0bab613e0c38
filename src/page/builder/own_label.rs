//! The label that a pod or workload of the builder has for its name: `app: small-1`. It is its own as long as nothing else has it, and until
//! somebody writes another one; so it goes with the name, and copies get one of theirs.

use serde_json::Value;

use api::manifest::edit;
use api::manifest::edit::{Refusal, Step, ValuePath};

use super::labels::same_namespace;
use super::outline::{Group, Outline, OutlineItem, at, plain, steps};

/// The label.
const KEY: &str = "app";

/// Where the pods of an object have their labels.
pub fn labels_path(entry: &OutlineItem) -> &'static str {
    match entry.group {
        Group::Workloads => "spec.template.metadata.labels",
        Group::Script => "create.metadata.labels",
        _ => "metadata.labels",
    }
}

/// The namespace of an object, or of what an entry of the script creates.
pub fn namespace(entry: &OutlineItem) -> String {
    let path = if entry.group == Group::Script { "create.metadata.namespace" } else { "metadata.namespace" };
    plain(at(&entry.value, path))
}

/// The name of an object, or of what an entry of the script creates.
pub fn name(entry: &OutlineItem) -> String {
    if entry.group == Group::Script { plain(at(&entry.value, "create.metadata.name")) } else { entry.name.clone() }
}

fn has_pods(entry: &OutlineItem) -> bool {
    matches!(entry.group, Group::Pods | Group::Workloads)
        || entry.group == Group::Script && plain(at(&entry.value, "create.kind")) == "Pod"
}

/// The value of the label of an object's pods.
fn value(entry: &OutlineItem) -> Option<&str> {
    if has_pods(entry) { at(&entry.value, labels_path(entry)).get(KEY)?.as_str() } else { None }
}

/// Values that pods of the text have already.
pub fn values(outline: &Outline) -> impl Iterator<Item = &str> + Clone {
    outline.entries.iter().filter_map(value)
}

/// Changes with which the label follows a new name, and with it all selectors that name it. None where it is not the object's own.
pub fn renamed(outline: &Outline, entry: &OutlineItem, new: &str) -> Vec<(ValuePath, Option<Value>)> {
    let old = name(entry);
    let space = namespace(entry);
    let near = |other: &&OutlineItem| same_namespace(&namespace(other), &space);
    let shares = |other: &OutlineItem| other.id != entry.id && value(other) == Some(old.as_str());
    if old == new || value(entry) != Some(old.as_str()) || outline.entries.iter().filter(near).any(shares) {
        return Vec::new();
    }
    let mut places = vec![entry.place.then(steps(labels_path(entry))).then([KEY.into()])];
    for other in outline.entries.iter().filter(near) {
        selecting(&other.value, &other.place, &old, &mut places);
        if other.group == Group::Services && at(&other.value, "spec.selector")[KEY] == old.as_str() {
            places.push(other.place.then(steps("spec.selector")).then([KEY.into()]));
        }
    }
    places.into_iter().map(|place| (place, Some(new.into()))).collect()
}

/// The text after these changes; as it was where its notation does not let them in.
pub fn written(text: String, changes: &[(ValuePath, Option<Value>)]) -> String {
    if changes.is_empty() { text } else { edit::change(&text, changes).unwrap_or(text) }
}

/// Changes with which a copy, as a document of its own, gets a label of its own. None where its own spec selects the label: copies are to be
/// kept apart or together then.
pub fn of_copy(entry: &OutlineItem, new: &str) -> Vec<(ValuePath, Option<Value>)> {
    let old = name(entry);
    let root = ValuePath::default();
    let mut selectors = Vec::new();
    selecting(&entry.value, &root, &old, &mut selectors);
    let own = root.then(steps("spec.selector.matchLabels")).then([KEY.into()]);
    if value(entry) != Some(old.as_str()) || selectors.iter().any(|place| *place != own) {
        return Vec::new();
    }
    let label = root.then(steps(labels_path(entry))).then([KEY.into()]);
    std::iter::once(label).chain(selectors).map(|place| (place, Some(new.into()))).collect()
}

/// Places of selectors that name a value of the label.
fn selecting(value: &Value, place: &ValuePath, wanted: &str, found: &mut Vec<ValuePath>) {
    match value {
        Value::Object(pairs) => {
            for (key, inner) in pairs {
                let here = place.then([Step::Key(key.clone())]);
                if key == "matchLabels" && inner[KEY] == wanted {
                    found.push(here.then([KEY.into()]));
                } else if key == "values" && pairs.get("key").is_some_and(|key| key == KEY) {
                    let values = inner.as_array().into_iter().flatten().enumerate();
                    found.extend(values.filter(|(_, it)| *it == wanted).map(|(at, _)| here.then([at.into()])));
                } else {
                    selecting(inner, &here, wanted, found);
                }
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                selecting(inner, &place.then([at.into()]), wanted, found);
            }
        }
        _ => {}
    }
}

/// The text of a copy under its own name.
pub fn write_copy(text: &str, entry: &OutlineItem, name: &str) -> Result<String, Refusal> {
    let here = ValuePath::default();
    let mut changes = vec![(here.then(steps("metadata.name")), Some(name.into()))];
    if entry.value["metadata"]["labels"]["kubernetes.io/hostname"] == entry.name.as_str() {
        let host = [Step::from("metadata"), "labels".into(), "kubernetes.io/hostname".into()];
        changes.push((here.then(host), Some(name.into())));
    }
    Ok(written(edit::change(text, &changes)?, &of_copy(entry, name)))
}
