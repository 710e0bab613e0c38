//! Animates pods with the FLIP technique: a tile glides from its last position to its new one.

use api::Table;
use js_sys::{Array, Number, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Animation, Element};

#[wasm_bindgen]
extern "C" {
    /// An element with the Web Animations API.
    type AnimatableElement;
    #[wasm_bindgen(method)]
    fn animate(this: &AnimatableElement, keyframes: &JsValue, options: &JsValue) -> Animation;
}

const GLIDE_MILLIS: f64 = 240.0;
const GLIDE_EASING: &str = "cubic-bezier(0.3, 0, 0.1, 1)";
/// The limit of animated tiles; more would stutter and couldn't be followed.
const MAX_TILES: usize = 200;

/// The animation of the tiles within an element.
pub struct FlipAnimation {
    root_id: &'static str,
    /// The previous positions of tiles, by id.
    places_before: Table<String, (f64, f64)>,
    running_glides: Table<String, Animation>,
}

/// All tiles with ids; empty if there are too many to animate.
fn identified_tiles(root: &Element) -> Vec<Element> {
    let Ok(node_list) = root.query_selector_all("[id^='pod:']") else { return Vec::new() };
    if node_list.length() as usize > MAX_TILES {
        return Vec::new();
    }
    (0..node_list.length()).filter_map(|at| node_list.item(at)?.dyn_into().ok()).collect()
}

impl FlipAnimation {
    /// For the element with this id.
    pub fn new(root_id: &'static str) -> Self {
        Self { root_id, places_before: Table::new(), running_glides: Table::new() }
    }

    fn root(&self) -> Option<Element> {
        gloo::utils::document().get_element_by_id(self.root_id)
    }

    /// Records the positions of tiles before the picture changes.
    pub fn record_places(&mut self) {
        if ui::motion::is_motion_reduced() {
            return;
        }
        let Some(root) = self.root() else { return };
        let origin = root_origin(&root);
        // A tile that is still moving is measured at its visible position, and continues from there.
        self.places_before =
            identified_tiles(&root).iter().map(|element| (element.id(), element_place(element, origin))).collect();
    }

    /// Cancels all animations, so that tiles are measured at their final positions.
    pub fn finish_glides(&mut self) {
        std::mem::take(&mut self.running_glides).into_values().for_each(|animation| animation.cancel());
    }

    /// Animates tiles from their recorded positions to the current ones.
    pub fn start_glides(&mut self) {
        if self.places_before.is_empty() {
            return;
        }
        self.finish_glides();
        let Some(root) = self.root() else { return };
        let tiles: Vec<(String, Element)> = identified_tiles(&root).into_iter().map(|tile| (tile.id(), tile)).collect();
        let origin = root_origin(&root);
        // Everything is measured before any change, because alternating would recompute the layout each time.
        let places: Vec<_> = tiles.iter().map(|(_, element)| element_place(element, origin)).collect();
        let before = std::mem::take(&mut self.places_before);
        // A picture may set the duration: a whole group moves more slowly than a single pod.
        let slow =
            root.query_selector("[data-glide]").ok().flatten().and_then(|element| element.get_attribute("data-glide"));
        let millis = slow.map_or(GLIDE_MILLIS, |millis| Number::parse_float(&millis));
        for ((id, element), is) in tiles.into_iter().zip(places) {
            let offset = before.get(&id).map(|was| (was.0 - is.0, was.1 - is.1));
            if offset.is_none_or(|(x, y)| x.abs() + y.abs() > 1.0) {
                self.running_glides.insert(id, animate_glide(&element, offset, millis));
            }
        }
    }
}

/// The screen position of the element's content.
fn root_origin(root: &Element) -> (f64, f64) {
    let area = root.get_bounding_client_rect();
    (area.left() - f64::from(root.scroll_left()), area.top() - f64::from(root.scroll_top()))
}

fn element_place(element: &Element, origin: (f64, f64)) -> (f64, f64) {
    let area = element.get_bounding_client_rect();
    (area.left() - origin.0, area.top() - origin.1)
}

fn animate_glide(element: &Element, offset: Option<(f64, f64)>, millis: f64) -> Animation {
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
    set_property(&options, "duration", &JsValue::from(millis));
    set_property(&options, "easing", &GLIDE_EASING.into());
    element.unchecked_ref::<AnimatableElement>().animate(&frames, &options)
}

fn set_property(object: &Object, key: &str, value: &JsValue) {
    // Setting a property of a plain object can't fail.
    let _ = Reflect::set(object, &key.into(), value);
}
