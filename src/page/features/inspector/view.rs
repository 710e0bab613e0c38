//! The inspector: what happens at the current moment and why, with numbers and the upstream function.

use std::rc::Rc;

use page_state::{
    actions::{Action, inspector::InspectorMsg},
    chunk::Chunk,
    panels::{INSPECTOR_PANELS, InspectorPage, InspectorPanel},
    selectors::spoiler_guard,
    store::Store,
};
use releases::call_graph;
use stage::priority_badge::draw_priority_badge;
use trace::{calls, group_steps::GroupStep, ruling::Ruling, steps::Step};
use ui::{
    callback::on_action,
    element::{draw_button, focus_element},
};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlSelectElement};
use yew::{Callback, Event, Html, KeyboardEvent, TargetCast, classes, html};

use crate::{
    features::{inspector::tables, player::narrator},
    view::{
        View,
        chunk_views::{LoadingFrame, draw_editing, draw_study},
        dirty::{self, Slices},
        on_define,
    },
};

/// The slices of the state that the inspector depends on: all of them for the edit form and the what-if form.
pub fn inspector_slices(store: &Store) -> Slices {
    match store.inspector.page.panel().draws_whole_state {
        true => dirty::ALL,
        false => tables::SLICES | dirty::INSPECTOR | dirty::CHUNKS | dirty::LAYOUT | dirty::MEASURE,
    }
}

/// The maximum number of pages with a tab; the others are in a drop-down list. One tab less if that list shows the current page, whose name is
/// long.
const TABS_IN_ROW: usize = 4;

/// The inspector: its tabs, the text of the step, and the current page.
pub fn draw_inspector(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, view.words);
    let shown_panel = store.inspector.page.panel();
    let (has_groups, has_claims) = (!view.frame.pod_groups.is_empty(), store.run.manifest_summary.claims);
    // The open page has a tab in every run.
    let is_offered =
        |panel: &&InspectorPanel| panel.offer.is_met(has_groups, has_claims) || panel.page == shown_panel.page;
    let offered_panels = INSPECTOR_PANELS.iter().filter(is_offered);
    let pages: Vec<(InspectorPage, &str)> =
        offered_panels.map(|panel| (panel.page, (panel.label)(store.lang))).collect();
    let among = pages[TABS_IN_ROW..].iter().any(|(page, _)| *page == store.inspector.page);
    let in_row = TABS_IN_ROW - usize::from(among);
    let tabs = pages[..in_row].iter().map(|(page, name)| {
        let selected = store.inspector.page == *page;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="inspector"
                onclick={on_action(dispatch, Action::Inspector(InspectorMsg::ShowPage(*page)))}>{ *name }</button>
        }
    });
    let overflow_tabs = pages[in_row..].iter().map(|(page, name)| {
        html! { <option key={*name} value={*name} selected={store.inspector.page == *page}>{ *name }</option> }
    });
    let choose = {
        let (dispatch, pages) = (dispatch.clone(), pages.clone());
        Callback::from(move |event: Event| {
            let name = event.target_unchecked_into::<HtmlSelectElement>().value();
            if let Some((page, _)) = pages.iter().find(|(_, text)| *text == name) {
                dispatch.emit(Action::Inspector(InspectorMsg::ShowPage(*page)));
            }
        })
    };
    let page_name = pages.iter().find(|(page, _)| *page == store.inspector.page).map_or("", |(_, name)| name);
    if spoiler_guard::has_open_question(store) && !store.inspector.is_folded {
        return html! { <aside class="inspector"><p class="muted unsaid">{ store.lang.lesson_labels().not_yet }</p></aside> };
    }
    if store.inspector.is_folded {
        let name = store.lang.stage_labels().inspector;
        return html! {
            <aside class="inspector">{ draw_button(name, "icon unfold", html! { "‹" }, on_action(dispatch, Action::Inspector(InspectorMsg::SetFolded(false)))) }</aside>
        };
    }
    html! {
        <aside class="inspector">
            <div class="inspector-head">
                <div class="tabs" role="tablist" aria-label={store.lang.stage_labels().inspector} onkeydown={Callback::from(on_tab_key)}>{ for tabs }</div>
                <select class={classes!("more-pages", among.then_some("chosen"))} aria-label={labels.more_pages} onchange={choose}>
                    if !among { <option value="" selected=true hidden=true>{ labels.more }</option> }
                    { for overflow_tabs }
                </select>
                { draw_button(store.lang.stage_labels().fold, "icon fold", html! { "›" }, on_action(dispatch, Action::Inspector(InspectorMsg::SetFolded(true)))) }
            </div>
            // The other pages don't depend on the step, so the step's text would only move them.
            if shown_panel.is_about_step { { draw_step_text(view, dispatch) } }
            <div id="inspector" class="inspector-body" role="tabpanel" tabindex="0" aria-label={page_name}>
                { match shown_panel.chunk {
                    Some(Chunk::Editing) => draw_editing(view, dispatch, LoadingFrame::Bare, |editing| (editing.draw_edit_page)(view, dispatch)),
                    Some(_) => draw_study_page(shown_panel.page, view, dispatch),
                    None => draw_now_page(view, dispatch),
                } }
            </div>
        </aside>
    }
}

/// Upstream's name of the step, and its message; also the step's own text, if the narrator shows another one.
fn draw_step_text(view: &View, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, view.words);
    let release = store.run.shown_release();
    let functions = releases::call_graph(release);
    let at_work = calls::role_at(view.step, view.event.as_ref().map(|event| &event.what));
    let function = at_work.and_then(|role| call_graph::function_index(functions, role)).map(|at| &functions[at]);
    html! {
        <div class="said">
            if narrator::caption_of(view).is_some() { <p>{ view.glossary().draw_with_terms(store.lang, &on_define(dispatch), &view.story.text) }</p> }
            if !view.story.quote.is_empty() {
                <p class="quote"><span>{ labels.upstream_says }</span><q>{ view.story.quote.clone() }</q></p>
            }
            if let Some(function) = function {
                <p class="upstream"><span>{ labels.upstream }</span>
                    <button type="button" class="link" title={labels.key_source} onclick={on_action(dispatch, Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Source)))}><code>{ function.name }</code></button>
                    <small>{ format!("{} {}", release.patch(), function.file) }</small></p>
            }
        </div>
    }
}

/// Arrow keys switch between tabs.
fn on_tab_key(event: KeyboardEvent) {
    let Some(tab) = event.target_dyn_into::<HtmlElement>() else { return };
    let other = match event.key().as_str() {
        "ArrowRight" => tab.next_element_sibling(),
        "ArrowLeft" => tab.previous_element_sibling(),
        _ => None,
    };
    if let Some(other) = other.and_then(|other| other.dyn_into::<HtmlElement>().ok()) {
        other.click();
        focus_element(&other);
    }
}

/// A page that the chunk `Study` draws.
fn draw_study_page(page: InspectorPage, view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    draw_study(view, dispatch, LoadingFrame::Bare, |study| (study.draw_inspector_page)(page, view, dispatch))
}

/// The content that fits the current step.
fn draw_now_page(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    match view.step {
        Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_) => {
            draw_study_page(InspectorPage::Filters, view, dispatch)
        }
        Step::Score(_) | Step::Select => draw_study_page(InspectorPage::Scores, view, dispatch),
        Step::Group(GroupStep::Units | GroupStep::WithoutUnits | GroupStep::Reprieve(_) | GroupStep::Victims) => {
            draw_study_page(InspectorPage::Preemption, view, dispatch)
        }
        Step::Group(_) => draw_study_page(InspectorPage::Group, view, dispatch),
        Step::Start | Step::Event | Step::Point(_) => {
            let event = view.event.as_ref().filter(|_| view.step == Step::Event);
            let ruling = event.is_some_and(|event| Ruling::from_event(&event.what, &view.frame).is_some());
            // It is last, because it comes with a chunk and would move what is below it.
            html! {
                <>
                    if ruling { { draw_study_page(InspectorPage::Now, view, dispatch) } } else { { draw_legend(view) } }
                    { draw_study(view, dispatch, LoadingFrame::Hidden, |study| (study.draw_activity)(view, dispatch)) }
                </>
            }
        }
        Step::Failed if view.attempt.as_ref().is_none_or(|attempt| attempt.preemption.is_none()) => {
            draw_study_page(InspectorPage::Filters, view, dispatch)
        }
        _ => draw_study_page(InspectorPage::Preemption, view, dispatch),
    }
}

fn draw_legend(view: &View) -> Html {
    let levels = view.store.run.view.priorities.iter().rev();
    if levels.len() == 0 {
        return Html::default();
    }
    html! {
        <div class="legend">
            <h3>{ view.words.legend }</h3>
            <ul>{ for levels.map(|priority| html! { <li class={view.priority_class(*priority)}>{ draw_priority_badge(view.words, "", *priority) }</li> }) }</ul>
        </div>
    }
}
