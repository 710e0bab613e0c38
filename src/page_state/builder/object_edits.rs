//! Applies the actions of the builder that change objects of the manifest.

use std::rc::Rc;

use api::{FEATURE_GATES, FeatureGates, NamespacedName};
use i18n::table::form_labels::FormLabel;
use manifest::edit;

use super::{
    Builder, InputError, Protection, RejectedInput, bulk_edit, claims,
    config_form::{ConfigEditRequest, config_edit},
    edits::{EditResult, add_template, append_leave_owners, assign_value, delete_objects, rename_references},
    feature_gates::{self, RefusedGate},
    field_input::{self, FieldInput},
    form, form_checks,
    outline::{ObjectGroup, OutlineItem, path_steps, plain_scalar, value_at},
    own_label,
    palette::PALETTE,
    parsed_manifest::ParsedManifest,
    pod_groups, protection_edits,
    text_history::{apply_edit, run_and_save},
    update,
};
use crate::{
    actions::{
        Action,
        builder::{ConfigEdit, ObjectMsg, SelectMode, Tab},
    },
    inspector::update::show_form,
    outcome::UpdateOutcome,
    run::{RunMsg, RunState},
};

/// Applies an action on objects.
pub fn edit_objects(builder: &mut Builder, run_state: &RunState, object_msg: ObjectMsg) -> UpdateOutcome {
    builder.is_edit_refused = false;
    // Viewing the YAML doesn't dismiss the confirmation.
    if !matches!(object_msg, ObjectMsg::ShowObjects | ObjectMsg::GoToObject(_)) {
        builder.protection = None;
    }
    match object_msg {
        ObjectMsg::ShowObjects => {
            builder.tab = Tab::Objects;
            if builder.text != run_state.text && builder.parse_current().outline().is_readable {
                return Action::Run(RunMsg::RunEdited).into();
            }
        }
        ObjectMsg::GoToObject(id) => {
            let value_path = builder.parse_current().outline().get(&id).map(|outline_item| outline_item.place.clone());
            let line = value_path.and_then(|value_path| edit::line_of(&builder.text, &value_path));
            return go_to_line(builder, line.unwrap_or(1));
        }
        ObjectMsg::Select(id, pick) => {
            select_object(builder, id, pick);
            builder.form_open_count += usize::from(pick == SelectMode::OpenForm);
            return show_form();
        }
        ObjectMsg::SetFields(typed) => return bulk_edit::set_fields(builder, run_state, &typed),
        ObjectMsg::MovePriority(is_up) => return bulk_edit::move_priority(builder, run_state, is_up),
        ObjectMsg::SetPriorityClass(class) => return bulk_edit::set_priority_class(builder, run_state, &class),
        ObjectMsg::AddTemplate(index) => return add_from_palette(builder, run_state, index),
        ObjectMsg::ProtectPods { pod, is_for_all } => return protect_selected(builder, run_state, pod, is_for_all),
        ObjectMsg::AddPriorityClass => return edit_and_open_form(builder, run_state, protection_edits::add_top_class),
        ObjectMsg::ToggleClaim(key) => {
            let Some(id) = builder.selected_ids.last().cloned() else { return UpdateOutcome::default() };
            return apply_edit(builder, run_state, |manifest, _| claims::toggle_claim(manifest, &id, &key));
        }
        ObjectMsg::GroupSelected => {
            let outcome = apply_edit(builder, run_state, pod_groups::group_objects);
            builder.form_open_count += usize::from(!builder.is_edit_refused);
            return outcome.join(show_form());
        }
        ObjectMsg::ToggleMember { group, member } => {
            return apply_edit(builder, run_state, |manifest, _| pod_groups::toggle_member(manifest, &group, &member));
        }
        ObjectMsg::DissolveGroup(id) => {
            return apply_edit(builder, run_state, |manifest, _| pod_groups::dissolve_group(manifest, &id));
        }
        ObjectMsg::MakeGangJob(id) => {
            return edit_with_gates(builder, run_state, |manifest, _| pod_groups::make_gang_job(manifest, &id));
        }
        ObjectMsg::SetGate(name, is_on) => return set_gate(builder, run_state, name, is_on),
        ObjectMsg::SetGroupFields { group, fields } => {
            return apply_edit(builder, run_state, |manifest, selected_ids| {
                Ok((pod_groups::set_group_fields(manifest, &group, &fields)?, selected_ids.to_vec()))
            });
        }
        ObjectMsg::TurnOffGates => {
            let off = FEATURE_GATES.map(|(name, _)| (name, false));
            return apply_edit(builder, run_state, |manifest, selected_ids| {
                Ok((feature_gates::write_gates(manifest, &off)?, selected_ids.to_vec()))
            });
        }
        ObjectMsg::TurnOnGates(names) => {
            return edit_with_gates(builder, run_state, |manifest, selected_ids| {
                Ok((feature_gates::turn_on_gates(manifest, &names)?, selected_ids.to_vec()))
            });
        }
        ObjectMsg::DuplicateSelected => {
            let copies = builder.copy_count.max(1);
            return apply_edit(builder, run_state, |manifest, selected_ids| {
                bulk_edit::duplicate_objects(manifest, selected_ids, copies)
            });
        }
        ObjectMsg::DeleteSelected => return apply_edit(builder, run_state, delete_objects),
        ObjectMsg::EditField { id, prefix, path, typed } => {
            return edit_field(builder, run_state, &id, &prefix, path, &typed);
        }
        ObjectMsg::Undo => {
            let Some(text) = Rc::make_mut(&mut builder.undo_stack).pop() else { return UpdateOutcome::default() };
            Rc::make_mut(&mut builder.redo_stack).push(std::mem::replace(&mut builder.text, text));
            return run_restored_text(builder);
        }
        ObjectMsg::Redo => {
            let Some(text) = Rc::make_mut(&mut builder.redo_stack).pop() else { return UpdateOutcome::default() };
            Rc::make_mut(&mut builder.undo_stack).push(std::mem::replace(&mut builder.text, text));
            return run_restored_text(builder);
        }
        ObjectMsg::EditConfig(id, change) => return edit_config(builder, run_state, &id, change),
        ObjectMsg::DropAssumedOwners => {
            return apply_edit(builder, run_state, |manifest, _| Ok((append_leave_owners(manifest)?, Vec::new())));
        }
        ObjectMsg::AppendText(more_text) => return append_text(builder, run_state, &more_text),
        ObjectMsg::AppendDocument(document) => {
            return append_text(builder, run_state, &edit::write_document(&document));
        }
    }
    UpdateOutcome::default()
}

/// Adds a template and focuses its form.
fn add_from_palette(builder: &mut Builder, run_state: &RunState, index: usize) -> UpdateOutcome {
    let Some(template) = PALETTE.get(index) else { return UpdateOutcome::default() };
    let outcome = if template.gates.is_empty() {
        apply_edit(builder, run_state, |manifest, _| add_template(manifest, template))
    } else {
        edit_with_gates(builder, run_state, |manifest, _| pod_groups::add_template_with_gates(manifest, template))
    };
    builder.form_open_count += usize::from(!builder.is_edit_refused);
    outcome.join(show_form())
}

/// Switches a feature gate, or refuses because of its dependencies.
fn set_gate(builder: &mut Builder, run_state: &RunState, name: &'static str, is_on: bool) -> UpdateOutcome {
    builder.refused_gate = None;
    let gates = builder.parse_current().outline().gates;
    if let Err(text) = feature_gates::switched_gates(gates, name, is_on) {
        builder.refused_gate = Some(RefusedGate { gate: name, text });
        return UpdateOutcome::default();
    }
    edit_with_gates(builder, run_state, |manifest, selected_ids| {
        Ok((feature_gates::write_gates(manifest, &[(name, is_on)])?, selected_ids.to_vec()))
    })
}

/// Applies an edit that turns feature gates on. If the run's release has none, switches to one that has them.
fn edit_with_gates(
    builder: &mut Builder,
    run_state: &RunState,
    edit: impl FnOnce(&ParsedManifest, &[String]) -> EditResult,
) -> UpdateOutcome {
    let has_gates = feature_gates::has_gates(run_state.shown_release());
    let outcome = apply_edit(builder, run_state, |manifest, selected_ids| {
        let (changed_manifest, ids) = edit(manifest, selected_ids)?;
        let is_complete = has_gates || changed_manifest.outline().gates == FeatureGates::default();
        Ok((if is_complete { changed_manifest } else { feature_gates::write_release(&changed_manifest)? }, ids))
    });
    let is_on = builder.parse_current().outline().gates != FeatureGates::default();
    // A release chosen by the user overrides the manifest's.
    if has_gates || builder.is_edit_refused || !is_on || run_state.release.is_none() {
        return outcome;
    }
    outcome.then(Action::Run(RunMsg::SetRelease(releases::feature_gates::SINCE)))
}

fn append_text(builder: &mut Builder, run_state: &RunState, more_text: &str) -> UpdateOutcome {
    apply_edit(builder, run_state, |manifest, _| {
        Ok((edit::append_document(&manifest.text, more_text)?.into(), Vec::new()))
    })
}

/// Protects the pods of the selected object, or asks for confirmation if the budget would cover others.
fn protect_selected(
    builder: &mut Builder,
    run_state: &RunState,
    pod: NamespacedName,
    is_for_all: bool,
) -> UpdateOutcome {
    let Some(id) = builder.selected_ids.last().cloned() else { return UpdateOutcome::default() };
    let others =
        if is_for_all { Vec::new() } else { protection_edits::other_protected_pods(&builder.parse_current(), &id) };
    if others.is_empty() {
        return edit_and_open_form(builder, run_state, protection_edits::protect_pods);
    }
    let manifest = builder.parse_current();
    let is_alone = manifest.outline().get(&id).is_some_and(|outline_item| outline_item.group != ObjectGroup::Workloads);
    builder.protection = Some(Protection { id, pod, is_alone, others });
    builder.form_open_count += 1;
    show_form()
}

/// Applies an edit of the selected object, and focuses the form of the object that it selects.
fn edit_and_open_form(
    builder: &mut Builder,
    run_state: &RunState,
    edit: fn(&ParsedManifest, &str) -> EditResult,
) -> UpdateOutcome {
    let Some(id) = builder.selected_ids.last().cloned() else { return UpdateOutcome::default() };
    let before = Rc::clone(&builder.text);
    let outcome = apply_edit(builder, run_state, |manifest, _| edit(manifest, &id));
    builder.form_open_count += usize::from(!builder.is_edit_refused);
    if builder.text == before {
        // An unchanged manifest doesn't run again.
        return show_form();
    }
    outcome.join(show_form())
}

fn go_to_line(builder: &mut Builder, line: usize) -> UpdateOutcome {
    update::go_to_position(builder, line, 1);
    UpdateOutcome::default()
}

fn run_restored_text(builder: &mut Builder) -> UpdateOutcome {
    builder.is_typing = false;
    builder.rejected_inputs.clear();
    let manifest = builder.parse_current();
    builder.selected_ids.retain(|id| manifest.outline().get(id).is_some());
    run_and_save()
}

fn select_object(builder: &mut Builder, id: String, pick: SelectMode) {
    let manifest = builder.parse_current();
    let position = builder.selected_ids.iter().position(|text| *text == id);
    match (pick, position) {
        (SelectMode::Toggle, Some(at)) => {
            builder.selected_ids.remove(at);
            builder.range_anchor = Some(id);
        }
        (SelectMode::Toggle, None) => {
            builder.selected_ids.push(id.clone());
            builder.range_anchor = Some(id);
        }
        (SelectMode::Range, _) if builder.range_anchor.is_some() => {
            let outline = manifest.outline();
            let path = |id: &str| outline.entries.iter().position(|outline_item| outline_item.id == id);
            let anchor = builder.range_anchor.as_deref().and_then(path);
            if let (Some(from), Some(target_index)) = (anchor, path(&id)) {
                let span = &outline.entries[from.min(target_index)..=from.max(target_index)];
                builder.selected_ids =
                    span.iter().map(|outline_item| outline_item.id.clone()).filter(|other| *other != id).collect();
            }
            builder.selected_ids.push(id);
        }
        _ => {
            builder.range_anchor = Some(id.clone());
            builder.selected_ids = vec![id];
        }
    }
}

/// Edits a scheduler document.
fn edit_config(builder: &mut Builder, run_state: &RunState, id: &str, change: ConfigEdit) -> UpdateOutcome {
    let manifest = builder.parse_current();
    let Some(outline_item) = manifest.outline().get(id) else { return UpdateOutcome::default() };
    if let ConfigEdit::SetField { path, .. } = &change {
        builder.rejected_inputs.retain(|rejected_input| !(rejected_input.id == id && rejected_input.path == *path));
    }
    let request = ConfigEditRequest {
        outline: manifest.outline(),
        entry: outline_item,
        running_release: run_state.shown_release(),
        change,
        parse_yaml: edit::read_single,
    };
    let object_yaml = match config_edit::apply_config_edit(request) {
        Ok(new) if new != outline_item.value => new,
        Err(rejected_input) => {
            builder.rejected_inputs.push(rejected_input);
            return UpdateOutcome::default();
        }
        Ok(_) => return UpdateOutcome::default(),
    };
    let name = plain_scalar(value_at(&object_yaml, "metadata.name"));
    let outcome = apply_edit(builder, run_state, |manifest, selected_ids| {
        let mut text_after = assign_value(&manifest.text, &outline_item.place, Some(&object_yaml))?;
        if name != plain_scalar(value_at(&outline_item.value, "metadata.name")) {
            text_after = rename_references(&text_after, outline_item, &name)?;
        }
        Ok(restore_selection(text_after, outline_item, selected_ids))
    });
    keep_wrong(builder, outline_item);
    outcome
}

/// Moves rejected inputs of other fields to the object's new id.
fn keep_wrong(builder: &mut Builder, entry: &OutlineItem) {
    let manifest = builder.parse_current();
    let Some(current_entry) = manifest.outline().entries.iter().find(|outline_item| outline_item.place == entry.place)
    else {
        return;
    };
    for rejected_input in builder.rejected_inputs.iter_mut().filter(|rejected_input| rejected_input.id == entry.id) {
        rejected_input.id.clone_from(&current_entry.id);
    }
}

/// The manifest after an edit that may have renamed an object, with the previous selection. The id contains the name, so the object is
/// found again by its place.
fn restore_selection(text_after: String, entry: &OutlineItem, ids: &[String]) -> (ParsedManifest, Vec<String>) {
    let changed_manifest = ParsedManifest::from(text_after);
    let current_value = changed_manifest
        .outline()
        .entries
        .iter()
        .find(|outline_item| outline_item.place == entry.place)
        .map(|outline_item| outline_item.id.clone());
    let ids =
        ids.iter().map(|ids| if *ids == entry.id { current_value.clone().unwrap_or_default() } else { ids.clone() });
    let ids = ids.collect();
    (changed_manifest, ids)
}

fn edit_field(
    builder: &mut Builder,
    run_state: &RunState,
    id: &str,
    prefix: &str,
    path: &'static str,
    typed_text: &str,
) -> UpdateOutcome {
    let manifest = builder.parse_current();
    let outline = manifest.outline();
    let Some(entry) = outline.get(id) else { return UpdateOutcome::default() };
    let fields = form::form_parts(entry).into_iter().filter(|part| part.0 == prefix).flat_map(|part| part.1);
    let Some(field) = fields.into_iter().find(|field| field.path == path) else { return UpdateOutcome::default() };
    let place = form::join_path(prefix, path);
    builder.rejected_inputs.retain(|rejected_input| !(rejected_input.id == id && rejected_input.path == place));
    let has_same_name = |outline_item: &OutlineItem| {
        let of = |entry: &OutlineItem| plain_scalar(value_at(&entry.value, "metadata.namespace"));
        outline_item.id != id
            && outline_item.kind == entry.kind
            && outline_item.name == typed_text.trim()
            && of(outline_item) == of(entry)
    };
    let parsed = match field_input::parse_input(field.input, typed_text, form_checks::pod_labels_at(entry, prefix)) {
        Ok(_) if field.input == FieldInput::Name && outline.entries.iter().any(has_same_name) => {
            Err(FormLabel::NameInUse)
        }
        Ok(value) => form_checks::check_value(entry, &place, value.as_ref())
            .or_else(|| pod_groups::check_priority(outline, entry, &place, value.as_ref()))
            .map_or(Ok(value), Err),
        result => result,
    };
    let value = match parsed {
        Ok(value) => value,
        Err(error_label) => {
            builder.rejected_inputs.push(RejectedInput {
                id: id.to_owned(),
                path: place,
                input: typed_text.to_owned(),
                reason: InputError::Object(error_label),
            });
            return UpdateOutcome::default();
        }
    };
    let current = value_at(&entry.value, &place);
    let value = match field.input {
        FieldInput::PartCount(_) => {
            let count = value.and_then(|value| value.as_u64()).and_then(|count| usize::try_from(count).ok());
            Some(form_checks::resize_list(current, count.unwrap_or(1)))
        }
        FieldInput::GroupPolicy => value.map(|policy| pod_groups::complete_policy(outline, entry, policy)),
        _ => value,
    };
    let places = form::field_places(entry, &place);
    let outcome = apply_edit(builder, run_state, |manifest, selected_ids| {
        let write = |text: String, place: &String| {
            let place = if value.is_some() { place } else { form_checks::path_to_remove(entry, place) };
            assign_value(&text, &entry.place.join(path_steps(place)), value.as_ref())
        };
        let mut text_after = places.iter().try_fold(manifest.text.to_string(), write)?;
        // A selector that equals the old labels follows them.
        if form_checks::is_template_labels(prefix, path) && entry.value["spec"]["selector"]["matchLabels"] == *current {
            text_after =
                assign_value(&text_after, &entry.place.join(path_steps("spec.selector.matchLabels")), value.as_ref())?;
        }
        if field.input == FieldInput::Name {
            if prefix.is_empty() {
                text_after = rename_references(&text_after, entry, typed_text.trim())?;
            }
            text_after = own_label::apply_changes(
                text_after,
                &own_label::rename_changes(manifest.outline(), entry, typed_text.trim()),
            );
        }
        Ok(restore_selection(text_after, entry, selected_ids))
    });
    keep_wrong(builder, entry);
    outcome
}
