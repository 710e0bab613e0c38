//! What is drawn. Views get a look at everything and a way to act, and keep no state of their own.

mod beside;
mod bookmarks;
mod build;
mod console;
mod editor;
pub mod files;
mod form;
mod gallery;
mod hands;
mod header;
mod inspector;
mod ladder;
mod lanes;
mod lesson;
mod life;
mod node;
mod nodes;
mod outline;
pub mod overview;
mod own;
mod player;
mod pod;
mod questions;
mod queues;
pub mod scene;
mod sheet;
mod sizer;
mod tables;
mod tile;
mod whatif;
mod window;

use std::rc::Rc;

use yew::{Callback, Html, MouseEvent, Properties, component, html};

use super::page::View;
use super::state::{Action, Toast};
use super::text;

/// The sign of a disruption budget, drawn, as few fonts have it.
fn shield() -> Html {
    html! {
        <svg class="shield" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M6 0.5 11 2v4c0 2.8-2 4.6-5 5.5C3 10.600 1 8.800 1 6V2z" fill="none" stroke="currentColor" stroke-width="1.5" />
        </svg>
    }
}

/// What every view gets.
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// What there is to see.
    pub view: Rc<View>,
    /// The way to act.
    pub act: Callback<Action>,
}

/// Something shared, equal only to itself: what a memo of it depends on.
pub struct Same<T>(pub Rc<T>);

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// A callback that does one thing.
pub fn on<T: 'static>(act: &Callback<Action>, action: Action) -> Callback<T> {
    let act = act.clone();
    Callback::from(move |_| act.emit(action.clone()))
}

/// A button with a name and a drawing or a word.
pub fn button(name: &str, class: &'static str, face: Html, click: Callback<MouseEvent>) -> Html {
    html! { <button type="button" {class} aria-label={name.to_owned()} title={name.to_owned()} onclick={click}>{ face }</button> }
}

/// The page.
#[component]
pub fn Root(props: &Props) -> Html {
    let Props { view, act } = props.clone();
    let store = &view.store;
    let class = if store.editor { "page with-editor" } else { "page" };
    let (view, act) = (&view, &act);
    html! {
        <div {class}>
            <a class="skip" href="#player">{ view.words.skip }</a>
            <header::Header {view} {act} />
            if store.editor { <editor::Editor {view} {act} /> }
            <main id="stage" class={if store.hurries() { "stage quick" } else { "stage" }}>
                <lesson::Lesson {view} {act} />
                if view.beside.is_some() {
                    <beside::Stages {view} {act} />
                } else {
                    <queues::Phases {view} {act} />
                    <queues::Queues {view} {act} />
                    <nodes::Nodes {view} {act} />
                }
            </main>
            <inspector::Inspector {view} {act} />
            <player::Player {view} {act} />
            <console::Console {view} {act} />
            { toast(view) }
            { files::zones(view) }
            if store.help { { help(view, act) } }
            if store.gallery { <gallery::Gallery {view} {act} /> }
        </div>
    }
}

fn toast(view: &View) -> Html {
    let (words, more) = (view.words, text::timeline::words(view.store.lang));
    let text = view.store.toast.map_or("", |toast| match toast {
        Toast::Copied => words.copied,
        Toast::Linked => words.linked,
        Toast::Text => more.text_copied,
        Toast::Refused => more.refused,
        Toast::Damaged => words.damaged,
        Toast::TooLong => words.too_long,
    });
    let class = if text.is_empty() { "toast" } else { "toast shown" };
    html! { <div {class} role="status">{ text }</div> }
}

fn help(view: &View, act: &Callback<Action>) -> Html {
    let (words, more) = (view.words, text::timeline::words(view.store.lang));
    let keys = [
        ("Space", words.key_space),
        ("← →", words.key_arrows),
        ("Shift + ← →", words.key_shift_arrows),
        ("N, F, P", words.key_landmarks),
        ("1, 2, 3", words.key_strides),
        ("C, Shift + C", words.key_caption),
        ("G", words.key_gallery),
        ("B", more.key_bookmark),
        ("Z, Shift + Z, 0", more.key_zoom),
        ("Home, End", words.key_ends),
        ("+ −", words.key_speed),
        ("Ctrl + S", words.key_share),
        ("Ctrl + Z", words.key_undo),
        ("Ctrl + Shift + Z", words.key_redo),
        ("Shift + ↑ ↓", words.key_choose),
        ("Alt + ↑ ↓", words.key_raise),
        ("Ctrl + Space", words.key_suggest),
        ("?", words.key_help),
    ];
    html! {
        <div class="veil" onclick={on(act, Action::Help(false))}>
            <div class="dialog" role="dialog" aria-modal="true" aria-label={words.keys}>
                <h2>{ words.keys }</h2>
                <dl class="keys">
                    { for keys.iter().map(|(key, what)| html! { <><dt><kbd>{ *key }</kbd></dt><dd>{ *what }</dd></> }) }
                </dl>
                <button type="button" class="plain" onclick={on(act, Action::Help(false))}>{ words.close }</button>
            </div>
        </div>
    }
}
