//! Downloads of files that the page creates.

use gloo::utils::document;
use wasm_bindgen::{JsCast, JsValue};

/// Downloads a text as a file.
pub fn save_text(text: &str, name: &str) {
    let blob_parts = js_sys::Array::of1(&JsValue::from_str(text));
    if web_sys::Blob::new_with_str_sequence(&blob_parts).and_then(|blob| save_blob(&blob, name)).is_err() {
        gloo::console::warn!("the browser does not save the file");
    }
}

/// Downloads bytes as a file.
pub fn save_blob(blob: &web_sys::Blob, name: &str) -> Result<(), JsValue> {
    let address = web_sys::Url::create_object_url_with_blob(blob)?;
    let link = document().create_element("a")?;
    link.set_attribute("href", &address)?;
    link.set_attribute("download", name)?;
    link.unchecked_into::<web_sys::HtmlElement>().click();
    web_sys::Url::revoke_object_url(&address)
}
