//! Edits of the text: from one text to the next, without the state.

use serde_json::Value;

use api::admission::SYSTEM_CLASSES;
use api::manifest::CONFIGURATION_KINDS;
use api::manifest::edit;
use api::manifest::edit::{Refusal, Step, ValuePath};

use super::outline::{Group, OutlineItem, at, plain, steps};
use super::own_label;
use super::palette::{Template, free_name};
use super::read::Read;

/// Several texts as one.
pub fn joined(mut texts: Vec<String>) -> String {
    // One that is as it should be is not copied: it may have a hundred megabytes.
    let alone = |text: &String| text.ends_with('\n') && !text.ends_with("\n\n") && !text.starts_with(['\u{feff}', '-']);
    if let [text] = &mut texts[..]
        && alone(text)
    {
        return std::mem::take(text);
    }
    let bare = texts.iter().map(|text| {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.strip_prefix("---\n").unwrap_or(text).trim_end()
    });
    bare.filter(|text| !text.is_empty()).map(|text| format!("{text}\n")).collect::<Vec<_>>().join("---\n")
}

/// A text and the ids of the objects that are chosen in it.
pub type Edited = Result<(Read, Vec<String>), Refusal>;

/// The value that some YAML says.
fn said(yaml: &str) -> Result<Value, Refusal> {
    edit::read(yaml)?.into_iter().next().ok_or(Refusal::Unreadable)
}

/// Adds an object to the end of a text: as a document, or into the list that the text is.
pub fn append(read: &Read, yaml: &str) -> Result<Read, Refusal> {
    let after = match &read.outline().list {
        Some((list, length)) => edit::set(&read.text, &list.then([(*length).into()]), &said(yaml)?)?,
        None => edit::append(&read.text, yaml)?,
    };
    Ok(after.into())
}

/// Says that nobody keeps the pods of owners that the text does not have, in a scenario that is made if there is none.
pub(crate) fn leave_owners(read: &Read) -> Result<Read, Refusal> {
    match &read.outline().scenario {
        Some((scenario, _)) => Ok(edit::set(&read.text, &scenario.then(steps("assumeOwners")), &false.into())?.into()),
        None => {
            Ok(edit::append(&read.text, "apiVersion: schedscope.dev/v1alpha1\nkind: Scenario\nassumeOwners: false\n")?
                .into())
        }
    }
}

/// Adds an entry to the script, in a scenario that is made if there is none.
pub(crate) fn append_script(read: &Read, entry: &Value) -> Result<Read, Refusal> {
    if let Some((scenario, length)) = &read.outline().scenario {
        let place = scenario.then([Step::from("script"), (*length).into()]);
        return Ok(edit::set(&read.text, &place, entry)?.into());
    }
    let head = "apiVersion: schedscope.dev/v1alpha1\nkind: Scenario\ntitle: My scenario\n";
    let read = append(read, head)?;
    let (scenario, _) = read.outline().scenario.as_ref().ok_or(Refusal::Notation)?;
    Ok(edit::set(&read.text, &scenario.then(steps("script.0")), entry)?.into())
}

/// Adds what the palette offers.
pub fn add(read: &Read, template: &Template) -> Edited {
    let mut read = read.clone();
    if let Some((class, value)) = template.class
        && !read.outline().names("PriorityClass").any(|name| name == class)
    {
        let yaml = format!(
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {{name: {class}}}\nvalue: {value}\n"
        );
        read = append(&read, &yaml)?;
    }
    let mut chosen = Vec::new();
    for (name, yaml) in template.objects {
        let outline = read.outline();
        let script = outline.entries.iter().filter(|entry| entry.group == Group::Script);
        let created = script.filter_map(|entry| at(&entry.value, "create.metadata.name").as_str());
        let kind = said(&yaml.replace('$', ""))?;
        let kind = plain(at(&kind, if template.group == Group::Script { "create.kind" } else { "kind" }));
        // A pod's label is its name, and is to be its own.
        let labels = own_label::values(outline).filter(|_| kind == "Pod");
        let taken: Vec<&str> = outline.names(&kind).chain(created).chain(labels).collect();
        let once = SYSTEM_CLASSES.iter().any(|(system, _)| system == name)
            || matches!(kind.as_str(), "DeviceClass" | "ResourceClaimTemplate");
        if once && taken.contains(name) {
            // There can be only one of each.
            let there = outline.entries.iter().find(|entry| entry.kind == kind && entry.name == **name);
            chosen = there.map(|entry| entry.id.clone()).into_iter().collect();
            continue;
        }
        let parsed = said(&yaml.replace('$', ""))?;
        let same = |entry: &&OutlineItem| entry.kind == kind && entry.value["apiVersion"] == parsed["apiVersion"];
        if CONFIGURATION_KINDS.contains(&kind.as_str())
            && let Some(there) = outline.entries.iter().find(same)
        {
            // A text has one for each version.
            chosen = vec![there.id.clone()];
            continue;
        }
        let name = free_name(name, taken.into_iter());
        let first = |kind: &str, other: &str| outline.names(kind).next().unwrap_or(other).to_owned();
        let yaml = yaml
            .replace("$NAME", &name)
            .replace("$NODE", &first("Node", "node-1"))
            .replace("$POD", &first("Pod", "pod-1"))
            .replace("$DEPLOYMENT", &first("Deployment", "web"));
        // A cluster has one default class.
        let has_default = outline.entries.iter().any(|entry| entry.value["globalDefault"] == true);
        let yaml = if has_default { yaml.replace("globalDefault: true\n", "") } else { yaml };
        let after =
            if template.group == Group::Script { append_script(&read, &said(&yaml)?)? } else { append(&read, &yaml)? };
        let added = after.outline().entries.iter().find(|entry| outline.get(&entry.id).is_none());
        chosen = added.into_iter().map(|entry| entry.id.clone()).collect();
        read = after;
    }
    Ok((read, chosen))
}

/// Takes the chosen objects away.
pub fn delete(read: &Read, chosen: &[String]) -> Edited {
    let gone: Vec<&OutlineItem> = read.outline().entries.iter().filter(|entry| chosen.contains(&entry.id)).collect();
    let (documents, mut items): (Vec<&OutlineItem>, Vec<&OutlineItem>) =
        gone.into_iter().partition(|it| it.place.steps.is_empty());
    let mut text = read.text.to_string();
    // From the end, so that the places of the others stay true.
    items.sort_by_key(|entry| match entry.place.steps.last() {
        Some(Step::Index(at)) => std::cmp::Reverse(*at),
        _ => std::cmp::Reverse(0),
    });
    for entry in items {
        text = edit::remove(&text, &entry.place)?;
    }
    let documents: Vec<usize> = documents.into_iter().map(|entry| entry.place.document).collect();
    Ok((edit::remove_documents(&text, &documents)?.into(), Vec::new()))
}

/// Makes a value what it should be with as few changes as possible, so that what stands beside stays.
pub fn assign(text: &str, place: &ValuePath, value: Option<&Value>) -> Result<String, Refusal> {
    let documents = edit::read(text)?;
    let root = documents.get(place.document).ok_or(Refusal::Notation)?;
    let old = place.steps.iter().fold(root, |value, step| match step {
        Step::Key(key) => &value[key],
        Step::Index(at) => value.get(at).unwrap_or(&Value::Null),
    });
    let mut text = text.to_owned();
    match (old, value) {
        (old, Some(new)) if old == new => {}
        (Value::Null, None) => {}
        (_, None) => text = edit::remove(&text, place)?,
        (Value::Object(old), Some(Value::Object(new))) if !old.is_empty() && !new.is_empty() => {
            for (key, value) in new {
                text = assign(&text, &place.then([Step::Key(key.clone())]), Some(value))?;
            }
            for key in old.keys().filter(|key| !new.contains_key(*key)) {
                text = edit::remove(&text, &place.then([Step::Key(key.clone())]))?;
            }
        }
        (Value::Array(old), Some(Value::Array(new))) if !old.is_empty() && !new.is_empty() => {
            for (at, value) in new.iter().enumerate() {
                text = match old.get(at) {
                    Some(old) if old == value => text,
                    Some(_) => assign(&text, &place.then([at.into()]), Some(value))?,
                    None => edit::set(&text, &place.then([at.into()]), value)?,
                };
            }
            for at in (new.len()..old.len()).rev() {
                text = edit::remove(&text, &place.then([at.into()]))?;
            }
        }
        (_, Some(new)) => text = edit::set(&text, place, new)?,
    }
    Ok(text)
}

/// Lets what names an object follow its new name. Selectors speak of labels and stay as they are.
pub fn follow(text: &str, entry: &OutlineItem, name: &str) -> Result<String, Refusal> {
    let mut changes = Vec::new();
    for (document, value) in edit::read(text)?.iter().enumerate() {
        let place = ValuePath { document, steps: Vec::new() };
        references(value, &place, entry, &mut changes);
    }
    let changes: Vec<(ValuePath, Option<Value>)> =
        changes.into_iter().map(|place| (place, Some(name.into()))).collect();
    if changes.is_empty() { Ok(text.to_owned()) } else { edit::change(text, &changes) }
}

fn references(value: &Value, place: &ValuePath, entry: &OutlineItem, found: &mut Vec<ValuePath>) {
    match value {
        Value::Object(pairs) => {
            for (key, inner) in pairs {
                let here = place.then([Step::Key(key.clone())]);
                let parent = match place.steps.last() {
                    Some(Step::Key(key)) => key.as_str(),
                    _ => "",
                };
                let names = match (entry.kind.as_str(), key.as_str()) {
                    (
                        "Node",
                        "nodeName"
                        | "kubernetes.io/hostname"
                        | "cordon"
                        | "uncordon"
                        | "drain"
                        | "notReady"
                        | "unreachable"
                        | "ready",
                    )
                    | ("PriorityClass", "priorityClassName")
                    | ("DeviceClass", "deviceClassName")
                    | ("ResourceClaim", "resourceClaimName")
                    | ("ResourceClaimTemplate", "resourceClaimTemplateName")
                    | ("Namespace", "namespace") => true,
                    ("Node", "node") => matches!(parent, "taint" | "untaint" | "drain"),
                    // In the lists of a profile.
                    ("Plugin", "name") => {
                        matches!(&place.steps[..], [.., Step::Key(list), Step::Index(_)] if matches!(list.as_str(), "enabled" | "disabled"))
                    }
                    (kind, "name") => match parent {
                        "delete" => value["kind"].as_str().unwrap_or("Pod") == kind,
                        "scale" => value["kind"].as_str().unwrap_or("Deployment") == kind,
                        _ => false,
                    },
                    _ => false,
                };
                if names && inner == entry.name.as_str() {
                    found.push(here);
                } else {
                    references(inner, &here, entry, found);
                }
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                references(inner, &place.then([at.into()]), entry, found);
            }
        }
        _ => {}
    }
}
