//! Applies the actions of the inspector.

use crate::{
    actions::{Action, inspector::InspectorMsg},
    effects::{Effect, StorageEffect},
    inspector::{self, Inspector},
    outcome::UpdateOutcome,
    overlays::OverlayMsg,
    panels::InspectorPage,
    run::RunState,
};

/// Applies an action of the inspector at the moment with this index.
pub fn update_inspector(
    inspector: &mut Inspector,
    run_state: &RunState,
    at: usize,
    inspector_msg: InspectorMsg,
) -> UpdateOutcome {
    match inspector_msg {
        // Keyboard shortcuts also open pages. The river needs the whole width.
        InspectorMsg::ShowPage(page) => {
            (inspector.page, inspector.is_folded) = (page, page == InspectorPage::River);
        }
        InspectorMsg::TurnToPage(page) => inspector.page = page,
        InspectorMsg::SetFolded(folded) => {
            inspector.is_folded = folded;
            return Effect::Storage(StorageEffect::KeepDrawers).into();
        }
        InspectorMsg::SetField(field) => inspector.field = field,
        InspectorMsg::SetQuestion(question) => {
            inspector.query = question.map(|question| inspector::query_at(run_state, at, question));
        }
    }
    UpdateOutcome::default()
}

/// Shows the form of the object selected in the builder, and ends a presentation.
pub fn show_form() -> UpdateOutcome {
    UpdateOutcome::from(Action::Inspector(InspectorMsg::ShowPage(InspectorPage::EditForm)))
        .then(Action::Overlays(OverlayMsg::SetPresenting(false)))
}
