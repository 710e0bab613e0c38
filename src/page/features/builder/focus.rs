//! Moves the focus: to the first field of a form that opens, and back to the object in the list or on the priority ladder.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use ui::element::focus_element;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::{Callback, Html, Properties, component, use_effect};

use crate::view::View;

thread_local! {
    /// The number of the last form whose first field was focused: a form is redrawn at any time, but gets the focus once.
    static FORMS_FOCUSED: Cell<usize> = const { Cell::new(0) };
    /// What to focus after the next redraw.
    static REFOCUS: RefCell<Option<FocusTarget>> = const { RefCell::new(None) };
}

/// What to focus after a redraw.
pub(crate) enum FocusTarget {
    /// The row of an object.
    Row(String),
    /// The chip of an object on the ladder.
    Chip(String),
    /// The list, at its tab stop.
    List,
}

#[derive(Clone, PartialEq, Properties)]
pub struct FirstFieldFocusProps {
    pub view: Rc<View>,
}

/// Focuses the first field of a form that was opened, once it is drawn: the form of a scheduler configuration is in a chunk, which may load
/// late.
#[component]
pub fn FirstFieldFocus(props: &FirstFieldFocusProps) -> Html {
    let opened = props.view.store.builder.form_open_count;
    use_effect(move || {
        if FORMS_FOCUSED.get() != opened && focus_form() {
            FORMS_FOCUSED.set(opened);
        }
    });
    Html::default()
}

/// Remembers what to focus if the focused element disappears with the next redraw: a chip moves to another level, a row is deleted.
pub(crate) fn remember_focus(focus_target: FocusTarget) {
    REFOCUS.set(Some(focus_target));
}

/// Focuses what was remembered, after the redraw, unless something else has the focus.
pub(crate) fn restore_focus() {
    let Some(focus_target) = REFOCUS.take() else { return };
    let lost =
        gloo::utils::document().active_element().is_none_or(|active_element| active_element.tag_name() == "BODY");
    match focus_target {
        _ if !lost => {}
        FocusTarget::Row(id) => drop(focus_row(&id)),
        FocusTarget::Chip(id) => drop(focus_object_in(".level-chip", &id)),
        FocusTarget::List => {
            let stop = gloo::utils::document().query_selector(".tree [role=option][tabindex='0']");
            stop.ok().flatten().iter().for_each(focus_element);
        }
    }
}

/// The id of the object whose row or chip has the focus.
pub(crate) fn focused_object() -> Option<String> {
    gloo::utils::document().active_element()?.get_attribute("data-id")
}

/// Focuses the row of an object; returns whether there is one.
pub(crate) fn focus_row(id: &str) -> bool {
    focus_object_in(".tree [data-id]", id)
}

/// Focuses the element of an object among those that match a selector; returns whether there is one.
fn focus_object_in(selector: &str, id: &str) -> bool {
    let Ok(nodes) = gloo::utils::document().query_selector_all(selector) else { return false };
    let mut elements =
        (0..nodes.length()).filter_map(|at| nodes.item(at)).filter_map(|node| node.dyn_into::<Element>().ok());
    let element = elements.find(|element| element.get_attribute("data-id").as_deref() == Some(id));
    element.as_ref().map(focus_element).is_some()
}

/// The first field of the form.
fn first_field() -> Option<Element> {
    let first = |selector: &str| gloo::utils::document().query_selector(selector).ok().flatten();
    first(".chosen .confirm button")
        .or_else(|| first(".chosen .form :is(input, select, textarea)"))
        .or_else(|| first(".chosen .form button"))
}

/// Scrolls the form's first field and its heading into view, and focuses it; returns whether there is one.
fn focus_form() -> bool {
    let Some(field) = first_field() else { return false };
    // The center leaves room for the heading above it, whatever else covers the window's edges.
    let scroll_options = ScrollIntoViewOptions::new();
    scroll_options.set_block(ScrollLogicalPosition::Center);
    field.scroll_into_view_with_scroll_into_view_options(&scroll_options);
    focus_element(&field);
    gloo::utils::document().active_element().as_ref() == Some(&field)
}

/// Escape moves the focus from the form back to the object's row, if the list is visible.
pub fn on_escape(id: &str) -> Callback<KeyboardEvent> {
    let id = id.to_owned();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" && focus_row(&id) {
            event.prevent_default();
            event.stop_propagation();
        }
    })
}
