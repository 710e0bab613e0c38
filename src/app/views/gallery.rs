//! The gallery: every built-in scenario with its title and what there is to see, by theme.

use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::{Callback, Html, component, html, use_effect_with, use_memo, use_node_ref};

use crate::app::gallery::{self, Entry, Theme};
use crate::app::state::{Action, Store};
use crate::app::text::pick;

use super::{Props, button, on};

type Shelf = (&'static Theme, Vec<(usize, &'static str, Entry)>);

/// The dialog.
#[component]
pub fn Gallery(props: &Props) -> Html {
    let Props { view, act } = props;
    let (store, words) = (&view.store, view.words);
    let shelves = use_memo((), |()| {
        let entries = |(theme, texts): (_, Vec<(usize, &'static str)>)| -> Shelf {
            (theme, texts.into_iter().map(|(number, text)| (number, text, gallery::entry(text))).collect())
        };
        gallery::numbered().map(entries).collect::<Vec<_>>()
    });
    let dialog = use_node_ref();
    let shown = dialog.clone();
    // A modal dialog of the browser's own keeps the focus inside; it goes back to the button when the dialog goes.
    use_effect_with((), move |()| {
        let dialog = shown.cast::<HtmlDialogElement>();
        if let Some(dialog) = &dialog {
            // It is refused only where it is open already.
            let _ = dialog.show_modal();
        }
        move || {
            if let Some(dialog) = dialog {
                dialog.close();
            }
            let opener = gloo::utils::document().get_element_by_id("open-gallery");
            if let Some(opener) = opener.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
                // What cannot have the focus leaves it where it is.
                let _ = opener.focus();
            }
        }
    });
    html! {
        <dialog ref={dialog} class="gallery" aria-labelledby="gallery-title" onclose={on(act, Action::Gallery(false))}>
            <header>
                <h2 id="gallery-title">{ words.examples }</h2>
                <p class="muted">{ words.gallery_hint }</p>
                { button(words.close, "icon", html! { "✕" }, on(act, Action::Gallery(false))) }
            </header>
            <div class="shelves">{ for shelves.iter().map(|shelf| draw(store, act, shelf)) }</div>
        </dialog>
    }
}

fn draw(store: &Store, act: &Callback<Action>, (theme, entries): &Shelf) -> Html {
    let card = |(number, text, entry): &(usize, &'static str, Entry)| {
        let current = (store.scenario == Some(*number)).then_some("true");
        html! {
            <li>
                <button type="button" class="card" aria-current={current} onclick={on(act, Action::Visit(*number, (*text).into()))}>
                    <b>{ entry.title.read(store.lang).to_owned() }
                        if !entry.release.is_empty() { <small>{ entry.release.clone() }</small> }
                    </b>
                    <span>{ entry.description.read(store.lang).to_owned() }</span>
                </button>
            </li>
        }
    };
    html! {
        <section>
            <h3>{ pick(store.lang, theme.en, theme.zh) }</h3>
            <ul>{ for entries.iter().map(card) }</ul>
        </section>
    }
}
