//! Other names for everything that says whose cluster it is: nodes, namespaces, pods, workloads, labels, images. What decides stays as it
//! is: what was equal is equal afterwards, and names sort as before.
//!
//! Only what a decoder knows is kept of an object, and of that no text that is not known to be harmless. Documents that configure a scheduler
//! are kept, with the names in them replaced.
//!
//! Other names (`imports::anonymize`) are made by the worker: what the decoders know is kept, every text in it is replaced that
//! is not known to be harmless, and names are numbered in their order, so that the run stays the same
//! (`tests/engine/names.rs`). The page opens what comes of it like any text; the table is a file, and opening it puts the
//! names back wherever they stand.

mod name_table;
mod object_walk;

use api::{CONFIGURATION_KINDS, Kind};
pub use name_table::{NameTable, is_name_table, restore_names};
use object_walk::{ObjectWalk, ReplaceName, Role};
use serde_json::Value;

use super::dump;

/// Larger texts are not taken: they are held as a tree.
const MOST_BYTES: usize = 32 << 20;

/// What a document of ours says to people.
const FOR_PEOPLE: [&str; 5] = ["title", "description", "zh", "captions", "metadata"];

/// A text with other names, and which stands for which. Nothing for a text that cannot be read, or is too large.
#[must_use]
pub fn anonymize_text(text: &str) -> Option<(String, NameTable)> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let documents: Vec<ObjectDocument> =
        manifest::object_values(text).ok()?.into_iter().filter_map(ObjectDocument::from_value).collect();
    let mut collected_names = NameCollector::default();
    for document in &documents {
        // What is replaced is found on a copy.
        let mut value = document.value.clone();
        if !document.is_configuration {
            collected_names.note_stateful_sets(&value);
        }
        document.walk_value(&mut value, &mut |text, role| {
            collected_names.note_text(text, role);
            None
        });
    }
    let names = collected_names.number_names();
    let mut anonymized_text = "apiVersion: v1\nkind: List\nitems:\n".to_owned();
    for document in &documents {
        let mut value = document.value.clone();
        document.walk_value(&mut value, &mut |text, role| names.replacement(text, role));
        anonymized_text.extend(["- ", &value.to_string(), "\n"]);
    }
    Some((anonymized_text, names.to_table()))
}

/// An object of a text.
struct ObjectDocument {
    value: Value,
    /// Whether it configures a scheduler, or plays a part of it.
    is_configuration: bool,
}

impl ObjectDocument {
    fn walk_value(&self, value: &mut Value, ask: &mut ReplaceName<'_>) {
        match self.is_configuration {
            true => ObjectWalk::new(ask).walk_configuration("", value),
            false => ObjectWalk::new(ask).walk_document(value),
        }
    }

    /// Kinds that nothing here reads are left out, and all fields that nothing reads.
    fn from_value(mut value: Value) -> Option<Self> {
        let kind = value.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
        let configures = CONFIGURATION_KINDS.contains(&kind.as_str()) || matches!(kind.as_str(), "Extender" | "Plugin");
        if configures {
            return Some(Self { value, is_configuration: configures });
        }
        if matches!(kind.as_str(), "Scenario" | "Script") {
            let fields = value.as_object_mut()?;
            for name in FOR_PEOPLE {
                fields.remove(name);
            }
            // What a script makes is an object like any other.
            for entry in value.get_mut("script").and_then(Value::as_array_mut).into_iter().flatten() {
                for verb in ["create", "apply", "updateNode"] {
                    if let Some(object) = entry.get_mut(verb) {
                        let kind = object.get("kind").and_then(Value::as_str).unwrap_or(Kind::Node.name()).to_owned();
                        *object = dump::keep_fields(&kind, object)?;
                    }
                }
            }
            return Some(Self { value, is_configuration: configures });
        }
        let value = dump::keep_fields(Kind::from_name(&kind)?.name(), &value)?;
        Some(Self { value, is_configuration: configures })
    }
}

/// What has to be replaced.
#[derive(Default)]
struct NameCollector {
    texts: api::Table<String, Role>,
    /// Stateful sets, whose pods are called after them and by number.
    sets: api::Set<String>,
    /// What the claims of stateful sets are called after, too.
    templates: api::Set<String>,
}

impl NameCollector {
    fn note_text(&mut self, text: &str, role: Role) {
        let known_role = self.texts.or_insert(text.to_owned(), role);
        *known_role = role.min(*known_role);
    }

    /// Remembers stateful sets: the object itself, or what its pods say of it.
    fn note_stateful_sets(&mut self, value: &Value) {
        let text = |value: &Value, at: &str| value.pointer(at).and_then(Value::as_str).map(str::to_owned);
        if text(value, "/kind").is_some_and(|kind| kind == Kind::StatefulSet.name()) {
            self.sets.extend(text(value, "/metadata/name"));
            let templates = value.pointer("/spec/volumeClaimTemplates").and_then(Value::as_array);
            self.templates
                .extend(templates.into_iter().flatten().filter_map(|template| text(template, "/metadata/name")));
        }
        let owners = value.pointer("/metadata/ownerReferences").and_then(Value::as_array);
        for owner in owners
            .into_iter()
            .flatten()
            .filter(|owner| text(owner, "/kind").is_some_and(|text| text == Kind::StatefulSet.name()))
        {
            self.sets.extend(text(owner, "/name"));
        }
    }

    /// Numbers all texts, in their order, each kind for itself.
    fn number_names(mut self) -> ReplacementNames {
        // What is called after others is put together from their names.
        let parts: Vec<String> = self.sets.iter().chain(&self.templates).cloned().collect();
        for part in &parts {
            self.note_text(part, Role::Object);
        }
        let derived: api::Table<String, Vec<String>> =
            self.texts.keys().filter_map(|text| Some((text.clone(), self.derived_parts(text)?))).collect();
        let mut counts = api::Table::<Role, usize>::new();
        let plain: Vec<(&String, Role)> = self
            .texts
            .iter()
            .filter(|(text, _)| !derived.contains_key(*text))
            .map(|(text, role)| (text, *role))
            .collect();
        for (_, role) in &plain {
            *counts.or_default(*role) += 1;
        }
        let mut numbers = api::Table::<Role, usize>::new();
        let mut names = api::Table::new();
        for (text, role) in plain {
            let number = numbers.or_default(role);
            *number += 1;
            let width = counts[&role].to_string().len().max(2);
            names.insert(text.clone(), format!("{}-{number:0width$}", role.prefix()));
        }
        for (text, parts) in &derived {
            let name = |part: &String| names.get(part).cloned().unwrap_or_else(|| part.clone());
            let name = parts.iter().map(name).collect::<Vec<_>>().join("-");
            names.insert(text.clone(), name);
        }
        ReplacementNames { names }
    }

    /// `web-0` of `web`, `data-web-0` of `data` and `web`.
    fn derived_parts(&self, text: &str) -> Option<Vec<String>> {
        let (before, number) = text.rsplit_once('-')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || self.sets.contains(text) {
            return None;
        }
        if self.sets.contains(before) {
            return Some(vec![before.to_owned(), number.to_owned()]);
        }
        let (template, revision_suffix) = before.match_indices('-').find_map(|(at, _)| {
            let (template, revision_suffix) = (&before[..at], &before[at + 1..]);
            (self.templates.contains(template) && self.sets.contains(revision_suffix))
                .then_some((template, revision_suffix))
        })?;
        Some([template, revision_suffix, number].map(str::to_owned).into())
    }
}

/// What is called what.
struct ReplacementNames {
    names: api::Table<String, String>,
}

impl ReplacementNames {
    fn replacement(&self, text: &str, _: Role) -> Option<String> {
        self.names.get(text).cloned()
    }

    fn to_table(&self) -> NameTable {
        NameTable::new(self.names.iter().map(|(text, name)| (name.clone(), text.clone())).collect())
    }
}

#[cfg(test)]
mod tests;
