//! The sheet for teachers: the editors of lessons and courses, and the results.

use std::rc::Rc;

use i18n::classroom::words;
use page_state::{
    actions::{
        Action,
        classroom::{ClassroomMsg, ClassroomPage},
    },
    overlays::Toast,
    store::Store,
};
use ui::{callback::on_action, element::draw_button, modal::use_modal};
use yew::{Callback, Html, component, html};

use crate::{
    features::classroom::{
        course_plan::draw_course_plan, hand_in::draw_course_bar, lesson_editor::LessonEditor, result_sheet::ResultSheet,
    },
    view::{Props, View, dirty},
};

/// The sheet, if it is open, and the navigation bar of a course.
pub fn draw_classroom(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    html! {
        <>
            { draw_course_bar(view, dispatch) }
            if view.store.classroom.page.is_some() { <ClassroomSheet ..Props::with_slices(dirty::ALL, view, dispatch) /> }
        </>
    }
}

#[component]
fn ClassroomSheet(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels) = (&view.store, words(view.store.lang).classroom_labels());
    let dialog = use_modal(Some("open-gallery"));
    let page = store.classroom.page.unwrap_or_default();
    let tab = |tab: ClassroomPage, name: &'static str| {
        html! {
            <button type="button" role="tab" aria-selected={(tab == page).to_string()} aria-controls="classroom-page"
                onclick={on_action(dispatch, ClassroomMsg::ShowPage(Some(tab)).into())}>{ name }</button>
        }
    };
    let close = on_action(dispatch, ClassroomMsg::ShowPage(None).into());
    html! {
        <dialog ref={dialog} class="gallery classroom" aria-labelledby="classroom-title" onclose={on_action(dispatch, ClassroomMsg::ShowPage(None).into())}>
            <header>
                <h2 id="classroom-title">{ labels.title }</h2>
                <p class="muted">{ labels.hint }</p>
                { draw_button(view.words.close, "icon", html! { "✕" }, close) }
            </header>
            <div class="tabs">
                <div role="tablist" aria-label={labels.pages}>
                    { tab(ClassroomPage::Lesson, labels.lesson_page) }
                    { tab(ClassroomPage::Course, labels.course_page) }
                    { tab(ClassroomPage::Results, labels.results_page) }
                </div>
                <span class="muted" role="status">{ copy_result(store) }</span>
            </div>
            <div id="classroom-page" class="classroom-page">
                { match page {
                    ClassroomPage::Lesson => html! { <LessonEditor ..Props::with_slices(dirty::ALL, view, dispatch) /> },
                    ClassroomPage::Course => draw_course_plan(view, dispatch),
                    ClassroomPage::Results => html! { <ResultSheet ..Props::with_slices(dirty::ALL, view, dispatch) /> },
                } }
            </div>
        </dialog>
    }
}

/// The result of copying: the page's own toasts are hidden behind the sheet.
fn copy_result(store: &Store) -> &'static str {
    match store.overlays.toast {
        // A link to a lesson or course opens it at its start.
        Some(Toast::LinkCopied) => words(store.lang).classroom_labels().link_copied,
        Some(Toast::TextCopied) => store.lang.timeline_labels().text_copied,
        Some(Toast::ClipboardRefused) => store.lang.timeline_labels().refused,
        _ => "",
    }
}
