//! Custom lessons. The engine's JavaScript module parses, runs and checks them on a thread of its own, because neither the page nor its worker
//! has a Markdown parser.

use std::rc::Rc;

use gloo::events::EventListener;
use i18n::Lang;
use js_sys::{Array, JSON};
use page_state::{
    actions::{
        Action, StudyAction,
        lesson::LessonFile,
        recovery::{PageNotice, RecoveryMsg},
    },
    gallery,
    lesson::lesson_draft,
    open_target::OpenTarget,
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, MessageEvent, Url, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::{effects::fetch::open_scenario, page_metadata};

/// The path of the module, relative to the page.
const MODULE_PATH: &str = "api/v1/schedscope.js";

/// The built-in scenario that a lesson names, if it names one.
pub fn named_scenario(text: &str) -> Option<&str> {
    let mut head = text.lines().skip(1).take_while(|line| *line != "---");
    let scenario = head.find_map(|line| line.strip_prefix("scenario:"))?;
    Some(scenario.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\'']))
        .filter(|text| !text.is_empty())
}

/// Compiles a lesson, and opens it or reports its problem.
pub fn read_lesson(
    dispatch: &Callback<Action>,
    lang: Lang,
    text: &Rc<str>,
    scenario: Option<&str>,
    is_page_empty: bool,
) {
    if let Err(error) = compile_lesson(dispatch, lang, text, scenario, is_page_empty) {
        let message = error.as_string().unwrap_or_else(|| format!("{error:?}"));
        report_invalid(dispatch, &message, text, is_page_empty);
    }
}

/// Reports a problem; opens the first scenario if the page is empty.
fn report_invalid(dispatch: &Callback<Action>, message: &str, source: &Rc<str>, is_page_empty: bool) {
    if is_page_empty {
        open_scenario(dispatch, gallery::first_scenario(), OpenTarget::Scenario);
    }
    let (message, source) = (message.into(), Rc::clone(source));
    dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::LessonInvalid { message, source })));
}

fn compile_lesson(
    dispatch: &Callback<Action>,
    lang: Lang,
    text: &Rc<str>,
    scenario: Option<&str>,
    is_page_empty: bool,
) -> Result<(), JsValue> {
    let json = |value: Option<&str>| JSON::stringify(&value.map_or(JsValue::NULL, JsValue::from_str)).map(String::from);
    let (module, lesson, runs) = (module_address(), json(Some(lesson_draft::split_draft(text).0))?, json(scenario)?);
    let lang = lang.folder();
    let boot = format!(
        "try {{\n\
         const {{ default: init, lesson }} = await import({module});\n\
         await init();\n\
         postMessage(`read ${{lesson({lesson}, {runs} ?? undefined, {{ lang: {lang:?} }})}}`);\n\
         }} catch (error) {{ postMessage(`wrong ${{error.message ?? error}}`); }}\n"
    );
    let worker = start_script(&boot)?;
    let (dispatch, source, ended) = (dispatch.clone(), Rc::clone(text), worker.clone());
    EventListener::once(&worker, "message", move |event| {
        let text = event.dyn_ref::<MessageEvent>().and_then(|event| event.data().as_string()).unwrap_or_default();
        ended.terminate();
        match text.strip_prefix("read ") {
            Some(json) => {
                dispatch.emit(Action::Study(StudyAction::LessonFile(LessonFile::Custom { json: json.into(), source })));
            }
            None => report_invalid(&dispatch, text.strip_prefix("wrong ").unwrap_or(&text), &source, is_page_empty),
        }
    })
    .forget();
    Ok(())
}

/// The address of the module, as a JavaScript string literal.
pub(super) fn module_address() -> String {
    format!("{:?}", page_metadata::file_address(MODULE_PATH))
}

/// Runs a script on a thread of its own. A worker from a blob inherits the page's content security policy.
pub(super) fn start_script(script: &str) -> Result<Worker, JsValue> {
    let kind = BlobPropertyBag::new();
    kind.set_type("text/javascript");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&script.into()), &kind)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    Worker::new_with_options(&address, &options)
}

#[cfg(test)]
mod tests {
    use protocol::is_lesson;

    use super::*;

    #[test]
    fn a_lesson_is_known_by_its_beginning() {
        let text = "---\ntitle: A\nscenario: \"ladder\" # one of ours\n---\n## One\n```step\nlook: a\n```\n";
        assert!(is_lesson(text) && is_lesson(&text.replace('\n', "\r\n")));
        assert_eq!((named_scenario(text), named_scenario(&text.replace("scenario", "goal"))), (Some("ladder"), None));
        for other in ["", "---\nkind: Node\n---\nkind: Pod\n", "kind: Node\n# ```step\n", "# A text\n```step\n"] {
            assert!(!is_lesson(other), "{other}");
        }
        assert_eq!(named_scenario("---\nscenario: x\n"), Some("x"));
        assert_eq!(named_scenario("---\ntitle: x\n---\nscenario: y\n"), None);
    }
}
