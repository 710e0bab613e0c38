//! Changes one number of a scenario from its start: the value of a priority class, the limit of a budget, or the weight of a score plugin.

use api::{Kind, NamespacedName, Str};
use i18n::{short_pod_name, table::capacity::CapacityLabels};
use manifest::edit::{self, PathStep, ValuePath};
use releases::{Release, documents::sample};
use serde_json::{Value, json};

use crate::view::View;

const CONFIGURATION_KIND: &str = "KubeSchedulerConfiguration";

/// A kind of number that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeableNumber {
    Class,
    Budget,
    Weight,
}

impl ChangeableNumber {
    pub const ALL: [Self; 3] = [Self::Class, Self::Budget, Self::Weight];

    pub fn name(self, capacity_labels: &CapacityLabels) -> &'static str {
        match self {
            Self::Class => capacity_labels.amend_class,
            Self::Budget => capacity_labels.amend_budget,
            Self::Weight => capacity_labels.amend_weight,
        }
    }

    /// The objects or plugins with such a number, each with its value.
    pub fn list_targets(self, view: &View) -> Vec<(Str, i64)> {
        let frame = &view.frame;
        match self {
            Self::Class => frame.classes.iter().map(|(name, class)| (name.clone(), class.value.into())).collect(),
            Self::Budget => {
                let number = |budget: &api::PodDisruptionBudget| {
                    let spec = &budget.spec;
                    let amount = spec.min_available.as_ref().or(spec.max_unavailable.as_ref());
                    amount.map_or(0, |amount| amount.round_up_of(100).into())
                };
                frame.budgets.iter().map(|(key, budget)| (key.as_text().clone(), number(budget))).collect()
            }
            // A `Policy` lists all its priorities, so it has to be edited as text.
            Self::Weight if config_version(view.store.run.shown_release()).is_none() => Vec::new(),
            Self::Weight => view.profile.scores.iter().map(|row| (row.id.to_string().into(), row.weight)).collect(),
        }
    }

    /// The range of valid values.
    pub fn number_range(self) -> (i64, i64) {
        match self {
            Self::Class => (i64::from(i32::MIN), 1_000_000_000),
            Self::Budget => (0, i64::from(i32::MAX)),
            Self::Weight => (0, 100),
        }
    }

    /// The manifest with the changed number, and a label for the change.
    pub(crate) fn change_number(
        self,
        text: &str,
        release: Release,
        target: &str,
        new_value: i64,
    ) -> Option<(String, String)> {
        let documents = edit::read_documents(text).ok()?;
        let objects = list_objects(&documents);
        match self {
            Self::Class => {
                let changes: Vec<_> = objects
                    .iter()
                    .filter_map(|(value_path, value)| class_edit(value_path, value, target, new_value))
                    .collect();
                Some((format!("{target}: {new_value}"), apply_value_edits(text, &changes)?))
            }
            Self::Budget => {
                let changes: Vec<_> = objects
                    .iter()
                    .filter_map(|(value_path, value)| budget_edit(value_path, value, target, new_value))
                    .collect();
                Some((format!("{}: {new_value}", short_pod_name(target)), apply_value_edits(text, &changes)?))
            }
            Self::Weight => Some((
                format!("{target} × {new_value}"),
                set_plugin_weight(text, &documents, release, target, new_value)?,
            )),
        }
    }
}

type ValueEdit = (ValuePath, Option<Value>);

fn apply_value_edits(text: &str, changes: &[ValueEdit]) -> Option<String> {
    if changes.is_empty() { None } else { edit::change_values(text, changes).ok() }
}

/// All objects of a manifest: documents, and the items of lists.
fn list_objects(documents: &[Value]) -> Vec<(ValuePath, &Value)> {
    let mut objects = Vec::new();
    for (document, value) in documents.iter().enumerate() {
        let value_path = ValuePath { document, steps: Vec::new() };
        match value["items"].as_array().filter(|_| value["kind"].as_str().is_some_and(|kind| kind.ends_with("List"))) {
            Some(items) => objects.extend(
                items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| (value_path.join([PathStep::from("items"), PathStep::from(at)]), item)),
            ),
            None => objects.push((value_path, value)),
        }
    }
    objects
}

fn number_edit(value_path: &ValuePath, path: &str, new_value: i64) -> ValueEdit {
    (value_path.join(path.split('.').map(PathStep::from)), Some(new_value.into()))
}

/// Changes the value of a class, and of pods that state it: admission would reject a pod with another value.
fn class_edit(value_path: &ValuePath, object: &Value, name: &str, new_value: i64) -> Option<ValueEdit> {
    let spec = match Kind::from_name(object["kind"].as_str()?)? {
        Kind::PriorityClass if object["metadata"]["name"] == name => {
            return Some(number_edit(value_path, "value", new_value));
        }
        Kind::Pod => "spec",
        kind if kind.workload().is_some() => "spec.template.spec",
        _ => return None,
    };
    let pod_spec = spec.split('.').fold(object, |value, part| &value[part]);
    let brings = pod_spec["priorityClassName"] == name && pod_spec["priority"].is_number();
    brings.then(|| number_edit(value_path, &format!("{spec}.priority"), new_value))
}

fn budget_edit(value_path: &ValuePath, object: &Value, key: &str, new_value: i64) -> Option<ValueEdit> {
    let meta = &object["metadata"];
    let budget_key = NamespacedName::new(meta["namespace"].as_str().unwrap_or("default"), meta["name"].as_str()?);
    if object["kind"] != Kind::PodDisruptionBudget.name() || budget_key != *key {
        return None;
    }
    let field = if object["spec"]["maxUnavailable"].is_null() { "minAvailable" } else { "maxUnavailable" };
    let (value_path, value) = number_edit(value_path, &format!("spec.{field}"), new_value);
    // A percentage remains one.
    let is_share = object["spec"][field].as_str().is_some_and(|budget_key| budget_key.ends_with('%'));
    Some((value_path, if is_share { Some(format!("{new_value}%").into()) } else { value }))
}

/// The version of the configuration in which a release has weights per profile; `None` if it has none.
fn config_version(release: Release) -> Option<String> {
    let document = edit::read_documents(sample(release)).ok()?.into_iter().next()?;
    let version = document["apiVersion"].as_str().filter(|_| document["kind"] == CONFIGURATION_KIND)?;
    Some(version.to_owned())
}

/// Sets the weight of a score plugin in every profile of the configuration, which is added if the manifest has none.
fn set_plugin_weight(
    text: &str,
    documents: &[Value],
    release: Release,
    plugin: &str,
    new_value: i64,
) -> Option<String> {
    let version = config_version(release)?;
    let is_own = |value: &Value| value["kind"] == CONFIGURATION_KIND && value["apiVersion"] == version.as_str();
    let at = documents.iter().position(is_own);
    let default = json!({"apiVersion": version, "kind": CONFIGURATION_KIND});
    let mut configuration = at.map_or(default, |at| documents[at].clone());
    let fields = configuration.as_object_mut()?;
    let profiles = fields.entry("profiles").or_insert_with(|| json!([]));
    let profiles = profiles.as_array_mut()?;
    if profiles.is_empty() {
        profiles.push(json!({"schedulerName": "default-scheduler"}));
    }
    for profile in profiles {
        let plugins = profile.as_object_mut()?.entry("plugins").or_insert_with(|| json!({}));
        let score = plugins.as_object_mut()?.entry("score").or_insert_with(|| json!({}));
        for (list, item) in
            [("disabled", json!({"name": plugin})), ("enabled", json!({"name": plugin, "weight": new_value}))]
        {
            let list = score.as_object_mut()?.entry(list).or_insert_with(|| json!([])).as_array_mut()?;
            list.retain(|value| value["name"] != plugin);
            // With weight 0 it is disabled.
            if item["weight"] != 0 {
                list.push(item);
            }
        }
    }
    let without = match at {
        Some(at) => edit::remove_documents(text, &[at]).ok()?,
        None => text.to_owned(),
    };
    Some(format!("{}\n---\n{}\n", without.trim_end(), edit::write_document(&configuration).trim_end()))
}

#[cfg(test)]
mod tests {
    use simulation::Scenario;

    use super::*;

    const TEXT: &str = "# mine
kind: PriorityClass
metadata: {name: high}
value: 5
---
kind: PodList
items:
- metadata: {name: a}
  spec: {priorityClassName: high, priority: 5, nodeName: n, containers: [{name: c}]}
- metadata: {name: b}
  spec: {priorityClassName: high, containers: [{name: c}]}
---
kind: PodDisruptionBudget
metadata: {name: b, namespace: d}
spec: {maxUnavailable: 1, selector: {}}
";

    fn load_scenario(text: &str, release: Release) -> Scenario {
        let manifest =
            manifest::load_for(text, Some(release)).unwrap_or_else(|findings| panic!("{findings:?} in {text}"));
        Scenario::from_manifest(&manifest).unwrap_or_else(|finding| panic!("{finding:?} in {text}"))
    }

    #[test]
    fn a_class_takes_its_pods_along() {
        let text = TEXT.replace("- metadata", "- kind: Pod\n  metadata");
        let (label, text) = ChangeableNumber::Class.change_number(&text, Release::V1_34, "high", 9).expect("a text");
        assert!(text.starts_with("# mine") && label == "high: 9", "{text}");
        let priorities: Vec<i32> = load_scenario(&text, Release::V1_34).pods.iter().map(api::Pod::priority).collect();
        assert_eq!(priorities, [9, 9], "{text}");
        assert_eq!(ChangeableNumber::Class.change_number(&text, Release::V1_34, "low", 9), None);
    }

    #[test]
    fn a_budget_keeps_its_way_of_counting() {
        let (_, text) = ChangeableNumber::Budget.change_number(TEXT, Release::V1_34, "d/b", 3).expect("a text");
        assert!(text.contains("maxUnavailable: 3") && !text.contains("minAvailable"), "{text}");
    }

    #[test]
    fn a_weight_is_that_of_every_profile() {
        for release in [Release::V1_20, Release::V1_34, Release::V1_36] {
            for weight in [7, 0] {
                let mut text = TEXT.to_owned();
                // The second time, the configuration already exists.
                for _ in 0..2 {
                    text = ChangeableNumber::Weight
                        .change_number(&text, release, "ImageLocality", weight)
                        .expect("a text")
                        .1;
                }
                let configuration = load_scenario(&text, release).configuration.expect("a configuration");
                let rows = configuration.profiles.iter().flat_map(|profile| &profile.scores);
                let weights: Vec<i64> =
                    rows.filter(|row| row.id.to_string() == "ImageLocality").map(|row| row.weight).collect();
                assert_eq!(weights, if weight == 0 { vec![] } else { vec![7] }, "{release}: {text}");
            }
        }
        assert_eq!(ChangeableNumber::Weight.change_number(TEXT, Release::V1_16, "ImageLocality", 1), None);
    }
}
