//! A pod on the stage is dragged to another node: it is there from the start then.
//!
//! What is dragged follows the pointer itself, not the state: nothing else of the page changes before the pod is dropped.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};
use yew::Callback;

use crate::api::Str;
use crate::app::craft::{Craft, Thing};
use crate::app::store::Action;

use super::menu;

/// A pointer that has moved less than this clicks.
const SLACK: i32 = 6;

/// The pod under a pointer that is down.
struct Held {
    pod: Str,
    from: (i32, i32),
    /// Its name at the pointer, once it moves.
    ghost: Option<HtmlElement>,
    /// The node below it.
    over: Option<(Element, Str)>,
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(ghost) = &self.ghost {
            ghost.remove();
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
        if let Some((_, node)) = &dropped.over {
            act.emit(Action::Craft(Craft::Move { pod: dropped.pod.clone(), node: node.clone() }));
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
    let element = event.target()?.dyn_into::<Element>().ok()?;
    let on_stage = element.closest(".page:not(.presents):not(.compares) #stage").ok().flatten().is_some();
    match menu::thing_at(&element) {
        Some(Thing::Pod(pod)) if on_stage && event.pointer_type() != "touch" => {
            Some(Held { pod, from: (event.client_x(), event.client_y()), ghost: None, over: None })
        }
        _ => None,
    }
}

impl Held {
    /// It is over no node any more.
    fn leave(&mut self) {
        if let Some((node, _)) = self.over.take() {
            // Without the mark there is nothing to take away.
            let _ = node.remove_attribute("data-drop");
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
                ghost.set_text_content(Some(crate::words::short(&self.pod)));
                // Without it the pod is dragged unseen.
                let _ = body.append_child(ghost);
            }
        }
        if let Some(ghost) = &self.ghost {
            let _ = ghost.style().set_property("left", &format!("{}px", at.0 + 12));
            let _ = ghost.style().set_property("top", &format!("{}px", at.1 + 12));
        }
        #[allow(clippy::cast_precision_loss)] // pixels
        let below = document.element_from_point(at.0 as f32, at.1 as f32);
        let on_stage = below.filter(|it| it.closest("#stage").is_ok_and(|stage| stage.is_some()));
        self.leave();
        self.over = on_stage.and_then(|it| menu::node_at(&it));
        if let Some((node, _)) = &self.over {
            let _ = node.set_attribute("data-drop", "");
        }
    }
}
