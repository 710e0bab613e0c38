//! Applies edits on the stage to the manifest, through the builder.

use std::rc::Rc;

use scene::objects::ObjectRef;

use super::object_source::find_source;
use crate::{
    actions::{
        Action,
        builder::{ObjectMsg, SelectMode},
        selection::SelectionMsg,
    },
    builder::{Builder, object_edits, outline::ObjectGroup, palette::PALETTE, request_size::ResourceAxis},
    inspector::update::show_form,
    outcome::UpdateOutcome,
    overlays::{OverlayMsg, Toast},
    run::RunState,
    stage_edit::{NewObject, StageEdit},
};

/// Applies an edit made after this many events of the run.
pub fn edit_stage(builder: &mut Builder, run_state: &RunState, events: usize, edit: StageEdit) -> UpdateOutcome {
    let on_source = |builder: &mut Builder, object_ref: &ObjectRef, build: ObjectMsg| {
        let source = find_source_of(builder, run_state, events, object_ref);
        apply_builder_msg(builder, run_state, source, build)
    };
    match edit {
        StageEdit::OpenForm(object_ref) => {
            let source = find_source_of(builder, run_state, events, &object_ref);
            open_form(builder, run_state, object_ref, source)
        }
        StageEdit::DuplicateObject(object_ref) => on_source(builder, &object_ref, ObjectMsg::DuplicateSelected),
        StageEdit::DeleteObject(object_ref) => on_source(builder, &object_ref, ObjectMsg::DeleteSelected),
        StageEdit::SetCordoned(node, cordoned) => {
            let typed_text = if cordoned { "true" } else { "" };
            on_source(
                builder,
                &ObjectRef::Node(node),
                ObjectMsg::SetFields(vec![("spec.unschedulable", typed_text.into())]),
            )
        }
        StageEdit::MovePod { pod, node } => {
            let object_ref = ObjectRef::Pod(pod);
            let source = find_source_of(builder, run_state, events, &object_ref);
            // A node name in the template would move all pods of the workload.
            if matches!(source, Some((_, ObjectGroup::Workloads))) {
                return open_form(builder, run_state, object_ref, source).then(show_toast(Toast::OwnedByWorkload));
            }
            apply_builder_msg(
                builder,
                run_state,
                source,
                ObjectMsg::SetFields(vec![("spec.nodeName", node.to_string())]),
            )
        }
        StageEdit::ProtectPod(pod) => {
            let build = ObjectMsg::ProtectPods { pod: pod.clone(), is_for_all: false };
            on_source(builder, &ObjectRef::Pod(pod), build)
        }
        StageEdit::AddPriorityClass(pod) => on_source(builder, &ObjectRef::Pod(pod), ObjectMsg::AddPriorityClass),
        StageEdit::ToggleClaim { pod, key } => {
            on_source(builder, &ObjectRef::Pod(pod), ObjectMsg::ToggleClaim(key.to_string()))
        }
        StageEdit::SetPriorityClass { pod, class } => {
            on_source(builder, &ObjectRef::Pod(pod), ObjectMsg::SetPriorityClass(class.to_string()))
        }
        StageEdit::ResizeRequest { pod, resource, amount } => {
            let Some(resource_axis) = ResourceAxis::of_resource(&resource) else { return UpdateOutcome::default() };
            on_source(
                builder,
                &ObjectRef::Pod(pod),
                ObjectMsg::SetFields(vec![(resource_axis.request_path(), resource_axis.format_amount(amount))]),
            )
        }
        StageEdit::AddObject(made) => {
            let group = match made {
                NewObject::Node => ObjectGroup::Nodes,
                NewObject::Pod => ObjectGroup::Pods,
            };
            let template = PALETTE.iter().position(|template| template.group == group).unwrap_or_default();
            object_edits::edit_objects(builder, run_state, ObjectMsg::AddTemplate(template)).join(show_form())
        }
        StageEdit::DropTemplate { template, node } => {
            let before = builder.undo_stack.len();
            let mut outcome = object_edits::edit_objects(builder, run_state, ObjectMsg::AddTemplate(template));
            let is_pod = PALETTE.get(template).is_some_and(|template| template.group == ObjectGroup::Pods);
            if let Some(node) = node.filter(|_| is_pod) {
                let moved = object_edits::edit_objects(
                    builder,
                    run_state,
                    ObjectMsg::SetFields(vec![("spec.nodeName", node.to_string())]),
                );
                // To the user this is one edit, so it is one undo step and one run.
                Rc::make_mut(&mut builder.undo_stack).truncate(before + 1);
                if !moved.is_empty() {
                    outcome = moved;
                }
            }
            outcome.join(show_form())
        }
    }
}

/// The id and group of an object of the manifest.
type SourceObject = Option<(String, ObjectGroup)>;

/// The manifest's object for an object on the stage.
fn find_source_of(builder: &Builder, run_state: &RunState, events: usize, object_ref: &ObjectRef) -> SourceObject {
    let frame = run_state.view.trace.frame_at(events);
    let manifest = builder.parse_current();
    find_source(manifest.outline(), &frame, object_ref)
        .map(|outline_item| (outline_item.id.clone(), outline_item.group))
}

/// Opens the form of the manifest's object.
fn open_form(
    builder: &mut Builder,
    run_state: &RunState,
    object_ref: ObjectRef,
    source: SourceObject,
) -> UpdateOutcome {
    builder.selected_ids.clear();
    if let Some((id, _)) = source {
        object_edits::edit_objects(builder, run_state, ObjectMsg::Select(id, SelectMode::OpenForm));
    }
    UpdateOutcome::from(Action::Selection(SelectionMsg::SelectObject(object_ref))).join(show_form())
}

fn show_toast(toast: Toast) -> Action {
    Action::Overlays(OverlayMsg::SetToast(Some(toast)))
}

/// Applies an edit of the builder to the manifest's object.
fn apply_builder_msg(
    builder: &mut Builder,
    run_state: &RunState,
    source: SourceObject,
    msg: ObjectMsg,
) -> UpdateOutcome {
    let Some((id, _)) = source else { return show_toast(Toast::NotInText).into() };
    object_edits::edit_objects(builder, run_state, ObjectMsg::Select(id, SelectMode::Single));
    object_edits::edit_objects(builder, run_state, msg).join(show_form())
}
