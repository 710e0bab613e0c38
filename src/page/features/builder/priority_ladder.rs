//! The priority ladder: a level for each priority class, with its pods as chips that can be dragged to another level.

use page_state::{
    actions::{
        Action,
        builder::{ObjectMsg, SelectMode},
    },
    builder::{
        outline::Outline,
        priorities::{PriorityLevel, priority_levels},
        relations::pod_count,
    },
};
use stage::{draw::shield::draw_list_shield, priority_badge::draw_priority_badge};
use ui::callback::on_action;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, KeyboardEvent, TouchEvent};
use yew::{Callback, Html, html};

use crate::{
    features::builder::{
        focus::{self, FocusTarget},
        object_tree::{budgets_of, is_own_drag, on_drag_start},
    },
    view::View,
};

/// The maximum number of chips per level that are drawn.
const MAX_CHIPS: usize = 40;

/// The levels; nothing without a priority class.
pub fn draw_ladder(view: &View, dispatch: &Callback<Action>, outline: &Outline) -> Html {
    let lang = view.store.lang;
    let levels = priority_levels(outline);
    if levels.len() < 2 || levels.iter().all(|level| level.entries.is_empty()) {
        return html! {};
    }
    html! {
        <details class="priorities" open=true>
            <summary>{ lang.builder_labels().priorities }</summary>
            <p class="note" id="priorities-keys">{ lang.builder_labels().priorities_hint }</p>
            { for levels.iter().map(|level| draw_level(view, dispatch, outline, level)) }
        </details>
    }
}

fn draw_level(view: &View, dispatch: &Callback<Action>, outline: &Outline, level: &PriorityLevel) -> Html {
    let lang = view.store.lang;
    let name = if level.class.is_empty() { lang.builder_labels().no_class.to_owned() } else { level.class.clone() };
    let chips = level.entries.iter().take(MAX_CHIPS).map(|outline_item| {
        let selected = view.store.builder.selected_ids.contains(&outline_item.id);
        let pods = pod_count(outline, outline_item);
        let onkeydown = {
            let (dispatch, id) = (dispatch.clone(), outline_item.id.clone());
            Callback::from(move |event: KeyboardEvent| {
                if matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    event.stop_propagation();
                    dispatch.emit(Action::from(ObjectMsg::Select(id.clone(), SelectMode::OpenForm)));
                } else if event.alt_key() && matches!(event.key().as_str(), "ArrowUp" | "ArrowDown") {
                    event.prevent_default();
                    event.stop_propagation();
                    if !selected {
                        dispatch.emit(Action::from(ObjectMsg::Select(id.clone(), SelectMode::Single)));
                    }
                    focus::remember_focus(FocusTarget::Chip(id.clone()));
                    dispatch.emit(Action::from(ObjectMsg::MovePriority(event.key() == "ArrowUp")));
                }
            })
        };
        let ontouchend = {
            let (dispatch, id) = (dispatch.clone(), outline_item.id.clone());
            Callback::from(move |_: TouchEvent| {
                let Some(level) = marked_level() else { return };
                set_drop_mark(&level, false);
                if !selected {
                    dispatch.emit(Action::from(ObjectMsg::Select(id.clone(), SelectMode::Single)));
                }
                assign_class(&dispatch, level.get_attribute("data-class").unwrap_or_default());
            })
        };
        // Not every browser lets a button be dragged.
        html! {
            <span role="button" tabindex="0" key={outline_item.id.clone()} class="level-chip" draggable="true" data-id={outline_item.id.clone()} aria-pressed={selected.to_string()}
                aria-describedby="priorities-keys" {onkeydown} ondragstart={on_drag_start(dispatch, &outline_item.id, selected)}
                ontouchmove={Callback::from(|event: TouchEvent| mark_level_under_finger(&event))} {ontouchend} ontouchcancel={Callback::from(|_: TouchEvent| clear_drop_mark())}
                onclick={on_action(dispatch, Action::from(ObjectMsg::Select(outline_item.id.clone(), SelectMode::OpenForm)))}>
                { outline_item.name.clone() }if pods > 1 { <small>{ format!(" ×{pods}") }</small> }{ draw_list_shield(view.store.lang, &budgets_of(view, outline_item)) }
            </span>
        }
    });
    let ondragover = Callback::from(|event: DragEvent| {
        if is_own_drag(&event) {
            event.prevent_default();
            mark_drop_target(&event, true);
        }
    });
    let ondragleave = Callback::from(|event: DragEvent| mark_drop_target(&event, false));
    let ondrop = {
        let (dispatch, class) = (dispatch.clone(), level.class.clone());
        Callback::from(move |event: DragEvent| {
            if is_own_drag(&event) {
                event.prevent_default();
                event.stop_propagation();
                mark_drop_target(&event, false);
                assign_class(&dispatch, class.clone());
            }
        })
    };
    let value = i32::try_from(level.value).unwrap_or(i32::MAX);
    let hidden_count = level.entries.len().saturating_sub(MAX_CHIPS);
    html! {
        <div class="level" role="group" aria-label={format!("{name} {}", level.value)} data-class={level.class.clone()} {ondragover} {ondragleave} {ondrop}>
            { draw_priority_badge(view.words, view.priority_class(value), value) }
            <span class="level-name">{ name }</span>
            <span class="level-pods">{ for chips }if hidden_count > 0 { <small>{ format!("+{hidden_count}") }</small> }</span>
        </div>
    }
}

/// Assigns a class to the selected objects.
fn assign_class(dispatch: &Callback<Action>, class: String) {
    dispatch.emit(Action::from(ObjectMsg::SetPriorityClass(class)));
}

/// Marks the level as a drop target.
fn set_drop_mark(level: &Element, is_on: bool) {
    level.set_class_name(if is_on { "level over" } else { "level" });
}

fn mark_drop_target(event: &DragEvent, is_on: bool) {
    let at = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    if let Some(level) = at.and_then(|element| element.closest(".level").ok().flatten()) {
        set_drop_mark(&level, is_on);
    }
}

/// The level that is marked.
fn marked_level() -> Option<Element> {
    gloo::utils::document().query_selector(".level.over").ok().flatten()
}

fn clear_drop_mark() {
    if let Some(level) = marked_level() {
        set_drop_mark(&level, false);
    }
}

/// Marks the level under a finger, because browsers start no drag by touch, or only after a long press.
fn mark_level_under_finger(event: &TouchEvent) {
    #[expect(clippy::cast_precision_loss, reason = "pixels of a screen")]
    let under = event
        .touches()
        .get(0)
        .and_then(|touch| gloo::utils::document().element_from_point(touch.client_x() as f32, touch.client_y() as f32));
    clear_drop_mark();
    if let Some(level) = under.and_then(|under| under.closest(".level").ok().flatten()) {
        set_drop_mark(&level, true);
    }
}
