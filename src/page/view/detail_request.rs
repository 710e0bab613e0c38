//! Requests the detail of an attempt for as long as a line that needs it is visible.

use page_state::actions::{Action, worker_cache::CacheMsg};
use protocol::RunNumber;
use yew::{Callback, Html, Properties, component, use_effect_with};

/// The attempt whose detail a visible line needs.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DetailRequestProps {
    pub(crate) run: RunNumber,
    pub(crate) number: usize,
    pub(crate) dispatch: Callback<Action>,
}

/// Requests the detail when the line appears; draws nothing.
#[component]
pub(crate) fn DetailRequest(props: &DetailRequestProps) -> Html {
    let DetailRequestProps { dispatch, .. } = props.clone();
    use_effect_with((props.run, props.number), move |(run_number, number)| {
        dispatch.emit(Action::Cache(CacheMsg::DetailRequested(*run_number, *number)));
    });
    Html::default()
}
