//! The tables of an attempt: nodes by filters, scores, candidates, and the tie-break between them.

pub mod exchanges;
pub mod filters;
pub mod ladder;
pub mod matrix;
pub mod preemption;
pub mod score_gaps;
pub mod scores;

use api::Str;
pub use filters::Filters;
pub use matrix::count_reasons;
use page_state::actions::{Action, selection::SelectionMsg};
pub use preemption::Preemption;
use runlog::Attempt;
pub use scores::Scores;
use trace::steps::Step;
use ui::callback::on_action;
use yew::{Callback, Html, classes, html};

use crate::view::{
    View,
    dirty::{self, Slices},
    on_define,
};

/// The maximum number of rows of a table; thousands would be slow.
const MAX_ROWS: usize = 300;

/// The slices of the state that the tables depend on.
pub(crate) const SLICES: Slices = dirty::LANG
    | dirty::RUN
    | dirty::MOMENT
    | dirty::PLAYER
    | dirty::POD
    | dirty::NODE
    | dirty::CACHE
    | dirty::LESSON
    | dirty::POD_ENDS
    | dirty::BRANCHES;

/// Whether the chosen candidate may be shown: at its step, and once the attempt is over.
fn is_decided(step: Step) -> bool {
    matches!(step, Step::Choose | Step::Failed | Step::Event | Step::Point(_))
}

fn node_name(attempt: &Attempt, ix: usize) -> &str {
    attempt.nodes.get(ix).map_or("", Str::as_str)
}

/// A heading with links to the glossary.
pub fn draw_heading(view: &View, dispatch: &Callback<Action>, text: &str) -> Html {
    view.glossary().draw_with_terms(view.store.lang, &on_define(dispatch), text)
}

/// A button with a node's name that selects or deselects the node.
fn draw_node_button(view: &View, dispatch: &Callback<Action>, name: &str) -> Html {
    let is_selected = view.store.selection.node.as_deref() == Some(name);
    let next = if is_selected { None } else { Some(name.into()) };
    html! {
        <button type="button" class={classes!("node-name", is_selected.then_some("chosen"))} aria-pressed={is_selected.to_string()} title={name.to_owned()}
            onclick={on_action(dispatch, Action::Selection(SelectionMsg::ChooseNode(next)))}>{ name.to_owned() }</button>
    }
}
