//! Puts texts into the clipboard, or downloads them as files.

use gloo::utils::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::Callback;

use crate::{
    overlays::{OverlayMsg, Toast},
    recovery::{PageNotice, RecoveryMsg},
    store::Action,
};

/// Puts a text into the clipboard, and tells whether it is there.
pub fn copy_text(dispatch: &Callback<Action>, text: &str, success_toast: Toast, by_hand: Option<PageNotice>) {
    let failure = match by_hand {
        Some(page_notice) => Action::Recovery(RecoveryMsg::AddNotice(page_notice)),
        None => Action::Overlays(OverlayMsg::SetToast(Some(Toast::ClipboardRefused))),
    };
    // Some browsers have no clipboard for pages that are not secure, and some have none at all.
    let has_clipboard =
        js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).is_ok_and(|value| value.is_object());
    if !has_clipboard {
        return dispatch.emit(failure);
    }
    let written = window().navigator().clipboard().write_text(text);
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let copied = JsFuture::from(written).await.is_ok();
        dispatch.emit(if copied { Action::Overlays(OverlayMsg::SetToast(Some(success_toast))) } else { failure });
    });
}

/// Hands a text to the browser as a file.
pub fn save_text(text: &str, name: &str) {
    let blob_parts = js_sys::Array::of1(&JsValue::from_str(text));
    if web_sys::Blob::new_with_str_sequence(&blob_parts).and_then(|blob| save_blob(&blob, name)).is_err() {
        gloo::console::warn!("the browser does not save the file");
    }
}

/// Hands bytes to the browser as a file.
pub(crate) fn save_blob(blob: &web_sys::Blob, name: &str) -> Result<(), JsValue> {
    let address = web_sys::Url::create_object_url_with_blob(blob)?;
    let link = document().create_element("a")?;
    link.set_attribute("href", &address)?;
    link.set_attribute("download", name)?;
    link.unchecked_into::<web_sys::HtmlElement>().click();
    web_sys::Url::revoke_object_url(&address)
}
