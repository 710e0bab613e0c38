//! What somebody typed and the page does not know yet: it waits for a rest in the typing, and then for Yew, which does its work in
//! slices between tasks of the browser. A page that goes has no more tasks, so what is typed is then read from where it stands.

use std::cell::RefCell;

use js_sys::Reflect;
use web_sys::HtmlElement;

thread_local! {
    static EDITED_ELEMENT: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Somebody typed there, in an element whose `value` is the text.
pub fn note_input(area: &HtmlElement) {
    EDITED_ELEMENT.with(|element| element.replace(Some(area.clone())));
}

/// The page knows this text.
pub(super) fn clear_input(text: &str) {
    if unsent_text().is_some_and(|last| last == text) {
        EDITED_ELEMENT.with(RefCell::take);
    }
}

/// What the page does not know.
pub(super) fn unsent_text() -> Option<String> {
    let area = EDITED_ELEMENT.with(|element| element.borrow().clone()).filter(|area| area.is_connected())?;
    Reflect::get(&area, &"value".into()).ok()?.as_string()
}
