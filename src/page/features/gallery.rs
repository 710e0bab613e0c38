//! The gallery: every built-in scenario with its title, description and river, by theme; and every lesson.

use i18n::{classroom, live_cluster};
use page_state::{
    actions::{
        Action,
        classroom::{ClassroomMsg, ClassroomPage},
        gallery::GalleryMsg,
        live_cluster::ClusterMsg,
    },
    gallery::{self, SCENARIO_FRAGMENT, ScenarioGroup},
    store::Store,
};
use ui::{callback::on_action, element::draw_button, modal::use_modal};
use web_sys::HtmlInputElement;
use yew::{Callback, Html, InputEvent, MouseEvent, TargetCast, component, html, use_state};

use crate::{features::lesson::view as lesson, page_metadata, view::Props};

/// The tabs of the gallery. A search looks through both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GalleryTab {
    Scenarios,
    Lessons,
}

/// The gallery as a dialog.
#[component]
pub(crate) fn Gallery(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels) = (&view.store, view.words);
    let dialog = use_modal(Some("open-gallery"));
    let query = use_state(String::new);
    let shown_tab =
        use_state(|| if store.lesson.current.is_some() { GalleryTab::Lessons } else { GalleryTab::Scenarios });
    let oninput = {
        let query = query.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                query.set(input.value());
            }
        })
    };
    let on_teach = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            dispatch.emit(Action::Gallery(GalleryMsg::SetOpen(false)));
            dispatch.emit(ClassroomMsg::ShowPage(Some(ClassroomPage::Lesson)).into());
        })
    };
    let on_cluster = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            dispatch.emit(Action::Gallery(GalleryMsg::SetOpen(false)));
            dispatch.emit(ClusterMsg::Open.into());
        })
    };
    let word = query.trim().to_lowercase();
    let is_match = |texts: &[&str]| texts.iter().any(|text| text.to_lowercase().contains(&word));
    let is_shown = |of: GalleryTab| !word.is_empty() || *shown_tab == of;
    let themes: Vec<Html> = gallery::numbered_scenarios()
        .filter(|_| is_shown(GalleryTab::Scenarios))
        .filter_map(|(theme, scenarios)| draw_theme(store, dispatch, theme, &scenarios, is_match))
        .collect();
    let lessons =
        if is_shown(GalleryTab::Lessons) { lesson::draw_course(store, dispatch, is_match) } else { Html::default() };
    let none = themes.is_empty() && lessons == Html::default();
    let tab = |of: GalleryTab, name: &'static str| {
        let onclick = {
            let (shown_tab, query) = (shown_tab.clone(), query.clone());
            Callback::from(move |_: MouseEvent| {
                query.set(String::new());
                shown_tab.set(of);
            })
        };
        let selected = (word.is_empty() && *shown_tab == of).to_string();
        html! { <button type="button" role="tab" aria-selected={selected} aria-controls="gallery-shelf" {onclick}>{ name }</button> }
    };
    html! {
        <dialog ref={dialog} class="gallery" aria-labelledby="gallery-title" onclose={on_action(dispatch, Action::Gallery(GalleryMsg::SetOpen(false)))}>
            <header>
                <h2 id="gallery-title">{ labels.examples }</h2>
                <p class="muted">{ labels.gallery_hint }</p>
                { for [("preemption", labels.essay), ("behaviours", labels.behaviours), ("glossary", labels.glossary), ("manual", labels.manual)].map(|(book, name)| draw_manual_link(store, book, name)) }
                <button type="button" class="link" onclick={on_cluster}>{ live_cluster::words(store.lang).cluster_labels().entry }</button>
                <button type="button" class="link" onclick={on_teach}>{ classroom::words(store.lang).classroom_labels().title }</button>
                <div class="find">
                    <div class="tabs" role="tablist" aria-labelledby="gallery-title">
                        { tab(GalleryTab::Scenarios, labels.examples) }{ tab(GalleryTab::Lessons, store.lang.lesson_labels().lessons) }
                    </div>
                    <input type="search" autofocus=true aria-label={labels.gallery_find} placeholder={labels.gallery_find} value={(*query).clone()} {oninput} />
                </div>
                { draw_button(labels.close, "icon", html! { "✕" }, on_action(dispatch, Action::Gallery(GalleryMsg::SetOpen(false)))) }
            </header>
            <div id="gallery-shelf" class="shelves" role="tabpanel" tabindex="0" aria-labelledby="gallery-title">
                { for themes }
                { lessons }
                if none { <p class="note" role="status">{ labels.gallery_none }</p> }
            </div>
        </dialog>
    }
}

/// A link to the manual or to a page of the handbook.
fn draw_manual_link(store: &Store, book: &str, name: &'static str) -> Html {
    html! { <a href={page_metadata::localized_address(store.lang, &format!("{book}/"))}>{ name }</a> }
}

/// The scenarios of a theme that match the search; empty if none does.
fn draw_theme(
    store: &Store,
    dispatch: &Callback<Action>,
    theme: &ScenarioGroup,
    scenarios: &[(usize, &'static str)],
    is_match: impl Fn(&[&str]) -> bool,
) -> Option<Html> {
    let card = |(number, name): &(usize, &'static str)| {
        let current = (store.gallery.scenario == Some(*number)).then_some("true");
        let listing = store.gallery.entries.iter().find(|listing| listing.name == *name);
        let (title, description) = listing
            .map_or((*name, ""), |listing| (store.lang.pick(&listing.title), store.lang.pick(&listing.description)));
        let release = listing.map_or("", |listing| listing.release.as_str());
        let is_finished = store.gallery.is_finished(SCENARIO_FRAGMENT, name);
        let picture = page_metadata::has_pages().then(|| page_metadata::file_address(&gallery::river_path(name)));
        is_match(&[name, title, description, release, store.lang.scenario_theme(theme.name)]).then(|| html! {
            <li>
                <button type="button" class="card" aria-current={current} onclick={on_action(dispatch, Action::Gallery(GalleryMsg::FetchScenario(*number, true)))}>
                    <b>{ title.to_owned() }
                        if !release.is_empty() { <small>{ release.to_owned() }</small> }
                        if is_finished { { lesson::draw_finished_mark(store) } }
                    </b>
                    <span>{ description.to_owned() }</span>
                    if let Some(picture) = picture { <img src={picture} alt="" loading="lazy" width="480" height="176" /> }
                </button>
            </li>
        })
    };
    let cards: Vec<Html> = scenarios.iter().filter_map(card).collect();
    (!cards.is_empty()).then(|| {
        html! {
            <section>
                <h3>{ store.lang.scenario_theme(theme.name) }</h3>
                <ul>{ for cards }</ul>
            </section>
        }
    })
}
