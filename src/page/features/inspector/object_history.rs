//! The history of a pod or node: a list of events, each with a link to its moment.

use std::cmp::Ordering;

use i18n::{format_clock, short_pod_name, story};
use page_state::actions::{Action, player::PlayerMsg};
use runlog::{AttemptEnd, EventKind};
use trace::steps::Step;
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::view::View;

/// The maximum number of lines.
const MAX_LINES: usize = 300;

/// The events at these positions (numbers of events).
pub fn draw_history(view: &View, dispatch: &Callback<Action>, counts: &[usize]) -> Html {
    let store = &view.store;
    let event_count = store.moment().map_or(0, |moment| moment.events);
    let events = store.run.view.trace.events();
    let lines = counts.iter().take(MAX_LINES).filter_map(|&count| {
        let event = events.get(count - 1)?;
        let title = match &event.what {
            // The end of the current attempt is not revealed before its last step.
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
