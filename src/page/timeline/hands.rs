//! What pointers, the wheel and keys do to the timeline.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places on a screen

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::{Callback, NodeRef, PointerEvent, WheelEvent, hook, use_effect_with};

use crate::acts::Playing;
use crate::site;
use crate::store::Action;
use crate::timeline::axis::{Axis, Range};

/// A pointer that moved less than this, in pixels, only clicked.
const CLICK: f64 = 4.0;

/// A place as a number on the axis.
pub fn place(at: u64) -> f64 {
    at as f64
}

/// A share of a track in ten-thousandths, within it.
pub fn cell(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 10_000.0).round() as u32
}

/// What a pointer has taken hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// The playhead.
    Head,
    /// A range in the lanes, from here on.
    Choose { from: f64 },
    /// Two fingers, and what was under them.
    Pinch { under: [f64; 2] },
}

impl Grip {
    /// The mark of the axis.
    pub(crate) const RULER: &'static str = "ruler";
    /// The mark of a lane's track.
    pub(crate) const LANES: &'static str = "lanes";
}

/// What hands need to know of what is drawn.
pub struct Look {
    /// The axis.
    pub axis: Axis,
    /// The part of it that is seen.
    pub range: Range,
    /// Where the playhead is.
    pub now: u64,
    /// The timeline.
    pub root: NodeRef,
    /// The way to move the playhead.
    pub act: Callback<Action>,
    /// Whether there are lanes, for which other parts are shown.
    pub(crate) zooms: bool,
    /// Shows another part.
    pub zoom: Callback<Option<Range>>,
    /// Marks the range that is being chosen.
    pub choose: Callback<Option<Range>>,
}

impl Look {
    /// Where a pointer is, as a share of the tracks.
    fn share(&self, x: i32) -> f64 {
        let track = self.root.cast::<Element>().and_then(|root| root.query_selector(".ruler .track").ok().flatten());
        let Some(area) = track.map(|track| track.get_bounding_client_rect()) else { return 0.0 };
        (f64::from(x) - area.left()) / area.width().max(1.0)
    }

    fn width(&self) -> f64 {
        let track = self.root.cast::<Element>().and_then(|root| root.query_selector(".ruler .track").ok().flatten());
        track.map_or(1.0, |track| track.get_bounding_client_rect().width().max(1.0))
    }

    fn seek(&self, place: f64) {
        self.act.emit(Action::Player(Playing::Seek(self.axis.moment(place))));
    }

    fn show(&self, range: Range) {
        let range = self.axis.part(range);
        self.zoom.emit((range != self.axis.whole()).then_some(range));
    }
}

/// Pointers that are down, and what they hold.
#[derive(Default)]
pub struct Hands {
    /// What is drawn, as of the last time.
    pub look: Option<Look>,
    grip: Option<Grip>,
    down: Vec<(i32, i32)>,
    began: i32,
}

type Shared = Rc<RefCell<Hands>>;

impl Hands {
    /// Zooms around the playhead, or around the middle if it is not in sight.
    pub fn zoom(&self, factor: f64) {
        let Some(look) = &self.look else { return };
        let share = look.range.share(place(look.now));
        let around = if (0.0..=1.0).contains(&share) { place(look.now) } else { look.range.at(0.5) };
        look.show(look.axis.zoom(look.range, factor, around));
    }

    fn take(&mut self, area: &str, id: i32, x: i32) {
        let Some(look) = &self.look else { return };
        let share = look.share(x);
        self.began = x;
        self.down.retain(|(other, _)| *other != id);
        self.down.push((id, x));
        if let [(_, a), (_, b)] = self.down[..]
            && matches!(self.grip, Some(Grip::Choose { .. }))
        {
            look.choose.emit(None);
            self.grip = Some(Grip::Pinch { under: [a, b].map(|x| look.range.at(look.share(x))) });
            return;
        }
        self.grip = match area {
            Grip::RULER => {
                look.seek(look.range.at(share));
                Some(Grip::Head)
            }
            Grip::LANES => Some(Grip::Choose { from: look.range.at(share) }),
            _ => None,
        };
    }

    fn drag(&mut self, id: i32, x: i32) {
        let (Some(look), Some(grip)) = (&self.look, self.grip) else { return };
        if let Some(pointer) = self.down.iter_mut().find(|(other, _)| *other == id) {
            pointer.1 = x;
        }
        let share = look.share(x);
        let moved = f64::from((x - self.began).abs()) > CLICK;
        match grip {
            Grip::Head => look.seek(look.range.at(share.clamp(0.0, 1.0))),
            Grip::Choose { from } if moved => {
                let to = look.range.at(share.clamp(0.0, 1.0));
                look.choose.emit(Some(Range { from: from.min(to), to: from.max(to) }));
            }
            Grip::Pinch { under: [a, b] } => {
                if let [(_, x), (_, y)] = self.down[..] {
                    let (x, y) = (look.share(x), look.share(y));
                    if (y - x).abs() > 0.02 {
                        let span = ((b - a) / (y - x)).abs();
                        look.show(Range { from: a - x * span, to: a + (1.0 - x) * span });
                    }
                }
            }
            Grip::Choose { .. } => {}
        }
    }

    fn leave(&mut self, id: i32, x: i32) {
        self.down.retain(|(other, _)| *other != id);
        let (Some(look), Some(grip)) = (&self.look, self.grip) else { return };
        if matches!(grip, Grip::Pinch { .. }) && !self.down.is_empty() {
            return;
        }
        self.grip = None;
        look.choose.emit(None);
        let moved = f64::from((x - self.began).abs()) > CLICK;
        if let Grip::Choose { from } = grip {
            let to = look.range.at(look.share(x).clamp(0.0, 1.0));
            if moved {
                look.zoom.emit(Some(look.axis.between(from, to)));
            } else {
                look.seek(to);
            }
        }
    }

    /// Whether a turn of the wheel is for the timeline; if so, it does it.
    fn wheel(&self, area: &str, wheel: &WheelEvent) -> bool {
        let Some(look) = self.look.as_ref().filter(|look| look.zooms) else { return false };
        let (across, along) = (wheel.delta_y(), wheel.delta_x());
        let span = look.range.to - look.range.from;
        let zooms = wheel.ctrl_key() || wheel.meta_key() || area == Grip::RULER;
        if zooms && across != 0.0 {
            let share = look.share(wheel.client_x());
            // A notch of a wheel is a hundred pixels, a trackpad sends a few at a time.
            let factor = (1.0 + across.abs().min(100.0) / 250.0).powf(across.signum());
            look.show(look.axis.zoom(look.range, factor, look.range.at(share)));
            return true;
        }
        let along = if wheel.shift_key() && along == 0.0 { across } else { along };
        if along.abs() <= across.abs() && !wheel.shift_key() || look.range == look.axis.whole() {
            return false;
        }
        let by = along / look.width() * span;
        look.show(Range { from: look.range.from + by, to: look.range.to + by });
        true
    }

    fn key(&self, key: &KeyboardEvent) -> bool {
        let at = key.target().and_then(|target| target.dyn_into::<Element>().ok());
        let typing = "textarea, manifest-text, select, dialog, input:not([type=range], [type=checkbox])";
        if key.ctrl_key()
            || key.meta_key()
            || key.alt_key()
            || at.is_some_and(|it| it.closest(typing).is_ok_and(|found| found.is_some()))
        {
            return false;
        }
        if !self.look.as_ref().is_some_and(|look| look.zooms) {
            return false;
        }
        match key.key().as_str() {
            "z" | "Z" => self.zoom(if key.shift_key() { 2.0 } else { 0.5 }),
            "0" => self.look.iter().for_each(|look| look.zoom.emit(None)),
            _ => return false,
        }
        true
    }
}

/// The track that an event happened in.
fn area(event: &web_sys::Event) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    if target.closest("button").ok()?.is_some() {
        return None;
    }
    target.closest("[data-grip]").ok()??.get_attribute("data-grip")
}

/// A pointer goes down.
pub fn down(hands: &Shared) -> Callback<PointerEvent> {
    let hands = Rc::clone(hands);
    Callback::from(move |event: PointerEvent| {
        let Some(area) = area(&event).filter(|_| event.button() == 0) else { return };
        let mut hands = hands.borrow_mut();
        hands.take(&area, event.pointer_id(), event.client_x());
        if let Some(root) = hands.look.as_ref().and_then(|look| look.root.cast::<Element>()) {
            // Without capture the drag ends at the edge, which is no harm.
            let _ = root.set_pointer_capture(event.pointer_id());
        }
    })
}

/// A pointer moves.
pub fn moved(hands: &Shared) -> Callback<PointerEvent> {
    let hands = Rc::clone(hands);
    Callback::from(move |event: PointerEvent| hands.borrow_mut().drag(event.pointer_id(), event.client_x()))
}

/// A pointer goes up.
pub fn up(hands: &Shared) -> Callback<PointerEvent> {
    let hands = Rc::clone(hands);
    Callback::from(move |event: PointerEvent| hands.borrow_mut().leave(event.pointer_id(), event.client_x()))
}

/// A pointer is taken away: the page scrolls.
pub fn cancel(hands: &Shared) -> Callback<PointerEvent> {
    let hands = Rc::clone(hands);
    Callback::from(move |event: PointerEvent| {
        let mut hands = hands.borrow_mut();
        hands.down.retain(|(other, _)| *other != event.pointer_id());
        hands.grip = None;
        if let Some(look) = &hands.look {
            look.choose.emit(None);
        }
    })
}

/// Listens to the wheel over the timeline, and to its keys while it is there.
#[hook]
pub(crate) fn use_wheel_and_keys(root: &NodeRef, hands: &Shared) {
    let (root, hands) = (root.clone(), Rc::clone(hands));
    use_effect_with((), move |()| {
        let options = EventListenerOptions::enable_prevent_default();
        let wheel = root.cast::<Element>().map(|root| {
            let hands = Rc::clone(&hands);
            EventListener::new_with_options(&root, "wheel", options, move |event| {
                // The wheel over a page inside of another is for that other page.
                if site::embedded() && event.dyn_ref::<WheelEvent>().is_some_and(|wheel| !wheel.ctrl_key()) {
                    return;
                }
                let area = area(event).unwrap_or_default();
                if event.dyn_ref::<WheelEvent>().is_some_and(|wheel| hands.borrow().wheel(&area, wheel)) {
                    event.prevent_default();
                }
            })
        });
        let keys = EventListener::new_with_options(&gloo::utils::window(), "keydown", options, move |event| {
            if event.dyn_ref::<KeyboardEvent>().is_some_and(|key| hands.borrow().key(key)) {
                event.prevent_default();
            }
        });
        move || drop((wheel, keys))
    });
}
