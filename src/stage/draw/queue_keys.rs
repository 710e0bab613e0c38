//! Moves the focus from pod to pod of the queue with the arrow keys up and down; left and right step through the run.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::{KeyboardEvent, TargetCast};

/// Moves the focus to the pod before or after the focused one. Returns whether the key was for that.
pub(crate) fn move_focus(key: &KeyboardEvent) -> bool {
    let is_forward = match key.key().as_str() {
        "ArrowDown" => true,
        "ArrowUp" => false,
        _ => return false,
    };
    let Some(focused) = key.target_dyn_into::<Element>() else { return false };
    let Ok(Some(scene)) = focused.closest(".queue-scene") else { return false };
    let Ok(pods) = scene.query_selector_all(".in-queue") else { return false };
    let is_focused = |at: &u32| pods.item(*at).is_some_and(|pod| pod.is_same_node(Some(&focused)));
    let Some(at) = (0..pods.length()).find(is_focused) else { return false };
    let next = if is_forward { Some(at + 1) } else { at.checked_sub(1) };
    if let Some(pod) = next.and_then(|next| pods.item(next)) {
        // Elements of SVG have the same method.
        drop(pod.unchecked_ref::<HtmlElement>().focus());
    }
    key.prevent_default();
    key.stop_propagation();
    true
}
