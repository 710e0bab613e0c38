//! A teacher's own lesson. The engine's JavaScript module reads, runs and judges it on a thread of its own: neither the page nor its worker
//! holds a Markdown parser.

use std::rc::Rc;

use gloo::events::EventListener;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, MessageEvent, Url, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::care::{Caring, Trouble};
use crate::lang::Lang;
use crate::lesson::{Learning, place};
use crate::site;
use crate::store::Action;

/// The module, from the page.
const MODULE: &str = "api/v1/schedscope.js";

/// The built-in scenario that it names, if it names one.
pub fn scenario(text: &str) -> Option<&str> {
    let mut head = text.lines().skip(1).take_while(|line| *line != "---");
    let named = head.find_map(|line| line.strip_prefix("scenario:"))?;
    Some(named.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\''])).filter(|it| !it.is_empty())
}

/// Has it read, and takes it, or tells what is wrong with it.
pub fn read(act: &Callback<Action>, lang: Lang, text: &Rc<str>, scenario: Option<&str>) {
    if let Err(error) = begin(act, lang, text, scenario) {
        let said = error.as_string().unwrap_or_else(|| format!("{error:?}"));
        act.emit(wrong(&said, text));
    }
}

fn wrong(said: &str, source: &Rc<str>) -> Action {
    Action::Care(Caring::Trouble(Trouble::Lesson { said: said.into(), source: Rc::clone(source) }))
}

fn begin(act: &Callback<Action>, lang: Lang, text: &Rc<str>, scenario: Option<&str>) -> Result<(), JsValue> {
    let json =
        |value: Option<&str>| serde_json::to_string(&value).map_err(|error| JsValue::from_str(&error.to_string()));
    let (module, lesson, runs) = (site::address(MODULE), json(Some(place::split(text).0))?, json(scenario)?);
    let lang = if lang == Lang::Zh { "zh" } else { "en" };
    let boot = format!(
        "try {{\n\
         const {{ default: init, lesson }} = await import({module:?});\n\
         await init();\n\
         postMessage(`read ${{lesson({lesson}, {runs} ?? undefined, {{ lang: {lang:?} }})}}`);\n\
         }} catch (error) {{ postMessage(`wrong ${{error.message ?? error}}`); }}\n"
    );
    // A worker from a blob keeps the page's policy.
    let kind = BlobPropertyBag::new();
    kind.set_type("text/javascript");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&boot.into()), &kind)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&address, &options)?;
    let (act, source, ended) = (act.clone(), Rc::clone(text), worker.clone());
    EventListener::once(&worker, "message", move |event| {
        let said = event.dyn_ref::<MessageEvent>().and_then(|event| event.data().as_string()).unwrap_or_default();
        ended.terminate();
        act.emit(match said.strip_prefix("read ") {
            Some(json) => Action::Lesson(Learning::Made { json: json.into(), source }),
            None => wrong(said.strip_prefix("wrong ").unwrap_or(&said), &source),
        });
    })
    .forget();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::is_lesson;

    #[test]
    fn a_lesson_is_known_by_its_beginning() {
        let text = "---\ntitle: A\nscenario: \"ladder\" # one of ours\n---\n## One\n```step\nlook: a\n```\n";
        assert!(is_lesson(text) && is_lesson(&text.replace('\n', "\r\n")));
        assert_eq!((scenario(text), scenario(&text.replace("scenario", "goal"))), (Some("ladder"), None));
        for other in ["", "---\nkind: Node\n---\nkind: Pod\n", "kind: Node\n# ```step\n", "# A text\n```step\n"] {
            assert!(!is_lesson(other), "{other}");
        }
        assert_eq!(scenario("---\nscenario: x\n"), Some("x"));
        assert_eq!(scenario("---\ntitle: x\n---\nscenario: y\n"), None);
    }
}
