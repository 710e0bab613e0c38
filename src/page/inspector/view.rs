//! What happens now and why, in a sentence, with numbers and the function that does it upstream.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlSelectElement};
use yew::{Callback, Event, Html, KeyboardEvent, TargetCast, classes, html};

use crate::acts::Inspecting;
use crate::inspector::tables;
use crate::lesson::hidden;
use crate::panes::Page;
use crate::parts;
use crate::player::narrator;
use crate::sees;
use crate::sees::Sees;
use crate::slot::Slot;
use crate::stage::tile;
use crate::store::Action;
use crate::store::Store;
use crate::view::Props;
use crate::view::{View, button, defines, on};
use releases::source;
use trace::calls;
use trace::ruling::Ruling;
use trace::steps::Step;

/// What the inspector draws. What is built there follows from the text, and what is supposed from all of it.
pub fn sees(store: &Store) -> Sees {
    match store.inspector.page {
        Page::Edit | Page::WhatIf => sees::ALL,
        _ => tables::SEES | sees::INSPECTOR | sees::PARTS | sees::ROOM | sees::MEASURE,
    }
}

/// So many pages have a tab in the one row that there is room for; the others are a choice beside them. One tab less where that says which
/// of them is shown: its name is long.
const IN_ROW: usize = 4;

/// The inspector.
pub fn inspector(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.words);
    let pages = [
        (Page::Now, words.page_now),
        (Page::Filters, words.page_filters),
        (Page::Scores, words.page_scores),
        (Page::Preemption, words.page_preemption),
        (Page::Pod, words.page_pod),
        (Page::Node, words.node),
        (Page::Around, words.page_around),
        (Page::WhatIf, words.page_whatif),
        (Page::Source, words.page_source),
        (Page::Edit, store.lang.craft().page),
    ];
    let among = pages[IN_ROW..].iter().any(|(page, _)| *page == store.inspector.page);
    let in_row = IN_ROW - usize::from(among);
    let tabs = pages[..in_row].iter().map(|(page, name)| {
        let selected = store.inspector.page == *page;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="inspector"
                onclick={on(act, Action::Inspector(Inspecting::Page(*page)))}>{ *name }</button>
        }
    });
    let more = pages[in_row..].iter().map(|(page, name)| {
        html! { <option key={*name} value={*name} selected={store.inspector.page == *page}>{ *name }</option> }
    });
    let choose = {
        let act = act.clone();
        Callback::from(move |event: Event| {
            let name = event.target_unchecked_into::<HtmlSelectElement>().value();
            if let Some((page, _)) = pages.iter().find(|(_, it)| *it == name) {
                act.emit(Action::Inspector(Inspecting::Page(*page)));
            }
        })
    };
    let shown = pages.iter().find(|(page, _)| *page == store.inspector.page).map_or("", |(_, name)| name);
    if hidden::asks(store) && !store.inspector.folded {
        return html! { <aside class="inspector"><p class="muted unsaid">{ store.lang.lesson().not_yet }</p></aside> };
    }
    if store.inspector.folded {
        let name = store.lang.stage().inspector;
        return html! {
            <aside class="inspector">{ button(name, "icon unfold", html! { "‹" }, on(act, Action::Inspector(Inspecting::Fold(false)))) }</aside>
        };
    }
    html! {
        <aside class="inspector">
            <div class="inspector-head">
                <div class="tabs" role="tablist" aria-label={store.lang.stage().inspector} onkeydown={Callback::from(walk)}>{ for tabs }</div>
                <select class={classes!("more-pages", among.then_some("chosen"))} aria-label={words.more_pages} onchange={choose}>
                    if !among { <option value="" selected=true hidden=true>{ words.more }</option> }
                    { for more }
                </select>
                { button(store.lang.stage().fold, "icon fold", html! { "›" }, on(act, Action::Inspector(Inspecting::Fold(true)))) }
            </div>
            // The other pages are not about the step, and stay in their place while it changes.
            if matches!(store.inspector.page, Page::Now | Page::Filters | Page::Scores | Page::Preemption) { { tell(view, act) } }
            <div id="inspector" class="inspector-body" role="tabpanel" tabindex="0" aria-label={shown}>
                { match store.inspector.page {
                    Page::Now => now(view, act),
                    Page::Filters => filters(view, act),
                    page @ (Page::Scores | Page::Preemption | Page::Pod | Page::Node | Page::Around) => parts::draw(Slot::Inspected(page), view, act),
                    Page::WhatIf => html! { <>{ parts::draw(Slot::RunQuestions, view, act) }{ parts::draw(Slot::WhatIf, view, act) }</> },
                    Page::Source => parts::draw(Slot::Source, view, act),
                    Page::Edit => parts::draw(Slot::Form, view, act),
                } }
            </div>
        </aside>
    }
}

/// What Kubernetes calls the step, and what it says; the step's own sentence too, where the narrator says something else.
fn tell(view: &View, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.words);
    let release = store.run.shown_release();
    let functions = releases::source(release);
    let at_work = calls::role(view.step, view.event.as_ref().map(|event| &event.what));
    let function = at_work.and_then(|role| source::place(functions, role)).map(|at| &functions[at]);
    html! {
        <div class="said">
            if narrator::caption(view).is_some() { <p>{ store.course.terms.marked(store.lang, &defines(act), &view.story.text) }</p> }
            if !view.story.quote.is_empty() {
                <p class="quote"><span>{ words.upstream_says }</span><q>{ view.story.quote.clone() }</q></p>
            }
            if let Some(function) = function {
                <p class="upstream"><span>{ words.upstream }</span>
                    <button type="button" class="link" title={words.key_source} onclick={on(act, Action::Inspector(Inspecting::Page(Page::Source)))}><code>{ function.name }</code></button>
                    <small>{ format!("{} {}", release.patch(), function.file) }</small></p>
            }
        </div>
    }
}

/// Arrow keys go from tab to tab.
fn walk(event: KeyboardEvent) {
    let Some(tab) = event.target_dyn_into::<HtmlElement>() else { return };
    let other = match event.key().as_str() {
        "ArrowRight" => tab.next_element_sibling(),
        "ArrowLeft" => tab.previous_element_sibling(),
        _ => None,
    };
    if let Some(other) = other.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        other.click();
        // A tab that cannot have the focus is still chosen.
        let _ = other.focus();
    }
}

/// The filters, and how devices were looked for by one of them.
fn filters(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let searched = view.attempt.as_ref().is_some_and(|attempt| !attempt.searches.is_empty());
    html! {
        <>
            <tables::Filters ..Props::seeing(tables::SEES, view, act) />
            if searched { { parts::draw(Slot::Searches, view, act) } }
        </>
    }
}

/// What matters most at this step.
fn now(view: &Rc<View>, act: &Callback<Action>) -> Html {
    match view.step {
        Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_) => filters(view, act),
        Step::Score(_) | Step::Select => parts::draw(Slot::Inspected(Page::Scores), view, act),
        Step::Start | Step::Event | Step::Point(_) => {
            let event = view.event.as_ref().filter(|_| view.step == Step::Event);
            let ruling = event.is_some_and(|event| Ruling::of(&event.what, &view.frame).is_some());
            // Below, as it comes with a part: what stands above it does not move then.
            html! {
                <>
                    if ruling { { parts::draw(Slot::Inspected(Page::Now), view, act) } } else { { legend(view) } }
                    { parts::draw(Slot::Going, view, act) }
                </>
            }
        }
        Step::Failed if view.attempt.as_ref().is_none_or(|attempt| attempt.preemption.is_none()) => filters(view, act),
        _ => parts::draw(Slot::Inspected(Page::Preemption), view, act),
    }
}

fn legend(view: &View) -> Html {
    let levels = view.store.run.trace.levels.iter().rev();
    html! {
        <div class="legend">
            <h3>{ view.words.legend }</h3>
            <ul>{ for levels.map(|priority| html! { <li class={tile::level(view, *priority)}>{ tile::badge(view.words, "", *priority) }</li> }) }</ul>
        </div>
    }
}
