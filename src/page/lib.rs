//! The crate of the page: its state, its views, and all that listens in the document. What any Yew program would need is in the crate `ui`.
//!
//! From the ground up: `lang`; the part of the state that each feature has, in its folder's `mod.rs` (`player`, `selection`, `lesson`,
//! `bookmarks`, `builder`, `inspector`, `console`, `worker_cache`, `comparison`, `gallery`, `recovery`, `import`, `share`), and those of the page itself
//! (`run`, `overlays`, `chunk`), with what many of them name (`panes`, `stage_edit`, `shared_actions`); `store` with all of them; `followup`; then what each
//! feature does to its own part (its `update`), and one `update` above them, the only place that knows all features and changes the whole
//! state.
//!
//! `view` is what a view gets; `view_model` makes it, `dirty` says what of it a component draws.
//! The views stand in their feature's folder, and so do those that have no state of their own (`stage`, which shows what the crate of this
//! name draws, `timeline`, `editor`, `stage_editor`, `devices`, `commands`); `root` arranges them, `app` holds the state. What comes late is
//! asked for by `chunk_needs` and reached by `chunks` alone.
//!
//! `effect_runner` runs the effects, `storage` what the browser keeps, `worker_link` the way to the worker and
//! `worker_protocol` the messages on it, `site` the address that the page is served from, `address` what the browser's address names. `fetch` gets the built-in
//! scenarios, `clipboard` copies texts, `service_worker` keeps the page without a network. `prerender` draws what is seen before all this
//! runs, and `prerender_swap` takes that away.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]
// pixels are drawn, nothing is decided

// Yew makes a public type of each component, and what it takes has to be public too.
#![allow(unreachable_pub)]

mod address;
mod app;
mod bookmarks;
mod builder;
mod chunk;
mod chunk_loader;
mod chunk_needs;
pub mod chunk_tables;
mod chunk_views;
mod clipboard;
mod commands;
mod comparison;
mod console;
mod devices;
mod dirty;
mod editor;
mod effect_runner;
mod fetch;
mod gallery;
mod header;
mod import;
mod inspector;
mod keyboard;
mod lang;
mod lesson;
mod open_target;
mod overlays;
mod panes;
mod player;
#[cfg(feature = "prerender")]
pub mod prerender;
mod prerender_swap;
mod recovery;
#[cfg(all(test, feature = "prerender"))]
mod redraw_tests;
mod report;
mod root;
mod run;
mod run_view;
mod selection;
mod service_worker;
mod settings;
mod share;
mod shared_actions;
mod site;
mod stage;
mod stage_edit;
mod stage_editor;
mod storage;
mod store;
#[cfg(any(test, feature = "prerender"))]
mod testing;
mod timeline;
mod update;
mod view;
mod view_model;
mod welcome;
mod worker_cache;
mod worker_link;
mod worker_protocol;

pub use chunk_loader::ChunkSource;
use gloo::timers::callback::Timeout;
use lang::Lang;

/// Starts the page, with the way to its chunks.
pub fn start(chunk_source: ChunkSource) {
    site::init_site();
    let preferred_lang = effect_runner::EffectRunner::initial_language();
    if preferred_lang == Lang::En {
        // In a task of its own: on a phone the start of the program has lasted long enough.
        Timeout::new(0, move || mount_app(preferred_lang, preferred_lang, chunk_source)).forget();
        return;
    }
    wasm_bindgen_futures::spawn_local(async move {
        // Where its words do not come, those that are there have to do.
        let lang = if chunk_loader::load_chinese(chunk_source).await { preferred_lang } else { Lang::En };
        mount_app(lang, preferred_lang, chunk_source);
    });
}

fn mount_app(lang: Lang, preferred_lang: Lang, chunk_source: ChunkSource) {
    // It is put into the document as soon as it has something to show: until then the picture there stays.
    if let Ok(root) = gloo::utils::document().create_element("div") {
        root.set_id("app");
        let swap = prerender_swap::PrerenderSwap::new(root.clone());
        yew::Renderer::<app::App>::with_root_and_props(
            root,
            app::AppProps { swap, lang, preferred_lang, chunk_source },
        )
        .render();
    }
}
