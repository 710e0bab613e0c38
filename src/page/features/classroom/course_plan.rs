//! The editor of a course: its items in order, the items that can be added, and its link.

use std::rc::Rc;

use i18n::{Lang, classroom::words, table::classroom::ClassroomLabels};
use links::class_link::{Course, CourseItem, encode_course};
use page_state::{
    actions::{Action, classroom::ClassroomMsg},
    classroom::course::{is_earlier_version, item_name},
    gallery,
    store::Store,
};
use ui::{callback::on_action, element::draw_button, redraw::focus_after_redraw, text_field::TextField};
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, MouseEvent, html};

use crate::{
    features::classroom::{lesson_editor::draft_item, link_box::draw_link_box},
    view::View,
};

/// The page of the course editor.
pub(super) fn draw_course_plan(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    let (lang, plan) = (store.lang, &store.classroom.saved.plan);
    let labels = words(lang).classroom_labels();
    let draft = draft_item(view);
    let on_title = dispatch.reform(|title: String| ClassroomMsg::SetPlanTitle(title).into());
    html! {
        <div class="plans">
            <label class="named">{ labels.course_title }<TextField value={plan.title.clone()} send={on_title} id="course-title" /></label>
            <h3>{ labels.items }</h3>
            if plan.items.is_empty() { <p class="muted">{ labels.empty_course }</p> }
            <ol class="plan">{ for plan.items.iter().enumerate().map(|(at, item)| draw_item(store, dispatch, draft.as_ref(), at, item)) }</ol>
            <h3>{ labels.add }</h3>
            { draw_choices(view, dispatch, labels) }
            if !plan.items.is_empty() {
                <div class="buttons"><button type="button" class="accent" onclick={on_action(dispatch, ClassroomMsg::TakeCourse(Course::clone(plan)).into())}>{ labels.take_course }</button></div>
                <h3>{ labels.share_course }</h3>
                { draw_link_box(lang, dispatch, &encode_course(plan), [labels.course_link, labels.course_link_hint, labels.code_of_course]) }
            }
        </div>
    }
}

/// The title of an item, in the reader's language where the page knows it.
pub(super) fn item_title(store: &Store, item: &CourseItem) -> String {
    let untitled = words(store.lang).classroom_labels().untitled;
    let title = match item {
        CourseItem::Lesson(name) => {
            store.lesson.entries.iter().find(|entry| entry.name == *name).map(|entry| &entry.title)
        }
        CourseItem::Scenario(name) => {
            store.gallery.entries.iter().find(|listing| listing.name == *name).map(|listing| &listing.title)
        }
        CourseItem::LessonText { .. } | CourseItem::ScenarioText { .. } => None,
    };
    let title = title.map_or_else(|| item_name(item), |title| store.lang.pick(title));
    if title.trim().is_empty() { untitled.to_owned() } else { title.to_owned() }
}

fn kind_name(labels: &'static ClassroomLabels, item: &CourseItem) -> &'static str {
    match item {
        CourseItem::Lesson(_) => labels.kind_lesson,
        CourseItem::Scenario(_) => labels.kind_scenario,
        CourseItem::LessonText { .. } => labels.kind_own_lesson,
        CourseItem::ScenarioText { .. } => labels.kind_own_scenario,
    }
}

fn draw_item(
    store: &Store,
    dispatch: &Callback<Action>,
    draft: Option<&CourseItem>,
    at: usize,
    item: &CourseItem,
) -> Html {
    let labels = words(store.lang).classroom_labels();
    let title = item_title(store, item);
    let newer_draft = draft.filter(|draft| is_earlier_version(item, draft)).cloned();
    let last = store.classroom.saved.plan.items.len().saturating_sub(1);
    let move_button = |name: &str, face_text: &'static str, is_off: bool, is_forward: bool| {
        let name = format!("{name}: {title}");
        let onclick = on_move(dispatch, at, is_forward);
        html! { <button type="button" class="icon" disabled={is_off} aria-label={name.clone()} title={name} {onclick}>{ face_text }</button> }
    };
    html! {
        <li>
            <span><b>{ title.clone() }</b><small>{ format!(" {}", kind_name(labels, item)) }</small>
                if newer_draft.is_some() { <small class="warned">{ format!(" · {}", labels.older_version) }</small> }
            </span>
            <span class="buttons">
                if let Some(draft) = newer_draft { <button type="button" class="plain" aria-label={format!("{}: {title}", labels.update_item)} onclick={on_action(dispatch, ClassroomMsg::ReplacePlanItem { at, item: draft }.into())}>{ labels.update_item }</button> }
                { move_button(labels.up, "↑", at == 0, false) }
                { move_button(labels.down, "↓", at == last, true) }
                { draw_button(&format!("{}: {title}", labels.remove), "icon", html! { "✕" }, on_action(dispatch, ClassroomMsg::RemovePlanItem(at).into())) }
            </span>
        </li>
    }
}

/// Moves an item, and the focus with it: to the same button, or at an end to the one for the way back.
fn on_move(dispatch: &Callback<Action>, item: usize, is_forward: bool) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_| {
        dispatch.emit(ClassroomMsg::MovePlanItem { item, is_forward }.into());
        let moved = if is_forward { item + 1 } else { item.saturating_sub(1) };
        let selector =
            |button: usize| format!(".plan > li:nth-child({}) button:nth-of-type({button}):not(:disabled)", moved + 1);
        let buttons = if is_forward { [2, 1] } else { [1, 2] };
        focus_after_redraw(buttons.map(selector).into());
    })
}

/// The items that can be added: built-in lessons and scenarios, the draft of a lesson, and the open scenario.
fn draw_choices(view: &Rc<View>, dispatch: &Callback<Action>, labels: &'static ClassroomLabels) -> Html {
    let store = &view.store;
    let lessons: Vec<CourseItem> =
        store.lesson.entries.iter().map(|entry| CourseItem::Lesson(entry.name.clone())).collect();
    let scenarios = gallery::numbered_scenarios()
        .flat_map(|(_, scenarios)| scenarios)
        .map(|(_, name)| CourseItem::Scenario(name.to_owned()))
        .collect();
    let lesson_options = lessons.iter().enumerate().map(|(at, item)| draw_option(store, at, item)).collect();
    let add_button = |name: &'static str, item: Option<CourseItem>| {
        let is_off = item.is_none();
        let onclick = item.map(|item| on_action(dispatch, ClassroomMsg::AddPlanItem(item).into()));
        html! { <button type="button" class="plain" disabled={is_off} {onclick}>{ format!("+ {name}") }</button> }
    };
    html! {
        <div class="buttons">
            { draw_select(dispatch, labels.add_lesson, lesson_options, lessons) }
            { draw_select(dispatch, labels.add_scenario, draw_themes(store), scenarios) }
            { add_button(labels.add_draft, draft_item(view)) }
            { add_button(labels.add_text, shown_scenario(store)) }
        </div>
    }
}

/// An item as an option, whose value is its place among the items.
fn draw_option(store: &Store, at: usize, item: &CourseItem) -> Html {
    html! { <option value={at.to_string()}>{ item_title(store, item) }</option> }
}

/// The options of the scenarios, grouped by theme as in the gallery.
fn draw_themes(store: &Store) -> Html {
    let themes = gallery::numbered_scenarios().map(|(theme, scenarios)| {
        let options = scenarios
            .iter()
            .map(|(number, name)| draw_option(store, *number, &CourseItem::Scenario((*name).to_owned())));
        html! { <optgroup label={store.lang.scenario_theme(theme.name)}>{ for options }</optgroup> }
    });
    html! { { for themes } }
}

/// A drop-down list that adds the chosen item.
fn draw_select(dispatch: &Callback<Action>, name: &'static str, options: Html, items: Vec<CourseItem>) -> Html {
    let onchange = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
            let Some(select) = select else { return };
            if let Some(item) = select.value().parse::<usize>().ok().and_then(|at| items.get(at)) {
                dispatch.emit(ClassroomMsg::AddPlanItem(item.clone()).into());
            }
            // Reset, so that the same item can be chosen again.
            select.set_value("");
        })
    };
    html! { <select aria-label={name} {onchange}><option value="" selected=true>{ format!("+ {name}") }</option>{ options }</select> }
}

/// The open scenario as an item: by name if it is an unchanged built-in one.
fn shown_scenario(store: &Store) -> Option<CourseItem> {
    let text = &store.run.text;
    if text.trim().is_empty() || store.lesson.current.is_some() {
        return None;
    }
    Some(match store.gallery.unchanged_scenario(text) {
        Some(number) => CourseItem::Scenario(gallery::scenario_name(number).to_owned()),
        None => CourseItem::ScenarioText { title: title_of(store.lang, store).to_owned(), text: text.to_string() },
    })
}

fn title_of(lang: Lang, store: &Store) -> &str {
    lang.pick(&store.run.manifest_summary.title)
}
