//! Elements that every page has, and helpers for elements.

use std::rc::Rc;

use gloo::utils::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};
use yew::{AttrValue, Callback, Html, MouseEvent, html, virtual_dom::AttributeOrProperty};

/// Sets the inline style of an element. A strict content security policy forbids the attribute `style`, but not the property. When a page is
/// rendered natively, there are no properties: the element gets an attribute `data-style`, which a script of the page applies.
pub fn with_style(style: &str, mut html: Html) -> Html {
    if let Html::VTag(tag) = &mut html {
        let tag = Rc::make_mut(tag);
        if cfg!(target_arch = "wasm32") {
            tag.add_property("style", style);
        } else {
            tag.add_attribute("data-style", style.to_owned());
            // Yew 0.23 drops the static attributes of a tag to which an attribute was added.
            for value in tag.attributes.get_mut_index_map().values_mut() {
                if let AttributeOrProperty::Static(text) = value {
                    *value = AttributeOrProperty::Attribute(AttrValue::Static(text));
                }
            }
        }
    }
    html
}

/// The lower left corner of an element, in pixels of the window.
#[allow(clippy::cast_possible_truncation)] // pixels
pub fn lower_left(element: &Element) -> (i32, i32) {
    let area = element.get_bounding_client_rect();
    (area.left() as i32, area.bottom() as i32)
}

/// Focuses an element, HTML or SVG. If it can't be focused, the focus doesn't move.
pub fn focus_element(element: &Element) {
    let _ = element.unchecked_ref::<HtmlElement>().focus();
}

/// The size of the window, in pixels.
#[allow(clippy::cast_possible_truncation)] // pixels
pub fn window_size() -> (i32, i32) {
    let of = |size: Result<JsValue, _>| size.ok().and_then(|size| size.as_f64()).unwrap_or(0.0) as i32;
    (of(window().inner_width()), of(window().inner_height()))
}

/// Positions an element within the window, as close to this position as its size allows.
pub fn place_in_window(element: &HtmlElement, left: i32, top: i32) {
    let (width, height) = window_size();
    let clamp = |from: i32, size: i32, window_size: i32| from.min(window_size - size - 8).max(8);
    let style = element.style();
    // If the browser rejects the lengths, the element is in the corner.
    let _ = style.set_property("left", &format!("{}px", clamp(left, element.offset_width(), width)));
    let _ = style.set_property("top", &format!("{}px", clamp(top, element.offset_height(), height)));
}

/// A button with an accessible name, and a drawing or text as its face.
pub fn draw_button(name: &str, class: &'static str, face_html: Html, click: Callback<MouseEvent>) -> Html {
    html! { <button type="button" {class} aria-label={name.to_owned()} title={name.to_owned()} onclick={click}>{ face_html }</button> }
}

/// A plugin's name that may be broken between its words.
pub fn breakable_name(name: &str) -> Html {
    let starts = name.char_indices().filter(|(at, c)| *at > 0 && c.is_ascii_uppercase()).map(|(at, _)| at);
    let mut class_names = Vec::new();
    let mut from = 0;
    for at in starts.chain([name.len()]) {
        class_names.push(html! { <>{ name[from..at].to_owned() }<wbr /></> });
        from = at;
    }
    html! { { for class_names } }
}
