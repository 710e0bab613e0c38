//! The page: all that draws and listens in the document.
//!
//! From the ground up: `lang`; the part of the state that each feature has, in its folder's `mod.rs` (`player`, `selection`, `lesson`,
//! `bookmarks`, `builder`, `inspector`, `console`, `known`, `compare`, `gallery`, `care`, `reading`, `share`), and those of the page itself
//! (`run`, `front`, `page_part`), with what many of them name (`panes`, `craft`, `acts`); `store` with all of them; `wish`; then what each
//! feature does to its own part (its `update`), and one `update` above them, the only place that knows all features and changes the whole
//! state.
//!
//! `view` is what a view gets; `look` makes it, `sees` says what of it a component draws, and `typing` is the field for text of all forms.
//! The views stand in their feature's folder, and so do those that have no state of their own (`stage`, `timeline`, `editor`, `crafting`,
//! `devices`, `commands`); `root` arranges them, `page` holds the state. What comes late is asked for by `needed` and reached by `parts`
//! alone.
//!
//! `outside` is what reaches out, `memory` what the browser keeps (`lock`: how tabs know each other), `worker_link` the way to the worker and
//! `talk` what is said on it, `site` where the page lies, `address` what the browser's address names. `fetching` gets the built-in
//! scenarios, `handing` hands texts to the browser, `offline` keeps the page without a network. `still` draws what is seen before all this
//! runs, and `curtain` takes that away.

// Yew makes a public type of each component, and what it takes has to be public too.
#![allow(unreachable_pub)]

mod acts;
mod address;
mod bookmarks;
mod builder;
mod care;
mod commands;
mod compare;
mod console;
mod craft;
mod crafting;
mod curtain;
mod devices;
#[cfg(all(test, feature = "still"))]
mod draws;
mod editor;
mod fetching;
mod front;
mod gallery;
mod glossary;
mod handing;
mod header;
mod inspector;
mod keys;
mod known;
mod lang;
mod lesson;
mod lock;
mod look;
mod memory;
mod modal;
mod needed;
mod offline;
mod opening;
mod outside;
mod page;
mod page_part;
mod panes;
pub mod parts;
mod player;
mod reading;
mod report;
mod root;
mod run;
mod sees;
mod selection;
mod settings;
mod share;
mod shown;
mod site;
mod slot;
mod stage;
#[cfg(feature = "still")]
pub mod still;
mod store;
mod talk;
#[cfg(any(test, feature = "still"))]
mod testing;
mod timeline;
mod typing;
mod update;
mod view;
mod welcome;
mod window;
mod wish;
mod worker_link;

use gloo::timers::callback::Timeout;
use lang::Lang;

/// Starts the page.
pub fn start() {
    site::look();
    let wanted = outside::Outside::language();
    if wanted == Lang::En {
        // In a task of its own: on a phone the start of the program has lasted long enough.
        Timeout::new(0, move || render(wanted, wanted)).forget();
        return;
    }
    wasm_bindgen_futures::spawn_local(async move {
        // Where its words do not come, those that are there have to do.
        render(if parts::learn_chinese().await { wanted } else { Lang::En }, wanted);
    });
}

fn render(lang: Lang, wanted: Lang) {
    // It is put into the document as soon as it has something to show: until then the picture there stays.
    if let Ok(root) = gloo::utils::document().create_element("div") {
        root.set_id("app");
        let curtain = curtain::Curtain::new(root.clone());
        yew::Renderer::<page::App>::with_root_and_props(root, page::AppProps { curtain, lang, wanted }).render();
    }
}
