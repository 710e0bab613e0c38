//! The picture that the build drew hangs before the page until the page has a picture of its own. Then one takes the place of the
//! other, all at once.

use std::cell::Cell;

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::inspector::closer;
use crate::page_part::{PagePart, Stands};
use crate::run::Status;
use crate::store::Store;
use trace::steps::Step;

/// What a person may have scrolled.
const SCROLLED: [&str; 4] = ["#stage", ".side", ".told", "#inspector"];

/// The page behind the picture.
#[derive(Clone, PartialEq)]
pub struct Curtain {
    page: Element,
    risen: Cell<bool>,
}

impl Curtain {
    /// A page that is not seen yet.
    pub fn new(page: Element) -> Self {
        Self { page, risen: Cell::new(false) }
    }

    /// Whether the page is seen.
    pub(crate) fn risen(&self) -> bool {
        self.risen.get()
    }

    /// Puts the page into the place of the picture. What had the focus there, and what was scrolled, has and is it here too.
    pub fn rise(&self) {
        self.risen.set(true);
        if let Some(loading) = document().get_element_by_id("loading") {
            loading.remove();
        }
        let Some(picture) = document().get_element_by_id("app") else { return };
        let focus = document().active_element().filter(|it| picture.contains(Some(it)));
        let find = |within: &Element, selector: &str| within.query_selector(selector).ok().flatten();
        let scrolled = SCROLLED.map(|selector| (selector, find(&picture, selector).map_or(0, |it| it.scroll_top())));
        if picture.replace_with_with_node_1(&self.page).is_err() {
            return;
        }
        for (selector, top) in scrolled.into_iter().filter(|(_, top)| *top > 0) {
            if let Some(it) = find(&self.page, selector) {
                it.set_scroll_top(top);
            }
        }
        let same = focus.and_then(|it| find(&self.page, &format!("[class='{}']", it.class_name())));
        if let Some(same) = same.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
            // What cannot have the focus leaves it where it is.
            let _ = same.focus();
        }
        // A scene that is there already does not arrive once more. Whichever comes later has an element of its own.
        if let Some(scene) = find(&self.page, ".camera") {
            // Only a name that is none could be refused.
            let _ = scene.set_attribute("data-came", "");
        }
    }
}

/// Whether the page waits for a picture: nothing was opened yet, or a built-in scenario is on its way. There is nothing else to tell.
pub fn waits(store: &Store) -> bool {
    let told = !store.run.problems.is_empty() || !store.care.troubles.is_empty() || store.care.failure.is_some();
    let asked = store.front.help || store.gallery.open || store.front.presents;
    let named = store.gallery.scenario.is_some() || store.course.taken.is_some();
    let on_its_way = named && matches!(store.run.status, Status::Working | Status::Done) && !pictured(store);
    !told && !asked && !store.care.held && (store.run.text.is_empty() || on_its_way)
}

/// Whether there is nothing to draw yet, not even behind the picture.
pub fn empty(store: &Store) -> bool {
    waits(store) && store.run.status == Status::Working
}

/// Whether all of the moment shown is known.
fn pictured(store: &Store) -> bool {
    let known = |events| {
        store.run.trace.attempt_at(events).is_some_and(|it| store.details.get(store.run.trace.run, it).is_some())
    };
    let comes = |part| store.stands(part) == Stands::Coming;
    let taught = store.course.taken.is_none() || !comes(PagePart::Teaching);
    // The map has no other picture than its own.
    let mapped = !comes(PagePart::Mapping);
    let inspected = !closer::is_seen(store) || !comes(PagePart::Inspecting);
    taught
        && inspected
        && mapped
        && store.player.wanted.is_none()
        && store.moment().is_some_and(|moment| {
            matches!(moment.step, Step::Start | Step::Event | Step::Point(_)) || known(moment.events)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::care::{Caring, Failing};
    use crate::front::Showing;
    use crate::opening::Opening;
    use crate::store::Action;
    use crate::testing::Worker;
    use crate::update::reduce;

    const TEXT: &str = include_str!("../../www/scenarios/ladder.yaml");

    #[test]
    fn the_picture_stays_until_there_is_another_or_something_to_tell() {
        let empty = Store::default();
        assert!(waits(&empty));
        let (opened, effects) = reduce(&empty, Action::Open(Opening::At(0, TEXT.into(), 40)));
        assert!(waits(&opened));
        assert!(super::empty(&empty) && super::empty(&opened));
        let done = Worker::default().serve(opened.clone(), effects);
        assert_eq!((waits(&done), super::empty(&done), done.player.at), (false, false, 40));
        let broke = Action::Care(Caring::Broke(Failing::Fetch, String::new()));
        assert!(!waits(&reduce(&empty, broke).0));
        assert!(!waits(&reduce(&empty, Action::Front(Showing::Help(true))).0));
        // A text of one's own is not what the picture shows.
        assert!(!waits(&reduce(&empty, Action::Open(Opening::Text(TEXT.into()))).0));
    }
}
