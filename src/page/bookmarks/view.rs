//! The list of bookmarks, and the way to make one.

use web_sys::{HtmlInputElement, SubmitEvent};
use yew::{Callback, Html, InputEvent, TargetCast, component, html, use_node_ref};

use crate::acts::Playing;
use crate::bookmarks::Marking;
use crate::sees;
use crate::sees::Sees;
use crate::store::Action;
use crate::view::{Props, View, button, on};
use api::Millis;
use words::clock;

/// When a moment is: `3.2 s, moment 41 of 212`.
pub fn when(view: &View, at: usize) -> String {
    let store = &view.store;
    let last = store.run.trace.moments.get(at).and_then(|moment| moment.events.checked_sub(1));
    let time = last.and_then(|last| store.run.trace.trace.events().get(last)).map_or(Millis::ZERO, |event| event.at);
    store.lang.moment_of(&clock(time), at, store.run.last())
}

/// What the list draws.
pub(crate) const SEES: Sees = sees::LANG | sees::RUN | sees::MOMENT | sees::BOOKMARKS;

/// A button that opens the list.
#[component]
pub fn Bookmarks(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, more) = (&view.store, view.store.lang.timeline());
    let name = use_node_ref();
    let onsubmit = {
        let (act, name) = (act.clone(), name.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(input) = name.cast::<HtmlInputElement>() {
                act.emit(Action::Bookmarks(Marking::Add(input.value().trim().to_owned())));
                input.set_value("");
            }
        })
    };
    let marks = store.bookmarks.iter().enumerate().map(|(index, mark)| {
        let when = when(view, mark.at);
        let rename = {
            let act = act.clone();
            Callback::from(move |event: InputEvent| {
                let name = event.target_unchecked_into::<HtmlInputElement>().value();
                act.emit(Action::Bookmarks(Marking::Rename(index, name)));
            })
        };
        let go = format!("{} {when}", more.bookmark_go);
        html! {
            <li key={mark.at} class={if mark.at == store.player.at { "now" } else { "" }}>
                <button type="button" class="link" aria-label={go} onclick={on(act, Action::Player(Playing::Seek(mark.at)))}>{ &when }</button>
                <input value={mark.name.clone()} oninput={rename} placeholder={more.bookmark_name} aria-label={format!("{}: {when}", more.bookmark_name)} />
                { button(&format!("{}: {when}", more.bookmark_remove), "icon", html! { "×" }, on(act, Action::Bookmarks(Marking::Remove(index)))) }
            </li>
        }
    });
    html! {
        <details class="bookmarks">
            <summary class="plain">{ format!("{} ({})", more.bookmarks, store.bookmarks.len()) }</summary>
            <div class="bookmark-list">
                if store.bookmarks.is_empty() { <p class="muted">{ more.no_bookmarks }</p> }
                <ol>{ for marks }</ol>
                <form {onsubmit}>
                    <input ref={name} placeholder={more.bookmark_name} aria-label={more.bookmark_name} />
                    <button type="submit" class="plain">{ more.bookmark_add }</button>
                </form>
            </div>
        </details>
    }
}
