//! Views that are redrawn only when their input changes.

use std::rc::Rc;

use yew::{Html, Properties, component, html};

/// Draws a view from its input.
pub type Draw<T> = fn(&T) -> Html;

#[derive(Clone, Properties)]
struct MemoProps<T: PartialEq + Clone> {
    draw: Draw<T>,
    input: T,
}

impl<T: PartialEq + Clone> PartialEq for MemoProps<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.draw, other.draw) && self.input == other.input
    }
}

#[component]
fn Memo<T: PartialEq + Clone + 'static>(props: &MemoProps<T>) -> Html {
    (props.draw)(&props.input)
}

/// A view that is redrawn only when its input changes.
pub fn memo<T: PartialEq + Clone + 'static>(draw: Draw<T>, input: T) -> Html {
    html! { <Memo<T> {draw} {input} /> }
}

/// A shared value that is compared by pointer, as the input of a memoized view.
pub struct ByIdentity<T>(pub Rc<T>);

impl<T> PartialEq for ByIdentity<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
