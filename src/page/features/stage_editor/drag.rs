//! Drag and drop on the stage: a pod to another node or to a priority class, a template of the palette onto the stage, and the upper edge of a pod
//! to change its request.
//!
//! A finger that moves at once scrolls the page. A long press lifts an object, which can then be dragged; if the finger never moves, it opens the
//! menu.
//!
//! The dragged object follows the pointer without actions: nothing else on the page changes before the drop.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use api::{NamespacedName, Str};
use gloo::{
    events::{EventListener, EventListenerOptions, EventListenerPhase},
    timers::callback::Timeout,
};
use page_state::{
    actions::Action,
    builder::request_size::ResourceAxis,
    overlays::OverlayMsg,
    stage_edit::{MenuPage, ObjectMenu, StageEdit},
};
use scene::objects::ObjectRef;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};
use yew::Callback;

use super::menu;

/// The stage while objects can be edited: not during a presentation, and not in a comparison.
const STAGE_SELECTOR: &str = ".page:not(.presents):not(.compares) #stage";

/// The maximum distance, in pixels, that a pointer moves during a click.
const CLICK_SLACK: i32 = 6;

/// The duration of a long press, in milliseconds: less than browsers take to open the context menu.
const LONG_PRESS: u32 = 350;
/// Distance to the upper or lower edge of the window, in pixels, at which a drag by touch scrolls the page.
const SCROLL_MARGIN: i32 = 56;
/// Pixels that it scrolls with each move of the finger.
const SCROLL_STEP: f64 = 14.0;

/// The phase of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DragPhase {
    /// A mouse or pen, which drags as soon as it moves.
    Immediate,
    /// A finger that rests, and scrolls if it moves now.
    LongPressing,
    /// A finger that drags.
    Dragging,
}

/// The state of a drag while the pointer is down.
struct DragState {
    phase: DragPhase,
    /// The timer of a long press.
    _long_press: Option<Timeout>,
    pointer: i32,
    payload: DragPayload,
    name: String,
    start_position: (i32, i32),
    has_moved: bool,
    /// The label at the pointer, once it moves.
    ghost: Option<HtmlElement>,
    /// The drop target below the pointer: a node, or a priority class.
    drop_target: Option<(Element, DropTarget)>,
    /// Whether the pointer is over the stage.
    is_on_stage: bool,
}

#[derive(Clone)]
enum DropTarget {
    Node(Str),
    Class(Str),
}

/// An object that can be dragged.
enum DragPayload {
    /// A pod of the picture.
    Pod(NamespacedName),
    /// The template at this index of the palette.
    Template(usize),
    /// The upper edge of a pod.
    Edge { pod: NamespacedName, resource: Str, side: ResourceAxis, from: i64, to: i64, height: f64 },
}

impl Drop for DragState {
    fn drop(&mut self) {
        if let Some(ghost) = &self.ghost {
            ghost.remove();
            self.set_drop_area_visible(false);
        }
        self.leave_target();
    }
}

type SharedDrag = Rc<RefCell<Option<DragState>>>;

/// Installs listeners for the lifetime of the page.
pub fn listen_for_drags(dispatch: &Callback<Action>) {
    let drag: SharedDrag = Rc::default();
    let window = gloo::utils::window();
    let take = Rc::clone(&drag);
    EventListener::new(&window, "pointerdown", move |event| {
        let Some(event) = event.dyn_ref::<PointerEvent>().filter(|pointer_event| pointer_event.button() == 0) else {
            return;
        };
        // A second finger zooms.
        let grasped = if event.is_primary() { start_drag(event, &take) } else { None };
        *take.borrow_mut() = grasped;
    })
    .forget();
    let carry = Rc::clone(&drag);
    EventListener::new(&window, "pointermove", move |event| {
        let Some(event) = event.dyn_ref::<PointerEvent>() else { return };
        let at = (event.client_x(), event.client_y());
        let mut drag = carry.borrow_mut();
        if drag.as_ref().is_some_and(|drag| drag.phase == DragPhase::LongPressing && drag.is_drag_at(at)) {
            *drag = None;
        }
        if let Some(drag) = drag.as_mut().filter(|drag| drag.pointer == event.pointer_id()) {
            drag.drag_to(at);
        }
    })
    .forget();
    let (drop, let_go, is_released) = (Rc::clone(&drag), dispatch.clone(), Rc::new(Cell::new(false)));
    let leaves = Rc::clone(&is_released);
    EventListener::new(&window, "pointerup", move |_| {
        let drag_state = drop.borrow_mut().take();
        leaves.set(drag_state.as_ref().is_some_and(|drag_state| drag_state.phase == DragPhase::Dragging));
        if let Some(action) = drag_state.as_ref().and_then(DragState::drop_action) {
            let_go.emit(action);
        }
    })
    .forget();
    // While a finger drags, the page neither scrolls nor opens the menu, which opens if the finger is lifted without having moved.
    let prevents = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
    // Lifting the finger must not be a click, which would close that menu.
    EventListener::new_with_options(&window, "touchend", prevents, move |event| {
        if is_released.take() {
            event.prevent_default();
        }
    })
    .forget();
    for name in ["touchmove", "contextmenu"] {
        let drag = Rc::clone(&drag);
        EventListener::new_with_options(&window, name, prevents, move |event| {
            let mut drag = drag.borrow_mut();
            let Some(drag) = drag.as_mut() else { return };
            if event.type_() == "contextmenu" {
                drag.begin_dragging();
            }
            if drag.phase == DragPhase::Dragging {
                event.prevent_default();
                event.stop_propagation();
            }
        })
        .forget();
    }
    for name in ["pointercancel", "blur"] {
        let drag = Rc::clone(&drag);
        EventListener::new(&window, name, move |_| *drag.borrow_mut() = None).forget();
    }
    EventListener::new(&window, "keydown", move |event| {
        if event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape") {
            *drag.borrow_mut() = None;
        }
    })
    .forget();
}

/// The object below a pointer that can be dragged.
fn start_drag(event: &PointerEvent, drag: &SharedDrag) -> Option<DragState> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    let on_stage = element.closest(STAGE_SELECTOR).ok().flatten().is_some();
    let template = element.closest("[data-template]").ok().flatten();
    let edge = element.closest("[data-edge]").ok().flatten().filter(|_| on_stage);
    let (what, name) = match (template, menu::object_at(&element)) {
        (_, Some(ObjectRef::Pod(pod))) if edge.is_some() => (edge_payload(pod, &edge?)?, String::new()),
        (Some(chip), _) => {
            let template_index = chip.get_attribute("data-template")?.parse().ok()?;
            (DragPayload::Template(template_index), chip.text_content().unwrap_or_default())
        }
        (None, Some(ObjectRef::Pod(pod))) if on_stage => {
            let name = i18n::short_pod_name(&pod).to_owned();
            (DragPayload::Pod(pod), name)
        }
        _ => return None,
    };
    let finger = event.pointer_type() == "touch";
    let rest = finger.then(|| {
        let drag = Rc::clone(drag);
        Timeout::new(LONG_PRESS, move || drag.borrow_mut().iter_mut().for_each(DragState::begin_dragging))
    });
    Some(DragState {
        phase: if finger { DragPhase::LongPressing } else { DragPhase::Immediate },
        _long_press: rest,
        pointer: event.pointer_id(),
        payload: what,
        name,
        start_position: (event.client_x(), event.client_y()),
        has_moved: false,
        ghost: None,
        drop_target: None,
        is_on_stage: false,
    })
}

/// The upper edge of a pod, with the pod's request and the height of its tile in pixels.
fn edge_payload(pod: NamespacedName, edge: &Element) -> Option<DragPayload> {
    let resource = edge.get_attribute("data-edge")?;
    let (resource_axis, from) =
        (ResourceAxis::of_resource(&resource)?, edge.get_attribute("data-amount")?.parse().ok()?);
    let body = edge.parent_element()?.query_selector(".body").ok().flatten()?;
    let height = body.get_bounding_client_rect().height();
    Some(DragPayload::Edge { pod, resource: resource.into(), side: resource_axis, from, to: from, height })
}

impl DragState {
    /// Unmarks the drop target.
    fn leave_target(&mut self) {
        if let Some((node, _)) = self.drop_target.take() {
            // Removing a missing attribute is no error.
            let _ = node.remove_attribute("data-drop");
        }
    }

    /// Shows or hides the drop targets other than nodes.
    fn set_drop_area_visible(&self, is: bool) {
        let classes = gloo::utils::document().get_element_by_id("classes");
        if let (DragPayload::Pod(_), Some(classes)) = (&self.payload, classes) {
            let _ = classes.toggle_attribute_with_force("hidden", !is);
        }
    }

    /// Whether the pointer at this position has moved more than during a click.
    fn is_drag_at(&self, at: (i32, i32)) -> bool {
        (at.0 - self.start_position.0).abs() + (at.1 - self.start_position.1).abs() >= CLICK_SLACK
    }

    /// Lifts the object: a finger that rested drags from now on.
    fn begin_dragging(&mut self) {
        if self.phase == DragPhase::LongPressing {
            self.phase = DragPhase::Dragging;
            self.show_ghost(self.start_position);
        }
    }

    /// The action of dropping here; `None` if there is none.
    fn drop_action(&self) -> Option<Action> {
        let target = self.drop_target.as_ref().map(|(_, target)| target.clone());
        Some(Action::from(match (&self.payload, target) {
            _ if self.phase == DragPhase::LongPressing => return None,
            (DragPayload::Pod(pod) | DragPayload::Edge { pod, .. }, _)
                if self.phase == DragPhase::Dragging && !self.has_moved =>
            {
                return Some(Action::Overlays(OverlayMsg::SetMenu(Some(ObjectMenu {
                    object: ObjectRef::Pod(pod.clone()),
                    position: self.start_position,
                    page: MenuPage::All,
                }))));
            }
            (DragPayload::Pod(pod), Some(DropTarget::Node(node))) => StageEdit::MovePod { pod: pod.clone(), node },
            (DragPayload::Pod(pod), Some(DropTarget::Class(class))) => {
                StageEdit::SetPriorityClass { pod: pod.clone(), class }
            }
            (DragPayload::Edge { pod, resource, from, to, .. }, _) if to != from => {
                StageEdit::ResizeRequest { pod: pod.clone(), resource: resource.clone(), amount: *to }
            }
            (DragPayload::Template(template), target) if self.is_on_stage => {
                let node = if let Some(DropTarget::Node(node)) = target { Some(node) } else { None };
                StageEdit::DropTemplate { template: *template, node }
            }
            _ => return None,
        }))
    }

    fn drag_to(&mut self, at: (i32, i32)) {
        if self.phase == DragPhase::LongPressing || !self.has_moved && !self.is_drag_at(at) {
            return;
        }
        self.has_moved = true;
        if self.phase == DragPhase::Dragging {
            let window = gloo::utils::window();
            let height = window.inner_height().ok().and_then(|value| value.as_f64()).unwrap_or(f64::MAX);
            if at.1 < SCROLL_MARGIN {
                window.scroll_by_with_x_and_y(0.0, -SCROLL_STEP);
            } else if f64::from(at.1 + SCROLL_MARGIN) > height {
                window.scroll_by_with_x_and_y(0.0, SCROLL_STEP);
            }
        }
        self.show_ghost(at);
    }

    /// Draws the label at the pointer, and marks the drop target below it.
    fn show_ghost(&mut self, at: (i32, i32)) {
        let document = gloo::utils::document();
        if self.ghost.is_none() {
            self.ghost = document.create_element("div").ok().and_then(|create_element| create_element.dyn_into().ok());
            if let (Some(ghost), Some(body)) = (&self.ghost, document.body()) {
                ghost.set_class_name("ghost");
                ghost.set_text_content(Some(&self.name));
                // If this fails, the object is dragged without a label.
                let _ = body.append_child(ghost);
            }
            self.set_drop_area_visible(true);
        }
        if let DragPayload::Edge { side, from, to, height, .. } = &mut self.payload {
            *to = resized_request(*side, *from, *height, self.start_position.1 - at.1);
            if let Some(ghost) = &self.ghost {
                ghost.set_text_content(Some(&side.format_amount(*to)));
            }
        }
        if let Some(ghost) = &self.ghost {
            let _ = ghost.style().set_property("left", &format!("{}px", at.0 + 12));
            let _ = ghost.style().set_property("top", &format!("{}px", at.1 + 12));
        }
        #[allow(clippy::cast_precision_loss)] // pixels
        let element_below = document.element_from_point(at.0 as f32, at.1 as f32);
        let on_stage = element_below
            .filter(|element_below| element_below.closest(STAGE_SELECTOR).is_ok_and(|stage| stage.is_some()));
        self.is_on_stage = on_stage.is_some();
        self.leave_target();
        let is_move = !matches!(self.payload, DragPayload::Edge { .. });
        let pod = matches!(self.payload, DragPayload::Pod(_));
        self.drop_target = on_stage.filter(|_| is_move).and_then(|on_stage| {
            let class = on_stage.closest("[data-class]").ok().flatten().filter(|_| pod);
            let class = class
                .and_then(|class| Some((class.clone(), DropTarget::Class(class.get_attribute("data-class")?.into()))));
            class.or_else(|| menu::node_at(&on_stage).map(|(element, node)| (element, DropTarget::Node(node))))
        });
        if let Some((target, _)) = &self.drop_target {
            let _ = target.set_attribute("data-drop", "");
        }
    }
}

/// The request after a tile of this height, in pixels, has grown by `up`: at least one step, and at most a hundredfold.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels
fn resized_request(resource_axis: ResourceAxis, from: i64, height: f64, up: i32) -> i64 {
    let times = (1.0 + f64::from(up) / height.max(1.0)).clamp(0.0, 100.0);
    resource_axis.snap_amount((from as f64 * times) as i64).max(resource_axis.step_amount(0, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dragging_an_edge_changes_the_request() {
        for (from, height, up, expected) in
            [(1000, 100.0, 50, "1500m"), (1000, 100.0, -50, "500m"), (1000, 100.0, -500, "100m"), (500, 40.0, 40, "1")]
        {
            assert_eq!(
                ResourceAxis::Cpu.format_amount(resized_request(ResourceAxis::Cpu, from, height, up)),
                expected,
                "{from} {height} {up}"
            );
        }
        assert_eq!(ResourceAxis::Memory.format_amount(resized_request(ResourceAxis::Memory, 1 << 30, 60.0, 60)), "2Gi");
    }
}
