//! A pod on the stage is dragged to another node: it is there from the start then. Or it is dragged to a priority class. What the
//! palette has is dropped on the stage.
//! The upper edge of a pod is dragged for its request.
//!
//! What is dragged follows the pointer itself, not the state: nothing else of the page changes before the pod is dropped.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};
use yew::Callback;

use crate::api::Str;
use crate::app::builder::size::Side;
use crate::app::craft::{Craft, Thing};
use crate::app::store::Action;

use super::menu;

/// Where things can be built: not while presenting, and not side by side.
const STAGE: &str = ".page:not(.presents):not(.compares) #stage";

/// A pointer that has moved less than this clicks.
const SLACK: i32 = 6;

/// What a pointer that is down has hold of.
struct Held {
    what: Carried,
    name: String,
    from: (i32, i32),
    /// Its name at the pointer, once it moves.
    ghost: Option<HtmlElement>,
    /// What is below it and takes it: a node, or a priority class.
    over: Option<(Element, Target)>,
    /// The pointer is over the stage.
    on_stage: bool,
}

/// What a pod is dragged to.
#[derive(Clone)]
enum Target {
    Node(Str),
    Class(Str),
}

/// What can be dragged.
enum Carried {
    /// A pod of the picture.
    Pod(Str),
    /// What stands at this place of the palette.
    Template(usize),
    /// The upper edge of a pod.
    Edge { pod: Str, resource: Str, side: Side, from: i64, to: i64, height: f64 },
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(ghost) = &self.ghost {
            ghost.remove();
            self.opens(false);
        }
        self.leave();
    }
}

/// Listens for as long as the page is there.
pub fn listen(act: &Callback<Action>) {
    let held: Rc<RefCell<Option<Held>>> = Rc::default();
    let window = gloo::utils::window();
    let take = Rc::clone(&held);
    EventListener::new(&window, "pointerdown", move |event| {
        let Some(event) = event.dyn_ref::<PointerEvent>().filter(|it| it.button() == 0) else { return };
        *take.borrow_mut() = grasp(event);
    })
    .forget();
    let carry = Rc::clone(&held);
    EventListener::new(&window, "pointermove", move |event| {
        if let (Some(event), Some(held)) = (event.dyn_ref::<PointerEvent>(), carry.borrow_mut().as_mut()) {
            held.carry((event.client_x(), event.client_y()));
        }
    })
    .forget();
    let (drop, act) = (Rc::clone(&held), act.clone());
    EventListener::new(&window, "pointerup", move |_| {
        let Some(dropped) = drop.borrow_mut().take() else { return };
        let target = dropped.over.as_ref().map(|(_, target)| target.clone());
        match (&dropped.what, target) {
            (Carried::Pod(pod), Some(Target::Node(node))) => {
                act.emit(Action::Craft(Craft::Move { pod: pod.clone(), node }));
            }
            (Carried::Pod(pod), Some(Target::Class(class))) => {
                act.emit(Action::Craft(Craft::Class { pod: pod.clone(), class }));
            }
            (Carried::Edge { pod, resource, from, to, .. }, _) if to != from => {
                let (pod, resource) = (pod.clone(), resource.clone());
                act.emit(Action::Craft(Craft::Resize { pod, resource, amount: *to }));
            }
            (Carried::Template(template), target) if dropped.on_stage => {
                let node = if let Some(Target::Node(node)) = target { Some(node) } else { None };
                act.emit(Action::Craft(Craft::Drop { template: *template, node }));
            }
            _ => {}
        }
    })
    .forget();
    for name in ["pointercancel", "blur"] {
        let held = Rc::clone(&held);
        EventListener::new(&window, name, move |_| *held.borrow_mut() = None).forget();
    }
    EventListener::new(&window, "keydown", move |event| {
        if event.dyn_ref::<KeyboardEvent>().is_some_and(|it| it.key() == "Escape") {
            *held.borrow_mut() = None;
        }
    })
    .forget();
}

/// What a pointer takes hold of. A finger scrolls the page: it has the menu.
fn grasp(event: &PointerEvent) -> Option<Held> {
    if event.pointer_type() == "touch" {
        return None;
    }
    let element = event.target()?.dyn_into::<Element>().ok()?;
    let on_stage = element.closest(STAGE).ok().flatten().is_some();
    let template = element.closest("[data-template]").ok().flatten();
    let edge = element.closest("[data-edge]").ok().flatten().filter(|_| on_stage);
    let (what, name) = match (template, menu::thing_at(&element)) {
        (_, Some(Thing::Pod(pod))) if edge.is_some() => (edge_of(pod, &edge?)?, String::new()),
        (Some(chip), _) => {
            let place = chip.get_attribute("data-template")?.parse().ok()?;
            (Carried::Template(place), chip.text_content().unwrap_or_default())
        }
        (None, Some(Thing::Pod(pod))) if on_stage => {
            let name = crate::words::short(&pod).to_owned();
            (Carried::Pod(pod), name)
        }
        _ => return None,
    };
    let from = (event.client_x(), event.client_y());
    Some(Held { what, name, from, ghost: None, over: None, on_stage: false })
}

/// The edge of a pod, with what the pod requests and how high its tile is.
fn edge_of(pod: Str, edge: &Element) -> Option<Carried> {
    let resource = edge.get_attribute("data-edge")?;
    let (side, from) = (Side::named(&resource)?, edge.get_attribute("data-amount")?.parse().ok()?);
    let body = edge.parent_element()?.query_selector(".body").ok().flatten()?;
    let height = body.get_bounding_client_rect().height();
    Some(Carried::Edge { pod, resource: resource.into(), side, from, to: from, height })
}

impl Held {
    /// It is over no node any more.
    fn leave(&mut self) {
        if let Some((node, _)) = self.over.take() {
            // Without the mark there is nothing to take away.
            let _ = node.remove_attribute("data-drop");
        }
    }

    /// Where a pod can be dropped beside nodes is seen as long as one is dragged.
    fn opens(&self, is: bool) {
        let classes = gloo::utils::document().get_element_by_id("classes");
        if let (Carried::Pod(_), Some(classes)) = (&self.what, classes) {
            let _ = classes.toggle_attribute_with_force("hidden", !is);
        }
    }

    fn carry(&mut self, at: (i32, i32)) {
        if self.ghost.is_none() && (at.0 - self.from.0).abs() + (at.1 - self.from.1).abs() < SLACK {
            return;
        }
        let document = gloo::utils::document();
        if self.ghost.is_none() {
            self.ghost = document.create_element("div").ok().and_then(|it| it.dyn_into().ok());
            if let (Some(ghost), Some(body)) = (&self.ghost, document.body()) {
                ghost.set_class_name("ghost");
                ghost.set_text_content(Some(&self.name));
                // Without it the thing is dragged unseen.
                let _ = body.append_child(ghost);
            }
            self.opens(true);
        }
        if let Carried::Edge { side, from, to, height, .. } = &mut self.what {
            *to = stretched(*side, *from, *height, self.from.1 - at.1);
            if let Some(ghost) = &self.ghost {
                ghost.set_text_content(Some(&side.write(*to)));
            }
        }
        if let Some(ghost) = &self.ghost {
            let _ = ghost.style().set_property("left", &format!("{}px", at.0 + 12));
            let _ = ghost.style().set_property("top", &format!("{}px", at.1 + 12));
        }
        #[allow(clippy::cast_precision_loss)] // pixels
        let below = document.element_from_point(at.0 as f32, at.1 as f32);
        let on_stage = below.filter(|it| it.closest(STAGE).is_ok_and(|stage| stage.is_some()));
        self.on_stage = on_stage.is_some();
        self.leave();
        let goes = !matches!(self.what, Carried::Edge { .. });
        let pod = matches!(self.what, Carried::Pod(_));
        self.over = on_stage.filter(|_| goes).and_then(|it| {
            let class = it.closest("[data-class]").ok().flatten().filter(|_| pod);
            let class = class.and_then(|it| Some((it.clone(), Target::Class(it.get_attribute("data-class")?.into()))));
            class.or_else(|| menu::node_at(&it).map(|(it, node)| (it, Target::Node(node))))
        });
        if let Some((target, _)) = &self.over {
            let _ = target.set_attribute("data-drop", "");
        }
    }
}

/// A request whose tile is so many pixels high, and becomes higher by `up`: at least one step, and no more than a hundredfold.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels
fn stretched(side: Side, from: i64, height: f64, up: i32) -> i64 {
    let times = (1.0 + f64::from(up) / height.max(1.0)).clamp(0.0, 100.0);
    side.snap((from as f64 * times) as i64).max(side.by(0, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_changes_the_request_as_it_changes_the_height() {
        for (from, height, up, wanted) in
            [(1000, 100.0, 50, "1500m"), (1000, 100.0, -50, "500m"), (1000, 100.0, -500, "100m"), (500, 40.0, 40, "1")]
        {
            assert_eq!(Side::Cpu.write(stretched(Side::Cpu, from, height, up)), wanted, "{from} {height} {up}");
        }
        assert_eq!(Side::Memory.write(stretched(Side::Memory, 1 << 30, 60.0, 60)), "2Gi");
    }
}
