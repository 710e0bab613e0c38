//! Applies the actions of the inspector.

use crate::{
    inspector::{Inspector, open_questions},
    run::RunState,
    shared_actions::InspectorMsg,
    store::{Effect, Followup},
};

/// Does it, at the moment with this index.
pub fn update_inspector(
    inspector: &mut Inspector,
    run_state: &RunState,
    at: usize,
    inspector_msg: InspectorMsg,
) -> Vec<Followup> {
    match inspector_msg {
        // A key leads there, too.
        InspectorMsg::ShowPage(page) => (inspector.page, inspector.is_folded) = (page, false),
        InspectorMsg::SetFolded(folded) => {
            inspector.is_folded = folded;
            return vec![Effect::KeepDrawers.into()];
        }
        InspectorMsg::SetQuestion(question) => {
            inspector.query = question.map(|question| open_questions::query_at(run_state, at, question));
        }
    }
    Vec::new()
}
