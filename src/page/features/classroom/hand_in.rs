//! The student's side of a class: the code to hand in at the end of a lesson, and the bar of a course.

use std::rc::Rc;

use i18n::classroom::words;
use links::result_code::encode_result;
use page_state::{
    classroom::{ClassroomMsg, results},
    overlays::Toast,
    store::{Action, Store},
};
use ui::callback::on_action;
use web_sys::HtmlInputElement;
use yew::{Callback, Html, InputEvent, MouseEvent, TargetCast, html};

use crate::{
    effects::clipboard::copy_text,
    features::classroom::{
        course_plan::item_title,
        link_box::{link_address, on_copy},
    },
    view::View,
};

/// The code of the answers in the current lesson; empty without answers.
pub fn draw_hand_in(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    let Some(progress) = store.lesson.current.as_ref().filter(|progress| results::has_answers(progress)) else {
        return Html::default();
    };
    let labels = words(store.lang).classroom_labels();
    let student = &store.classroom.saved.student;
    let code = encode_result(&results::result_of(progress, student));
    // The code below changes with every keystroke, so that it can be copied without leaving the field.
    let on_name = dispatch.reform(|event: InputEvent| {
        let field = event.target_dyn_into::<HtmlInputElement>();
        ClassroomMsg::SetStudent(field.map(|field| field.value()).unwrap_or_default().into()).into()
    });
    let on_link = {
        let (dispatch, code) = (dispatch.clone(), code.clone());
        Callback::from(move |_: MouseEvent| copy_text(&dispatch, &link_address(&code), Toast::LinkCopied, None))
    };
    html! {
        <section class="hand-in" aria-label={labels.hand_in}>
            <h3>{ labels.hand_in }</h3>
            <p>{ labels.hand_in_hint }</p>
            <label class="named">{ labels.your_name }<input id="student-name" type="text" value={student.to_string()} autocomplete="off" spellcheck="false" oninput={on_name} /></label>
            <output aria-label={labels.result_code}><code>{ code.clone() }</code></output>
            <div class="buttons">
                <button type="button" class="accent" onclick={on_copy(dispatch, code, Toast::TextCopied)}>{ labels.copy_code }</button>
                <button type="button" class="plain" onclick={on_link}>{ labels.copy_result_link }</button>
            </div>
        </section>
    }
}

/// The navigation bar of a course.
pub(super) fn draw_course_bar(store: &Store, dispatch: &Callback<Action>) -> Html {
    let Some(progress) = &store.classroom.saved.course else { return Html::default() };
    let (sentences, course) = (words(store.lang), &progress.course);
    let labels = sentences.classroom_labels();
    let [before, next] = progress.neighbors();
    let title = if course.title.trim().is_empty() { labels.course } else { course.title.trim() };
    let item = course.items.get(progress.item).map(|item| item_title(store, item)).unwrap_or_default();
    let to_item = |name: &'static str, class: &'static str, target: Option<usize>| {
        let onclick = target.map(|target| on_action(dispatch, ClassroomMsg::GoToCourseItem(target).into()));
        let about = target.and_then(|target| course.items.get(target)).map(|item| item_title(store, item));
        html! { <button type="button" {class} disabled={target.is_none()} title={about} {onclick}>{ name }</button> }
    };
    html! {
        <nav class="course-bar" aria-label={labels.course}>
            <span class="where"><b>{ title.to_owned() }</b>{ format!(" · {} · {item}", sentences.course_place(progress.item + 1, course.items.len())) }</span>
            <span class="buttons">
                { to_item(labels.previous, "plain", before) }
                { to_item(labels.next, "accent", next) }
                <button type="button" class="plain" onclick={on_action(dispatch, ClassroomMsg::LeaveCourse.into())}>{ labels.leave_course }</button>
            </span>
        </nav>
    }
}
