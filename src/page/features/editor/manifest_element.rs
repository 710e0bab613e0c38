//! Bindings for the custom element `<manifest-text>`, which is CodeMirror in a shadow root (`www/vendor/editor/index.js` documents its interface).
//! Its program is a file of its own, fetched when a manifest is first shown.

use i18n::Lang;
use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

use crate::{features::editor::completion::Completion, page_metadata};

const ELEMENT_NAME: &str = "manifest-text";

#[wasm_bindgen]
extern "C" {
    /// The element, once its program is loaded.
    #[wasm_bindgen(extends = HtmlElement)]
    #[derive(Clone)]
    pub type ManifestElement;
    #[wasm_bindgen(method, getter)]
    pub fn value(this: &ManifestElement) -> String;
    // Exceptions of the editor are caught here, because they would end the page's program.
    #[wasm_bindgen(method, setter, catch)]
    pub(crate) fn set_value(this: &ManifestElement, text: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(crate) fn set_problems(this: &ManifestElement, list: &Array) -> Result<(), JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(crate) fn set_complete(this: &ManifestElement, complete: &Function) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    pub fn tell(this: &ManifestElement, message: &Object) -> Result<(), JsValue>;
    /// Moves the caret to a line and a column, both from 1, and scrolls it into view.
    #[wasm_bindgen(method, catch)]
    pub fn go(this: &ManifestElement, line: u32, column: u32) -> Result<(), JsValue>;
    /// The part of `window.customElements` with the promise that an element is defined.
    type CustomElementRegistry;
    #[wasm_bindgen(method, js_name = whenDefined)]
    fn when_defined(this: &CustomElementRegistry, name: &str) -> Promise;
}

/// Fetches the element's program, if it isn't loaded yet; returns whether it is available.
pub async fn fetch_element() -> bool {
    let window = gloo::utils::window();
    let Ok(registry) = Reflect::get(&window, &"customElements".into()) else { return false };
    let registry: CustomElementRegistry = registry.unchecked_into();
    let result = Reflect::get(&registry, &"get".into())
        .and_then(|value| value.unchecked_into::<Function>().call1(&registry, &ELEMENT_NAME.into()));
    if result.is_ok_and(|value| !value.is_undefined()) {
        return true;
    }
    let Some(file) = page_metadata::meta_content("editor") else { return false };
    let document = gloo::utils::document();
    let Ok(script) = document.create_element("script") else { return false };
    let _ = script.set_attribute("type", "module");
    let _ = script.set_attribute("src", &page_metadata::file_address(&file));
    let load_promise = Promise::new(&mut |done, fail| {
        for (event, answer) in [("load", &done), ("error", &fail)] {
            let _ = script.add_event_listener_with_callback(event, answer);
        }
        let _ = gloo::utils::head().append_child(&script);
    });
    let is_loaded =
        JsFuture::from(load_promise).await.is_ok() && JsFuture::from(registry.when_defined(ELEMENT_NAME)).await.is_ok();
    if !is_loaded {
        script.remove();
    }
    is_loaded
}

/// The localized texts of the element.
pub fn element_words(lang: Lang) -> Object {
    let labels = lang.builder_labels();
    let object = Object::new();
    let phrases = Object::new();
    for (theirs, ours) in [
        ("Completions", labels.suggestions),
        ("Find", labels.find),
        ("Replace", labels.replace),
        ("next", labels.find_next),
        ("previous", labels.find_previous),
        ("all", labels.find_all),
        ("match case", labels.match_case),
        ("regexp", labels.regexp),
        ("by word", labels.whole_words),
        ("replace", labels.replace_one),
        ("replace all", labels.replace_all),
        ("close", labels.close_search),
        ("current match", labels.current_match),
        ("on line", labels.on_line),
        ("replaced match on line $", labels.replaced_on),
        ("replaced $ matches", labels.replaced_many),
        ("$ more characters", labels.more_characters),
        ("Go to line", labels.go_to_line),
        ("go", labels.go_there),
    ] {
        set_property(&phrases, theirs, ours);
    }
    let page = lang.page_labels();
    set_property(&object, "label", page.manifests);
    set_property(&object, "hint", page.drop_hint);
    set_property(&object, "keys", labels.editor_keys);
    set_property(&object, "phrases", &phrases);
    object
}

fn set_property(object: &Object, name: &str, value: impl Into<JsValue>) {
    // Setting a property of a plain object can't fail.
    let _ = Reflect::set(object, &name.into(), &value.into());
}

/// The suggestions at a caret in the element's format: the length of the word being typed in UTF-16 units, then its replacements.
pub fn completion_value(text_before: &str, completion: Option<Completion>, lang: Lang) -> JsValue {
    let Some(Completion { from, items }) = completion else { return JsValue::NULL };
    let chars_back = u32::try_from(text_before[from..].encode_utf16().count()).unwrap_or_default();
    let offers = items.into_iter().map(|item| {
        let text = item.description.map_or("", |description| lang.form_label(description));
        Array::of3(&item.label.into(), &text.into(), &item.insert.into()).into()
    });
    [JsValue::from(chars_back)].into_iter().chain(offers).collect::<Array>().into()
}
