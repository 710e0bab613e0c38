//! What is fetched while the page runs: files beside it, such as the built-in scenarios.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::utils::window;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::Callback;

use crate::care::{Caring, Trouble};
use crate::gallery;
use crate::lesson;
use crate::lesson::Learning;
use crate::opening::Opening;
use crate::site;
use crate::store::Action;
use api::Table;
use api::shortened;

thread_local! {
    /// Built-in scenarios that were fetched.
    static FETCHED: RefCell<Table<usize, Rc<str>>> = const { RefCell::new(Table::new()) };
}

/// The built-in scenarios that are here.
pub fn fetched<T>(look: impl FnOnce(&mut Table<usize, Rc<str>>) -> T) -> T {
    FETCHED.with_borrow_mut(look)
}

/// Fetches a built-in scenario and does something with it.
pub(crate) fn fetch_scenario(
    act: &Callback<Action>,
    number: usize,
    then: impl FnOnce(usize, Rc<str>) -> Action + 'static,
) {
    if let Some(text) = fetched(|texts| texts.get(&number).cloned()) {
        return act.emit(then(number, text));
    }
    let act = act.clone();
    spawn_local(async move {
        match fetch(&gallery::file(number)).await {
            Some(text) => {
                let text: Rc<str> = text.into();
                fetched(|texts| texts.insert(number, Rc::clone(&text)));
                act.emit(then(number, text));
            }
            None => act.emit(Action::Care(Caring::Trouble(Trouble::NotFetched(gallery::name(number).into())))),
        }
    });
}

/// Fetches a built-in scenario and opens it in one of the ways in which that can be done.
pub(crate) fn open_scenario(
    act: &Callback<Action>,
    number: usize,
    how: impl FnOnce(usize, Rc<str>) -> Opening + 'static,
) {
    fetch_scenario(act, number, |number, text| Action::Open(how(number, text)));
}

/// Fetches a lesson and takes it from a step on.
pub(crate) fn fetch_lesson(act: &Callback<Action>, name: String, step: usize, visit: bool, or_first: bool) {
    // What reads and draws it is fetched beside it.
    act.emit(Action::Lesson(Learning::Comes(shortened(&name))));
    let act = act.clone();
    spawn_local(async move {
        let json = match lesson::file(&name) {
            Some(file) => fetch(&file).await,
            None => None,
        };
        match json {
            Some(json) => act.emit(Action::Lesson(Learning::Fetched { name, json: json.into(), step, visit })),
            None => {
                if or_first {
                    open_scenario(&act, gallery::first(), Opening::Scenario);
                }
                act.emit(Action::Care(Caring::Trouble(Trouble::NotFetched(shortened(&name)))));
            }
        }
    });
}

/// The text of a file that lies beside the page.
pub async fn fetch(file: &str) -> Option<String> {
    let answer = JsFuture::from(window().fetch_with_str(&site::address(file))).await.ok()?;
    let answer: web_sys::Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        gloo::console::error!(format!("{file} is not there: {}", answer.status()));
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}
