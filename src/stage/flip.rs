//! Animates pods: a tile glides from its last place to its new one, from the queue into a column and out of it.

use api::Table;
use js_sys::{Array, Number, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Animation, Document, Element};

#[wasm_bindgen]
extern "C" {
    /// An element that can be animated.
    type AnimatableElement;
    #[wasm_bindgen(method)]
    fn animate(this: &AnimatableElement, keyframes: &JsValue, options: &JsValue) -> Animation;
}

const GLIDE_MILLIS: f64 = 240.0;
const GLIDE_EASING: &str = "cubic-bezier(0.3, 0, 0.1, 1)";
/// More than this at once would stutter, and could not be followed.
const MAX_TILES: usize = 200;

/// The glide of tiles.
#[derive(Default)]
pub struct FlipAnimation {
    /// Tiles with the place where each was seen last.
    places_before: Table<String, (f64, f64)>,
    running_glides: Table<String, Animation>,
    /// Levels that sink, and what they were told to do.
    sinking_levels: (String, Vec<Animation>),
}

/// Whether nothing is to move.
fn is_motion_reduced() -> bool {
    let still = gloo::utils::window().match_media("(prefers-reduced-motion: reduce)");
    still.ok().flatten().is_some_and(|query| query.matches())
}

/// All tiles with an id of their own; none where there are too many to follow.
fn identified_tiles(document: &Document) -> Vec<Element> {
    let Ok(node_list) = document.query_selector_all("#stage [id^='pod:']") else { return Vec::new() };
    if node_list.length() as usize > MAX_TILES {
        return Vec::new();
    }
    (0..node_list.length()).filter_map(|at| node_list.item(at)?.dyn_into().ok()).collect()
}

impl FlipAnimation {
    /// Lets the levels of pods that shut down sink until the next moment comes.
    pub fn animate_shutdowns(&mut self) {
        let Ok(node_list) = gloo::utils::document().query_selector_all("#stage [data-drain]") else { return };
        let levels = (0..node_list.length()).filter_map(|at| node_list.item(at)?.dyn_into::<Element>().ok());
        let levels: Vec<(String, Element)> =
            levels.filter_map(|level| Some((level.get_attribute("data-drain")?, level))).collect();
        let text: String = levels.iter().map(|(text, _)| text.as_str()).collect();
        if text == self.sinking_levels.0 {
            return;
        }
        self.sinking_levels.1.drain(..).for_each(|animation| animation.cancel());
        self.sinking_levels.0 = text;
        if is_motion_reduced() {
            return;
        }
        for (text, level) in levels {
            let mut levels_text = text.split(' ');
            let (Some(scale), Some(during)) = (levels_text.next(), levels_text.next()) else { continue };
            let options = Object::new();
            // The browser can read numbers: what Rust reads them with has a table of 10 kB.
            set_property(&options, "duration", &Number::parse_float(during).into());
            set_property(&options, "fill", &"forwards".into());
            let to = Object::new();
            set_property(&to, "transform", &format!("scaleY({scale})").into());
            self.sinking_levels.1.push(level.unchecked_ref::<AnimatableElement>().animate(&Array::of1(&to), &options));
        }
    }

    /// Looks where tiles are before the picture changes.
    pub fn record_places(&mut self) {
        if is_motion_reduced() {
            return;
        }
        let document = gloo::utils::document();
        let Some(origin) = stage_origin(&document) else { return };
        // Whoever still glides is measured where it is seen, and goes on from there.
        self.places_before =
            identified_tiles(&document).iter().map(|element| (element.id(), element_place(element, origin))).collect();
    }

    /// Ends all glides: whoever is measured from now on is where it belongs.
    pub fn finish_glides(&mut self) {
        std::mem::take(&mut self.running_glides).into_values().for_each(|animation| animation.cancel());
    }

    /// Looks where they are now, and lets them glide there.
    pub fn start_glides(&mut self) {
        if self.places_before.is_empty() {
            return;
        }
        self.finish_glides();
        let document = gloo::utils::document();
        let tiles: Vec<(String, Element)> =
            identified_tiles(&document).into_iter().map(|tile| (tile.id(), tile)).collect();
        let Some(origin) = stage_origin(&document) else { return };
        // All is measured before anything moves: each change between two looks would cost a layout.
        let places: Vec<_> = tiles.iter().map(|(_, element)| element_place(element, origin)).collect();
        let before = std::mem::take(&mut self.places_before);
        for ((id, element), is) in tiles.into_iter().zip(places) {
            let offset = before.get(&id).map(|was| (was.0 - is.0, was.1 - is.1));
            if offset.is_none_or(|(x, y)| x.abs() + y.abs() > 1.0) {
                self.running_glides.insert(id, animate_glide(&element, offset));
            }
        }
    }
}

/// Where the contents of the stage begin on the screen.
fn stage_origin(document: &Document) -> Option<(f64, f64)> {
    let stage = document.get_element_by_id("stage")?;
    let area = stage.get_bounding_client_rect();
    Some((area.left() - f64::from(stage.scroll_left()), area.top() - f64::from(stage.scroll_top())))
}

fn element_place(element: &Element, origin: (f64, f64)) -> (f64, f64) {
    let area = element.get_bounding_client_rect();
    (area.left() - origin.0, area.top() - origin.1)
}

/// What a moment is about must be seen: scrolls by the least that shows it, where the page or the stage scrolls at all. Whoever fills in
/// a form is not led away from it.
pub fn scroll_to_subject() {
    const MARGIN: f64 = 8.0;
    let document = gloo::utils::document();
    if document
        .active_element()
        .is_some_and(|active_element| active_element.closest(".chosen .form").ok().flatten().is_some())
    {
        return;
    }
    // What stands on the stage goes before what waits in the queue.
    let find = |selector: &str| document.query_selector(selector).ok().flatten();
    let Some(subject) = find("#stage .scene [data-subject]").or_else(|| find("#stage [data-subject]")) else { return };
    let area = subject.get_bounding_client_rect();
    let number = |value: Result<JsValue, JsValue>| value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0);
    let window = gloo::utils::window();
    // What stays in front of the page hides what is behind it.
    let edges = |selector: &str| {
        let dom_rect = document
            .query_selector(selector)
            .ok()
            .flatten()
            .map(|query_selector| query_selector.get_bounding_client_rect());
        dom_rect.map(|area| (area.top(), area.bottom()))
    };
    let height = number(window.inner_height());
    let (top, bottom) = match number(window.inner_width()) {
        wide if wide > 1000.0 => edges("#stage").unwrap_or((0.0, height)),
        _ => (edges("#narrator").map_or(0.0, |edge| edge.1 - edge.0), edges(".controls").map_or(height, |edge| edge.0)),
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

fn animate_glide(element: &Element, offset: Option<(f64, f64)>) -> Animation {
    let (from, to) = (Object::new(), Object::new());
    match offset {
        Some((x, y)) => {
            set_property(&from, "transform", &format!("translate({x}px, {y}px)").into());
            set_property(&to, "transform", &"translate(0, 0)".into());
        }
        None => set_property(&from, "opacity", &JsValue::from(0)),
    }
    let frames = if offset.is_some() { Array::of2(&from, &to) } else { Array::of1(&from) };
    let options = Object::new();
    set_property(&options, "duration", &JsValue::from(GLIDE_MILLIS));
    set_property(&options, "easing", &GLIDE_EASING.into());
    element.unchecked_ref::<AnimatableElement>().animate(&frames, &options)
}

fn set_property(object: &Object, key: &str, value: &JsValue) {
    // A plain object takes every key.
    let _ = Reflect::set(object, &key.into(), value);
}
