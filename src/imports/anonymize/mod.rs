//! Anonymizes a manifest: replaces the names of nodes, namespaces, pods and workloads, labels, images and other texts that may identify a cluster.
//! Equal texts stay equal, and names keep their order, so that the run stays the same.
//!
//! Only fields that a decoder knows are kept, and in these every text is replaced that is not known to be harmless. Documents that configure a
//! scheduler are kept, with the names in them replaced.
//!
//! This runs in the worker. Names are numbered in their order (`tests/engine/names.rs` compares the runs). The page opens the result like any text;
//! the table of names is a file, and opening it restores the names in the current text.

mod name_table;
mod object_walk;

use api::{CONFIGURATION_KINDS, Kind};
pub use name_table::{NameTable, is_name_table, restore_names};
use object_walk::{ObjectWalk, ReplaceName, TextRole};
use serde_json::Value;

use super::dump;

/// The largest text in bytes, because all of it is held in memory as a tree.
const MOST_BYTES: usize = 32 << 20;

/// Fields of our own documents that are texts for people, and are removed.
const FOR_PEOPLE: [&str; 5] = ["title", "description", "zh", "captions", "metadata"];

/// The anonymized text and the table of its names; `None` if the text cannot be parsed or is too large.
#[must_use]
pub fn anonymize_text(text: &str) -> Option<(String, NameTable)> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let documents: Vec<ObjectDocument> =
        manifest::object_values(text).ok()?.into_iter().filter_map(ObjectDocument::from_value).collect();
    let mut collected_names = NameCollector::default();
    for document in &documents {
        // The first pass collects names from a copy.
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

/// An object of the text.
struct ObjectDocument {
    value: Value,
    /// Whether it configures a scheduler, an extender or a plugin.
    is_configuration: bool,
}

impl ObjectDocument {
    fn walk_value(&self, value: &mut Value, ask: &mut ReplaceName<'_>) {
        match self.is_configuration {
            true => ObjectWalk::new(ask).walk_configuration("", value),
            false => ObjectWalk::new(ask).walk_document(value),
        }
    }

    /// Drops kinds and fields that nothing reads. `None` if nothing is left.
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
            // Objects that a script creates are reduced like any other.
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

/// Collects the texts to replace.
#[derive(Default)]
struct NameCollector {
    texts: api::Table<String, TextRole>,
    /// Names of `StatefulSets`, from which the names of their pods are derived.
    sets: api::Set<String>,
    /// Names of their claim templates, from which the names of claims are derived.
    templates: api::Set<String>,
}

impl NameCollector {
    fn note_text(&mut self, text: &str, role: TextRole) {
        let known_role = self.texts.or_insert(text.to_owned(), role);
        *known_role = role.min(*known_role);
    }

    /// Collects `StatefulSets`: the object itself, or those that a pod refers to.
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

    /// Assigns replacement names: the texts of each role are numbered in their order.
    fn number_names(mut self) -> ReplacementNames {
        // Derived names are put together from the replacements of their parts.
        let parts: Vec<String> = self.sets.iter().chain(&self.templates).cloned().collect();
        for part in &parts {
            self.note_text(part, TextRole::Object);
        }
        let derived: api::Table<String, Vec<String>> =
            self.texts.keys().filter_map(|text| Some((text.clone(), self.derived_parts(text)?))).collect();
        let mut counts = api::Table::<TextRole, usize>::new();
        let plain: Vec<(&String, TextRole)> = self
            .texts
            .iter()
            .filter(|(text, _)| !derived.contains_key(*text))
            .map(|(text, role)| (text, *role))
            .collect();
        for (_, role) in &plain {
            *counts.or_default(*role) += 1;
        }
        let mut numbers = api::Table::<TextRole, usize>::new();
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

    /// The parts of a derived name: `web` and `0` for `web-0`; `data`, `web` and `0` for `data-web-0`.
    fn derived_parts(&self, text: &str) -> Option<Vec<String>> {
        let (before, number) = text.rsplit_once('-')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || self.sets.contains(text) {
            return None;
        }
        if self.sets.contains(before) {
            return Some(vec![before.to_owned(), number.to_owned()]);
        }
        let (template, set) = before.match_indices('-').find_map(|(at, _)| {
            let (template, set) = (&before[..at], &before[at + 1..]);
            (self.templates.contains(template) && self.sets.contains(set)).then_some((template, set))
        })?;
        Some([template, set, number].map(str::to_owned).into())
    }
}

/// The replacement for each text.
struct ReplacementNames {
    names: api::Table<String, String>,
}

impl ReplacementNames {
    fn replacement(&self, text: &str, _: TextRole) -> Option<String> {
        self.names.get(text).cloned()
    }

    fn to_table(&self) -> NameTable {
        NameTable::new(self.names.iter().map(|(text, name)| (name.clone(), text.clone())).collect())
    }
}

#[cfg(test)]
mod tests;
