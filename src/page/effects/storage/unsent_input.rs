//! Input that has not reached the state yet: the editor waits for a pause in typing, and Yew updates components in separate tasks. A page that
//! closes runs no more tasks, so the input is then read from the element itself.

use std::cell::RefCell;

use js_sys::Reflect;
use web_sys::HtmlElement;

thread_local! {
    static EDITED_ELEMENT: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Records that a user typed in an element whose `value` is the text.
pub fn note_input(area: &HtmlElement) {
    EDITED_ELEMENT.with(|element| element.replace(Some(area.clone())));
}

/// Records that the state has this text.
pub(super) fn clear_input(text: &str) {
    if unsent_text().is_some_and(|last| last == text) {
        EDITED_ELEMENT.with(RefCell::take);
    }
}

/// The text that the state doesn't have yet.
pub(super) fn unsent_text() -> Option<String> {
    let area = EDITED_ELEMENT.with(|element| element.borrow().clone()).filter(|area| area.is_connected())?;
    Reflect::get(&area, &"value".into()).ok()?.as_string()
}
