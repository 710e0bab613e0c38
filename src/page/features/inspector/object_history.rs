//! Events of one pod or node, each a way to its moment.

use std::cmp::Ordering;

use i18n::{format_clock, short_pod_name, story};
use page_state::actions::{Action, player::PlayerMsg};
use runlog::{AttemptEnd, EventKind};
use trace::steps::Step;
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::view::View;

/// Lines that are drawn at most.
const MAX_LINES: usize = 300;

/// Events by how many had happened after each.
pub fn draw_history(view: &View, dispatch: &Callback<Action>, counts: &[usize]) -> Html {
    let store = &view.store;
    let event_count = store.moment().map_or(0, |moment| moment.events);
    let events = store.run.view.trace.events();
    let lines = counts.iter().take(MAX_LINES).filter_map(|&count| {
        let event = events.get(count - 1)?;
        let title = match &event.what {
            // Of the attempt that is looked at the end is told at its end.
            EventKind::Attempted(_)
                if count == event_count && view.is_live() && !matches!(view.step, Step::Select | Step::Failed) =>
            {
                view.words.cycle.to_owned()
            }
            EventKind::Attempted(tried) => match &tried.end {
                AttemptEnd::Scheduled { node, .. } => format!("{} → {node}", short_pod_name(&tried.pod)),
                AttemptEnd::Failed { message, .. } => message.to_string(),
                AttemptEnd::Open => String::new(),
            },
            EventKind::NodeUpdated(node) => story::node_update_text(store.lang, &events[..count - 1], node).text,
            event_kind => story::event_text(store.lang, event_kind, event.at).text,
        };
        let class = match count.cmp(&event_count) {
            Ordering::Greater => "later",
            Ordering::Equal => "now",
            Ordering::Less => "",
        };
        Some(html! {
            <li {class}><button type="button" onclick={on_action(dispatch, Action::Player(PlayerMsg::SeekEvents(count)))}>
                <span class="when">{ format_clock(event.at) }</span><span>{ title }</span></button></li>
        })
    });
    html! { <section class="life"><h3>{ view.words.life }</h3><ol>{ for lines }</ol></section> }
}
