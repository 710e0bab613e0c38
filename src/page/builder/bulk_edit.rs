//! Edits of all selected objects at once, as one change.

use api::manifest::{edit, edit::ValuePath};
use serde_json::Value;

use crate::{
    builder::{
        Builder, InputError, RejectedInput,
        edits::{EditResult, append_object, append_script},
        form, form_checks,
        outline::{ObjectGroup, Outline, OutlineItem, path_steps, plain_scalar, value_at},
        own_label,
        palette::free_name,
        parsed_manifest::ParsedManifest,
        priorities,
        text_history::apply_edit,
    },
    followup::Followup,
    run::RunState,
};

/// Gives fields of all chosen objects what was typed, where the objects have these fields.
pub fn set_fields(builder: &mut Builder, run: &RunState, edits: &[(&'static str, String)]) -> Vec<Followup> {
    let manifest = builder.parse_current();
    let outline = manifest.outline();
    let entries = builder.selected_ids.iter().filter_map(|id| outline.get(id));
    let mut changes = Vec::new();
    builder.rejected_inputs.retain(|rejected_input| !rejected_input.id.is_empty());
    for entry in entries {
        for (prefix, fields) in form::form_parts(entry) {
            for (field, edits) in
                fields.iter().filter_map(|field| Some((field, edits.iter().find(|edit| edit.0 == field.path)?)))
            {
                match form::parse_input(field.input, &edits.1, form_checks::affinity_labels(entry, &prefix)) {
                    Ok(value) => {
                        let path = form::join_path(&prefix, field.path);
                        for place in form::field_places(entry, &path) {
                            if value.as_ref().unwrap_or(&Value::Null) != value_at(&entry.value, &place) {
                                changes.push((entry.place.join(path_steps(&place)), value.clone()));
                            }
                        }
                    }
                    Err(error_label) => {
                        let (path, edits) = (field.path.to_owned(), edits.1.clone());
                        builder.rejected_inputs.push(RejectedInput {
                            id: String::new(),
                            path,
                            input: edits,
                            reason: InputError::Object(error_label),
                        });
                        return Vec::new();
                    }
                }
            }
        }
    }
    write_changes(builder, run, outline, &changes)
}

/// Moves chosen pods and workloads to the next priority class.
pub fn move_priority(builder: &mut Builder, run: &RunState, up: bool) -> Vec<Followup> {
    assign_classes(builder, run, |outline, entry| priorities::neighbor_class(outline, entry, up))
}

/// Gives chosen pods and workloads a priority class; the empty name is none.
pub fn set_priority_class(builder: &mut Builder, run: &RunState, class: &str) -> Vec<Followup> {
    assign_classes(builder, run, |_, _| Some(class.to_owned()))
}

fn assign_classes(
    builder: &mut Builder,
    run: &RunState,
    class_for: impl Fn(&Outline, &OutlineItem) -> Option<String>,
) -> Vec<Followup> {
    let manifest = builder.parse_current();
    let outline = manifest.outline();
    let entries = builder.selected_ids.iter().filter_map(|id| outline.get(id));
    let mut changes: Vec<(ValuePath, Option<Value>)> = Vec::new();
    for entry in entries {
        let Some((path, to)) = priorities::class_path(entry).zip(class_for(outline, entry)) else { continue };
        // A pod may bring no other priority than that of its class.
        let priority = path.replace("priorityClassName", "priority");
        if !value_at(&entry.value, &priority).is_null() {
            changes.push((entry.place.join(path_steps(&priority)), None));
        }
        if to != priorities::class_name(entry) {
            changes.push((entry.place.join(path_steps(path)), (!to.is_empty()).then(|| to.into())));
        }
    }
    write_changes(builder, run, outline, &changes)
}

/// Writes changes of chosen objects. Ids follow names and namespaces; places tell who is who.
fn write_changes(
    builder: &mut Builder,
    run: &RunState,
    outline: &Outline,
    changes: &[(ValuePath, Option<Value>)],
) -> Vec<Followup> {
    if changes.is_empty() {
        return Vec::new();
    }
    apply_edit(builder, run, |manifest, selected_ids| {
        let after = ParsedManifest::from(edit::change_values(&manifest.text, changes)?);
        let id = |id: &String| {
            let value_path = &outline.get(id)?.place;
            after
                .outline()
                .entries
                .iter()
                .find(|entry| entry.place == *value_path)
                .map(|outline_item| outline_item.id.clone())
        };
        let selected_ids = selected_ids.iter().filter_map(id).collect();
        Ok((after, selected_ids))
    })
}

/// Copies of the chosen objects, at the end of the text, under free names.
pub fn duplicate_objects(manifest: &ParsedManifest, ids: &[String], copies: usize) -> EditResult {
    let outline = manifest.outline();
    let mut names: Vec<(String, String)> =
        outline.entries.iter().map(|entry| (entry.kind.clone(), entry.name.clone())).collect();
    let (mut after, mut copied_ids, mut documents) = (manifest.clone(), Vec::new(), Vec::new());
    for entry in ids.iter().filter_map(|id| outline.get(id)) {
        let document = entry.place.steps.is_empty() && outline.list.is_none();
        let original =
            if document { edit::document_body(&manifest.text, entry.place.document)? } else { entry.value.to_string() };
        for _ in 0..copies {
            if entry.group == ObjectGroup::Script {
                after = append_script(&after, &entry.value)?;
                continue;
            }
            let used_names = names.iter().filter(|(kind, _)| *kind == entry.kind).map(|(_, name)| name.as_str());
            let name = free_name(&entry.name, used_names);
            let copy = own_label::write_copy(&original, entry, &name)?;
            copied_ids.push(format!(
                "{}/{}/{name}",
                entry.kind,
                plain_scalar(value_at(&entry.value, "metadata.namespace"))
            ));
            names.push((entry.kind.clone(), name));
            if document {
                documents.push(copy);
            } else {
                after = append_object(&after, &copy)?;
            }
        }
    }
    if !documents.is_empty() {
        after = edit::append_document(&after.text, &documents.join("---\n"))?.into();
    }
    Ok((after, if copied_ids.is_empty() { ids.to_vec() } else { copied_ids }))
}
