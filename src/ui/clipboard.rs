//! The clipboard of the browser.

use gloo::utils::window;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Puts a text into the clipboard, and tells whether it is there. Must be called while the browser handles an event of the user.
pub fn copy_text(text: &str, on_done: impl FnOnce(bool) + 'static) {
    // Some browsers have no clipboard for pages that are not secure, and some have none at all.
    let has_clipboard =
        js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).is_ok_and(|value| value.is_object());
    if !has_clipboard {
        return on_done(false);
    }
    let written = window().navigator().clipboard().write_text(text);
    spawn_local(async move { on_done(JsFuture::from(written).await.is_ok()) });
}
