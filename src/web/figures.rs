//! The figures of the essay: the engine and the stage in one program, for the thread of a page that can be read without it.

use std::cell::OnceCell;

use essay::Essay;
use i18n::Lang;
use wasm_bindgen::prelude::*;

thread_local! {
    static ESSAY: OnceCell<Result<Essay, String>> = const { OnceCell::new() };
}

fn main() {
    i18n::set_chinese(i18n::chinese());
}

/// A figure at these values of its handles, as JSON: numbers of the values, and of the step of its walk.
///
/// Throws what is wrong with it.
#[wasm_bindgen]
pub fn draw(figure: &str, values: &[u32], walk: Option<u32>, is_chinese: bool) -> Result<String, JsValue> {
    let values: Vec<usize> = values.iter().map(|value| *value as usize).collect();
    let lang = if is_chinese { Lang::Zh } else { Lang::En };
    let state = ESSAY.with(|essay| {
        let essay = essay.get_or_init(Essay::read).as_ref().map_err(Clone::clone)?;
        essay.figure(figure)?.draw(&values, walk.map(|step| step as usize), lang)
    });
    let text = state.and_then(|state| serde_json::to_string(&state).map_err(|error| error.to_string()));
    text.map_err(|error| js_sys::Error::new(&error).into())
}
