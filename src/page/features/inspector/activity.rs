//! What pods are doing at a moment that is not a step of an attempt.

use i18n::activity_text::{render_activity, render_next_cycle, words};
use page_state::actions::{Action, selection::SelectionMsg};
use trace::current_activity;
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::view::View;

/// The maximum number of lines; in a large cluster hundreds of pods start at once.
const MAX_LINES: usize = 8;

/// The current activities, each with a link to its pod, and which pod is scheduled next.
pub fn draw_activity(view: &View, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, words(view.store.lang).activity_labels());
    let events = &store.run.view.trace.events()[..view.moment.events];
    let pod_activities = current_activity::current_activities(&view.frame, events, view.step);
    let lines = pod_activities.iter().take(MAX_LINES).map(|pod_activity| {
        let text = render_activity(store.lang, &view.profile, pod_activity);
        html! { <li><button type="button" class="link" onclick={on_action(dispatch, Action::Selection(SelectionMsg::PickPod(Some(pod_activity.pod.clone()))))}>{ text }</button></li> }
    });
    let hidden_count = pod_activities.len().saturating_sub(MAX_LINES);
    html! {
        <section class="going">
            <h3>{ labels.going_on }</h3>
            if pod_activities.is_empty() { <p>{ labels.nothing }</p> }
            else { <ul>{ for lines }if hidden_count > 0 { <li class="muted">{ store.lang.and_more(hidden_count) }</li> }</ul> }
            <p>{ render_next_cycle(store.lang, &current_activity::next_cycle(&view.frame)) }</p>
        </section>
    }
}
