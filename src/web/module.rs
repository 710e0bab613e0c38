//! The engine as a JavaScript module. The build generates `schedscope.d.ts`, which documents its exports, from this file and from `js_api`.

use js_api::{Cluster, Decision, Explanation, Loaded, Options, Refused, Run, Version, values};
use js_sys::{Error, Reflect};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const THROWN: &str = "
/** The error that every function throws. */
export interface SchedscopeError extends Error, Refused {
    name: \"SchedscopeError\";
}
";

fn main() {
    i18n::set_chinese(i18n::chinese());
}

/// The version of this module, and the Kubernetes releases that it supports.
#[wasm_bindgen]
pub fn version() -> Result<Ts<Version>, JsValue> {
    to_js_result(Ok(js_api::version()))
}

/// Reads manifests. Returns what they contain, and notices about them.
///
/// Throws a `SchedscopeError` with everything that is wrong with it.
#[wasm_bindgen]
pub fn load(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    options: Option<Ts<Options>>,
) -> Result<Ts<Loaded>, JsValue> {
    to_js_result(call_with_text(&text, options, js_api::load))
}

/// Simulates manifests until nothing more happens. Returns all events.
///
/// Throws a `SchedscopeError` with all problems of the manifests.
#[wasm_bindgen]
pub fn run(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    options: Option<Ts<Options>>,
) -> Result<Ts<Run>, JsValue> {
    to_js_result(call_with_text(&text, options, js_api::run))
}

/// Describes a run of manifests in words, and explains why each pod is where it is.
///
/// Throws a `SchedscopeError` with all problems of the manifests.
#[wasm_bindgen]
pub fn explain(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    options: Option<Ts<Options>>,
) -> Result<Ts<Explanation>, JsValue> {
    to_js_result(call_with_text(&text, options, js_api::explain))
}

/// Simulates manifests and returns the run as lines that people can read and programs can compare: times, events, and for each decision all verdicts
/// and scores. Always in English, regardless of the options' language. The wording of lines may change with the engine.
///
/// Throws a `SchedscopeError` with all problems of the manifests.
#[wasm_bindgen]
pub fn story(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    options: Option<Ts<Options>>,
) -> Result<String, JsValue> {
    call_with_text(&text, options, js_api::story).map_err(|refusal| to_js_error(&refusal))
}

/// Reads a lesson (Markdown, in the format of `www/lessons/README.md`), runs it and answers its questions. `scenario` is the text of the built-in
/// scenario that the lesson names, if it names one. Returns the lesson as JSON, in the format of this build's page. Unlike all other results, this
/// format may change within `v1`.
///
/// Throws a `SchedscopeError` with the lesson's first problem and its line, in the options' language.
#[wasm_bindgen]
pub fn lesson(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string | null")] scenario: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Options | null")] options: Option<Ts<Options>>,
) -> Result<String, JsValue> {
    let lesson = call_with_text(&text, options, |text, options| {
        let is_given = !scenario.is_undefined() && !scenario.is_null();
        let scenario = is_given.then(|| values::read_text(&scenario, "scenario", options)).transpose()?;
        js_api::lesson(text, scenario.as_deref(), options)
    });
    lesson.map_err(|refusal| to_js_error(&refusal))
}

/// Schedules one pod in a static cluster. Returns the node, and all verdicts and scores.
///
/// Throws a `SchedscopeError` with all problems of the objects.
#[wasm_bindgen]
pub fn decide(cluster: Ts<Cluster>, options: Option<Ts<Options>>) -> Result<Ts<Decision>, JsValue> {
    let decide = || {
        let options = read_options(options)?;
        js_api::decide(&values::read_cluster(&cluster.js_value(), &options)?, &options)
    };
    to_js_result(decide())
}

/// Calls a function of the API with a text. The text is a `JsValue`, because wasm-bindgen would convert values that are not strings silently.
fn call_with_text<T>(
    text: &JsValue,
    options: Option<Ts<Options>>,
    function: impl FnOnce(&str, &Options) -> Result<T, Refused>,
) -> Result<T, Refused> {
    let options = read_options(options)?;
    function(&values::read_text(text, "text", &options)?, &options)
}

fn read_options(options: Option<Ts<Options>>) -> Result<Options, Refused> {
    options.map_or_else(|| Ok(Options::default()), |options| values::read_options(&options.js_value()))
}

/// Converts a result into its JavaScript value, or into the error to throw.
fn to_js_result<T: Tsify + Serialize>(answer: Result<T, Refused>) -> Result<Ts<T>, JsValue> {
    let answer = answer.map_err(|refusal| to_js_error(&refusal))?;
    answer.into_ts().map_err(|error| Error::new(&error.to_string()).into())
}

fn to_js_error(refusal: &Refused) -> JsValue {
    let error = Error::new(&refusal.message());
    error.set_name("SchedscopeError");
    if let Ok(problems) = serde_wasm_bindgen::to_value(&refusal.problems) {
        // Cannot fail, because the error is a new, extensible object.
        let _ = Reflect::set(&error, &"problems".into(), &problems);
    }
    error.into()
}
