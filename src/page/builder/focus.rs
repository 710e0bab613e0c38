//! Where the focus goes: to the first field of a form that opens, and back to the object in the list.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::{Callback, Html, Properties, component, use_effect};

use crate::builder::tree;
use crate::view::View;

thread_local! {
    /// How many forms that were opened had their turn. The form may be drawn anew any time, and takes the focus but once.
    static SERVED: Cell<usize> = const { Cell::new(0) };
}

/// The form that has the focus to give.
#[derive(Clone, PartialEq, Properties)]
pub struct FirstProps {
    /// What there is to see.
    pub view: Rc<View>,
}

/// Gives the focus to the first field of a form that was opened, once it is drawn: that of a document about the scheduler comes with a part.
#[component]
pub fn First(props: &FirstProps) -> Html {
    let opened = props.view.store.builder.opened;
    use_effect(move || {
        if SERVED.get() != opened && enter() {
            SERVED.set(opened);
        }
    });
    Html::default()
}

/// The first field of the form.
fn first() -> Option<Element> {
    let of = |selector: &str| gloo::utils::document().query_selector(selector).ok().flatten();
    of(".chosen .form :is(input, select, textarea)").or_else(|| of(".chosen .form button"))
}

/// Brings the form's first field into the window, with its head, and the focus to the field; tells whether there is one.
fn enter() -> bool {
    let Some(field) = first() else { return false };
    // In the middle there is room for the head above it, whatever else hangs over the window's edges.
    let place = ScrollIntoViewOptions::new();
    place.set_block(ScrollLogicalPosition::Center);
    field.scroll_into_view_with_scroll_into_view_options(&place);
    focus(&field);
    gloo::utils::document().active_element().as_ref() == Some(&field)
}

fn focus(element: &Element) {
    // What cannot have the focus leaves it where it is.
    let _ = element.unchecked_ref::<HtmlElement>().focus();
}

/// Escape leads from the form back to the object in the list, if that is seen.
pub fn leave(id: &str) -> Callback<KeyboardEvent> {
    let id = id.to_owned();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" && tree::focus(&id) {
            event.prevent_default();
            event.stop_propagation();
        }
    })
}
