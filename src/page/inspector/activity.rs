//! What goes on at a moment that is no step of an attempt.

use yew::{Callback, Html, html};

use crate::{
    selection::SelectionMsg,
    store::Action,
    view::{View, on_action},
};
use i18n::activity_text::{render_activity, render_next_cycle, words};
use trace::current_activity;

/// Lines that are drawn; in a large cluster hundreds of pods start at once.
const MAX_LINES: usize = 8;

/// What is under way, each a way to its pod, and what comes next.
pub fn draw_activity(view: &View, act: &Callback<Action>) -> Html {
    let (store, own) = (&view.store, words(view.store.lang).activity_labels());
    let events = &store.run.view.trace.events()[..view.moment.events];
    let found = current_activity::current_activities(&view.frame, events, view.step);
    let lines = found.iter().take(MAX_LINES).map(|it| {
        let said = render_activity(store.lang, &view.profile, it);
        html! { <li><button type="button" class="link" onclick={on_action(act, Action::Selection(SelectionMsg::PickPod(Some(it.pod.clone()))))}>{ said }</button></li> }
    });
    let more = found.len().saturating_sub(MAX_LINES);
    html! {
        <section class="going">
            <h3>{ own.going_on }</h3>
            if found.is_empty() { <p>{ own.nothing }</p> }
            else { <ul>{ for lines }if more > 0 { <li class="muted">{ store.lang.and_more(more) }</li> }</ul> }
            <p>{ render_next_cycle(store.lang, &current_activity::next_cycle(&view.frame)) }</p>
        </section>
    }
}
