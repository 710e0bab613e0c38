//! The browser's clipboard.

use gloo::utils::window;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Copies a text to the clipboard, and calls `on_done` with whether that succeeded. Must be called while the browser handles a user event.
pub fn copy_text(text: &str, on_done: impl FnOnce(bool) + 'static) {
    // Some browsers have no clipboard on insecure pages, and some have none at all.
    let has_clipboard =
        js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).is_ok_and(|value| value.is_object());
    if !has_clipboard {
        return on_done(false);
    }
    let written = window().navigator().clipboard().write_text(text);
    spawn_local(async move { on_done(JsFuture::from(written).await.is_ok()) });
}
