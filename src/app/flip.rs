//! Pods move: whatever carries `data-flip` glides from where it was drawn last to where it is drawn now.

use std::collections::BTreeMap;

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Animation, Element};

#[wasm_bindgen]
extern "C" {
    /// An element that can be animated.
    type Movable;
    #[wasm_bindgen(method)]
    fn animate(this: &Movable, keyframes: &JsValue, options: &JsValue) -> Animation;
}

const MOVE: f64 = 240.0;
const EASE: &str = "cubic-bezier(0.3, 0, 0.1, 1)";
/// More than this at once would stutter, and nobody could follow it.
const MOST: usize = 200;

/// Where everything was drawn last.
#[derive(Default)]
pub struct Flip {
    places: BTreeMap<String, (f64, f64)>,
    running: Vec<Animation>,
}

impl Flip {
    /// Looks where things are now and lets them glide there.
    pub fn play(&mut self) {
        let document = gloo::utils::document();
        let Some(stage) = document.get_element_by_id("stage") else { return };
        let Ok(found) = stage.query_selector_all("[data-flip]:not([data-still] *)") else { return };
        let before: Vec<Animation> = std::mem::take(&mut self.running);
        before.iter().for_each(Animation::cancel);
        let origin = stage.get_bounding_client_rect();
        let mut places = BTreeMap::new();
        let mut moves = Vec::new();
        for index in 0..found.length() {
            let Some(element) = found.get(index).and_then(|node| node.dyn_into::<Element>().ok()) else { continue };
            let Some(id) = element.get_attribute("data-flip") else { continue };
            let area = element.get_bounding_client_rect();
            let scroll = (f64::from(stage.scroll_left()), f64::from(stage.scroll_top()));
            let place = (area.left() - origin.left() + scroll.0, area.top() - origin.top() + scroll.1);
            match self.places.get(&id) {
                Some(old) if (old.0 - place.0).abs() + (old.1 - place.1).abs() > 1.0 => {
                    moves.push((element, Some((old.0 - place.0, old.1 - place.1))));
                }
                None if !self.places.is_empty() => moves.push((element, None)),
                _ => {}
            }
            places.insert(id, place);
        }
        self.places = places;
        let still = gloo::utils::window().match_media("(prefers-reduced-motion: reduce)");
        if moves.len() > MOST || still.ok().flatten().is_some_and(|query| query.matches()) {
            return;
        }
        self.running = moves.iter().map(|(element, by)| glide(element, *by)).collect();
    }
}

/// What a step is about must be seen: scrolls the stage by the least that shows it.
pub fn follow() {
    const MARGIN: f64 = 16.0;
    let Some(stage) = gloo::utils::document().get_element_by_id("stage") else { return };
    let Ok(Some(node)) = stage.query_selector(".node.focus") else { return };
    let (window, area) = (stage.get_bounding_client_rect(), node.get_bounding_client_rect());
    let by = if area.top() < window.top() {
        area.top() - window.top() - MARGIN
    } else {
        (area.bottom() - window.bottom() + MARGIN).max(0.0)
    };
    if by != 0.0 {
        stage.scroll_by_with_x_and_y(0.0, by);
    }
}

fn glide(element: &Element, by: Option<(f64, f64)>) -> Animation {
    let (from, to) = (Object::new(), Object::new());
    match by {
        Some((x, y)) => {
            set(&from, "transform", &format!("translate({x}px, {y}px)").into());
            set(&to, "transform", &"translate(0, 0)".into());
            set(&from, "zIndex", &JsValue::from(9));
            set(&to, "zIndex", &JsValue::from(9));
        }
        None => set(&from, "opacity", &JsValue::from(0)),
    }
    let frames = if by.is_some() { Array::of2(&from, &to) } else { Array::of1(&from) };
    let options = Object::new();
    set(&options, "duration", &JsValue::from(MOVE));
    set(&options, "easing", &EASE.into());
    element.unchecked_ref::<Movable>().animate(&frames, &options)
}

fn set(object: &Object, key: &str, value: &JsValue) {
    // A plain object takes every key.
    let _ = Reflect::set(object, &key.into(), value);
}
