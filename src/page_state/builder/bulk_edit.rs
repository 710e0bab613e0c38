//! Edits of all selected objects at once, as one change.

use manifest::edit::{self, ValuePath};
use serde_json::Value;

use crate::{
    builder::{
        Builder, InputError, RejectedInput,
        edits::{EditResult, append_object, append_script},
        field_input, form, form_checks,
        outline::{ObjectGroup, Outline, OutlineItem, path_steps, plain_scalar, value_at},
        own_label,
        palette::free_name,
        parsed_manifest::ParsedManifest,
        priorities,
        text_history::apply_edit,
    },
    outcome::UpdateOutcome,
    run::RunState,
};

/// Sets fields, as (path, input), in all selected objects that have them.
pub fn set_fields(builder: &mut Builder, run_state: &RunState, edits: &[(&'static str, String)]) -> UpdateOutcome {
    let manifest = builder.parse_current();
    let outline = manifest.outline();
    let entries = builder.selected_ids.iter().filter_map(|id| outline.get(id));
    let mut changes = Vec::new();
    builder.rejected_inputs.retain(|rejected_input| !rejected_input.id.is_empty());
    for outline_item in entries {
        for (prefix, fields) in form::form_parts(outline_item) {
            for (field, edits) in
                fields.iter().filter_map(|field| Some((field, edits.iter().find(|edit| edit.0 == field.path)?)))
            {
                match field_input::parse_input(field.input, &edits.1, form_checks::pod_labels_at(outline_item, &prefix))
                {
                    Ok(value) => {
                        let path = form::join_path(&prefix, field.path);
                        for place in form::field_places(outline_item, &path) {
                            if value.as_ref().unwrap_or(&Value::Null) != value_at(&outline_item.value, &place) {
                                changes.push((outline_item.place.join(path_steps(&place)), value.clone()));
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
                        return UpdateOutcome::default();
                    }
                }
            }
        }
    }
    write_changes(builder, run_state, outline, &changes)
}

/// Moves the selected pods and workloads to the next higher or lower priority class.
pub fn move_priority(builder: &mut Builder, run_state: &RunState, is_up: bool) -> UpdateOutcome {
    assign_classes(builder, run_state, |outline, outline_item| priorities::neighbor_class(outline, outline_item, is_up))
}

/// Sets the priority class of the selected pods and workloads; an empty name removes it.
pub fn set_priority_class(builder: &mut Builder, run_state: &RunState, class: &str) -> UpdateOutcome {
    assign_classes(builder, run_state, |_, _| Some(class.to_owned()))
}

fn assign_classes(
    builder: &mut Builder,
    run_state: &RunState,
    class_for: impl Fn(&Outline, &OutlineItem) -> Option<String>,
) -> UpdateOutcome {
    let manifest = builder.parse_current();
    let outline = manifest.outline();
    let entries = builder.selected_ids.iter().filter_map(|id| outline.get(id));
    let mut changes: Vec<(ValuePath, Option<Value>)> = Vec::new();
    for outline_item in entries {
        let Some((path, to)) = priorities::class_path(outline_item).zip(class_for(outline, outline_item)) else {
            continue;
        };
        // Admission rejects a pod whose priority differs from that of its class.
        let priority = path.replace("priorityClassName", "priority");
        if !value_at(&outline_item.value, &priority).is_null() {
            changes.push((outline_item.place.join(path_steps(&priority)), None));
        }
        if to != priorities::class_name(outline_item) {
            changes.push((outline_item.place.join(path_steps(path)), (!to.is_empty()).then(|| to.into())));
        }
    }
    write_changes(builder, run_state, outline, &changes)
}

/// Writes changes of the selected objects and keeps them selected. Ids contain names and namespaces, so objects are found again by their
/// places.
fn write_changes(
    builder: &mut Builder,
    run_state: &RunState,
    outline: &Outline,
    changes: &[(ValuePath, Option<Value>)],
) -> UpdateOutcome {
    if changes.is_empty() {
        return UpdateOutcome::default();
    }
    apply_edit(builder, run_state, |manifest, selected_ids| {
        let changed_manifest = ParsedManifest::from(edit::change_values(&manifest.text, changes)?);
        let id = |id: &String| {
            let value_path = &outline.get(id)?.place;
            changed_manifest
                .outline()
                .entries
                .iter()
                .find(|entry| entry.place == *value_path)
                .map(|outline_item| outline_item.id.clone())
        };
        let selected_ids = selected_ids.iter().filter_map(id).collect();
        Ok((changed_manifest, selected_ids))
    })
}

/// Appends copies of the objects under unused names.
pub fn duplicate_objects(manifest: &ParsedManifest, ids: &[String], copies: usize) -> EditResult {
    let outline = manifest.outline();
    let mut names: Vec<(String, String)> =
        outline.entries.iter().map(|outline_item| (outline_item.kind.clone(), outline_item.name.clone())).collect();
    let (mut changed_manifest, mut copied_ids, mut documents) = (manifest.clone(), Vec::new(), Vec::new());
    for outline_item in ids.iter().filter_map(|id| outline.get(id)) {
        let document = outline_item.place.steps.is_empty() && outline.list.is_none();
        let original = if document {
            edit::document_body(&manifest.text, outline_item.place.document)?
        } else {
            outline_item.value.to_string()
        };
        for _ in 0..copies {
            if outline_item.group == ObjectGroup::Script {
                changed_manifest = append_script(&changed_manifest, &outline_item.value)?;
                continue;
            }
            let used_names = names.iter().filter(|(kind, _)| *kind == outline_item.kind).map(|(_, name)| name.as_str());
            let name = free_name(&outline_item.name, used_names);
            let copy = own_label::write_copy(&original, outline_item, &name)?;
            copied_ids.push(format!(
                "{}/{}/{name}",
                outline_item.kind,
                plain_scalar(value_at(&outline_item.value, "metadata.namespace"))
            ));
            names.push((outline_item.kind.clone(), name));
            if document {
                documents.push(copy);
            } else {
                changed_manifest = append_object(&changed_manifest, &copy)?;
            }
        }
    }
    if !documents.is_empty() {
        changed_manifest = edit::append_document(&changed_manifest.text, &documents.join("---\n"))?.into();
    }
    Ok((changed_manifest, if copied_ids.is_empty() { ids.to_vec() } else { copied_ids }))
}
