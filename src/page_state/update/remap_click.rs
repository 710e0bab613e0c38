//! Remaps an action to what it means in the present state, such as a click that answers a question.
use scene::objects::{Guardrail, ObjectRef};

use crate::{
    classroom::update::remap_in_classroom,
    lesson::update::remap_in_lesson,
    panes::InspectorPage,
    selection::SelectionMsg,
    stage_edit::StageEdit,
    store::{Action, Store},
};

/// What is done in the place of an action; mostly the action itself.
pub fn remap_action(store: &Store, action: Action) -> Action {
    // While something is asked or a lesson is taken, a click may answer.
    let action = remap_in_lesson(store, &action).unwrap_or(action);
    if let Some(classroom_msg) = remap_in_classroom(&store.classroom, &action) {
        return classroom_msg.into();
    }
    // Whoever builds goes from form to form.
    match action {
        Action::Selection(SelectionMsg::PickPod(Some(pod))) if store.inspector.page == InspectorPage::EditForm => {
            StageEdit::OpenForm(ObjectRef::Pod(pod)).into()
        }
        Action::Selection(SelectionMsg::OpenNode(node)) if store.inspector.page == InspectorPage::EditForm => {
            StageEdit::OpenForm(ObjectRef::Node(node)).into()
        }
        Action::Selection(SelectionMsg::OpenGuardrail(Guardrail::Budget(key)))
            if store.inspector.page == InspectorPage::EditForm =>
        {
            StageEdit::OpenForm(ObjectRef::Budget(key)).into()
        }
        action => action,
    }
}
