//! The gallery: every built-in scenario with its title and what there is to see, by theme.

use web_sys::HtmlInputElement;
use yew::{Callback, Html, InputEvent, TargetCast, component, html, use_state};

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
    let wanted = use_state(String::new);
    let oninput = {
        let wanted = wanted.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                wanted.set(input.value());
            }
        })
    };
    let word = wanted.trim().to_lowercase();
    let found = |said: &[&str]| said.iter().any(|text| text.to_lowercase().contains(&word));
    let lessons = lesson::shelf(store, act, found);
    let themes: Vec<Html> =
        gallery::numbered().filter_map(|(theme, scenarios)| draw(store, act, theme, &scenarios, found)).collect();
    let none = themes.is_empty() && lessons == Html::default();
    html! {
        <dialog ref={dialog} class="gallery" aria-labelledby="gallery-title" onclose={on(act, Action::Gallery(Browsing::Show(false)))}>
            <header>
                <h2 id="gallery-title">{ words.examples }</h2>
                <p class="muted">{ words.gallery_hint }</p>
                { for [("behaviours", words.behaviours), ("glossary", words.glossary), ("manual", words.manual)].map(|book| look_up(store, book)) }
                <input type="search" aria-label={words.gallery_find} placeholder={words.gallery_find} value={(*wanted).clone()} {oninput} />
                { button(words.close, "icon", html! { "✕" }, on(act, Action::Gallery(Browsing::Show(false)))) }
            </header>
            <div class="shelves">
                { lessons }
                { for themes }
                if none { <p class="note" role="status">{ words.gallery_none }</p> }
            </div>
        </dialog>
    }
}

/// A link to the manual or a book of the handbook, which are pages of their own.
fn look_up(store: &Store, (book, name): (&str, &'static str)) -> Html {
    html! { <a href={site::in_language(store.lang, &format!("{book}/"))}>{ name }</a> }
}

/// The scenarios of a theme that are searched for; nothing where there are none.
fn draw(
    store: &Store,
    act: &Callback<Action>,
    theme: &Theme,
    scenarios: &[(usize, &'static str)],
    found: impl Fn(&[&str]) -> bool,
) -> Option<Html> {
    let card = |(number, name): &(usize, &'static str)| {
        let current = (store.gallery.scenario == Some(*number)).then_some("true");
        let entry = store.gallery.entries.iter().find(|entry| entry.name == *name);
        let (title, description) =
            entry.map_or((*name, ""), |entry| (store.lang.pick(&entry.title), store.lang.pick(&entry.description)));
        let release = entry.map_or("", |entry| entry.release.as_str());
        found(&[name, title, description, release, store.lang.theme(theme.name)]).then(|| html! {
            <li>
                <button type="button" class="card" aria-current={current} onclick={on(act, Action::Gallery(Browsing::Fetch(*number, true)))}>
                    <b>{ title.to_owned() }
                        if !release.is_empty() { <small>{ release.to_owned() }</small> }
                    </b>
                    <span>{ description.to_owned() }</span>
                </button>
            </li>
        })
    };
    let cards: Vec<Html> = scenarios.iter().filter_map(card).collect();
    (!cards.is_empty()).then(|| {
        html! {
            <section>
                <h3>{ store.lang.theme(theme.name) }</h3>
                <ul>{ for cards }</ul>
            </section>
        }
    })
}
