//! How many more pods like the chosen one fit, on which nodes, and what stops the next one on each.

use yew::{Callback, Html, html};

use crate::acts::Inspecting;
use crate::inspector::asking;
use crate::inspector::tables::tallies;
use crate::store::Action;
use crate::view::{View, on};
use api::Str;
use record::{Attempt, Outcome};
use wire::{Capacity, Enough, Question, Told};

/// Nodes that are named at most.
const NAMED: usize = 12;

/// The questions, and the answer to the one that was asked at this moment.
pub fn draw(view: &View, act: &Callback<Action>, key: &Str) -> Html {
    let store = &view.store;
    let words = words::capacity::words(store.lang).capacity();
    let ask = |name: &'static str, preempts: bool| {
        let question = Question::More(key.clone(), preempts);
        let asked = store.inspector.what_helps.as_ref() == Some(&asking::now(store, question.clone()));
        html! { <button type="button" class="plain" aria-pressed={asked.to_string()} onclick={on(act, Action::Inspector(Inspecting::Ask(question)))}>{ name }</button> }
    };
    let told = store.inspector.what_helps.as_ref().filter(|asked| {
        let Question::More(pod, _) = &asked.question else { return false };
        pod == key && **asked == asking::now(store, asked.question.clone())
    });
    let told = told.and_then(|asked| store.answers.get(asked)).map(|told| &**told);
    html! {
        <section class="answers capacity" aria-live="polite">
            <div class="ask-buttons">{ ask(words.more, false) }{ ask(words.more_preempting, true) }</div>
            if let Some(Told::More(capacity)) = told { { answer(view, capacity) } }
        </section>
    }
}

fn answer(view: &View, capacity: &Capacity) -> Html {
    let lang = view.store.lang;
    let says = words::capacity::words(lang);
    let words = says.capacity();
    let mut nodes: Vec<&(Str, usize)> = capacity.nodes.iter().collect();
    nodes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let lines = nodes.iter().take(NAMED).map(|(node, count)| html! { <li>{ says.more_on(node, *count) }</li> });
    let rest = nodes.len().saturating_sub(NAMED);
    let end = match &capacity.end {
        Enough::Full(attempt) => full(view, attempt),
        end => html! { <p>{ says.more_end(end) }</p> },
    };
    html! {
        <>
            <p><b>{ says.more_fit(capacity.count()) }</b></p>
            <ul>{ for lines }if rest > 0 { <li class="muted">{ lang.and_more(rest) }</li> }</ul>
            if !capacity.victims.is_empty() { <p>{ says.more_preempt(&capacity.victims) }</p> }
            { end }
            <p class="muted">{ words.how }</p>
        </>
    }
}

/// What stopped the next one: the reasons, each with its nodes; or upstream's message, where no node was looked at.
fn full(view: &View, attempt: &Attempt) -> Html {
    let lang = view.store.lang;
    let name = |ix: usize| attempt.nodes.get(ix).map_or("", |name| name.as_str());
    let tallies = tallies(attempt, attempt.filter.len(), true, view.wording);
    let lines = tallies.iter().rev().map(|tally| {
        let names: Vec<&str> = tally.nodes.iter().take(NAMED).map(|(ix, _)| name(*ix)).collect();
        let rest = tally.nodes.len().saturating_sub(NAMED);
        let more = if rest > 0 { format!(" {}", lang.and_more(rest)) } else { String::new() };
        html! { <li><b>{ tally.nodes.len() }</b>{ " " }<code>{ tally.words.clone() }</code>{ " " }<span class="muted">{ names.join(", ") }{ more }</span></li> }
    });
    let message = match &attempt.outcome {
        Outcome::Failed { message, .. } if tallies.is_empty() => message.to_string(),
        _ => String::new(),
    };
    html! {
        <>
            <p>{ words::capacity::words(lang).capacity().full }</p>
            <ul>{ for lines }if !message.is_empty() { <li><code>{ message }</code></li> }</ul>
        </>
    }
}
