//! Pods move: a tile glides from where it was seen last to where it is drawn now. Only tiles that can have moved are measured.

use std::collections::{BTreeMap, BTreeSet};

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Animation, Document, Element};

use crate::api::Str;
use crate::trace::Frame;

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

/// The pods whose tiles may stand elsewhere in one state than in the other; none where too many do.
pub fn moved(before: &Frame, after: &Frame) -> Vec<Str> {
    let mut found = BTreeSet::new();
    after.pods.changed(&before.pods, |key, was, is| {
        let place = |view: &std::rc::Rc<crate::trace::PodView>| (view.node.clone(), view.queue);
        if was.map(place) != is.map(place) {
            found.insert(key.clone());
        }
    });
    if before.in_cycle != after.in_cycle {
        found.extend(before.in_cycle.iter().chain(&after.in_cycle).cloned());
    }
    // Whoever leaves a lane lets the others move up.
    let queues: BTreeSet<_> = found
        .iter()
        .flat_map(|key| [before, after].map(|frame| frame.pods.get(key).and_then(|view| view.queue)))
        .collect();
    after.nodes.changed(&before.nodes, |_, was, is| {
        if let (Some(was), Some(is)) = (was, is)
            && was.slots != is.slots
        {
            found.extend(is.pods().cloned());
        }
    });
    for queue in queues.into_iter().flatten() {
        // Those far behind are not drawn.
        found.extend(after.queued(queue).into_iter().take(MOST / 4).map(|(key, _)| key.clone()));
    }
    if found.len() > MOST { Vec::new() } else { found.into_iter().collect() }
}

/// The glide of tiles.
#[derive(Default)]
pub struct Flip {
    /// Tiles that may move, with the place where each was seen last; none if it was not there.
    before: Vec<(String, Option<(f64, f64)>)>,
    running: BTreeMap<String, Animation>,
    /// Cards that something glides on.
    cards: Vec<Element>,
}

impl Flip {
    /// Looks where these tiles are before the picture changes, and where the one on trial is, if it is to be followed.
    pub fn before(&mut self, moving: &[Str], trial: bool) {
        let still = gloo::utils::window().match_media("(prefers-reduced-motion: reduce)");
        if (moving.is_empty() && !trial) || still.ok().flatten().is_some_and(|query| query.matches()) {
            return;
        }
        let document = gloo::utils::document();
        let Some(origin) = origin(&document) else { return };
        for id in moving.iter().map(|key| format!("pod:{key}")).chain(trial.then(|| "trial".to_owned())) {
            let place = document.get_element_by_id(&id).map(|element| place(&element, origin));
            if !self.before.iter().any(|(other, _)| *other == id) {
                self.before.push((id, place));
            }
        }
    }

    /// Looks where they are now, and lets them glide there.
    pub fn after(&mut self) {
        if self.before.is_empty() {
            return;
        }
        let document = gloo::utils::document();
        let found = std::mem::take(&mut self.before).into_iter();
        let found: Vec<_> = found.filter_map(|(id, was)| Some((document.get_element_by_id(&id)?, id, was))).collect();
        if found.is_empty() {
            return;
        }
        for (_, id, _) in &found {
            if let Some(animation) = self.running.remove(id) {
                animation.cancel();
            }
        }
        let Some(origin) = origin(&document) else { return };
        // All is measured before anything moves: each change between two looks would cost a layout.
        let places: Vec<_> = found.iter().map(|(element, ..)| place(element, origin)).collect();
        self.cards.drain(..).for_each(|card| drop(card.remove_attribute("data-moving")));
        for ((element, id, was), is) in found.into_iter().zip(places) {
            let by = was.map(|was| (was.0 - is.0, was.1 - is.1));
            if by.is_none_or(|(x, y)| x.abs() + y.abs() > 1.0) {
                // A card that draws nothing beyond its edge would hide where the tile comes from.
                if let Ok(Some(card)) = element.closest(".node") {
                    let _ = card.set_attribute("data-moving", "");
                    self.cards.push(card);
                }
                self.running.insert(id, glide(&element, by));
            }
        }
        if self.running.len() > MOST {
            self.running.retain(|_, animation| animation.play_state() == web_sys::AnimationPlayState::Running);
        }
    }
}

/// Where the contents of the stage begin on the screen.
fn origin(document: &Document) -> Option<(f64, f64)> {
    let stage = document.get_element_by_id("stage")?;
    let area = stage.get_bounding_client_rect();
    Some((area.left() - f64::from(stage.scroll_left()), area.top() - f64::from(stage.scroll_top())))
}

fn place(element: &Element, origin: (f64, f64)) -> (f64, f64) {
    let area = element.get_bounding_client_rect();
    (area.left() - origin.0, area.top() - origin.1)
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
