//! Priorities as a list of levels: pods on those of their classes, dragged from one to another.

use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, KeyboardEvent, TouchEvent};
use yew::{Callback, Html, html};

use crate::builder::focus::Again;
use crate::builder::outline::Outline;
use crate::builder::priorities::{Level, levels};
use crate::builder::related::pods_of;
use crate::builder::tree::{dragged, guards, is_ours};
use crate::builder::{Build, Pick, focus};
use crate::stage::tile;
use crate::store::Action;
use crate::view::{View, on, worn};

/// Chips of a level that are drawn.
const MOST: usize = 40;

/// The levels; nothing before there is a class.
pub fn draw(view: &View, act: &Callback<Action>, outline: &Outline) -> Html {
    let lang = view.store.lang;
    let levels = levels(outline);
    if levels.len() < 2 || levels.iter().all(|level| level.entries.is_empty()) {
        return html! {};
    }
    html! {
        <details class="priorities" open=true>
            <summary>{ lang.build().priorities }</summary>
            <p class="note" id="priorities-keys">{ lang.build().priorities_hint }</p>
            { for levels.iter().map(|level| one(view, act, outline, level)) }
        </details>
    }
}

fn one(view: &View, act: &Callback<Action>, outline: &Outline, level: &Level) -> Html {
    let lang = view.store.lang;
    let name = if level.class.is_empty() { lang.build().no_class.to_owned() } else { level.class.clone() };
    let chips = level.entries.iter().take(MOST).map(|entry| {
        let selected = view.store.builder.chosen.contains(&entry.id);
        let pods = pods_of(outline, entry);
        let onkeydown = {
            let (act, id) = (act.clone(), entry.id.clone());
            Callback::from(move |event: KeyboardEvent| {
                if matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    event.stop_propagation();
                    act.emit(Action::Builder(Build::Choose(id.clone(), Pick::Open)));
                } else if event.alt_key() && matches!(event.key().as_str(), "ArrowUp" | "ArrowDown") {
                    event.prevent_default();
                    event.stop_propagation();
                    if !selected {
                        act.emit(Action::Builder(Build::Choose(id.clone(), Pick::One)));
                    }
                    focus::again(Again::Chip(id.clone()));
                    act.emit(Action::Builder(Build::Raise(event.key() == "ArrowUp")));
                }
            })
        };
        let ontouchend = {
            let (act, id) = (act.clone(), entry.id.clone());
            Callback::from(move |_: TouchEvent| {
                let Some(level) = over() else { return };
                mark(&level, false);
                if !selected {
                    act.emit(Action::Builder(Build::Choose(id.clone(), Pick::One)));
                }
                give(&act, level.get_attribute("data-class").unwrap_or_default());
            })
        };
        // Not every browser lets a button be dragged.
        html! {
            <span role="button" tabindex="0" key={entry.id.clone()} class="level-chip" draggable="true" data-id={entry.id.clone()} aria-pressed={selected.to_string()}
                aria-describedby="priorities-keys" {onkeydown} ondragstart={dragged(act, &entry.id, selected)}
                ontouchmove={Callback::from(|event: TouchEvent| follow(&event))} {ontouchend} ontouchcancel={Callback::from(|_: TouchEvent| unmark())}
                onclick={on(act, Action::Builder(Build::Choose(entry.id.clone(), Pick::Open)))}>
                { entry.name.clone() }if pods > 1 { <small>{ format!(" ×{pods}") }</small> }{ worn(view, &guards(view, entry)) }
            </span>
        }
    });
    let ondragover = Callback::from(|event: DragEvent| {
        if is_ours(&event) {
            event.prevent_default();
            mark_under(&event, true);
        }
    });
    let ondragleave = Callback::from(|event: DragEvent| mark_under(&event, false));
    let ondrop = {
        let (act, class) = (act.clone(), level.class.clone());
        Callback::from(move |event: DragEvent| {
            if is_ours(&event) {
                event.prevent_default();
                event.stop_propagation();
                mark_under(&event, false);
                give(&act, class.clone());
            }
        })
    };
    let value = i32::try_from(level.value).unwrap_or(i32::MAX);
    let more = level.entries.len().saturating_sub(MOST);
    html! {
        <div class="level" role="group" aria-label={format!("{name} {}", level.value)} data-class={level.class.clone()} {ondragover} {ondragleave} {ondrop}>
            { tile::badge(view.words, tile::level(view, value), value) }
            <span class="level-name">{ name }</span>
            <span class="level-pods">{ for chips }if more > 0 { <small>{ format!("+{more}") }</small> }</span>
        </div>
    }
}

/// Gives what is chosen a class.
fn give(act: &Callback<Action>, class: String) {
    act.emit(Action::Builder(Build::Class(class)));
}

/// Shows where a drop would go.
fn mark(level: &Element, on: bool) {
    level.set_class_name(if on { "level over" } else { "level" });
}

fn mark_under(event: &DragEvent, on: bool) {
    let at = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    if let Some(level) = at.and_then(|it| it.closest(".level").ok().flatten()) {
        mark(&level, on);
    }
}

/// The level that is marked.
fn over() -> Option<Element> {
    gloo::utils::document().query_selector(".level.over").ok().flatten()
}

fn unmark() {
    if let Some(level) = over() {
        mark(&level, false);
    }
}

/// Marks the level under a finger. Browsers drag nothing for fingers, or only after a long press.
fn follow(event: &TouchEvent) {
    #[expect(clippy::cast_precision_loss, reason = "pixels of a screen")]
    let under = event
        .touches()
        .get(0)
        .and_then(|it| gloo::utils::document().element_from_point(it.client_x() as f32, it.client_y() as f32));
    unmark();
    if let Some(level) = under.and_then(|it| it.closest(".level").ok().flatten()) {
        mark(&level, true);
    }
}
