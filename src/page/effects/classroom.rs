//! Effects of the classroom: its storage, and the check of the draft of a lesson.
//!
//! The engine's JavaScript module checks the draft, as it does a custom lesson (`custom_lesson`). Here its thread is kept, so that a check takes no
//! longer than the run. A check of an outdated text is terminated.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::{events::EventListener, timers::callback::Timeout};
use i18n::Lang;
use js_sys::Array;
use page_state::{
    actions::{
        Action,
        classroom::{ClassroomMsg, DraftProblem, SavedClassroom},
        recovery::RecoveryMsg,
    },
    effects::ClassroomEffect,
    gallery,
    store::Store,
};
use ui::web_storage::{read_json, remove_key};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{MessageEvent, Worker};
use yew::Callback;

use crate::effects::{
    custom_lesson::{module_address, named_scenario, start_script},
    fetch::{fetch_file, with_scenario_cache},
    storage::local_storage::{
        CLASSROOM_KEY, COURSE_KEY, STUDENT_KEY, local_area, recall_value, session_area, write_json,
    },
};

/// Milliseconds without typing after which the draft is checked.
const CHECK_DELAY: u32 = 400;

thread_local! {
    static CHECK_TIMER: RefCell<Option<Timeout>> = const { RefCell::new(None) };
    static CHECKER: RefCell<Option<LessonChecker>> = const { RefCell::new(None) };
}

pub fn run_classroom_effect(store: &Store, effect: ClassroomEffect, dispatch: &Callback<Action>) {
    match effect {
        ClassroomEffect::Restore => {
            let mut saved: SavedClassroom = recall_value(CLASSROOM_KEY).unwrap_or_default();
            saved.course = read_json(session_area(), COURSE_KEY);
            saved.student = read_json(session_area(), STUDENT_KEY).unwrap_or_default();
            dispatch.emit(ClassroomMsg::Restore(Box::new(saved)).into());
        }
        ClassroomEffect::Keep if store.classroom.is_restored => keep_classroom(&store.classroom.saved, dispatch),
        // Nothing is written while the storage is still being restored.
        ClassroomEffect::Keep => {}
        ClassroomEffect::CheckDraft => {
            let (dispatch, lang) = (dispatch.clone(), store.lang);
            let text = Rc::clone(&store.classroom.saved.draft);
            let timer = Timeout::new(CHECK_DELAY, move || spawn_local(check_draft(text, lang, dispatch)));
            CHECK_TIMER.set(Some(timer));
        }
    }
}

fn keep_classroom(saved: &SavedClassroom, dispatch: &Callback<Action>) {
    let shared = SavedClassroom { course: None, student: Rc::default(), ..saved.clone() };
    let mut results =
        vec![write_json(local_area(), CLASSROOM_KEY, &shared), write_json(session_area(), STUDENT_KEY, &saved.student)];
    match &saved.course {
        Some(course) => results.push(write_json(session_area(), COURSE_KEY, course)),
        None => remove_key(session_area(), COURSE_KEY),
    }
    for state in results.into_iter().filter_map(Result::err) {
        dispatch.emit(Action::Recovery(RecoveryMsg::SetStorageState(state)));
    }
}

/// Sends the draft to the module.
async fn check_draft(text: Rc<str>, lang: Lang, dispatch: Callback<Action>) {
    let scenario = match named_scenario(&text).and_then(gallery::scenario_number) {
        Some(number) => match with_scenario_cache(|texts| texts.get(&number).cloned()) {
            Some(text) => Some(text),
            None => fetch_file(&gallery::scenario_path(number)).await.map(Rc::from),
        },
        None => None,
    };
    let result = CHECKER.with_borrow_mut(|checker| {
        // Terminating the thread ends a check whose result is no longer needed.
        if checker.as_ref().is_none_or(|checker| checker.is_busy.get()) {
            *checker = Some(LessonChecker::start(lang, &dispatch)?);
        }
        checker.as_ref().map_or(Ok(()), |checker| checker.check(&text, scenario.as_deref(), lang))
    });
    if let Err(error) = result {
        let message = error.as_string().unwrap_or_else(|| format!("{error:?}")).into();
        let verdict = Err(vec![DraftProblem { message, ..DraftProblem::default() }]);
        dispatch.emit(ClassroomMsg::DraftChecked { text, verdict }.into());
    }
}

/// The module on a thread of its own.
struct LessonChecker {
    worker: Worker,
    is_busy: Rc<Cell<bool>>,
    /// The text that is being checked.
    checked_text: Rc<RefCell<Rc<str>>>,
    /// Dropped along with the thread.
    _listeners: [EventListener; 2],
}

impl LessonChecker {
    fn start(lang: Lang, dispatch: &Callback<Action>) -> Result<Self, JsValue> {
        let script = format!(
            "let module;\n\
             onmessage = async ({{ data: [text, scenario, lang] }}) => {{\n\
             try {{\n\
             module ??= import({}).then(async (loaded) => {{ await loaded.default(); return loaded; }});\n\
             postMessage([text, true, (await module).lesson(text, scenario ?? undefined, {{ lang }})]);\n\
             }} catch (error) {{\n\
             postMessage([text, false, JSON.stringify(error.problems ?? [{{ message: String(error.message ?? error) }}])]);\n\
             }} }};\n",
            module_address()
        );
        let worker = start_script(&script)?;
        let is_busy = Rc::new(Cell::new(false));
        let checked_text = Rc::new(RefCell::new(Rc::from("")));
        let (failure_dispatch, failed_text) = (dispatch.clone(), Rc::clone(&checked_text));
        let failure_listener = EventListener::new(&worker, "error", move |_| {
            let message = lang.notice_labels().part_failed.into();
            let verdict = Err(vec![DraftProblem { message, ..DraftProblem::default() }]);
            let text = Rc::clone(&failed_text.borrow());
            failure_dispatch.emit(ClassroomMsg::DraftChecked { text, verdict }.into());
        });
        let (dispatch, busy) = (dispatch.clone(), Rc::clone(&is_busy));
        let listener = EventListener::new(&worker, "message", move |event| {
            busy.set(false);
            if let Some(action) = event.dyn_ref::<MessageEvent>().and_then(|event| read_verdict(&event.data())) {
                dispatch.emit(action);
            }
        });
        Ok(Self { worker, is_busy, checked_text, _listeners: [listener, failure_listener] })
    }

    fn check(&self, text: &Rc<str>, scenario: Option<&str>, lang: Lang) -> Result<(), JsValue> {
        self.is_busy.set(true);
        self.checked_text.replace(Rc::clone(text));
        let scenario = scenario.map_or(JsValue::NULL, JsValue::from_str);
        self.worker.post_message(&Array::of3(&JsValue::from_str(text), &scenario, &lang.folder().into()))
    }
}

impl Drop for LessonChecker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// Parses the module's reply: the text, whether it is valid, and the lesson or the problems, as JSON.
fn read_verdict(data: &JsValue) -> Option<Action> {
    let parts: Array = data.clone().dyn_into().ok()?;
    let [text, is_right, answer] = [0, 1, 2].map(|at| parts.get(at));
    let (text, answer): (Rc<str>, Rc<str>) = (text.as_string()?.into(), answer.as_string()?.into());
    let verdict = if is_right.as_bool()? { Ok(answer) } else { Err(serde_json::from_str(&answer).ok()?) };
    Some(ClassroomMsg::DraftChecked { text, verdict }.into())
}
