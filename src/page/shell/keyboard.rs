//! Listens for keys, and dispatches the actions of the table of shortcuts.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::events::{EventListener, EventListenerOptions};
use page_state::{actions::Action, store::Store};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};
use yew::Callback;

use crate::features::commands::shortcuts::KeyEventCtx;

/// The current state, for listeners that live longer than a state.
pub type LatestStore = Rc<RefCell<Rc<Store>>>;

/// Listens for the lifetime of the page.
pub fn listen_for_keys(dispatch: &Callback<Action>, latest: LatestStore) {
    let dispatch = dispatch.clone();
    let options = EventListenerOptions::enable_prevent_default();
    let window = gloo::utils::window();
    // Whether something was typed in the field that has the focus.
    let has_typed = Rc::new(Cell::new(false));
    for (event_name, typed) in [("focusin", false), ("input", true)] {
        let has_typed = Rc::clone(&has_typed);
        EventListener::new(&window, event_name, move |_| has_typed.set(typed)).forget();
    }
    EventListener::new_with_options(&window, "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        let key = event.key();
        let context = key_event_ctx(event, &key, has_typed.get());
        // Printing may leave the focus outside of an open dialog, which the browser itself then closes.
        if key == "Escape" && !context.is_in_dialog && has_open_dialog() {
            return;
        }
        let store = Rc::clone(&latest.borrow());
        if let Some(action) = context.to_action(&store) {
            event.prevent_default();
            dispatch.emit(action);
        }
    })
    .forget();
    // A tab or a button of the player that was clicked loses the focus, so that arrow keys keep stepping and the space bar keeps playing. With the
    // keyboard, it keeps the focus.
    EventListener::new(&window, "click", |event| {
        let Some(click) = event.dyn_ref::<MouseEvent>().filter(|click| click.detail() > 0) else { return };
        let element = click.target().and_then(|target| target.dyn_into::<Element>().ok());
        let control = element.and_then(|at| at.closest("[role=tab], .player button").ok().flatten());
        if let Some(control) = control.and_then(|control| control.dyn_into::<HtmlElement>().ok()) {
            // If this fails, arrow keys switch tabs, and the space bar presses the button again.
            let _ = control.blur();
        }
    })
    .forget();
}

/// Whether a modal dialog is open.
fn has_open_dialog() -> bool {
    gloo::utils::document().query_selector("dialog:modal").is_ok_and(|dialog| dialog.is_some())
}

/// A key, and whether the focused element handles it.
fn key_event_ctx<'a>(event: &KeyboardEvent, key: &'a str, has_typed: bool) -> KeyEventCtx<'a> {
    let at = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let tag = at.as_ref().map(Element::tag_name).unwrap_or_default();
    let inside = |selector: &str| {
        at.as_ref().is_some_and(|element| element.closest(selector).is_ok_and(|ancestor| ancestor.is_some()))
    };
    KeyEventCtx {
        key,
        shift: event.shift_key(),
        ctrl: event.ctrl_key() || event.meta_key(),
        alt: event.alt_key(),
        is_typing: matches!(tag.as_str(), "TEXTAREA" | "MANIFEST-TEXT" | "SELECT")
            || inside("input:not([type=range], [type=checkbox])"),
        is_in_unchanged_field: !has_typed && inside(".chosen input"),
        is_on_field: inside("input:not([type=range])"),
        is_in_dialog: inside("dialog"),
        is_on_control: inside("button, a, summary, [role=button]"),
        is_on_tabs: inside("[role=tablist]"),
        is_in_object_list: inside("[data-keys=objects]"),
    }
}
