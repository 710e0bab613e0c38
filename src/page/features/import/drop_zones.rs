//! The areas on which files can be dropped.

use yew::{Html, html};

use crate::view::View;

/// The drop zones, while files are dragged over the page.
pub fn draw_drop_zones(view: &View) -> Html {
    let lang = view.store.lang;
    if !view.store.builder.is_dragging_files {
        return html! {};
    }
    html! {
        <div class="zones" role="status">
            <div data-drop="open">{ lang.builder_labels().drop_to_open }</div>
            <div data-drop="add">{ lang.builder_labels().drop_to_add }</div>
        </div>
    }
}
