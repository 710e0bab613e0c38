//! What goes on at a moment that is no step of an attempt.

use yew::{Callback, Html, html};

use crate::selection::Look;
use crate::store::Action;
use crate::view::{View, on};
use trace::going;
use words::going::{going, next, words};

/// Lines that are drawn; in a large cluster hundreds of pods start at once.
const LINES: usize = 8;

/// What is under way, each a way to its pod, and what comes next.
pub fn draw(view: &View, act: &Callback<Action>) -> Html {
    let (store, own) = (&view.store, words(view.store.lang).going());
    let events = &store.run.trace.trace.events()[..view.moment.events];
    let found = going::going(&view.frame, events, view.step);
    let lines = found.iter().take(LINES).map(|it| {
        let said = going(store.lang, &view.sheet, it);
        html! { <li><button type="button" class="link" onclick={on(act, Action::Selection(Look::Pick(Some(it.pod.clone()))))}>{ said }</button></li> }
    });
    let more = found.len().saturating_sub(LINES);
    html! {
        <section class="going">
            <h3>{ own.going_on }</h3>
            if found.is_empty() { <p>{ own.nothing }</p> }
            else { <ul>{ for lines }if more > 0 { <li class="muted">{ store.lang.and_more(more) }</li> }</ul> }
            <p>{ next(store.lang, &going::next(&view.frame)) }</p>
        </section>
    }
}
