//! Exports of a run: its objects and its script for a real cluster, and its events.
//!
//! Exports that need the manifest or the whole log are created in the worker: the initial objects as YAML for `kubectl apply`, a script for KWOK,
//! and the events as JSON. A cluster rejects some of what a scenario may contain (a priority without its class, a container without a name), sets
//! other things itself (identities, status), and does not know our own documents. `objects` adapts them. Each change is an `ExportNote`, which
//! `i18n::export` renders at the top of the file and at the place concerned (`FilePart::Remark`). KWOK's nodes get its annotation but no taint,
//! since all nodes of the cluster are simulated.

mod command;
mod extenders;
#[cfg(test)]
mod group_tests;
mod object_order;
#[cfg(test)]
mod object_tests;
mod objects;
mod script;
#[cfg(all(test, unix))]
mod script_tests;
mod shell;
mod stages;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use api::shorten;
use imports::anonymize;
use manifest::edit;
use object_order::{order_objects, read_parts};
use objects::ObjectAdapter;
use protocol::{ExportNote, ExportedFile};
use releases::Release;
use runlog::Event;
use serde_json::json;

/// Exports the initial objects for `kubectl apply`.
pub fn cluster(text: &str, release: Release) -> ExportedFile {
    let Ok(manifest) = manifest::load_for(text, Some(release)) else { return ExportedFile::default() };
    let mut adapter = ObjectAdapter::new(&manifest, release);
    adapter.gate_flags();
    let parts = read_parts(&mut adapter, text);
    for configuration in &parts.configurations {
        adapter.add_note(ExportNote::Configuration { kind: shorten(objects::text_at(configuration, "/kind")) });
    }
    if !manifest.scenario.script.is_empty() {
        *adapter.notes.or_default(ExportNote::Later) += manifest.scenario.script.len();
    }
    let objects = order_objects(&mut adapter, &manifest, parts.objects, &[]);
    let documents: Vec<String> = objects.iter().map(|(_, object)| edit::write_document(object)).collect();
    ExportedFile {
        body: documents.join("---\n").into(),
        notes: adapter.notes.into_iter().collect(),
        ..ExportedFile::default()
    }
}

/// Exports a script that reproduces the scenario in a cluster created with KWOK.
pub fn kwok(text: &str, release: Release) -> ExportedFile {
    let Ok(manifest) = manifest::load_for(text, Some(release)) else { return ExportedFile::default() };
    let mut adapter = ObjectAdapter::new(&manifest, release);
    adapter.is_kwok = true;
    let parts = read_parts(&mut adapter, text);
    shell::write_script(adapter, &manifest, parts, release)
}

/// The anonymized manifest, with the table of replaced names; empty if the manifest can't be anonymized.
pub fn anonymized_text(text: &str) -> ExportedFile {
    anonymize::anonymize_text(text).map_or_else(ExportedFile::default, |(body, table)| ExportedFile {
        body: body.into(),
        names: table.to_file(),
        ..ExportedFile::default()
    })
}

/// Exports the events of a run as JSON: one object, with an event on each line.
pub fn trace_json(release: Release, events: &[Rc<Event>]) -> ExportedFile {
    let head =
        json!({"format": "schedscope.dev/trace/v1alpha1", "release": release.name(), "kubernetes": release.patch()});
    let mut body = head.to_string();
    body.pop();
    body += ",\"events\":[";
    for (at, event) in events.iter().enumerate() {
        body += if at == 0 { "\n" } else { ",\n" };
        // Events can always be serialized, since they are also sent to the page.
        body += &serde_json::to_string(&**event).unwrap_or_else(|_| "null".to_owned());
    }
    body += "\n]}\n";
    ExportedFile { body: body.into(), ..ExportedFile::default() }
}
