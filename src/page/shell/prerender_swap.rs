//! Replaces the prerendered picture with the page: the picture is visible until the page has drawn itself completely, and is then replaced at once.

use std::cell::Cell;

use gloo::utils::document;
use page_state::{run::Status, selectors::chunk_needs, store::Store};
use trace::steps::Step;
use ui::element::focus_element;
use web_sys::Element;

/// Elements that the user may have scrolled.
const SCROLLABLE: [&str; 4] = ["#stage", ".side", ".told", "#inspector"];

/// The page while it is hidden behind the picture.
#[derive(Clone, PartialEq)]
pub struct PrerenderSwap {
    page: Element,
    revealed: Cell<bool>,
}

impl PrerenderSwap {
    /// A hidden page.
    pub fn new(page: Element) -> Self {
        Self { page, revealed: Cell::new(false) }
    }

    /// Whether the page is visible.
    pub(crate) fn is_revealed(&self) -> bool {
        self.revealed.get()
    }

    /// Replaces the picture with the page, keeping the focus and the scroll positions.
    pub fn reveal(&self) {
        self.revealed.set(true);
        if let Some(loading) = document().get_element_by_id("loading") {
            loading.remove();
        }
        let Some(picture) = document().get_element_by_id("app") else { return };
        let focus = document().active_element().filter(|active_element| picture.contains(Some(active_element)));
        let find = |parent: &Element, selector: &str| parent.query_selector(selector).ok().flatten();
        let scrolled =
            SCROLLABLE.map(|selector| (selector, find(&picture, selector).map_or(0, |element| element.scroll_top())));
        if picture.replace_with_with_node_1(&self.page).is_err() {
            return;
        }
        for (selector, top) in scrolled.into_iter().filter(|(_, top)| *top > 0) {
            if let Some(element) = find(&self.page, selector) {
                element.set_scroll_top(top);
            }
        }
        let twin_element = focus.and_then(|focus| {
            find(&self.page, &format!("[class='{}']", focus.get_attribute("class").unwrap_or_default()))
        });
        if let Some(twin_element) = twin_element {
            focus_element(&twin_element);
        }
        // A scene that was already visible is not animated in again. Later scenes have elements of their own.
        if let Some(scene) = find(&self.page, ".camera") {
            // Setting this attribute can't fail.
            let _ = scene.set_attribute("data-came", "");
        }
    }
}

/// Whether the page has nothing to show yet: nothing was opened, or a built-in scenario is being fetched, and there is no notice.
pub fn is_waiting_for_picture(store: &Store) -> bool {
    let has_problems =
        !store.run.problems.is_empty() || !store.recovery.notices.is_empty() || store.recovery.crash.failure.is_some();
    let has_overlay = store.overlays.is_help_open || store.gallery.is_open || store.overlays.is_presenting;
    let has_scenario = store.gallery.scenario.is_some() || store.lesson.current.is_some();
    let on_its_way =
        has_scenario && matches!(store.run.status, Status::Working | Status::Done) && !has_moment_data(store);
    !has_problems && !has_overlay && !store.recovery.crash.is_run_blocked && (store.run.text.is_empty() || on_its_way)
}

/// Whether there is nothing to draw yet, not even while hidden.
pub fn has_nothing_to_draw(store: &Store) -> bool {
    is_waiting_for_picture(store) && store.run.status == Status::Working
}

/// Whether all data for the current moment is available.
fn has_moment_data(store: &Store) -> bool {
    let has_detail = |events| {
        store
            .run
            .view
            .attempt_at(events)
            .is_some_and(|number| store.detail_cache.get(store.run.view.run, number).is_some())
    };
    // The lesson, the page of the inspector or the map would only show that its chunk is being fetched.
    let is_study_shown = store.lesson.current.is_some()
        || chunk_needs::is_inspecting_needed(store)
        || chunk_needs::is_scoring_shown(store)
        || chunk_needs::has_many_nodes(store);
    !(is_study_shown && store.chunks.study.is_loading())
        && store.player.target.is_none()
        && store.moment().is_some_and(|moment| {
            matches!(moment.step, Step::Start | Step::Event | Step::Point(_) | Step::Group(_))
                || has_detail(moment.events)
        })
}

#[cfg(test)]
mod tests {
    use page_state::{
        actions::{
            Action,
            recovery::{EngineMsg, FailureKind},
        },
        open_target::OpenTarget,
        overlays::OverlayMsg,
        testing::InlineWorker,
        update::reduce,
    };

    use super::*;

    const TEXT: &str = include_str!("../../../www/scenarios/ladder.yaml");

    #[test]
    fn the_picture_stays_until_there_is_another_or_something_to_tell() {
        let empty = Store::with_all_chunks();
        assert!(is_waiting_for_picture(&empty));
        let (opened_store, effects) = reduce(&empty, Action::Open(OpenTarget::ScenarioAt(0, TEXT.into(), 40)));
        assert!(is_waiting_for_picture(&opened_store));
        assert!(super::has_nothing_to_draw(&empty) && super::has_nothing_to_draw(&opened_store));
        let finished = InlineWorker::default().run_effects(opened_store.clone(), effects);
        assert_eq!(
            (is_waiting_for_picture(&finished), super::has_nothing_to_draw(&finished), finished.player.moment),
            (false, false, 40)
        );
        let broke = Action::Engine(EngineMsg::Failed(FailureKind::Fetch, String::new()));
        assert!(!is_waiting_for_picture(&reduce(&empty, broke).0));
        assert!(!is_waiting_for_picture(&reduce(&empty, Action::Overlays(OverlayMsg::SetHelpOpen(true))).0));
        // The picture shows no custom manifest.
        assert!(!is_waiting_for_picture(&reduce(&empty, Action::Open(OpenTarget::Text(TEXT.into()))).0));
    }
}
