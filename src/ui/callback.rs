//! Callbacks for events of elements.

use yew::Callback;

/// A callback that dispatches an action, whatever the event.
pub fn on_action<T: 'static, A: Clone + 'static>(dispatch: &Callback<A>, action: A) -> Callback<T> {
    let dispatch = dispatch.clone();
    Callback::from(move |_| dispatch.emit(action.clone()))
}
