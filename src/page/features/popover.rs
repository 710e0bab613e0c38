//! A card that opens next to a word or a button, and closes on a click elsewhere.

use gloo::{events::EventListener, utils::document};
use ui::{
    callback::on_action,
    element::{focus_element, place_in_window, window_size},
};
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusEvent, HtmlElement, KeyboardEvent, Node};
use yew::{AttrValue, Callback, Html, Properties, component, html, use_effect_with, use_node_ref};

/// The position of the word or button, in pixels of the window: left, top and bottom.
pub type WordBox = (i32, i32, i32);

#[derive(Properties, PartialEq)]
pub struct PopoverProps {
    /// The position of the word or button.
    pub word_box: WordBox,
    /// The heading of the card.
    pub label: AttrValue,
    /// The label of the button that closes it.
    pub close_name: AttrValue,
    pub on_close: Callback<()>,
    pub children: Html,
}

/// The card. It has the focus while it is open, and returns it when a key closes it.
#[component]
pub fn Popover(props: &PopoverProps) -> Html {
    let PopoverProps { word_box, label, close_name, on_close, children } = props;
    let node_ref = use_node_ref();
    {
        let (node_ref, on_close) = (node_ref.clone(), on_close.clone());
        use_effect_with(*word_box, move |at| {
            let before = document().active_element();
            let card = node_ref.cast::<HtmlElement>();
            if let Some(card) = &card {
                place_card(card, *at);
            }
            // A click on a place that cannot be focused doesn't move the focus.
            let within = card.clone();
            let outside_listener = EventListener::new(&document(), "pointerdown", move |event| {
                let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
                if !within.as_ref().is_some_and(|card| card.contains(target.as_ref())) {
                    on_close.emit(());
                }
            });
            // A key returns the focus to where it was; a click elsewhere has moved it already.
            move || {
                drop(outside_listener);
                if let (Some(card), Some(before)) = (card, before)
                    && document().active_element().is_none_or(|active_element| {
                        card.contains(Some(&active_element)) || active_element.tag_name() == "BODY"
                    })
                {
                    focus_element(&before);
                }
            }
        });
    }
    let leaves = {
        let (on_close, node_ref) = (on_close.clone(), node_ref.clone());
        Callback::from(move |event: FocusEvent| {
            let related_node = event.related_target().and_then(|related_target| related_target.dyn_into::<Node>().ok());
            let card = node_ref.get();
            // Nothing has the focus if the whole window lost it.
            if document().has_focus().unwrap_or(true)
                && !card.is_some_and(|card| related_node.is_some() && card.contains(related_node.as_ref()))
            {
                on_close.emit(());
            }
        })
    };
    let keys = {
        let on_close = on_close.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.stop_propagation();
                on_close.emit(());
            }
        })
    };
    html! {
        <div ref={node_ref} class="definition" role="dialog" tabindex="-1" aria-label={label.clone()} onfocusout={leaves} onkeydown={keys}>
            { children.clone() }
            <button type="button" class="icon" aria-label={close_name.clone()} onclick={on_action(on_close, ())}>{ "✕" }</button>
        </div>
    }
}

/// The position of an element.
pub fn word_box_of(element: &Element) -> WordBox {
    let area = element.get_bounding_client_rect();
    #[allow(clippy::cast_possible_truncation)] // pixels
    (area.left() as i32, area.top() as i32, area.bottom() as i32)
}

/// Positions the card below the word, or above it if there is no room, and focuses it.
fn place_card(card: &HtmlElement, (left, top, bottom): WordBox) {
    let (below, height) = (bottom + 6, card.offset_height());
    let has_room = below + height + 8 <= window_size().1;
    place_in_window(card, left, if has_room { below } else { top - 6 - height });
    focus_element(card);
}
