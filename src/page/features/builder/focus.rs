//! Where the focus goes: to the first field of a form that opens, and back to the object in the list or on the ladder.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::{Callback, Html, Properties, component, use_effect};

use crate::view::View;

thread_local! {
    /// How many forms that were opened had their turn. The form may be drawn anew any time, and takes the focus but once.
    static FORMS_FOCUSED: Cell<usize> = const { Cell::new(0) };
    /// What gets the focus back once what was done is drawn.
    static REFOCUS: RefCell<Option<FocusTarget>> = const { RefCell::new(None) };
}

/// What gets the focus back.
pub(crate) enum FocusTarget {
    /// The row of an object.
    Row(String),
    /// The chip of an object on the ladder.
    Chip(String),
    /// The list, at its stop for Tab.
    List,
}

/// The form that has the focus to give.
#[derive(Clone, PartialEq, Properties)]
pub struct FirstFieldFocusProps {
    /// What there is to see.
    pub view: Rc<View>,
}

/// Gives the focus to the first field of a form that was opened, once it is drawn: that of a document about the scheduler comes with a part.
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

/// Gives the focus to this if what has it now is no longer there once the next thing is drawn: a chip goes to another level, a row is gone.
pub(crate) fn remember_focus(focus_target: FocusTarget) {
    REFOCUS.set(Some(focus_target));
}

/// Gives the focus back to what is to have it again, once that is drawn.
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

/// The object whose row or chip has the focus.
pub(crate) fn focused_object() -> Option<String> {
    gloo::utils::document().active_element()?.get_attribute("data-id")
}

/// Gives the focus to the row of an object; tells whether there is one.
pub(crate) fn focus_row(id: &str) -> bool {
    focus_object_in(".tree [data-id]", id)
}

/// Gives the focus to what stands for an object among these; tells whether there is one.
fn focus_object_in(among: &str, id: &str) -> bool {
    let Ok(all) = gloo::utils::document().query_selector_all(among) else { return false };
    let mut elements =
        (0..all.length()).filter_map(|at| all.item(at)).filter_map(|filter_map| filter_map.dyn_into::<Element>().ok());
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

/// Brings the form's first field into the window, with its head, and the focus to the field; tells whether there is one.
fn focus_form() -> bool {
    let Some(field) = first_field() else { return false };
    // In the middle there is room for the head above it, whatever else hangs over the window's edges.
    let scroll_options = ScrollIntoViewOptions::new();
    scroll_options.set_block(ScrollLogicalPosition::Center);
    field.scroll_into_view_with_scroll_into_view_options(&scroll_options);
    focus_element(&field);
    gloo::utils::document().active_element().as_ref() == Some(&field)
}

fn focus_element(element: &Element) {
    // What cannot have the focus leaves it where it is.
    let _ = element.unchecked_ref::<HtmlElement>().focus();
}

/// Escape leads from the form back to the object in the list, if that is seen.
pub fn on_escape(id: &str) -> Callback<KeyboardEvent> {
    let id = id.to_owned();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" && focus_row(&id) {
            event.prevent_default();
            event.stop_propagation();
        }
    })
}
