//! The engine as a JavaScript module. What it exports is written down in `schedscope.d.ts`, which the build makes of this file and of `js_api`.

use js_api::{Cluster, Decision, Explanation, Loaded, Options, Refused, Run, Version, values};
use js_sys::{Error, Reflect};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const THROWN: &str = "
/** What every function throws when there is no answer. */
export interface SchedscopeError extends Error, Refused {
    name: \"SchedscopeError\";
}
";

fn main() {
    i18n::set_chinese(i18n::chinese());
}

/// What this module is: its version, and the releases that it knows.
#[wasm_bindgen]
pub fn version() -> Result<Ts<Version>, JsValue> {
    given_arguments(Ok(js_api::version()))
}

/// Reads a text of manifests, and says what is in it and what is noticed.
///
/// Throws a `SchedscopeError` with everything that is wrong with it.
#[wasm_bindgen]
pub fn load(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    options: Option<Ts<Options>>,
) -> Result<Ts<Loaded>, JsValue> {
    given_arguments(answer_text(&text, options, js_api::load))
}

/// Runs a text to its end, and gives all that happened.
///
/// Throws a `SchedscopeError` with everything that is wrong with the text.
#[wasm_bindgen]
pub fn run(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    options: Option<Ts<Options>>,
) -> Result<Ts<Run>, JsValue> {
    given_arguments(answer_text(&text, options, js_api::run))
}

/// Tells the run of a text in words, and why each pod is where it is.
///
/// Throws a `SchedscopeError` with everything that is wrong with the text.
#[wasm_bindgen]
pub fn explain(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    options: Option<Ts<Options>>,
) -> Result<Ts<Explanation>, JsValue> {
    given_arguments(answer_text(&text, options, js_api::explain))
}

/// A run as lines that a person can read and a program can compare: when, what happened, and of a decision every verdict and score. In
/// English, whatever language the options name; what a line says may change with the engine.
///
/// Throws a `SchedscopeError` with everything that is wrong with the text.
#[wasm_bindgen]
pub fn story(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    options: Option<Ts<Options>>,
) -> Result<String, JsValue> {
    answer_text(&text, options, js_api::story).map_err(|refusal| thrown(&refusal))
}

/// Reads a lesson (Markdown, as `www/lessons/README.md` describes it), runs it and judges its questions. `scenario` is the text of the built-in
/// scenario that it names, if it names one. Gives the lesson as this build's page shows it, as JSON: of all here, that alone may change.
///
/// Throws a `SchedscopeError` with the first thing that is wrong with it, and its line, in the language that the options name.
#[wasm_bindgen]
pub fn lesson(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string | null")] scenario: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Options | null")] options: Option<Ts<Options>>,
) -> Result<String, JsValue> {
    let lesson = answer_text(&text, options, |text, options| {
        let is_given = !scenario.is_undefined() && !scenario.is_null();
        let scenario = is_given.then(|| values::read_text(&scenario, "scenario", options)).transpose()?;
        js_api::lesson(text, scenario.as_deref(), options)
    });
    lesson.map_err(|refusal| thrown(&refusal))
}

/// Decides one pod in a cluster that stands still: the node, every verdict, every score.
///
/// Throws a `SchedscopeError` with everything that is wrong with the objects.
#[wasm_bindgen]
pub fn decide(cluster: Ts<Cluster>, options: Option<Ts<Options>>) -> Result<Ts<Decision>, JsValue> {
    let decide = || {
        let options = read_options(options)?;
        js_api::decide(&values::read_cluster(&cluster.js_value(), &options)?, &options)
    };
    given_arguments(decide())
}

/// What is said of a text. It comes as any value: what wasm-bindgen makes a text of is not always one.
fn answer_text<T>(
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

/// An answer as JavaScript has it, or the error that is thrown.
fn given_arguments<T: Tsify + Serialize>(answer: Result<T, Refused>) -> Result<Ts<T>, JsValue> {
    let answer = answer.map_err(|refusal| thrown(&refusal))?;
    answer.into_ts().map_err(|error| Error::new(&error.to_string()).into())
}

fn thrown(refusal: &Refused) -> JsValue {
    let error = Error::new(&refusal.message());
    error.set_name("SchedscopeError");
    if let Ok(problems) = serde_wasm_bindgen::to_value(&refusal.problems) {
        // An object that was just made takes it.
        let _ = Reflect::set(&error, &"problems".into(), &problems);
    }
    error.into()
}
