//! A long list of which only the part in sight is drawn.

use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{Element, HtmlElement, ResizeObserver};
use yew::{Callback, Html, Properties, component, html, use_effect_with, use_mut_ref, use_node_ref, use_state_eq};

use crate::element::with_style;

/// Rows drawn before the first in sight.
const ROWS_BEFORE: usize = 12;
/// Rows drawn in all: more than fit on any screen.
const MAX_DRAWN_ROWS: usize = 96;
/// The part that is drawn moves by so many rows at a time.
const WINDOW_STEP: usize = 8;

/// What a list gets.
#[derive(Clone, PartialEq, Properties)]
pub struct WindowProps {
    /// How many rows there are.
    pub count: usize,
    /// Height of a row in pixels.
    pub row: usize,
    /// The row to keep in sight.
    #[prop_or_default]
    pub row_in_view: Option<usize>,
    /// Least width of the list, in characters.
    #[prop_or_default]
    pub width: usize,
    /// The name of the list.
    pub label: String,
    /// What stands above the rows and stays in sight.
    #[prop_or_default]
    pub head: Html,
    /// How high that is, in pixels.
    #[prop_or_default]
    pub head_height: usize,
    /// Draws a row, as a list item.
    pub draw: Callback<usize, Html>,
    /// Draws what lies over the rows.
    #[prop_or_default]
    pub overlay: Html,
}

/// A list of rows of one height.
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
    // What has no height yet (nobody sees it, or the page is still being laid out) cannot scroll.
    let followed = use_mut_ref(|| None::<usize>);
    {
        let (node_ref, head, followed) = (node_ref.clone(), props.head_height, followed.clone());
        let look = look.clone();
        use_effect_with((props.row_in_view, props.count, row), move |&(follow, _, _)| {
            *followed.borrow_mut() = follow;
            if let (Some(element), Some(follow)) = (node_ref.cast::<HtmlElement>(), follow) {
                scroll_row_into_view(&element, follow * row, row, head);
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
                    // Whoever scrolled stays there, however the height changes: only one after none counts.
                    if let (0, 1.., Some(follow)) = (had, has, *followed.borrow()) {
                        scroll_row_into_view(&measured, follow * row, row, head);
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

/// Scrolls by the least that shows a row, with one more row around it, to where a row begins: what stands above cuts none in half.
fn scroll_row_into_view(element: &HtmlElement, top: usize, row: usize, head: usize) {
    let pixels = |value: usize| i32::try_from(value).unwrap_or(i32::MAX);
    let (top, row, head) = (pixels(top), pixels(row), pixels(head));
    let (seen_from, height) = (element.scroll_top(), element.client_height() - head);
    if top < seen_from + row || top + 2 * row > seen_from + height {
        let to = if top < seen_from { top - row } else { top + 2 * row - height };
        element.set_scroll_top((to.max(0) + row - 1) / row * row);
    }
}

/// The height of a row: as much as a target needs (WCAG 2.5.8), and what a finger needs on a small screen. Where the build draws there is no screen.
pub fn row_height() -> usize {
    if cfg!(not(target_arch = "wasm32")) {
        return 24;
    }
    let wide = gloo::utils::window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(1200.0);
    if wide > 1000.0 { 24 } else { 28 }
}
