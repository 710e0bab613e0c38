//! Feature gates as switches: the scenario's `featureGates`.

use api::{FEATURE_GATES, FeatureGates, Set, Str};
use manifest::edit::{self, EditError, ValuePath};
use releases::Release;
use serde_json::{Map, Value};

use super::{
    edits::{append_object, assign_value},
    outline::{Outline, path_steps},
    parsed_manifest::ParsedManifest,
};

/// A switch that was refused, because an enabled gate depends on a disabled one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedGate {
    pub gate: &'static str,
    /// The upstream message.
    pub text: Str,
}

pub fn is_on(mut gates: FeatureGates, name: &str) -> bool {
    gates.gate_mut(name).is_some_and(|gate| *gate)
}

/// Adds a gate and its dependencies.
fn with_dependencies(name: &'static str, names: &mut Set<&'static str>) {
    names.insert(name);
    let needs = FEATURE_GATES.iter().find(|(gate, _)| *gate == name).map_or(&[][..], |(_, needs)| needs);
    for needed in needs {
        with_dependencies(needed, names);
    }
}

/// The gates of `wanted` and their dependencies that are off, in the order of the table.
pub fn missing_gates(gates: FeatureGates, wanted: &[&'static str]) -> Vec<&'static str> {
    let mut names = Set::new();
    for name in wanted {
        with_dependencies(name, &mut names);
    }
    let table = FEATURE_GATES.iter().map(|(name, _)| *name);
    table.filter(|name| names.contains(name) && !is_on(gates, name)).collect()
}

/// The gate that a field of a PodGroup needs.
pub fn gate_of_field(path: &str) -> Option<&'static str> {
    match path {
        "spec.disruptionMode" | "spec.priorityClassName" | "spec.priority" => Some("WorkloadAwarePreemption"),
        path if path.starts_with("spec.schedulingConstraints") => Some("TopologyAwareWorkloadScheduling"),
        _ => None,
    }
}

/// The gates after switching one, or the upstream message if an enabled gate depends on a disabled one.
pub fn switched_gates(mut gates: FeatureGates, name: &str, is_on: bool) -> Result<FeatureGates, Str> {
    gates.gate_mut(name).into_iter().for_each(|gate| *gate = is_on);
    gates.missing_dependency().map_or(Ok(gates), Err)
}

/// Turns gates and their dependencies on. Creates the scenario if there is none.
pub fn turn_on_gates(manifest: &ParsedManifest, wanted: &[&'static str]) -> Result<ParsedManifest, EditError> {
    let changes: Vec<(&str, bool)> =
        missing_gates(manifest.outline().gates, wanted).into_iter().map(|name| (name, true)).collect();
    write_gates(manifest, &changes)
}

/// Writes gates into the scenario. Gates that are off are omitted, since that is the default.
pub fn write_gates(manifest: &ParsedManifest, changes: &[(&str, bool)]) -> Result<ParsedManifest, EditError> {
    if changes.is_empty() {
        return Ok(manifest.clone());
    }
    let outline: &Outline = manifest.outline();
    let Some((scenario, _)) = &outline.scenario else {
        let gates: Vec<String> =
            changes.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| format!("{name}: true")).collect();
        let document =
            format!("apiVersion: schedscope.dev/v1alpha1\nkind: Scenario\nfeatureGates: {{{}}}\n", gates.join(", "));
        return append_object(manifest, &document);
    };
    let documents = edit::read_documents(&manifest.text)?;
    let scenario_value = scenario.steps.iter().fold(&documents[scenario.document], |value, step| match step {
        edit::PathStep::Key(key) => &value[key],
        edit::PathStep::Index(index) => &value[index],
    });
    let mut gates = scenario_value["featureGates"].as_object().cloned().unwrap_or_default();
    for (name, is_on) in changes {
        if *is_on {
            gates.insert((*name).to_owned(), true.into());
        } else {
            gates.remove(*name);
        }
    }
    let place: ValuePath = scenario.join(path_steps("featureGates"));
    let value = Value::Object(gates);
    let is_empty = value.as_object().is_some_and(Map::is_empty);
    Ok(assign_value(&manifest.text, &place, (!is_empty).then_some(&value))?.into())
}

/// Whether a release has the gates.
pub fn has_gates(release: Release) -> bool {
    releases::feature_gates::names(release).next().is_some()
}

/// Sets the scenario's release to one that has the gates.
pub fn write_release(manifest: &ParsedManifest) -> Result<ParsedManifest, EditError> {
    let Some((scenario, _)) = &manifest.outline().scenario else { return Ok(manifest.clone()) };
    let place = scenario.join(path_steps("release"));
    Ok(assign_value(&manifest.text, &place, Some(&releases::feature_gates::SINCE.name().into()))?.into())
}
