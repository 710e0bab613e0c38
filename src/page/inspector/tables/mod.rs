//! The tables of an attempt: nodes by filters, scores, candidates and the ladder.

mod exchanges;
mod filters;
mod ladder;
mod matrix;
mod preemption;
mod scores;
mod standings;

use yew::{Callback, Html, classes, html};

use crate::sees;
use crate::sees::Sees;
use crate::selection::Look;
use crate::store::Action;
use crate::view::{View, defines, on};
use api::Str;
use record::Attempt;
use trace::steps::Step;

pub use filters::Filters;
pub use matrix::tallies;
pub use preemption::Preemption;
pub use scores::Scores;

/// Rows that a table draws at most; a page of thousands would only be slow.
const ROWS: usize = 300;

/// What the tables of an attempt draw.
pub(crate) const SEES: Sees = sees::LANG
    | sees::RUN
    | sees::MOMENT
    | sees::PLAYER
    | sees::POD
    | sees::NODE
    | sees::KNOWN
    | sees::COURSE
    | sees::ENDS
    | sees::BRANCHES;

/// Whether the choice among the candidates is told: at its step, and when the attempt is over.
fn is_decided(step: Step) -> bool {
    matches!(step, Step::Choose | Step::Failed | Step::Event | Step::Point(_))
}

fn node(attempt: &Attempt, ix: usize) -> &str {
    attempt.nodes.get(ix).map_or("", Str::as_str)
}

/// A heading in which terms of the glossary can be opened.
pub fn marked(view: &View, act: &Callback<Action>, text: &str) -> Html {
    view.store.course.terms.marked(view.store.lang, &defines(act), text)
}

/// A node's name that chooses the node, or lets it go.
fn node_button(view: &View, act: &Callback<Action>, name: &str) -> Html {
    let chosen = view.store.selection.node.as_deref() == Some(name);
    let next = if chosen { None } else { Some(name.into()) };
    html! {
        <button type="button" class={classes!("node-name", chosen.then_some("chosen"))} aria-pressed={chosen.to_string()} title={name.to_owned()}
            onclick={on(act, Action::Selection(Look::Choose(next)))}>{ name.to_owned() }</button>
    }
}
