//! Pointers, wheel and keys on the timeline.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places on a screen

use std::{cell::RefCell, rc::Rc};

use gloo::events::{EventListener, EventListenerOptions};
use page_state::actions::{Action, player::PlayerMsg};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::{Callback, NodeRef, PointerEvent, WheelEvent, hook, use_effect_with};

use crate::{
    page_metadata,
    view::timeline::axis::{AxisRange, TimeAxis},
};

/// The maximum distance, in pixels, that a pointer moves during a click.
const CLICK_SLACK: f64 = 4.0;

/// A place on the axis as a floating-point number.
pub fn to_place(at: u64) -> f64 {
    at as f64
}

/// A share of a track in ten-thousandths, clamped to 0 to 1.
pub fn share_to_cell(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 10_000.0).round() as u32
}

/// What a pointer drags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointerGrip {
    Head,
    /// Selects a range of the lanes, from this place.
    SelectRange {
        from: f64,
    },
    /// Two fingers, with the places under them at the start.
    Pinch {
        under: [f64; 2],
    },
}

impl PointerGrip {
    /// The value of `data-grip` of the axis.
    pub(crate) const RULER: &'static str = "ruler";
    /// The value of `data-grip` of a lane's track.
    pub(crate) const LANES: &'static str = "lanes";
}

/// The geometry of the timeline that pointers need.
pub struct TimelineGeometry {
    pub axis: TimeAxis,
    /// The visible range.
    pub range: AxisRange,
    /// The place of the playhead.
    pub playhead: u64,
    /// The element of the timeline.
    pub root: NodeRef,
    /// Dispatches actions that move the playhead.
    pub dispatch: Callback<Action>,
    /// Whether there are lanes, which can be zoomed.
    pub(crate) has_lanes: bool,
    /// Sets the visible range.
    pub on_zoom: Callback<Option<AxisRange>>,
    /// Sets the range that is being selected.
    pub on_select: Callback<Option<AxisRange>>,
}

impl TimelineGeometry {
    /// The position of a pointer, as a share of the tracks.
    fn pointer_share(&self, x: i32) -> f64 {
        let track = self.root.cast::<Element>().and_then(|root| root.query_selector(".ruler .track").ok().flatten());
        let Some(area) = track.map(|track| track.get_bounding_client_rect()) else { return 0.0 };
        (f64::from(x) - area.left()) / area.width().max(1.0)
    }

    fn track_width(&self) -> f64 {
        let track = self.root.cast::<Element>().and_then(|root| root.query_selector(".ruler .track").ok().flatten());
        track.map_or(1.0, |track| track.get_bounding_client_rect().width().max(1.0))
    }

    fn seek_to(&self, axis_position: f64) {
        self.dispatch.emit(Action::Player(PlayerMsg::Seek(self.axis.moment_at(axis_position))));
    }

    fn show_range(&self, range: AxisRange) {
        let range = self.axis.clamp_range(range);
        self.on_zoom.emit((range != self.axis.full_range()).then_some(range));
    }
}

/// The pointers that are down, and what they drag.
#[derive(Default)]
pub struct PointerState {
    /// The geometry of the last drawing.
    pub geometry: Option<TimelineGeometry>,
    grip: Option<PointerGrip>,
    down_pointers: Vec<(i32, i32)>,
    start_x: i32,
}

type SharedPointers = Rc<RefCell<PointerState>>;

impl PointerState {
    /// Zooms around the playhead, or around the middle if it is not visible.
    pub fn zoom_by(&self, factor: f64) {
        let Some(geometry) = &self.geometry else { return };
        let share = geometry.range.share_of(to_place(geometry.playhead));
        let around =
            if (0.0..=1.0).contains(&share) { to_place(geometry.playhead) } else { geometry.range.place_at(0.5) };
        geometry.show_range(geometry.axis.zoom_range(geometry.range, factor, around));
    }

    fn start_grip(&mut self, area: &str, id: i32, x: i32) {
        let Some(geometry) = &self.geometry else { return };
        let share = geometry.pointer_share(x);
        self.start_x = x;
        self.down_pointers.retain(|(other, _)| *other != id);
        self.down_pointers.push((id, x));
        if let [(_, a), (_, b)] = self.down_pointers[..]
            && matches!(self.grip, Some(PointerGrip::SelectRange { .. }))
        {
            geometry.on_select.emit(None);
            self.grip =
                Some(PointerGrip::Pinch { under: [a, b].map(|x| geometry.range.place_at(geometry.pointer_share(x))) });
            return;
        }
        self.grip = match area {
            PointerGrip::RULER => {
                geometry.seek_to(geometry.range.place_at(share));
                Some(PointerGrip::Head)
            }
            PointerGrip::LANES => Some(PointerGrip::SelectRange { from: geometry.range.place_at(share) }),
            _ => None,
        };
    }

    fn drag_to(&mut self, id: i32, x: i32) {
        let (Some(geometry), Some(grip)) = (&self.geometry, self.grip) else { return };
        if let Some(pointer) = self.down_pointers.iter_mut().find(|(other, _)| *other == id) {
            pointer.1 = x;
        }
        let share = geometry.pointer_share(x);
        let moved = f64::from((x - self.start_x).abs()) > CLICK_SLACK;
        match grip {
            PointerGrip::Head => geometry.seek_to(geometry.range.place_at(share.clamp(0.0, 1.0))),
            PointerGrip::SelectRange { from } if moved => {
                let to = geometry.range.place_at(share.clamp(0.0, 1.0));
                geometry.on_select.emit(Some(AxisRange { from: from.min(to), to: from.max(to) }));
            }
            PointerGrip::Pinch { under: [a, b] } => {
                if let [(_, x), (_, y)] = self.down_pointers[..] {
                    let (x, y) = (geometry.pointer_share(x), geometry.pointer_share(y));
                    if (y - x).abs() > 0.02 {
                        let span = ((b - a) / (y - x)).abs();
                        geometry.show_range(AxisRange { from: a - x * span, to: a + (1.0 - x) * span });
                    }
                }
            }
            PointerGrip::SelectRange { .. } => {}
        }
    }

    fn release_pointer(&mut self, id: i32, x: i32) {
        self.down_pointers.retain(|(other, _)| *other != id);
        let (Some(geometry), Some(grip)) = (&self.geometry, self.grip) else { return };
        if matches!(grip, PointerGrip::Pinch { .. }) && !self.down_pointers.is_empty() {
            return;
        }
        self.grip = None;
        geometry.on_select.emit(None);
        let moved = f64::from((x - self.start_x).abs()) > CLICK_SLACK;
        if let PointerGrip::SelectRange { from } = grip {
            let to = geometry.range.place_at(geometry.pointer_share(x).clamp(0.0, 1.0));
            if moved {
                geometry.on_zoom.emit(Some(geometry.axis.range_between(from, to)));
            } else {
                geometry.seek_to(to);
            }
        }
    }

    /// Handles a turn of the wheel; returns whether it was for the timeline.
    fn handle_wheel(&self, area: &str, wheel: &WheelEvent) -> bool {
        let Some(geometry) = self.geometry.as_ref().filter(|geometry| geometry.has_lanes) else { return false };
        let (across, along) = (wheel.delta_y(), wheel.delta_x());
        let span = geometry.range.to - geometry.range.from;
        let zooms = wheel.ctrl_key() || wheel.meta_key() || area == PointerGrip::RULER;
        if zooms && across != 0.0 {
            let share = geometry.pointer_share(wheel.client_x());
            // A notch of a wheel is a hundred pixels; a trackpad sends a few at a time.
            let factor = (1.0 + across.abs().min(100.0) / 250.0).powf(across.signum());
            geometry.show_range(geometry.axis.zoom_range(geometry.range, factor, geometry.range.place_at(share)));
            return true;
        }
        let along = if wheel.shift_key() && along == 0.0 { across } else { along };
        if along.abs() <= across.abs() && !wheel.shift_key() || geometry.range == geometry.axis.full_range() {
            return false;
        }
        let time_offset = along / geometry.track_width() * span;
        geometry.show_range(AxisRange { from: geometry.range.from + time_offset, to: geometry.range.to + time_offset });
        true
    }

    fn handle_key(&self, key: &KeyboardEvent) -> bool {
        let at = key.target().and_then(|target| target.dyn_into::<Element>().ok());
        let typing = "textarea, manifest-text, select, dialog, input:not([type=range], [type=checkbox])";
        if key.ctrl_key()
            || key.meta_key()
            || key.alt_key()
            || at.is_some_and(|element| element.closest(typing).is_ok_and(|ancestor| ancestor.is_some()))
        {
            return false;
        }
        if !self.geometry.as_ref().is_some_and(|geometry| geometry.has_lanes) {
            return false;
        }
        match key.key().as_str() {
            "z" | "Z" => self.zoom_by(if key.shift_key() { 2.0 } else { 0.5 }),
            "0" => self.geometry.iter().for_each(|geometry| geometry.on_zoom.emit(None)),
            _ => return false,
        }
        true
    }
}

/// The area of the track in which an event happened.
fn track_of_event(event: &web_sys::Event) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    if target.closest("button").ok()?.is_some() {
        return None;
    }
    target.closest("[data-grip]").ok()??.get_attribute("data-grip")
}

pub fn on_pointer_down(pointers: &SharedPointers) -> Callback<PointerEvent> {
    let pointers = Rc::clone(pointers);
    Callback::from(move |event: PointerEvent| {
        let Some(area) = track_of_event(&event).filter(|_| event.button() == 0) else { return };
        let mut pointers = pointers.borrow_mut();
        pointers.start_grip(&area, event.pointer_id(), event.client_x());
        if let Some(root) = pointers.geometry.as_ref().and_then(|geometry| geometry.root.cast::<Element>()) {
            // If this fails, a drag ends at the edge.
            let _ = root.set_pointer_capture(event.pointer_id());
        }
    })
}

pub fn on_pointer_move(pointers: &SharedPointers) -> Callback<PointerEvent> {
    let pointers = Rc::clone(pointers);
    Callback::from(move |event: PointerEvent| pointers.borrow_mut().drag_to(event.pointer_id(), event.client_x()))
}

pub fn on_pointer_up(pointers: &SharedPointers) -> Callback<PointerEvent> {
    let pointers = Rc::clone(pointers);
    Callback::from(move |event: PointerEvent| {
        pointers.borrow_mut().release_pointer(event.pointer_id(), event.client_x());
    })
}

/// The browser takes over the pointer, to scroll the page.
pub fn on_pointer_cancel(pointers: &SharedPointers) -> Callback<PointerEvent> {
    let pointers = Rc::clone(pointers);
    Callback::from(move |event: PointerEvent| {
        let mut pointers = pointers.borrow_mut();
        pointers.down_pointers.retain(|(other, _)| *other != event.pointer_id());
        pointers.grip = None;
        if let Some(geometry) = &pointers.geometry {
            geometry.on_select.emit(None);
        }
    })
}

/// Listens to the wheel and the keys on the timeline while it is mounted.
#[hook]
pub(crate) fn use_wheel_and_keys(root: &NodeRef, pointers: &SharedPointers) {
    let (root, pointers) = (root.clone(), Rc::clone(pointers));
    use_effect_with((), move |()| {
        let options = EventListenerOptions::enable_prevent_default();
        let wheel = root.cast::<Element>().map(|root| {
            let pointers = Rc::clone(&pointers);
            EventListener::new_with_options(&root, "wheel", options, move |event| {
                // In an embedded page, the wheel belongs to the embedding page.
                if page_metadata::is_embedded() && event.dyn_ref::<WheelEvent>().is_some_and(|wheel| !wheel.ctrl_key())
                {
                    return;
                }
                let area = track_of_event(event).unwrap_or_default();
                if event.dyn_ref::<WheelEvent>().is_some_and(|wheel| pointers.borrow().handle_wheel(&area, wheel)) {
                    event.prevent_default();
                }
            })
        });
        let keys = EventListener::new_with_options(&gloo::utils::window(), "keydown", options, move |event| {
            if event.dyn_ref::<KeyboardEvent>().is_some_and(|key| pointers.borrow().handle_key(key)) {
                event.prevent_default();
            }
        });
        move || drop((wheel, keys))
    });
}
