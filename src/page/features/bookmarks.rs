//! The list of bookmarks, and the button that adds one.

use api::Millis;
use i18n::format_clock;
use page_state::actions::{Action, bookmarks::BookmarkMsg, player::PlayerMsg};
use ui::{callback::on_action, element::draw_button};
use web_sys::{HtmlInputElement, SubmitEvent};
use yew::{Callback, Html, InputEvent, TargetCast, component, html, use_node_ref};

use crate::view::{
    Props, View,
    dirty::{self, Slices},
};

/// The position of a moment: `3.2 s, moment 41 of 212`.
pub fn moment_label(view: &View, at: usize) -> String {
    let store = &view.store;
    let last = store.run.view.moments.get(at).and_then(|moment| moment.events.checked_sub(1));
    let time = last.and_then(|last| store.run.view.trace.events().get(last)).map_or(Millis::ZERO, |event| event.at);
    store.lang.moment_of(&format_clock(time), at, store.run.last_moment())
}

/// The slices of the state that the list depends on.
pub(crate) const SLICES: Slices = dirty::LANG | dirty::RUN | dirty::MOMENT | dirty::BOOKMARKS;

/// The button that opens the list, and the list.
#[component]
pub fn Bookmarks(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, timeline_labels) = (&view.store, view.store.lang.timeline_labels());
    let name = use_node_ref();
    let onsubmit = {
        let (dispatch, name) = (dispatch.clone(), name.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(input) = name.cast::<HtmlInputElement>() {
                dispatch.emit(Action::Bookmarks(BookmarkMsg::Add(input.value().trim().to_owned())));
                input.set_value("");
            }
        })
    };
    let bookmarks = store.bookmarks.iter().enumerate().map(|(index, bookmark)| {
        let when = moment_label(view, bookmark.at);
        let rename = {
            let dispatch = dispatch.clone();
            Callback::from(move |event: InputEvent| {
                let name = event.target_unchecked_into::<HtmlInputElement>().value();
                dispatch.emit(Action::Bookmarks(BookmarkMsg::Rename(index, name)));
            })
        };
        let go = format!("{} {when}", timeline_labels.bookmark_go);
        html! {
            <li key={bookmark.at} class={if bookmark.at == store.player.moment { "now" } else { "" }}>
                <button type="button" class="link" aria-label={go} onclick={on_action(dispatch, Action::Player(PlayerMsg::Seek(bookmark.at)))}>{ &when }</button>
                <input value={bookmark.name.clone()} oninput={rename} placeholder={timeline_labels.bookmark_name} aria-label={format!("{}: {when}", timeline_labels.bookmark_name)} />
                { draw_button(&format!("{}: {when}", timeline_labels.bookmark_remove), "icon", html! { "×" }, on_action(dispatch, Action::Bookmarks(BookmarkMsg::Remove(index)))) }
            </li>
        }
    });
    html! {
        <details class="bookmarks">
            <summary class="plain">{ format!("{} ({})", timeline_labels.bookmarks, store.bookmarks.len()) }</summary>
            <div class="bookmark-list">
                if store.bookmarks.is_empty() { <p class="muted">{ timeline_labels.no_bookmarks }</p> }
                <ol>{ for bookmarks }</ol>
                <form {onsubmit}>
                    <input ref={name} placeholder={timeline_labels.bookmark_name} aria-label={timeline_labels.bookmark_name} />
                    <button type="submit" class="plain">{ timeline_labels.bookmark_add }</button>
                </form>
            </div>
        </details>
    }
}
