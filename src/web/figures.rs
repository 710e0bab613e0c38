//! The figures of the essay. Engine and stage are one program without a worker: they run on the main thread, since the text can be read without them.

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

/// Draws a figure and returns it as JSON. `values` has the index of the chosen value of each handle, and `walk` the index of the step of its walk.
///
/// Throws an `Error` if there is no such figure, or if it cannot be drawn.
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
