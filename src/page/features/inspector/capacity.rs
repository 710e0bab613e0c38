//! Why no further copy of a pod fits.

use runlog::{Attempt, AttemptOutcome};
use yew::{Html, html};

use crate::{features::inspector::tables::count_reasons, view::View};

/// The maximum number of nodes that are named.
const MAX_NODE_NAMES: usize = 12;

/// Why the next copy did not fit: the reasons, each with its nodes; or upstream's message, if no node was checked.
pub fn draw_capacity_limit(view: &View, attempt: &Attempt) -> Html {
    let lang = view.store.lang;
    let name = |ix: usize| attempt.nodes.get(ix).map_or("", |name| name.as_str());
    let tallies = count_reasons(attempt, attempt.filter.len(), true, view.wording);
    let lines = tallies.iter().rev().map(|tally| {
        let names: Vec<&str> = tally.nodes.iter().take(MAX_NODE_NAMES).map(|(ix, _)| name(*ix)).collect();
        let rest = tally.nodes.len().saturating_sub(MAX_NODE_NAMES);
        let more_text = if rest > 0 { format!(" {}", lang.and_more(rest)) } else { String::new() };
        html! { <li><b>{ tally.nodes.len() }</b>{ " " }<code>{ tally.message.clone() }</code>{ " " }<span class="muted">{ names.join(", ") }{ more_text }</span></li> }
    });
    let message = match &attempt.outcome {
        AttemptOutcome::Failed { message, .. } if tallies.is_empty() => message.to_string(),
        _ => String::new(),
    };
    html! {
        <>
            <p>{ i18n::capacity::words(lang).capacity_labels().full }</p>
            <ul>{ for lines }if !message.is_empty() { <li><code>{ message }</code></li> }</ul>
        </>
    }
}
