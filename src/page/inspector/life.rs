//! Events of one pod or node, each a way to its moment.

use std::cmp::Ordering;

use yew::{Callback, Html, html};

use crate::acts::Playing;
use crate::store::Action;
use crate::view::{View, on};
use record::TriedEnd;
use record::What;
use trace::steps::Step;
use words::{clock, short, story};

/// Lines that are drawn at most.
const LINES: usize = 300;

/// Events by how many had happened after each.
pub fn draw(view: &View, act: &Callback<Action>, counts: &[usize]) -> Html {
    let store = &view.store;
    let now = store.moment().map_or(0, |moment| moment.events);
    let events = store.run.trace.trace.events();
    let lines = counts.iter().take(LINES).filter_map(|&count| {
        let event = events.get(count - 1)?;
        let title = match &event.what {
            // Of the attempt that is looked at the end is told at its end.
            What::Attempted(_) if count == now && view.live() && !matches!(view.step, Step::Select | Step::Failed) => {
                view.words.cycle.to_owned()
            }
            What::Attempted(tried) => match &tried.end {
                TriedEnd::Scheduled { node, .. } => format!("{} → {node}", short(&tried.pod)),
                TriedEnd::Failed { message, .. } => message.to_string(),
                TriedEnd::Open => String::new(),
            },
            what => story::event(store.lang, what, event.at).text,
        };
        let class = match count.cmp(&now) {
            Ordering::Greater => "later",
            Ordering::Equal => "now",
            Ordering::Less => "",
        };
        Some(html! {
            <li {class}><button type="button" onclick={on(act, Action::Player(Playing::SeekEvents(count)))}>
                <span class="when">{ clock(event.at) }</span><span>{ title }</span></button></li>
        })
    });
    html! { <section class="life"><h3>{ view.words.life }</h3><ol>{ for lines }</ol></section> }
}
