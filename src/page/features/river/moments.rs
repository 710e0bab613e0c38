//! The page of the inspector about the river: how to read it, and all its moments as a table.

use std::rc::Rc;

use i18n::{format_clock, river::words, short_pod_name};
use page_state::actions::{Action, player::PlayerMsg};
use trace::{
    lanes::Edge,
    river::{River, ShutdownCause, WaitPlace},
};
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::view::View;

/// The maximum number of moments in the table.
const MAX_MOMENTS: usize = 300;

/// Something that happens to a pod.
struct PodMoment {
    edge: Edge,
    pod: String,
    what: &'static str,
    node: String,
}

/// The page of the river.
pub fn draw_river_page(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    let sentences = words(store.lang);
    let labels = sentences.river_labels();
    let river = River::from_events(store.run.view.trace.events(), None);
    let moments = list_moments(&river, labels);
    let events = store.run.events_at(store.player.moment);
    let now = moments.iter().rposition(|moment| moment.edge.events <= events);
    let rows = moments.iter().take(MAX_MOMENTS).enumerate().map(|(at, moment)| {
        let seek = on_action(dispatch, Action::Player(PlayerMsg::SeekEvents(moment.edge.events)));
        let time = format_clock(moment.edge.at);
        html! {
            <tr class={(now == Some(at)).then_some("now")}>
                <th scope="row"><button type="button" class="link" onclick={seek}>{ time }</button></th>
                <td>{ moment.pod.clone() }</td><td>{ moment.what }</td><td>{ moment.node.clone() }</td>
            </tr>
        }
    });
    let more = moments.len().saturating_sub(MAX_MOMENTS);
    html! {
        <div class="river-page">
            <p>{ labels.how_to }</p>
            <p class="muted">{ labels.hint }</p>
            if moments.is_empty() { <p class="muted">{ labels.nothing_yet }</p> } else {
                <table>
                    <caption>{ labels.moments_caption }</caption>
                    <thead><tr><th scope="col">{ labels.head_time }</th><th scope="col">{ labels.head_pod }</th><th scope="col">{ labels.head_event }</th><th scope="col">{ labels.head_node }</th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
                if more > 0 { <p class="muted">{ sentences.moments_more(more) }</p> }
            }
        </div>
    }
}

/// All moments of the river, in order.
fn list_moments(river: &River, labels: &i18n::river::RiverLabels) -> Vec<PodMoment> {
    let node_of = |band: usize| river.bands[band].node.to_string();
    let mut moments = Vec::new();
    for life in &river.pods {
        let pod = short_pod_name(&life.pod);
        let mut add = |edge: Option<Edge>, what: &'static str, node: String| {
            moments.extend(edge.map(|edge| PodMoment { edge, pod: pod.to_owned(), what, node }));
        };
        add(Some(life.created), labels.event_created, String::new());
        for failure in &life.failures {
            add(Some(*failure), labels.event_fails, String::new());
        }
        for wait in &life.waits {
            if let WaitPlace::Rim(band) = wait.place {
                add(Some(wait.from), labels.event_nominated, node_of(band));
            }
        }
        for stay in &life.stays {
            let node = node_of(stay.band);
            add(Some(stay.from).filter(|from| Some(*from) != stay.bound), labels.event_assumed, node.clone());
            add(stay.bound, labels.event_bound, node.clone());
            add(stay.running.filter(|running| Some(*running) != stay.bound), labels.event_running, node.clone());
            if let Some(shutdown) = &stay.shutdown {
                let what = match shutdown.cause {
                    ShutdownCause::Preempted(_) | ShutdownCause::PreemptedForGroup => labels.event_preempted,
                    ShutdownCause::Evicted => labels.event_evicted,
                    ShutdownCause::Deleted => labels.event_deleted,
                };
                add(Some(shutdown.from), what, node.clone());
            }
        }
        add(life.removed, labels.event_gone, String::new());
    }
    for eviction in &river.evictions {
        let what = if eviction.is_allowed { labels.event_allowed } else { labels.event_refused };
        let pod = eviction.pod.and_then(|pod| river.pods.get(pod)).map(|life| short_pod_name(&life.pod).to_owned());
        moments.push(PodMoment { edge: eviction.edge, pod: pod.unwrap_or_default(), what, node: String::new() });
    }
    moments.sort_by_key(|moment| moment.edge.events);
    moments
}
