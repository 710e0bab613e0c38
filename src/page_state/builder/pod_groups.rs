//! Pod groups in the builder: a group of the selected pods, its members, and Jobs whose pods start together.

use api::{Kind, NamespacedName};
use i18n::table::form_labels::FormLabel;
use manifest::{
    admission::SYSTEM_CLASSES,
    edit::{self, EditError, ValuePath},
};
use serde_json::{Value, json};

use super::{
    edits::{EditResult, add_template, append_object_value, assign_value, delete_objects},
    feature_gates::{self, turn_on_gates},
    field_input::is_valid_name,
    form::{MIN_COUNT_PATH, join_path},
    labels::is_same_namespace,
    outline::{ObjectGroup, Outline, OutlineItem, path_steps, plain_scalar, value_at},
    own_label,
    palette::{Template, free_name},
    parsed_manifest::ParsedManifest,
    relations::pod_count,
};

/// The API version of a group.
const API_VERSION: &str = "scheduling.k8s.io/v1alpha2";
/// The name of a group whose pods' names have no common prefix.
const PLAIN_NAME: &str = "group";

/// Whether an object is a `PodGroup` of Kubernetes itself, not of another system.
pub fn is_group(outline_item: &OutlineItem) -> bool {
    outline_item.group == ObjectGroup::PodGroups && outline_item.kind == Kind::PodGroup.name()
}

/// The path at which an object's pods name their group; `None` for an object without pods.
pub fn membership_path(outline_item: &OutlineItem) -> Option<&'static str> {
    match (outline_item.group, outline_item.kind.as_str()) {
        (ObjectGroup::Pods, _) => Some("spec.schedulingGroup"),
        (ObjectGroup::Workloads, _) => Some("spec.template.spec.schedulingGroup"),
        (ObjectGroup::Script, "create") if outline_item.value["create"]["kind"] == "Pod" => {
            Some("create.spec.schedulingGroup")
        }
        _ => None,
    }
}

/// The group that an object's pods name; empty if they name none.
pub fn group_name(outline_item: &OutlineItem) -> String {
    membership_path(outline_item)
        .map_or_else(String::new, |path| plain_scalar(&value_at(&outline_item.value, path)["podGroupName"]))
}

/// Whether an object's pods could be members of a group, by their namespace.
fn shares_namespace(group: &OutlineItem, outline_item: &OutlineItem) -> bool {
    is_same_namespace(&own_label::namespace(group), &own_label::namespace(outline_item))
}

/// Objects whose pods are in a group, in the order of the list.
pub fn members<'o>(outline: &'o Outline, group: &OutlineItem) -> Vec<&'o OutlineItem> {
    let is_member =
        |outline_item: &&OutlineItem| group_name(outline_item) == group.name && shares_namespace(group, outline_item);
    outline.entries.iter().filter(is_member).collect()
}

/// Objects whose pods could join a group.
pub fn candidates<'o>(outline: &'o Outline, group: &OutlineItem) -> Vec<&'o OutlineItem> {
    let can_join = |outline_item: &&OutlineItem| {
        membership_path(outline_item).is_some()
            && group_name(outline_item) != group.name
            && shares_namespace(group, outline_item)
    };
    outline.entries.iter().filter(can_join).collect()
}

/// How many pods an object has; a pod that a script creates counts as one.
fn pods_of(outline: &Outline, outline_item: &OutlineItem) -> usize {
    if outline_item.group == ObjectGroup::Script { 1 } else { pod_count(outline, outline_item) }
}

/// How many pods a group has.
pub fn member_count(outline: &Outline, group: &OutlineItem) -> usize {
    members(outline, group).into_iter().map(|member| pods_of(outline, member)).sum()
}

/// Whether the selected objects can become a group: all have pods, in one namespace.
pub fn can_group(outline: &Outline, ids: &[String]) -> bool {
    let entries: Vec<&OutlineItem> = ids.iter().filter_map(|id| outline.get(id)).collect();
    let Some(first) = entries.first() else { return false };
    entries.iter().all(|entry| membership_path(entry).is_some() && shares_namespace(first, entry))
}

/// The common prefix of pod names: `train` of `train-0` and `train-1`.
fn shared_name(names: &[String]) -> String {
    let Some(first) = names.first() else { return PLAIN_NAME.to_owned() };
    let shared_bytes = names.iter().fold(first.len(), |length, name| {
        let same = first.bytes().zip(name.bytes()).take_while(|(left, right)| left == right).count();
        length.min(same)
    });
    let shared = first.get(..shared_bytes).unwrap_or_default();
    let shared = shared.trim_end_matches(|letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '.'));
    if is_valid_name(shared) { shared.to_owned() } else { PLAIN_NAME.to_owned() }
}

fn join(outline_item: &OutlineItem, name: &str) -> Option<(ValuePath, Option<Value>)> {
    let place = outline_item.place.join(path_steps(membership_path(outline_item)?));
    Some((place, Some(json!({"podGroupName": name}))))
}

fn leave(outline_item: &OutlineItem) -> Option<(ValuePath, Option<Value>)> {
    Some((outline_item.place.join(path_steps(membership_path(outline_item)?)), None))
}

/// Creates a gang of the selected pods, all of which have to fit.
pub fn group_objects(manifest: &ParsedManifest, ids: &[String]) -> EditResult {
    let outline = manifest.outline();
    let entries: Vec<&OutlineItem> = ids.iter().filter_map(|id| outline.get(id)).collect();
    if !can_group(outline, ids) {
        return Err(EditError::Notation);
    }
    let names: Vec<String> = entries.iter().map(|entry| own_label::name(entry)).collect();
    let name = free_name(&shared_name(&names), outline.names_of_kind(Kind::PodGroup.name()));
    let changes: Vec<_> = entries.iter().filter_map(|entry| join(entry, &name)).collect();
    let count: usize = entries.iter().map(|entry| pods_of(outline, entry)).sum();
    let mut metadata = json!({"name": name});
    let namespace = own_label::namespace(entries[0]);
    if !namespace.is_empty() {
        metadata["namespace"] = namespace.as_str().into();
    }
    let group = json!({
        "apiVersion": API_VERSION,
        "kind": Kind::PodGroup.name(),
        "metadata": metadata,
        "spec": {"schedulingPolicy": {"gang": {"minCount": count.max(1)}}},
    });
    let changed_manifest = ParsedManifest::from(edit::change_values(&manifest.text, &changes)?);
    let changed_manifest = append_object_value(&changed_manifest, &group)?;
    Ok((changed_manifest, vec![format!("{}/{namespace}/{name}", Kind::PodGroup.name())]))
}

/// Adds a template of the palette along with its feature gates. If it is a group with pods, the group is selected, because its form has the
/// notices.
pub fn add_template_with_gates(manifest: &ParsedManifest, template: &Template) -> EditResult {
    let (manifest, selected_ids) = add_template(manifest, template)?;
    let manifest = turn_on_gates(&manifest, template.gates)?;
    let group = manifest.outline().entries.iter().rfind(|entry| template.objects.len() > 1 && is_group(entry));
    let ids = group.map_or(selected_ids, |group| vec![group.id.clone()]);
    Ok((manifest, ids))
}

/// Makes an object's pods join a group, or leave it. A minimum that equals the number of members follows it.
pub fn toggle_member(manifest: &ParsedManifest, group_id: &str, member_id: &str) -> EditResult {
    let outline = manifest.outline();
    let (Some(group), Some(member)) = (outline.get(group_id), outline.get(member_id)) else {
        return Err(EditError::Notation);
    };
    let is_member = group_name(member) == group.name;
    let change = if is_member { leave(member) } else { join(member, &group.name) };
    let mut changes: Vec<_> = change.into_iter().collect();
    let (before, pods) = (member_count(outline, group), pods_of(outline, member));
    let after = if is_member { before.saturating_sub(pods) } else { before.saturating_add(pods) };
    if value_at(&group.value, MIN_COUNT_PATH).as_u64() == u64::try_from(before).ok() && after > 0 {
        changes.push((group.place.join(path_steps(MIN_COUNT_PATH)), Some(after.into())));
    }
    Ok((edit::change_values(&manifest.text, &changes)?.into(), vec![group_id.to_owned()]))
}

/// Deletes a group; its pods stay, without a group.
pub fn dissolve_group(manifest: &ParsedManifest, group_id: &str) -> EditResult {
    let outline = manifest.outline();
    let group = outline.get(group_id).ok_or(EditError::Notation)?;
    let members = members(outline, group);
    let changes: Vec<_> = members.iter().filter_map(|member| leave(member)).collect();
    let text =
        if changes.is_empty() { manifest.text.to_string() } else { edit::change_values(&manifest.text, &changes)? };
    let (changed_manifest, _) = delete_objects(&text.into(), &[group_id.to_owned()])?;
    Ok((changed_manifest, members.iter().map(|member| member.id.clone()).collect()))
}

/// The feature gates without which an object has no effect.
pub fn wanted_gates(outline_item: &OutlineItem) -> Vec<&'static str> {
    let mut wanted = Vec::new();
    if !is_group(outline_item) {
        if !group_name(outline_item).is_empty() {
            wanted.push("GenericWorkload");
        }
        return wanted;
    }
    wanted.push("GenericWorkload");
    if !value_at(&outline_item.value, "spec.schedulingPolicy.gang").is_null() {
        wanted.push("GangScheduling");
    }
    for path in ["spec.disruptionMode", "spec.priorityClassName", "spec.priority", "spec.schedulingConstraints"] {
        if !value_at(&outline_item.value, path).is_null() {
            wanted.extend(feature_gates::gate_of_field(path));
        }
    }
    wanted
}

/// Whether an object is a Job.
pub fn is_job(outline_item: &OutlineItem) -> bool {
    outline_item.group == ObjectGroup::Workloads && outline_item.kind == "Job"
}

/// Whether the Job controller makes a gang of a Job's pods, once its feature gate is on. Upstream: `IsGangSchedulingCandidate`.
pub fn is_gang_job(outline_item: &OutlineItem) -> bool {
    let spec = &outline_item.value["spec"];
    is_job(outline_item)
        && spec["completionMode"] == "Indexed"
        && spec["parallelism"].as_u64().is_some_and(|parallelism| parallelism > 1)
        && spec["completions"] == spec["parallelism"]
        && group_name(outline_item).is_empty()
}

/// Changes a Job so that its pods start together, and turns on the feature gates for that.
pub fn make_gang_job(manifest: &ParsedManifest, id: &str) -> EditResult {
    let outline = manifest.outline();
    let job = outline.get(id).filter(|entry| is_job(entry)).ok_or(EditError::Notation)?;
    let count = |field: &str| job.value["spec"][field].as_u64().unwrap_or(1);
    let pods = count("parallelism").max(count("completions")).max(2);
    let place = |path: &str| job.place.join(path_steps(path));
    let mut changes = vec![
        (place("spec.completionMode"), Some("Indexed".into())),
        (place("spec.parallelism"), Some(pods.into())),
        (place("spec.completions"), Some(pods.into())),
    ];
    let is_new = |(place, value): &(ValuePath, Option<Value>)| {
        let steps = &place.steps[job.place.steps.len()..];
        let current = steps.iter().fold(&job.value, |value, step| match step {
            edit::PathStep::Key(key) => &value[key],
            edit::PathStep::Index(index) => &value[index],
        });
        value.as_ref() != Some(current)
    };
    changes.retain(is_new);
    if !value_at(&job.value, "spec.template.spec.schedulingGroup").is_null() {
        changes.extend(leave(job));
    }
    let text =
        if changes.is_empty() { manifest.text.to_string() } else { edit::change_values(&manifest.text, &changes)? };
    let changed_manifest = turn_on_gates(&text.into(), &["WorkloadWithJob", "GangScheduling"])?;
    Ok((changed_manifest, vec![id.to_owned()]))
}

/// Completes a chosen policy: the minimum of a gang is initially all of its members.
pub fn complete_policy(outline: &Outline, group: &OutlineItem, policy: Value) -> Value {
    if policy["gang"].is_null() {
        return policy;
    }
    json!({"gang": {"minCount": member_count(outline, group).max(1)}})
}

/// A group by name, an object of the text or one that the script creates, with the prefix of its paths.
fn find_group<'o>(outline: &'o Outline, group: &NamespacedName) -> Option<(&'o OutlineItem, &'static str)> {
    let is_named = |outline_item: &OutlineItem| {
        own_label::name(outline_item) == group.name()
            && is_same_namespace(&own_label::namespace(outline_item), group.namespace())
    };
    outline.entries.iter().filter(|outline_item| is_named(outline_item)).find_map(|outline_item| {
        let is_created = outline_item.kind == "create" && outline_item.value["create"]["kind"] == Kind::PodGroup.name();
        match outline_item.group {
            ObjectGroup::PodGroups if is_group(outline_item) => Some((outline_item, "")),
            ObjectGroup::Script if is_created => Some((outline_item, "create")),
            _ => None,
        }
    })
}

/// Sets fields of a group to the typed values.
pub fn set_group_fields(
    manifest: &ParsedManifest,
    group: &NamespacedName,
    fields: &[(&'static str, String)],
) -> Result<ParsedManifest, EditError> {
    let (outline_item, prefix) = find_group(manifest.outline(), group).ok_or(EditError::Notation)?;
    let value = |typed: &String| match typed.parse::<i64>() {
        Ok(number) => Some(Value::from(number)),
        Err(_) => (!typed.is_empty()).then(|| typed.as_str().into()),
    };
    let mut text = manifest.text.to_string();
    for (path, typed) in fields {
        let place = outline_item.place.join(path_steps(&join_path(prefix, path)));
        text = assign_value(&text, &place, value(typed).as_ref())?;
    }
    Ok(text.into())
}

/// The error of a group's priority: it has to equal that of its class, or of the default class.
pub fn check_priority(outline: &Outline, group: &OutlineItem, path: &str, value: Option<&Value>) -> Option<FormLabel> {
    if !is_group(group) {
        return None;
    }
    let (name, given) = match path {
        "spec.priority" => (plain_scalar(value_at(&group.value, "spec.priorityClassName")), value?.as_i64()?),
        "spec.priorityClassName" => (plain_scalar(value?), value_at(&group.value, "spec.priority").as_i64()?),
        _ => return None,
    };
    let mut classes = outline.entries.iter().filter(|entry| entry.group == ObjectGroup::Classes);
    let class =
        classes.find(|class| if name.is_empty() { class.value["globalDefault"] == true } else { class.name == name });
    let builtin = SYSTEM_CLASSES.iter().find(|(class, _)| name == *class).map(|(_, value)| i64::from(*value));
    let computed = class.and_then(|class| class.value["value"].as_i64()).or(builtin);
    let computed = if name.is_empty() { computed.unwrap_or(0) } else { computed? };
    (given != computed).then_some(FormLabel::GroupPriorityMismatch)
}
