//! Fetches files from the page's own site while it runs, such as the built-in scenarios.

use std::{cell::RefCell, rc::Rc};

use api::{Table, shorten};
use gloo::utils::window;
use page_state::{
    actions::{
        Action, StudyAction,
        lesson::{LessonFile, LessonMsg},
        recovery::{PageNotice, RecoveryMsg},
    },
    gallery, lesson,
    open_target::OpenTarget,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::Callback;

use crate::page_metadata;

thread_local! {
    /// Built-in scenarios that have been fetched, by number.
    static SCENARIO_CACHE: RefCell<Table<usize, Rc<str>>> = const { RefCell::new(Table::new()) };
}

/// Runs a function on the cache of built-in scenarios.
pub fn with_scenario_cache<T>(use_cache: impl FnOnce(&mut Table<usize, Rc<str>>) -> T) -> T {
    SCENARIO_CACHE.with_borrow_mut(use_cache)
}

/// Fetches a built-in scenario and passes its manifest to a function.
pub(crate) fn fetch_scenario(
    dispatch: &Callback<Action>,
    number: usize,
    on_done: impl FnOnce(usize, Rc<str>) -> Action + 'static,
) {
    if let Some(text) = with_scenario_cache(|texts| texts.get(&number).cloned()) {
        return dispatch.emit(on_done(number, text));
    }
    let dispatch = dispatch.clone();
    spawn_local(async move {
        match fetch_file(&gallery::scenario_path(number)).await {
            Some(text) => {
                let text: Rc<str> = text.into();
                with_scenario_cache(|texts| texts.insert(number, Rc::clone(&text)));
                dispatch.emit(on_done(number, text));
            }
            None => dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::ScenarioFetchFailed(
                gallery::scenario_name(number).into(),
            )))),
        }
    });
}

/// Fetches a built-in scenario and opens it as the given target.
pub(crate) fn open_scenario(
    dispatch: &Callback<Action>,
    number: usize,
    how: impl FnOnce(usize, Rc<str>) -> OpenTarget + 'static,
) {
    fetch_scenario(dispatch, number, |number, text| Action::Open(how(number, text)));
}

/// Fetches a lesson and starts it at a step.
pub(crate) fn fetch_lesson(
    dispatch: &Callback<Action>,
    name: String,
    step: usize,
    is_visit: bool,
    is_page_empty: bool,
) {
    // The chunk with its views is fetched at the same time.
    dispatch.emit(Action::Lesson(LessonMsg::FetchStarted(shorten(&name))));
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let json = match lesson::lesson_path(&name) {
            Some(file) => try_fetch_file(&file).await,
            None => Err(FetchError::NotFound),
        };
        match json {
            Ok(json) => {
                dispatch.emit(Action::Study(StudyAction::LessonFile(LessonFile::Lesson {
                    name,
                    json: json.into(),
                    step,
                    is_visit,
                })));
            }
            Err(error) => {
                if is_page_empty {
                    open_scenario(&dispatch, gallery::first_scenario(), OpenTarget::Scenario);
                }
                let notice = match error {
                    FetchError::NotFound => PageNotice::UnknownLesson,
                    FetchError::Failed => PageNotice::LessonFetchFailed,
                };
                dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(notice(shorten(&name)))));
            }
        }
    });
}

/// Why a file could not be fetched.
#[derive(Clone, Copy)]
enum FetchError {
    /// The file doesn't exist.
    NotFound,
    /// Another cause, such as the connection.
    Failed,
}

/// The content of a file of the page's site, by its relative path; `None` on any error.
pub async fn fetch_file(file: &str) -> Option<String> {
    try_fetch_file(file).await.ok()
}

async fn try_fetch_file(file: &str) -> Result<String, FetchError> {
    let failed = |_| FetchError::Failed;
    let answer = JsFuture::from(window().fetch_with_str(&page_metadata::file_address(file))).await.map_err(failed)?;
    let answer: web_sys::Response = answer.dyn_into().map_err(failed)?;
    if !answer.ok() {
        gloo::console::error!(format!("{file} is not there: {}", answer.status()));
        return Err(if answer.status() == 404 { FetchError::NotFound } else { FetchError::Failed });
    }
    let text = JsFuture::from(answer.text().map_err(failed)?).await.map_err(failed)?;
    text.as_string().ok_or(FetchError::Failed)
}
