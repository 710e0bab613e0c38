//! The page. Only here are there web crates.
//!
//! `state` is all that the page knows and how it changes, purely; `effects` is what reaches out; `worker` is the engine
//! on a thread of its own and the way to it; `builder` makes edits of the text from what is done in lists and forms;
//! `pace` says how the playhead goes; `gallery` has the built-in scenarios, `text` every word in every language; `branches`
//! are runs beside the one shown. `matrix`, `standings`, `bracket` and `axis` put in order what tables and pictures show, as
//! pure data; `views` draw.

mod answer;
mod axis;
mod bookmarks;
mod bracket;
mod branches;
mod builder;
mod effects;
mod flip;
mod gallery;
mod keys;
mod load;
mod matrix;
mod pace;
mod page;
mod selection;
mod shown;
mod standings;
mod state;
mod text;
mod views;
mod worker;

use wasm_bindgen::JsCast;

/// Starts the page, or the engine where this is a worker.
pub fn start() {
    if let Ok(scope) = js_sys::global().dyn_into::<web_sys::DedicatedWorkerGlobalScope>() {
        return worker::serve(&scope);
    }
    let document = gloo::utils::document();
    if let Some(root) = document.get_element_by_id("app") {
        root.set_inner_html("");
        yew::Renderer::<page::App>::with_root(root).render();
    }
}
