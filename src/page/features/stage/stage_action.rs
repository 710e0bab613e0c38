//! Maps the user's interactions with a picture to actions.

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

/// A callback that dispatches the actions of interactions.
pub fn on_stage_event(dispatch: &Callback<Action>) -> Callback<StageEvent> {
    dispatch.reform(to_action)
}
