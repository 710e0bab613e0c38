//! The page: views, what touches the browser, and what holds both together. Its state, actions and updates are the crate `page_state`, the
//! picture on the stage is `stage`, and what any Yew program would need is `ui`.
//!
//! Layers, each of which uses only those before it: `site` (the address that the page is served from), `view` (what a view draws from),
//! `effects` (the browser and the worker), `features` (the views, a folder for each), `shell` (the app component, layout, keyboard).
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]
// pixels are drawn, nothing is decided

// Yew makes a public type of each component, and what it takes has to be public too.
#![allow(unreachable_pub)]

mod effects;
mod features;
mod shell;
mod site;
mod view;

pub use effects::chunk_loader::ChunkSource;
use effects::{chunk_loader, effect_runner};
use gloo::timers::callback::Timeout;
use i18n::Lang;
pub use shell::chunk_tables;
#[cfg(feature = "prerender")]
pub use shell::prerender;
use shell::{app, prerender_swap};

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
