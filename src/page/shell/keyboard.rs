//! Listens for keys, and does what the table of shortcuts says.

use std::{cell::RefCell, rc::Rc};

use gloo::events::{EventListener, EventListenerOptions};
use page_state::{actions::Action, store::Store};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};
use yew::Callback;

use crate::features::commands::shortcuts::KeyEventCtx;

/// The state as it is now, for those who listen longer than it lasts.
pub type LatestStore = Rc<RefCell<Rc<Store>>>;

/// Listens for as long as the page is there.
pub fn listen_for_keys(dispatch: &Callback<Action>, latest: LatestStore) {
    let dispatch = dispatch.clone();
    let options = EventListenerOptions::enable_prevent_default();
    let window = gloo::utils::window();
    EventListener::new_with_options(&window, "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        let key = event.key();
        let store = Rc::clone(&latest.borrow());
        if let Some(action) = key_event_ctx(event, &key).to_action(&store) {
            event.prevent_default();
            dispatch.emit(action);
        }
    })
    .forget();
    // A tab that a pointer chose lets go of the keyboard: the arrows go on stepping. Whoever came by keyboard stays on it.
    EventListener::new(&window, "click", |event| {
        let Some(click) = event.dyn_ref::<MouseEvent>().filter(|click| click.detail() > 0) else { return };
        let element = click.target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(tab) =
            element.and_then(|at| at.closest("[role=tab]").ok().flatten()?.dyn_into::<HtmlElement>().ok())
        {
            // Without it the arrows go from tab to tab.
            let _ = tab.blur();
        }
    })
    .forget();
}

/// A key, with what the element that has the focus makes of it.
fn key_event_ctx<'a>(event: &KeyboardEvent, key: &'a str) -> KeyEventCtx<'a> {
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
        is_on_field: inside("input:not([type=range])"),
        is_in_dialog: inside("dialog"),
        is_on_control: inside("button, a, summary, [role=button]"),
        is_on_tabs: inside("[role=tablist]"),
        is_in_object_list: inside("[data-keys=objects]"),
    }
}
