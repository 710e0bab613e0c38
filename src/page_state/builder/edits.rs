//! Edits of the manifest as pure functions, without the state.

use api::{CONFIGURATION_KINDS, Kind};
use manifest::{
    admission::SYSTEM_CLASSES,
    edit::{self, EditError, PathStep, ValuePath},
};
use serde_json::{Value, json};

use super::{
    outline::{ObjectGroup, OutlineItem, path_steps, plain_scalar, value_at},
    own_label,
    palette::{Template, free_name},
    parsed_manifest::ParsedManifest,
};

/// Joins several manifests into one.
pub fn join_documents(mut texts: Vec<String>) -> String {
    // A well-formed one isn't copied, because it may have a hundred megabytes.
    let is_whole_lines =
        |text: &String| text.ends_with('\n') && !text.ends_with("\n\n") && !text.starts_with(['\u{feff}', '-']);
    if let [text] = &mut texts[..]
        && is_whole_lines(text)
    {
        return std::mem::take(text);
    }
    let documents = texts.iter().map(|text| {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.strip_prefix("---\n").unwrap_or(text).trim_end()
    });
    documents.filter(|text| !text.is_empty()).map(|text| format!("{text}\n")).collect::<Vec<_>>().join("---\n")
}

/// The edited manifest and the ids of the selected objects.
pub type EditResult = Result<(ParsedManifest, Vec<String>), EditError>;

/// Parses a single YAML document.
fn parse_yaml(yaml: &str) -> Result<Value, EditError> {
    edit::read_documents(yaml)?.into_iter().next().ok_or(EditError::Unreadable)
}

/// Appends an object given as YAML: as a document, or as an item if the manifest is a list.
pub fn append_object(manifest: &ParsedManifest, yaml: &str) -> Result<ParsedManifest, EditError> {
    let text_after = match &manifest.outline().list {
        Some((list, length)) => edit::set_value(&manifest.text, &list.join([(*length).into()]), &parse_yaml(yaml)?)?,
        None => edit::append_document(&manifest.text, yaml)?,
    };
    Ok(text_after.into())
}

/// Appends an object given as a value.
pub fn append_object_value(manifest: &ParsedManifest, object: &Value) -> Result<ParsedManifest, EditError> {
    let text_after = match &manifest.outline().list {
        Some((list, length)) => edit::set_value(&manifest.text, &list.join([(*length).into()]), object)?,
        None => edit::append_document(&manifest.text, &edit::write_document(object))?,
    };
    Ok(text_after.into())
}

pub fn priority_class(name: &str, value: i64) -> Value {
    json!({
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": Kind::PriorityClass.name(),
        "metadata": {"name": name},
        "value": value,
    })
}

/// Sets `assumeOwners: false` in the scenario, and creates the scenario if there is none.
pub fn append_leave_owners(manifest: &ParsedManifest) -> Result<ParsedManifest, EditError> {
    match &manifest.outline().scenario {
        Some((scenario, _)) => {
            Ok(edit::set_value(&manifest.text, &scenario.join(path_steps("assumeOwners")), &false.into())?.into())
        }
        None => Ok(edit::append_document(
            &manifest.text,
            "apiVersion: schedscope.dev/v1alpha1\nkind: Scenario\nassumeOwners: false\n",
        )?
        .into()),
    }
}

/// Appends an entry to the script, and creates the scenario if there is none.
pub fn append_script(manifest: &ParsedManifest, object: &Value) -> Result<ParsedManifest, EditError> {
    if let Some((scenario, length)) = &manifest.outline().scenario {
        let value_path = scenario.join([PathStep::from("script"), (*length).into()]);
        return Ok(edit::set_value(&manifest.text, &value_path, object)?.into());
    }
    let head = "apiVersion: schedscope.dev/v1alpha1\nkind: Scenario\ntitle: My scenario\n";
    let manifest = append_object(manifest, head)?;
    let (scenario, _) = manifest.outline().scenario.as_ref().ok_or(EditError::Notation)?;
    Ok(edit::set_value(&manifest.text, &scenario.join(path_steps("script.0")), object)?.into())
}

/// Adds the objects of a template.
pub fn add_template(manifest: &ParsedManifest, template: &Template) -> EditResult {
    let mut manifest = manifest.clone();
    if let Some((class, value)) = template.class
        && !manifest.outline().names_of_kind("PriorityClass").any(|name| name == class)
    {
        manifest = append_object_value(&manifest, &priority_class(class, value.into()))?;
    }
    let mut selected_ids = Vec::new();
    for (name, yaml) in template.objects {
        let outline = manifest.outline();
        let script = outline.entries.iter().filter(|entry| entry.group == ObjectGroup::Script);
        let created = script.filter_map(|entry| value_at(&entry.value, "create.metadata.name").as_str());
        let kind = parse_yaml(&yaml.replace('$', ""))?;
        let kind =
            plain_scalar(value_at(&kind, if template.group == ObjectGroup::Script { "create.kind" } else { "kind" }));
        // The `app` label of a pod is its name, and should be unique.
        let labels = own_label::label_values(outline).filter(|_| kind == "Pod");
        let used_names: Vec<&str> = outline.names_of_kind(&kind).chain(created).chain(labels).collect();
        let once = SYSTEM_CLASSES.iter().any(|(system, _)| system == name)
            || matches!(kind.as_str(), "DeviceClass" | "ResourceClaimTemplate");
        if once && used_names.contains(name) {
            // Only one of each can exist.
            let outline_item = outline.entries.iter().find(|entry| entry.kind == kind && entry.name == **name);
            selected_ids = outline_item.map(|entry| entry.id.clone()).into_iter().collect();
            continue;
        }
        let parsed = parse_yaml(&yaml.replace('$', ""))?;
        let is_same_object =
            |entry: &&OutlineItem| entry.kind == kind && entry.value["apiVersion"] == parsed["apiVersion"];
        if CONFIGURATION_KINDS.contains(&kind.as_str())
            && let Some(outline_item) = outline.entries.iter().find(is_same_object)
        {
            // Only one document per version can exist.
            selected_ids = vec![outline_item.id.clone()];
            continue;
        }
        let name = free_name(name, used_names.into_iter());
        let first = |kind: &str, other: &str| outline.names_of_kind(kind).next().unwrap_or(other).to_owned();
        let yaml = yaml
            .replace("$NAME", &name)
            .replace("$NODE", &first("Node", "node-1"))
            .replace("$POD", &first("Pod", "pod-1"))
            .replace("$DEPLOYMENT", &first("Deployment", "web"))
            .replace("$GROUP", outline.names_of_kind(Kind::PodGroup.name()).last().unwrap_or("gang"));
        // Only one class can be the global default.
        let has_default = outline.entries.iter().any(|entry| entry.value["globalDefault"] == true);
        let yaml = if has_default { yaml.replace("globalDefault: true\n", "") } else { yaml };
        let changed_manifest = if template.group == ObjectGroup::Script {
            append_script(&manifest, &parse_yaml(&yaml)?)?
        } else {
            append_object(&manifest, &yaml)?
        };
        let added = changed_manifest.outline().entries.iter().find(|entry| outline.get(&entry.id).is_none());
        selected_ids = added.into_iter().map(|entry| entry.id.clone()).collect();
        manifest = changed_manifest;
    }
    Ok((manifest, selected_ids))
}

/// Deletes objects.
pub fn delete_objects(manifest: &ParsedManifest, ids: &[String]) -> EditResult {
    let entries: Vec<&OutlineItem> =
        manifest.outline().entries.iter().filter(|entry| ids.contains(&entry.id)).collect();
    let (documents, mut items): (Vec<&OutlineItem>, Vec<&OutlineItem>) =
        entries.into_iter().partition(|outline_item| outline_item.place.steps.is_empty());
    let mut text = manifest.text.to_string();
    // From the end, so that the indices of the others stay valid.
    items.sort_by_key(|entry| match entry.place.steps.last() {
        Some(PathStep::Index(at)) => std::cmp::Reverse(*at),
        _ => std::cmp::Reverse(0),
    });
    for entry in items {
        text = edit::remove_value(&text, &entry.place)?;
    }
    let documents: Vec<usize> = documents.into_iter().map(|entry| entry.place.document).collect();
    Ok((edit::remove_documents(&text, &documents)?.into(), Vec::new()))
}

/// Sets a value with as few edits as possible, so that comments and notation next to it stay.
pub fn assign_value(text: &str, value_path: &ValuePath, value: Option<&Value>) -> Result<String, EditError> {
    let documents = edit::read_documents(text)?;
    let root = documents.get(value_path.document).ok_or(EditError::Notation)?;
    let current = value_path.steps.iter().fold(root, |value, step| match step {
        PathStep::Key(key) => &value[key],
        PathStep::Index(at) => value.get(at).unwrap_or(&Value::Null),
    });
    let mut text = text.to_owned();
    match (current, value) {
        (current, Some(new)) if current == new => {}
        (Value::Null, None) => {}
        (_, None) => text = edit::remove_value(&text, value_path)?,
        (Value::Object(current), Some(Value::Object(new))) if !current.is_empty() && !new.is_empty() => {
            for (key, value) in new {
                text = assign_value(&text, &value_path.join([PathStep::Key(key.clone())]), Some(value))?;
            }
            for key in current.keys().filter(|key| !new.contains_key(*key)) {
                text = edit::remove_value(&text, &value_path.join([PathStep::Key(key.clone())]))?;
            }
        }
        (Value::Array(current), Some(Value::Array(new))) if !current.is_empty() && !new.is_empty() => {
            for (at, value) in new.iter().enumerate() {
                text = match current.get(at) {
                    Some(current) if current == value => text,
                    Some(_) => assign_value(&text, &value_path.join([at.into()]), Some(value))?,
                    None => edit::set_value(&text, &value_path.join([at.into()]), value)?,
                };
            }
            for at in (new.len()..current.len()).rev() {
                text = edit::remove_value(&text, &value_path.join([at.into()]))?;
            }
        }
        (_, Some(new)) => text = edit::set_value(&text, value_path, new)?,
    }
    Ok(text)
}

/// Renames the references to an object. Selectors match labels, so they stay.
pub fn rename_references(text: &str, outline_item: &OutlineItem, name: &str) -> Result<String, EditError> {
    let mut changes = Vec::new();
    for (document, value) in edit::read_documents(text)?.iter().enumerate() {
        let value_path = ValuePath { document, steps: Vec::new() };
        collect_references(value, &value_path, outline_item, &mut changes);
    }
    let changes: Vec<(ValuePath, Option<Value>)> =
        changes.into_iter().map(|value_path| (value_path, Some(name.into()))).collect();
    if changes.is_empty() { Ok(text.to_owned()) } else { edit::change_values(text, &changes) }
}

fn collect_references(
    value: &Value,
    value_path: &ValuePath,
    outline_item: &OutlineItem,
    value_paths: &mut Vec<ValuePath>,
) {
    match value {
        Value::Object(json_map) => {
            for (key, inner) in json_map {
                let here = value_path.join([PathStep::Key(key.clone())]);
                let parent = match value_path.steps.last() {
                    Some(PathStep::Key(key)) => key.as_str(),
                    _ => "",
                };
                let names = match (outline_item.kind.as_str(), key.as_str()) {
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
                    | ("Namespace", "namespace")
                    | ("PodGroup", "podGroupName")
                    | ("Workload", "workloadName") => true,
                    ("Node", "node") => matches!(parent, "taint" | "untaint" | "drain"),
                    // In the plugin lists of a profile.
                    ("Plugin", "name") => {
                        matches!(&value_path.steps[..], [.., PathStep::Key(list), PathStep::Index(_)] if matches!(list.as_str(), "enabled" | "disabled"))
                    }
                    (kind, "name") => match parent {
                        "delete" => value["kind"].as_str().unwrap_or("Pod") == kind,
                        "scale" => value["kind"].as_str().unwrap_or("Deployment") == kind,
                        _ => false,
                    },
                    _ => false,
                };
                if names && inner == outline_item.name.as_str() {
                    value_paths.push(here);
                } else {
                    collect_references(inner, &here, outline_item, value_paths);
                }
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                collect_references(inner, &value_path.join([at.into()]), outline_item, value_paths);
            }
        }
        _ => {}
    }
}
