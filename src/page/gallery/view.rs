//! The gallery: every built-in scenario with its title and what there is to see, by theme.

use yew::{Callback, Html, component, html};

use crate::acts::Browsing;
use crate::gallery;
use crate::gallery::Theme;
use crate::lesson::view as lesson;
use crate::modal::use_modal;
use crate::site;
use crate::store::{Action, Store};
use crate::view::{Props, button, on};

/// The dialog.
#[component]
pub(crate) fn Gallery(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, words) = (&view.store, view.words);
    let dialog = use_modal(Some("open-gallery"));
    html! {
        <dialog ref={dialog} class="gallery" aria-labelledby="gallery-title" onclose={on(act, Action::Gallery(Browsing::Show(false)))}>
            <header>
                <h2 id="gallery-title">{ words.examples }</h2>
                <p class="muted">{ words.gallery_hint }</p>
                { for [("behaviours", words.behaviours), ("glossary", words.glossary), ("manual", words.manual)].map(|book| look_up(store, book)) }
                { button(words.close, "icon", html! { "✕" }, on(act, Action::Gallery(Browsing::Show(false)))) }
            </header>
            <div class="shelves">{ lesson::shelf(store, act) }{ for gallery::numbered().map(|(theme, scenarios)| draw(store, act, theme, &scenarios)) }</div>
        </dialog>
    }
}

/// A link to the manual or a book of the handbook, which are pages of their own.
fn look_up(store: &Store, (book, name): (&str, &'static str)) -> Html {
    html! { <a href={site::in_language(store.lang, &format!("{book}/"))}>{ name }</a> }
}

fn draw(store: &Store, act: &Callback<Action>, theme: &Theme, scenarios: &[(usize, &'static str)]) -> Html {
    let card = |(number, name): &(usize, &'static str)| {
        let current = (store.gallery.scenario == Some(*number)).then_some("true");
        let entry = store.gallery.entries.iter().find(|entry| entry.name == *name);
        let (title, description) =
            entry.map_or((*name, ""), |entry| (store.lang.pick(&entry.title), store.lang.pick(&entry.description)));
        let release = entry.map_or("", |entry| entry.release.as_str());
        html! {
            <li>
                <button type="button" class="card" aria-current={current} onclick={on(act, Action::Gallery(Browsing::Fetch(*number, true)))}>
                    <b>{ title.to_owned() }
                        if !release.is_empty() { <small>{ release.to_owned() }</small> }
                    </b>
                    <span>{ description.to_owned() }</span>
                </button>
            </li>
        }
    };
    html! {
        <section>
            <h3>{ store.lang.theme(theme.name) }</h3>
            <ul>{ for scenarios.iter().map(card) }</ul>
        </section>
    }
}
