//! What somebody typed and the page does not know yet: it waits for a rest in the typing, and then for Yew, which does its work in
//! slices between tasks of the browser. A page that goes has no more tasks, so what is typed is then read from where it stands.

use std::cell::RefCell;

use js_sys::Reflect;
use web_sys::HtmlElement;

thread_local! {
    static AREA: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Somebody typed there, in an element whose `value` is the text.
pub fn typed(area: &HtmlElement) {
    AREA.with(|it| it.replace(Some(area.clone())));
}

/// The page knows this text.
pub(super) fn known(text: &str) {
    if last().is_some_and(|last| last == text) {
        AREA.with(RefCell::take);
    }
}

/// What the page does not know.
pub(super) fn last() -> Option<String> {
    let area = AREA.with(|it| it.borrow().clone()).filter(|area| area.is_connected())?;
    Reflect::get(&area, &"value".into()).ok()?.as_string()
}
