//! The frame of the sheet that shares what is shown.

use yew::{Html, component, html};

use crate::care::Trouble;
use crate::front::Toast;
use crate::modal::use_modal;
use crate::share::{Sharing, ways};
use crate::store::{Action, Store};
use crate::view::{Props, button, on};

/// The sheet.
#[component]
pub fn Sheet(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, said) = (&view.store, view.store.lang.sharing());
    let dialog = use_modal(Some("open-share"));
    html! {
        <dialog ref={dialog} class="gallery share" aria-labelledby="share-title" onclose={on(act, Action::Share(Sharing::Sheet(false)))}>
            <header>
                <h2 id="share-title">{ said.title }</h2>
                <p class="muted" role="status">{ told(store) }</p>
                { button(view.words.close, "icon", html! { "✕" }, on(act, Action::Share(Sharing::Sheet(false)))) }
            </header>
            { ways::ways(view, act) }
        </dialog>
    }
}

/// What happened to what was to be copied: the page's own notes are behind the sheet.
fn told(store: &Store) -> &'static str {
    let by_hand = store.care.troubles.iter().any(|it| matches!(it, Trouble::ByHand(_)));
    match store.front.toast {
        Some(Toast::Copied) => store.lang.words().copied,
        Some(Toast::Text) => store.lang.timeline().text_copied,
        Some(Toast::NoPicture) => store.lang.sharing().no_picture,
        Some(Toast::NoNames) => store.lang.sharing().no_names,
        Some(Toast::Refused) => store.lang.timeline().refused,
        _ if by_hand => store.lang.timeline().refused,
        _ => "",
    }
}
