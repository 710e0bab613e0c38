//! A long list of which only the visible part is drawn.

use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{Element, HtmlElement, ResizeObserver};
use yew::{Callback, Html, Properties, component, html, use_effect_with, use_mut_ref, use_node_ref, use_state_eq};

use crate::element::with_style;

/// The number of rows that are drawn before the first visible one.
const ROWS_BEFORE: usize = 12;
/// The number of rows that are drawn in total: more than fit on any screen.
const MAX_DRAWN_ROWS: usize = 96;
/// The drawn part moves in steps of this many rows.
const WINDOW_STEP: usize = 8;

#[derive(Clone, PartialEq, Properties)]
pub struct WindowProps {
    /// The number of rows.
    pub count: usize,
    /// The height of a row, in pixels.
    pub row: usize,
    /// The row to keep visible.
    #[prop_or_default]
    pub row_in_view: Option<usize>,
    /// The minimum width of the list, in characters.
    #[prop_or_default]
    pub width: usize,
    /// The accessible name of the list.
    pub label: String,
    /// The head, which is above the rows and always visible.
    #[prop_or_default]
    pub head: Html,
    /// The height of the head, in pixels.
    #[prop_or_default]
    pub head_height: usize,
    /// Draws the row with this index, as a list item.
    pub draw: Callback<usize, Html>,
    /// Drawn over the rows.
    #[prop_or_default]
    pub overlay: Html,
}

/// A list of rows of the same height.
#[component]
pub fn VirtualList(props: &WindowProps) -> Html {
    let node_ref = use_node_ref();
    let first = use_state_eq(|| 0_usize);
    let row = props.row;
    let look = {
        let (node_ref, first) = (node_ref.clone(), first.clone());
        move || {
            if let Some(element) = node_ref.cast::<Element>() {
                let top = usize::try_from(element.scroll_top()).unwrap_or(0) / row;
                first.set(top.saturating_sub(ROWS_BEFORE) / WINDOW_STEP * WINDOW_STEP);
            }
        }
    };
    let onscroll = Callback::from({
        let look = look.clone();
        move |_| look()
    });
    // An element without a height (hidden, or not laid out yet) can't scroll.
    let followed = use_mut_ref(|| None::<usize>);
    {
        let (node_ref, head, followed) = (node_ref.clone(), props.head_height, followed.clone());
        let look = look.clone();
        use_effect_with((props.row_in_view, props.count, row), move |&(row_in_view, _, _)| {
            *followed.borrow_mut() = row_in_view;
            if let (Some(element), Some(row_in_view)) = (node_ref.cast::<HtmlElement>(), row_in_view) {
                scroll_row_into_view(&element, row_in_view * row, row, head);
                look();
            }
        });
    }
    {
        let (node_ref, head) = (node_ref.clone(), props.head_height);
        use_effect_with(row, move |&row| {
            let observed = node_ref.cast::<HtmlElement>().and_then(|element| {
                let (measured, mut before) = (element.clone(), 0);
                let on_resize = Closure::<dyn FnMut()>::new(move || {
                    let (had, has) =
                        (std::mem::replace(&mut before, measured.client_height()), measured.client_height());
                    // Scrolls only when the list becomes visible (its height was 0): otherwise the user's scroll position is kept.
                    if let (0, 1.., Some(row_in_view)) = (had, has, *followed.borrow()) {
                        scroll_row_into_view(&measured, row_in_view * row, row, head);
                        look();
                    }
                });
                let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
                observer.observe(&element);
                Some((observer, on_resize))
            });
            move || {
                if let Some((observer, _)) = observed {
                    observer.disconnect();
                }
            }
        });
    }
    let from = (*first).min(props.count.saturating_sub(1));
    let target_index = (from + MAX_DRAWN_ROWS).min(props.count);
    let style = format!(
        "--row: {row}px; --width: {}ch; padding-top: {}px; height: {}px",
        props.width,
        from * row,
        props.count * row
    );
    html! {
        <div class="window" ref={node_ref} {onscroll} tabindex="0" role="group" aria-label={props.label.clone()}>
            <div class="window-sheet">
                <div class="window-head">{ props.head.clone() }</div>
                { with_style(&style, html! { <ol class="rows">{ for (from..target_index).map(|index| props.draw.emit(index)) }</ol> }) }
                { props.overlay.clone() }
            </div>
        </div>
    }
}

/// Scrolls by the least distance that shows a row with one more row around it, to the top of a row, so that the head cuts none in half.
fn scroll_row_into_view(element: &HtmlElement, top: usize, row: usize, head: usize) {
    let pixels = |value: usize| i32::try_from(value).unwrap_or(i32::MAX);
    let (top, row, head) = (pixels(top), pixels(row), pixels(head));
    let (seen_from, height) = (element.scroll_top(), element.client_height() - head);
    if top < seen_from + row || top + 2 * row > seen_from + height {
        let to = if top < seen_from { top - row } else { top + 2 * row - height };
        element.set_scroll_top((to.max(0) + row - 1) / row * row);
    }
}

/// The height of a row, in pixels: the minimum for a target (WCAG 2.5.8), or what a finger needs on a small screen. Rendered natively, there is no
/// screen.
pub fn row_height() -> usize {
    if cfg!(not(target_arch = "wasm32")) {
        return 24;
    }
    let wide = gloo::utils::window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(1200.0);
    if wide > 1000.0 { 24 } else { 28 }
}
