//! Sorts the documents of a manifest: objects by creation stage, separate from documents that are not cluster objects.

use api::{CONFIGURATION_KINDS, CreationStage, Kind, PodPhase, Str, shorten};
use manifest::{Manifest, OWN_KINDS, is_own_version};
use protocol::ExportNote;
use serde_json::Value;

use super::{
    objects::{ObjectAdapter, add_annotation, text_at},
    stages::START_ANNOTATION,
};

/// The documents of a manifest, separated by how an export passes them on: as objects, as a script, or as files of the scheduler.
pub(super) struct ExportParts {
    /// Objects with their creation stage, in the order of the manifest.
    pub objects: Vec<(CreationStage, Value)>,
    /// Scenario documents, including their scripts.
    pub scenario: Vec<Value>,
    /// Scheduler configurations.
    pub configurations: Vec<Value>,
    /// Extender documents, which define answers of extenders.
    pub extenders: Vec<Value>,
}

/// Parses and sorts the documents of a manifest that is known to be valid.
pub(super) fn read_parts(adapter: &mut ObjectAdapter<'_>, source: &str) -> ExportParts {
    let mut parts =
        ExportParts { objects: Vec::new(), scenario: Vec::new(), configurations: Vec::new(), extenders: Vec::new() };
    // It has been run, so it parses.
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

/// Adds missing objects and sorts all objects by creation stage.
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
    // Namespaces come first, since other objects are in them.
    objects.splice(0..0, missing_objects.into_iter().map(|object| (stage_of(&object), object)));
    objects.sort_by_key(|(stage, object)| (*stage, text_at(object, "/kind") != Kind::Namespace.name()));
    objects
}
