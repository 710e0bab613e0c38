//! What follows on the page from what a person does in a picture.

use page_state::{
    actions::{Action, selection::SelectionMsg},
    overlays::OverlayMsg,
    stage_edit::{MenuPage, ObjectMenu},
};
use stage::event::StageEvent;
use yew::Callback;

fn to_action(event: StageEvent) -> Action {
    Action::Selection(match event {
        StageEvent::SelectPod(pod) => SelectionMsg::PickPod(pod),
        StageEvent::OpenNode(node) => SelectionMsg::OpenNode(node),
        StageEvent::OpenGuardrail(guardrail) => SelectionMsg::OpenGuardrail(guardrail),
        StageEvent::SetMeasure(resource) => SelectionMsg::SetMeasure(resource),
        StageEvent::OpenMenu { object, position } => {
            return Action::Overlays(OverlayMsg::SetMenu(Some(ObjectMenu { object, position, page: MenuPage::All })));
        }
    })
}

/// Hears what a person does in a picture.
pub fn on_stage_event(dispatch: &Callback<Action>) -> Callback<StageEvent> {
    dispatch.reform(to_action)
}
