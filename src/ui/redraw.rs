//! Tasks that run after the next redraw. A timeout would not work: Yew yields to the browser between two steps of one redraw, so on a slow machine
//! the timeout can fire first.

use std::cell::RefCell;

use gloo::utils::document;
use web_sys::Element;

use crate::element::focus_element;

type Task = Box<dyn FnOnce()>;

thread_local! {
    static TASKS: RefCell<Vec<Task>> = const { RefCell::new(Vec::new()) };
}

/// Runs the pending tasks. The root component calls this after it has been rendered, when all components below it have been, too.
pub fn run_tasks() {
    // A task may schedule another one, for the next redraw.
    for task in TASKS.with(RefCell::take) {
        task();
    }
}

/// After the next redraw, focuses the first of these elements that exists.
pub fn focus_after_redraw(selectors: Vec<String>) {
    after_redraw(move || selectors.iter().find_map(|selector| find_element(selector)).iter().for_each(focus_element));
}

/// After the next redraw, focuses the first element of this selector, but only if the redraw removed or disabled the focused one.
pub fn refocus_after_redraw(selector: &'static str) {
    after_redraw(move || {
        // A browser may leave the focus on a disabled element until it paints.
        let is_lost = |element: Element| element.tag_name() == "BODY" || element.matches(":disabled").unwrap_or(false);
        if document().active_element().is_none_or(is_lost) {
            find_element(selector).iter().for_each(focus_element);
        }
    });
}

fn after_redraw(task: impl FnOnce() + 'static) {
    TASKS.with_borrow_mut(|tasks| tasks.push(Box::new(task)));
}

fn find_element(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}
