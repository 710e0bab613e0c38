//! Scrolls to the subject of the current moment.

use wasm_bindgen::JsValue;
use web_sys::Document;

/// Scrolls the page or the stage by the least distance that makes the subject of the moment visible. Doesn't scroll while the user fills in a form.
/// If `is_lesson_first` and the page itself scrolls, the lesson's text has priority.
pub fn scroll_to_subject(is_lesson_first: bool) {
    const MARGIN: f64 = 8.0;
    /// The minimum window width, in CSS pixels, at which only the stage scrolls.
    const WIDE: f64 = 1000.0;
    let document = gloo::utils::document();
    if document
        .active_element()
        .is_some_and(|active_element| active_element.closest(".chosen .form").ok().flatten().is_some())
    {
        return;
    }
    let number = |value: Result<JsValue, JsValue>| value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0);
    let window = gloo::utils::window();
    let is_wide = number(window.inner_width()) > WIDE;
    if is_lesson_first && !is_wide {
        let narrator = document.get_element_by_id("narrator").map(|element| element.get_bounding_client_rect().top());
        return window.scroll_by_with_x_and_y(0.0, narrator.unwrap_or(0.0).min(0.0));
    }
    show_in_rail(&document);
    // An element on the stage has priority over one in the queue. In a frame the queue is below the picture, which stays in view.
    let find = |selector: &str| document.query_selector(selector).ok().flatten();
    let beside = || find(":root:not([data-embed]) #stage [data-subject]");
    if find(":root[data-embed] #stage .scene [data-subject]").is_some() {
        return;
    }
    let Some(subject) = find("#stage .scene [data-subject]").or_else(beside) else { return };
    let area = subject.get_bounding_client_rect();
    // Sticky elements hide what is behind them.
    let edges = |selector: &str| {
        let dom_rect = document
            .query_selector(selector)
            .ok()
            .flatten()
            .map(|query_selector| query_selector.get_bounding_client_rect());
        dom_rect.map(|area| (area.top(), area.bottom()))
    };
    let height = number(window.inner_height());
    let (top, bottom) = match is_wide {
        true => edges("#stage").unwrap_or((0.0, height)),
        false => {
            (edges("#narrator").map_or(0.0, |edge| edge.1 - edge.0), edges(".controls").map_or(height, |edge| edge.0))
        }
    };
    let scroll_distance = if area.top() < top + MARGIN {
        area.top() - top - MARGIN
    } else {
        (area.bottom() - bottom + MARGIN).max(0.0).min((area.top() - top - MARGIN).max(0.0))
    };
    if scroll_distance.abs() < 2.0 {
        return;
    }
    if let Some(stage) =
        document.get_element_by_id("stage").filter(|element| element.scroll_height() > element.client_height())
    {
        stage.scroll_by_with_x_and_y(0.0, scroll_distance);
    }
    window.scroll_by_with_x_and_y(0.0, scroll_distance);
}

/// Scrolls the list of all nodes by the least distance that makes the node on the stage visible in it.
fn show_in_rail(document: &Document) {
    let find = |selector: &str| document.query_selector(selector).ok().flatten();
    let (Some(list), Some(node)) = (find("#stage .rail ul"), find("#stage .rail .on")) else { return };
    let (outer, inner) = (list.get_bounding_client_rect(), node.get_bounding_client_rect());
    let distance = |from: f64, to: f64, least: f64, most: f64| (to - most).max(0.0) + (from - least).min(0.0);
    list.scroll_by_with_x_and_y(
        distance(inner.left(), inner.right(), outer.left(), outer.right()),
        distance(inner.top(), inner.bottom(), outer.top(), outer.bottom()),
    );
}
