//! The page. Only here are there web crates.

use yew::{Html, component, html};

/// Puts the page into the element `#app`, in place of the loading text.
pub fn start() {
    let document = gloo::utils::document();
    if let Some(root) = document.get_element_by_id("app") {
        root.set_inner_html("");
        yew::Renderer::<Page>::with_root(root).render();
    }
}

#[component]
fn Page() -> Html {
    html! { <main><h1>{ "Schedscope" }</h1></main> }
}
