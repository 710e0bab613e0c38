//! Views that are drawn again only when what they are drawn from changes.

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

/// A view that is drawn again only when its input is another one.
pub fn memo<T: PartialEq + Clone + 'static>(draw: Draw<T>, input: T) -> Html {
    html! { <Memo<T> {draw} {input} /> }
}

/// Something shared, equal only to itself: what a memoized view of it depends on.
pub struct ByIdentity<T>(pub Rc<T>);

impl<T> PartialEq for ByIdentity<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
