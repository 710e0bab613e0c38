//! What follows on the page from what a person does in a picture.

use stage::event::StageEvent;
use yew::Callback;

use crate::{
    selection::SelectionMsg,
    stage_edit::{MenuPage, ObjectMenu, StageEdit},
    store::Action,
};

impl From<StageEvent> for Action {
    fn from(event: StageEvent) -> Self {
        Self::Selection(match event {
            StageEvent::SelectPod(pod) => SelectionMsg::PickPod(pod),
            StageEvent::OpenNode(node) => SelectionMsg::OpenNode(node),
            StageEvent::OpenGuardrail(guardrail) => SelectionMsg::OpenGuardrail(guardrail),
            StageEvent::SetMeasure(resource) => SelectionMsg::SetMeasure(resource),
            StageEvent::OpenMenu { object, position } => {
                return Self::Stage(StageEdit::SetMenu(Some(ObjectMenu { object, position, page: MenuPage::All })));
            }
        })
    }
}

/// Hears what a person does in a picture.
pub fn on_stage_event(dispatch: &Callback<Action>) -> Callback<StageEvent> {
    dispatch.reform(Action::from)
}
