//! Edits that protect pods from eviction, or give them a priority class above all others.

use api::Kind;
use manifest::edit::{self, EditError};
use serde_json::{Map, Value, json};

use super::{
    edits::{EditResult, append_object_value, assign_value, priority_class},
    field_input, form,
    labels::{has_matching_labels, is_same_namespace},
    outline::{ObjectGroup, Outline, OutlineItem, path_steps, plain_scalar, value_at},
    own_label,
    palette::free_name,
    parsed_manifest::ParsedManifest,
    priorities,
    relations::pod_count,
};

/// Labels that identify an application, the preferred first.
const APP_LABELS: [&str; 4] = ["app", "app.kubernetes.io/name", "k8s-app", "name"];
/// Labels that controllers set, which other pods of the same application don't share.
const CONTROLLER_LABELS: [&str; 7] = [
    "pod-template-hash",
    "controller-revision-hash",
    "pod-template-generation",
    "statefulset.kubernetes.io/pod-name",
    "apps.kubernetes.io/pod-index",
    "controller-uid",
    "batch.kubernetes.io/controller-uid",
];

/// The prefix of the pod's paths in an object, and its namespace.
fn pod_location(outline_item: &OutlineItem) -> (&'static str, String) {
    let prefix = match outline_item.group {
        ObjectGroup::Workloads => "spec.template",
        ObjectGroup::Script => "create",
        _ => "",
    };
    let namespace =
        if outline_item.group == ObjectGroup::Script { "create.metadata.namespace" } else { "metadata.namespace" };
    (prefix, plain_scalar(value_at(&outline_item.value, namespace)))
}

/// Protects the pods of an object from eviction: widens a PodDisruptionBudget that covers them, or creates one. The eviction API refuses
/// pods with more than one budget, so it never adds a second one.
pub fn protect_pods(manifest: &ParsedManifest, id: &str) -> EditResult {
    let outline = manifest.outline();
    let Some(entry) = outline.get(id) else { return Err(EditError::Notation) };
    let (prefix, namespace) = pod_location(entry);
    let labels = value_at(&entry.value, &form::join_path(prefix, "metadata.labels"));
    let covers = |outline_item: &&OutlineItem| {
        outline_item.group == ObjectGroup::Budgets
            && is_same_namespace(&plain_scalar(value_at(&outline_item.value, "metadata.namespace")), &namespace)
            && has_matching_labels(value_at(&outline_item.value, "spec.selector"), labels)
    };
    match outline.entries.iter().find(covers) {
        Some(budget) => widen_budget(manifest, budget, &namespace),
        None => add_budget(manifest, entry, prefix, &namespace, labels),
    }
}

/// The names of other pods and workloads, with their pod counts, that the budget would cover. Empty if nothing would change.
pub fn other_protected_pods(manifest: &ParsedManifest, id: &str) -> Vec<String> {
    let Ok((changed_manifest, budget_ids)) = protect_pods(manifest, id) else { return Vec::new() };
    let Some(budget) = budget_ids
        .first()
        .and_then(|id| changed_manifest.outline().get(id))
        .filter(|_| changed_manifest.text != manifest.text)
    else {
        return Vec::new();
    };
    let (selector, namespace) = (value_at(&budget.value, "spec.selector"), own_label::namespace(budget));
    let outline = changed_manifest.outline();
    let created = outline.entries.iter().filter(|outline_item| {
        outline_item.group == ObjectGroup::Script
            && plain_scalar(value_at(&outline_item.value, "create.kind")) == "Pod"
            && is_same_namespace(&own_label::namespace(outline_item), &namespace)
            && has_matching_labels(selector, value_at(&outline_item.value, own_label::labels_path(outline_item)))
    });
    let covered = outline.pods_matching(selector, &namespace).into_iter().chain(created);
    let names = covered.filter_map(|covered| match (covered.group, pod_count(outline, covered)) {
        (ObjectGroup::Workloads, count) if covered.id != id || count > 1 => Some(format!("{} ×{count}", covered.name)),
        (ObjectGroup::Workloads, _) => None,
        _ => (covered.id != id).then(|| own_label::name(covered)),
    });
    names.collect()
}

/// Changes a budget so that it allows no disruptions.
fn widen_budget(manifest: &ParsedManifest, budget: &OutlineItem, namespace: &str) -> EditResult {
    let spec = &budget.value["spec"];
    let count = count_pods(manifest.outline(), &spec["selector"], namespace);
    let (path, value): (_, Value) = match (&spec["minAvailable"], &spec["maxUnavailable"]) {
        (Value::String(_), _) => ("spec.minAvailable", "100%".into()),
        (least, Value::Null) => ("spec.minAvailable", count.max(least.as_u64().unwrap_or(0)).into()),
        (_, most) => ("spec.maxUnavailable", if most.is_string() { "0%".into() } else { 0.into() }),
    };
    let text_after = assign_value(&manifest.text, &budget.place.join(path_steps(path)), Some(&value))?;
    Ok((text_after.into(), vec![budget.id.clone()]))
}

/// Adds a budget. Pods without suitable labels get one for its selector.
fn add_budget(
    manifest: &ParsedManifest,
    outline_item: &OutlineItem,
    prefix: &str,
    namespace: &str,
    labels: &Value,
) -> EditResult {
    let object =
        if outline_item.group == ObjectGroup::Script { &outline_item.value["create"] } else { &outline_item.value };
    let text = plain_scalar(value_at(object, "metadata.name"));
    let own_selector = if outline_item.group == ObjectGroup::Workloads {
        value_at(&outline_item.value, "spec.selector")
    } else {
        &Value::Null
    };
    let (selector, labelled) = match (own_selector.is_object(), stable_labels(labels)) {
        (true, _) => (own_selector.clone(), None),
        (_, Some(labels)) => (json!({"matchLabels": labels}), None),
        (_, None) => (json!({"matchLabels": {"app": text}}), Some(json!({"app": text}))),
    };
    let mut manifest = manifest.clone();
    if let Some(labelled) = labelled {
        let value_path = outline_item.place.join(path_steps(&form::join_path(prefix, "metadata.labels")));
        manifest = assign_value(&manifest.text, &value_path, Some(&labelled))?.into();
    }
    let name = match selector["matchLabels"].as_object().and_then(|labels| labels.values().next()) {
        Some(Value::String(name)) if field_input::is_valid_name(name) => name.clone(),
        _ => text,
    };
    let name = free_name(&name, manifest.outline().names_of_kind(Kind::PodDisruptionBudget.name()));
    // Pods without a scalable controller need `minAvailable` as a number.
    let scaled =
        matches!(outline_item.kind.as_str(), "Deployment" | "ReplicaSet" | "ReplicationController" | "StatefulSet");
    let wants = if scaled {
        json!({"maxUnavailable": 0, "selector": selector})
    } else {
        json!({"minAvailable": count_pods(manifest.outline(), &selector, namespace).max(1), "selector": selector})
    };
    let mut metadata = json!({"name": name});
    if !namespace.is_empty() {
        metadata["namespace"] = namespace.into();
    }
    let kind = Kind::PodDisruptionBudget.name();
    append_and_select(&manifest, &json!({"apiVersion": "policy/v1", "kind": kind, "metadata": metadata, "spec": wants}))
}

/// The labels of a pod that its siblings share; `None` if there are none.
fn stable_labels(labels: &Value) -> Option<Value> {
    let labels = labels.as_object()?;
    let app_label = APP_LABELS.iter().find_map(|key| Some((*key, labels.get(*key)?)));
    let kept_labels: Map<String, Value> = match app_label {
        Some((key, value)) => [(key.to_owned(), value.clone())].into_iter().collect(),
        None => labels.clone().into_iter().filter(|(key, _)| !CONTROLLER_LABELS.contains(&key.as_str())).collect(),
    };
    (!kept_labels.is_empty()).then_some(Value::Object(kept_labels))
}

/// The number of pods of the manifest that a selector matches.
fn count_pods(outline: &Outline, selector: &Value, namespace: &str) -> u64 {
    let pods: usize = outline
        .pods_matching(selector, namespace)
        .into_iter()
        .map(|pods_matching| pod_count(outline, pods_matching))
        .sum();
    u64::try_from(pods).unwrap_or(u64::MAX)
}

/// Higher values are reserved for system classes.
const MAX_USER_PRIORITY: i64 = 1_000_000_000;

/// Adds a priority class above all others and assigns it to an object's pods; its name and value can be changed in its form.
pub fn add_top_class(manifest: &ParsedManifest, id: &str) -> EditResult {
    let outline = manifest.outline();
    let Some((outline_item, path)) =
        outline.get(id).and_then(|outline| Some((outline, priorities::class_path(outline)?)))
    else {
        return Err(EditError::Notation);
    };
    let classes = outline.entries.iter().filter(|outline_item| outline_item.group == ObjectGroup::Classes);
    let highest = classes
        .filter_map(|class| class.value["value"].as_i64())
        .filter(|value| *value < MAX_USER_PRIORITY)
        .max()
        .unwrap_or(0);
    let value = highest.max(0).saturating_add(1000).min(MAX_USER_PRIORITY);
    let name = free_name("high", outline.names_of_kind("PriorityClass"));
    let mut changes = vec![(outline_item.place.join(path_steps(path)), Some(name.as_str().into()))];
    let priority = path.replace("priorityClassName", "priority");
    if !value_at(&outline_item.value, &priority).is_null() {
        changes.push((outline_item.place.join(path_steps(&priority)), None));
    }
    let manifest = ParsedManifest::from(edit::change_values(&manifest.text, &changes)?);
    append_and_select(&manifest, &priority_class(&name, value))
}

/// Appends an object and selects it.
fn append_and_select(manifest: &ParsedManifest, object: &Value) -> EditResult {
    let changed_manifest = append_object_value(manifest, object)?;
    let added_entry = changed_manifest
        .outline()
        .entries
        .iter()
        .find(|outline_item| manifest.outline().get(&outline_item.id).is_none());
    let ids = added_entry.map(|added_entry| added_entry.id.clone()).into_iter().collect();
    Ok((changed_manifest, ids))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn protect_object(text: &str, id: &str) -> (Value, String, ParsedManifest) {
        let (manifest, ids) =
            protect_pods(&ParsedManifest::from(text.to_owned()), id).unwrap_or_else(|error| panic!("{error:?}"));
        let budget = manifest.outline().get(&ids[0]).expect("a budget is chosen").clone();
        (budget.value["spec"].clone(), ids[0].clone(), manifest)
    }

    const WEB: &str = "kind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 3, selector: {matchLabels: {app: web}}, \
                       template: {metadata: {labels: {app: web, tier: front}}, spec: {containers: [{name: c}]}}}\n";

    #[test]
    fn a_new_budget_covers_the_pod() {
        let pod = |name: &str, labels: &str| {
            format!("kind: Pod\nmetadata: {{name: {name}, {labels}}}\nspec: {{containers: [{{name: c}}]}}\n---\n")
        };
        let late = "kind: Scenario\nscript:\n- {at: 1s, create: {kind: Pod, metadata: {name: late}, spec: {containers: [{name: c}]}}}\n";
        for (text, id, selector, wants) in [
            (pod("one", "labels: {app: a}"), "Pod//one", json!({"app": "a"}), json!(1)),
            (
                pod("one", "labels: {app: a}") + &pod("two", "labels: {app: a}"),
                "Pod//one",
                json!({"app": "a"}),
                json!(2),
            ),
            (pod("one", "labels: {pod-template-hash: x, team: t}"), "Pod//one", json!({"team": "t"}), json!(1)),
            (pod("one", ""), "Pod//one", json!({"app": "one"}), json!(1)),
            (late.to_owned(), "script/0", json!({"app": "late"}), json!(1)),
        ] {
            let (spec, id, manifest) = protect_object(&text, id);
            assert_eq!((&spec["selector"]["matchLabels"], &spec["minAvailable"]), (&selector, &wants), "{text}");
            assert!(id.starts_with("PodDisruptionBudget//"), "{id}");
            // Protecting it again finds the same budget.
            let again =
                protect_pods(&manifest, if text == late { "script/0" } else { "Pod//one" }).expect("it is there");
            assert_eq!((&*again.0.text, again.1), (&*manifest.text, vec![id]));
        }
        let (spec, id, manifest) = protect_object(WEB, "Deployment/shop/web");
        assert_eq!(spec, json!({"maxUnavailable": 0, "selector": {"matchLabels": {"app": "web"}}}));
        let budget = "---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web, namespace: shop}\nspec:\n  \
                      maxUnavailable: 0\n  selector:\n    matchLabels: {app: web}\n";
        assert!(manifest.text.ends_with(budget), "{}", manifest.text);
        assert_eq!(id, "PodDisruptionBudget/shop/web");
    }

    #[test]
    fn an_existing_budget_is_widened() {
        for (spec, path, wants) in [
            ("minAvailable: 1", "minAvailable", json!(3)),
            ("minAvailable: 9", "minAvailable", json!(9)),
            ("minAvailable: 50%", "minAvailable", json!("100%")),
            ("maxUnavailable: 1", "maxUnavailable", json!(0)),
            ("maxUnavailable: 30%", "maxUnavailable", json!("0%")),
        ] {
            let text = format!(
                "{WEB}---\nkind: PodDisruptionBudget\nmetadata: {{name: b, namespace: shop}}\nspec: {{{spec}, selector: {{matchLabels: {{tier: front}}}}}}\n"
            );
            let (budget_spec, id, manifest) = protect_object(&text, "Deployment/shop/web");
            assert_eq!((&budget_spec[path], id.as_str()), (&wants, "PodDisruptionBudget/shop/b"), "{spec}");
            assert_eq!(manifest.outline().names_of_kind("PodDisruptionBudget").count(), 1);
        }
    }

    #[test]
    fn a_new_class_is_above_all_others() {
        let pod = "kind: Pod\nmetadata: {name: p}\nspec: {priority: 5, containers: [{name: c}]}\n";
        for (classes, name, value) in [
            ("", "high", 1000),
            ("---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 5000\n", "high-2", 6000),
            ("---\nkind: PriorityClass\nmetadata: {name: a}\nvalue: -7\n", "high", 1000),
            ("---\nkind: PriorityClass\nmetadata: {name: a}\nvalue: 999999999\n", "high", 1_000_000_000),
        ] {
            let (manifest, ids) =
                add_top_class(&ParsedManifest::from(format!("{pod}{classes}")), "Pod//p").expect("a text");
            assert_eq!(ids, [format!("PriorityClass//{name}")]);
            let of = |id: &str| manifest.outline().get(id).expect("it is there").value.clone();
            assert_eq!(of(&ids[0])["value"], value, "{classes}");
            let spec = &of("Pod//p")["spec"];
            assert_eq!((&spec["priorityClassName"], &spec["priority"]), (&name.into(), &Value::Null));
        }
    }
}
