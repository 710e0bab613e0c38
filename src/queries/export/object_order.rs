//! Sorts the documents of a text: objects by when they must be created, apart from those that are no cluster objects.

use api::{CONFIGURATION_KINDS, CreationStage, Kind, PodPhase, Str, shorten};
use manifest::{Manifest, OWN_KINDS, is_own_version};
use protocol::ExportNote;
use serde_json::Value;

use super::{
    objects::{ObjectAdapter, add_annotation, text_at},
    stages::START_ANNOTATION,
};

/// What a text is in a real cluster.
pub(super) struct ExportParts {
    /// Objects by when they have to be there: first those that others need.
    pub objects: Vec<(CreationStage, Value)>,
    /// Documents with a script, and the rest of the scenario.
    pub scenario: Vec<Value>,
    /// Documents that configure a scheduler.
    pub configurations: Vec<Value>,
    /// Documents that answer for extenders.
    pub extenders: Vec<Value>,
}

/// Reads a text that runs.
pub(super) fn read_parts(adapter: &mut ObjectAdapter<'_>, source: &str) -> ExportParts {
    let mut parts =
        ExportParts { objects: Vec::new(), scenario: Vec::new(), configurations: Vec::new(), extenders: Vec::new() };
    // It ran, so it can be read.
    for value in manifest::object_values(source).unwrap_or_default() {
        let kind = text_at(&value, "/kind").to_owned();
        let version = text_at(&value, "/apiVersion");
        if OWN_KINDS.contains(&kind.as_str()) && (version.is_empty() || is_own_version(version)) {
            match kind.as_str() {
                "Extender" if adapter.is_kwok => {
                    parts.extenders.push(value);
                    continue;
                }
                "Extender" | "Plugin" => {}
                _ => parts.scenario.push(value),
            }
            adapter.add_note(ExportNote::Ours { kind: shorten(&kind) });
        } else if CONFIGURATION_KINDS.contains(&kind.as_str()) {
            parts.configurations.push(value);
        } else {
            let owned = value.pointer("/metadata/ownerReferences").is_some();
            let placed = !text_at(&value, "/spec/nodeName").is_empty();
            let stage = match Kind::from_name(&kind) {
                Some(Kind::Pod) if owned || placed => CreationStage::BoundPods,
                Some(kind) => kind.info().stage,
                None => CreationStage::ServicesAndBudgets,
            };
            let phase = PodPhase::from(Str::from(text_at(&value, "/status/phase")));
            let started = (adapter.is_kwok && placed && phase == PodPhase::Running)
                .then(|| Value::from(text_at(&value, "/status/startTime")));
            if let Some(mut object) = adapter.adapt_object(value) {
                if let Some(started) = started {
                    add_annotation(&mut object, START_ANNOTATION, started);
                }
                parts.objects.push((stage, object));
            }
        }
    }
    parts
}

/// Adds what is lacking, and puts all into the order in which it has to be made.
pub(super) fn order_objects(
    adapter: &mut ObjectAdapter<'_>,
    manifest: &Manifest,
    mut objects: Vec<(CreationStage, Value)>,
    created: &[Value],
) -> Vec<(CreationStage, Value)> {
    let all_documents: Vec<Value> = objects.iter().map(|(_, object)| object).chain(created).cloned().collect();
    let missing_objects = adapter.missing_objects(manifest, &all_documents);
    let stage_of = |object: &Value| {
        Kind::from_name(text_at(object, "/kind")).map_or(CreationStage::Prerequisites, |kind| kind.info().stage)
    };
    // Namespaces come before all that is in them.
    objects.splice(0..0, missing_objects.into_iter().map(|object| (stage_of(&object), object)));
    objects.sort_by_key(|(stage, object)| (*stage, text_at(object, "/kind") != Kind::Namespace.name()));
    objects
}
