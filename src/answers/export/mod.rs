//! What can be taken away from a run: its objects and its script for a real cluster, and its events.
//!
//! What needs the manifests or the whole log is made in the worker (`answers/export`): the objects of the start as YAML
//! for `kubectl apply`, a script for KWOK, the events as JSON. A cluster refuses some of what a scenario may say (a
//! priority without its class, a container without a name), sets other things itself (identities, status), and knows
//! nothing of our own documents. `objects` puts that right; each change is a `Note`, and `words::export` says the notes
//! at the top of the file, and where a line asks for one (`remarks`). KWOK's nodes get its annotation and no taint, since all of them are its
//! own.

mod command;
mod extenders;
mod gather;
mod objects;
#[cfg(all(test, unix))]
mod played;
mod script;
mod shell;
mod stages;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use serde_json::json;

use api::alias;
use api::manifest;
use api::manifest::edit;
use api::shortened;
use profiles::config::Configure;
use record::Event;
use releases::Release;
use wire::{Made, Note};

use gather::{ordered, parts};
use objects::Fitter;

/// The objects that are there at the start, for `kubectl apply`.
pub fn cluster(text: &str, release: Release) -> Made {
    let Ok(manifest) = manifest::load(text) else { return Made::default() };
    let mut fitter = Fitter::new(&manifest, release.minor());
    let parts = parts(&mut fitter, text);
    for configuration in &parts.configurations {
        fitter.note(Note::Configuration { kind: shortened(objects::text(configuration, "/kind")) });
    }
    if !manifest.scenario.script.is_empty() {
        *fitter.notes.or_default(Note::Later) += manifest.scenario.script.len();
    }
    let objects = ordered(&mut fitter, &manifest, parts.objects, &[]);
    let documents: Vec<String> = objects.iter().map(|(_, object)| edit::document(object)).collect();
    Made { body: documents.join("---\n"), notes: fitter.notes.into_iter().collect(), ..Made::default() }
}

/// A script that lets a scenario happen in a cluster made with KWOK. `configure` tells which documents about the scheduler such a cluster
/// understands; a text that has none needs none.
pub fn kwok(text: &str, release: Release, configure: Option<Configure>) -> Made {
    let Ok(manifest) = manifest::load(text) else { return Made::default() };
    let mut fitter = Fitter::new(&manifest, release.minor());
    fitter.fake = true;
    let parts = parts(&mut fitter, text);
    shell::write(fitter, &manifest, parts, release, configure)
}

/// The text with other names, and which stands for which; nothing where that cannot be made.
pub fn names(text: &str) -> Made {
    alias::disguised(text).map_or_else(Made::default, |(body, table)| Made {
        body,
        names: table.written(),
        ..Made::default()
    })
}

/// The events of a run, as JSON: an object with an event on each line.
pub fn trace(release: Release, events: &[Rc<Event>]) -> Made {
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
    Made { body, ..Made::default() }
}
