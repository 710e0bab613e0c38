//! The page: views, access to the browser, and the app component. Its state, actions and updates are in the crate `page_state`, the picture on the
//! stage is in `stage`, and what any Yew program needs in `ui`.
//!
//! Modules, each of which uses only those before it: `site` (the address that the page is served from), `view` (the view model and props),
//! `effects` (the browser and the worker), `features` (the views, a folder for each), `shell` (the app component, layout, keyboard).
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]
// Only views: clocks and hash maps can't influence the engine.

// Yew makes a public type of each component, so its props must be public, too.
#![allow(unreachable_pub)]

mod effects;
mod features;
mod page_metadata;
mod shell;
mod view;

pub use effects::chunk_loader::PageSplitPoints;
use effects::{chunk_loader, effect_runner};
use gloo::timers::callback::Timeout;
use i18n::Lang;
use page_state::chunk::Chunk;
pub use shell::chunk_tables;
#[cfg(feature = "prerender")]
pub use shell::prerender;
use shell::{app, prerender_swap};

/// Starts the page with these split points for its chunks.
pub fn start(split_points: PageSplitPoints) {
    page_metadata::read_page_metadata();
    let preferred_lang = effect_runner::EffectRunner::initial_language();
    if Chunk::of_language(preferred_lang).is_none() {
        // In a task of its own, because on a phone the program's start has already blocked the page for long.
        Timeout::new(0, move || mount_app(preferred_lang, preferred_lang, split_points)).forget();
        return;
    }
    wasm_bindgen_futures::spawn_local(async move {
        // If the Chinese texts can't be fetched, the page starts in English.
        let lang = if chunk_loader::load_chinese(split_points).await { preferred_lang } else { Lang::default() };
        mount_app(lang, preferred_lang, split_points);
    });
}

fn mount_app(lang: Lang, preferred_lang: Lang, split_points: PageSplitPoints) {
    // The element is added to the document as soon as it has content; until then the prerendered picture is visible.
    if let Ok(root) = gloo::utils::document().create_element("div") {
        root.set_id("app");
        let swap = prerender_swap::PrerenderSwap::new(root.clone());
        yew::Renderer::<app::App>::with_root_and_props(
            root,
            app::AppProps { swap, lang, preferred_lang, split_points },
        )
        .render();
    }
}
