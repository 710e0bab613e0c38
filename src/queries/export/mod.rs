//! Exports of a run: its objects and its script for a real cluster, and its events.
//!
//! What needs the manifests or the whole log is made in the worker (`queries/export`): the objects of the start as YAML
//! for `kubectl apply`, a script for KWOK, the events as JSON. A cluster refuses some of what a scenario may say (a
//! priority without its class, a container without a name), sets other things itself (identities, status), and knows
//! nothing of our own documents. `objects` puts that right; each change is a `ExportNote`, and `i18n::export` says the notes
//! at the top of the file, and where it would stand (`FilePart::Remark`). KWOK's nodes get its annotation and no taint, since all of them are its
//! own.

mod command;
mod extenders;
#[cfg(test)]
mod group_tests;
mod object_order;
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

/// The objects that are there at the start, for `kubectl apply`.
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

/// A script that lets a scenario happen in a cluster made with KWOK.
pub fn kwok(text: &str, release: Release) -> ExportedFile {
    let Ok(manifest) = manifest::load_for(text, Some(release)) else { return ExportedFile::default() };
    let mut adapter = ObjectAdapter::new(&manifest, release);
    adapter.is_kwok = true;
    let parts = read_parts(&mut adapter, text);
    shell::write_script(adapter, &manifest, parts, release)
}

/// The text with other names, and which stands for which; nothing where that cannot be made.
pub fn anonymized_text(text: &str) -> ExportedFile {
    anonymize::anonymize_text(text).map_or_else(ExportedFile::default, |(body, table)| ExportedFile {
        body: body.into(),
        names: table.to_file(),
        ..ExportedFile::default()
    })
}

/// The events of a run, as JSON: an object with an event on each line.
pub fn trace_json(release: Release, events: &[Rc<Event>]) -> ExportedFile {
    let head =
        json!({"format": "schedscope.dev/trace/v1alpha1", "release": release.name(), "kubernetes": release.patch()});
    let mut body = head.to_string();
    body.pop();
    body += ",\"events\":[";
    for (at, event) in events.iter().enumerate() {
        body += if at == 0 { "\n" } else { ",\n" };
        // What is written to the page as bytes can be written as text too.
        body += &serde_json::to_string(&**event).unwrap_or_else(|_| "null".to_owned());
    }
    body += "\n]}\n";
    ExportedFile { body: body.into(), ..ExportedFile::default() }
}
