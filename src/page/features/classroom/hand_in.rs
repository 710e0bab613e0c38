//! The student's side of a class: the code to hand in at the end of a lesson, and the bar of a course.

use std::rc::Rc;

use i18n::{Lang, classroom::words};
use links::{class_link::CourseItem, result_code::encode_results};
use page_state::{
    actions::{Action, classroom::ClassroomMsg},
    classroom::course_answers::results_to_hand_in,
    overlays::Toast,
};
use ui::callback::on_action;
use web_sys::HtmlInputElement;
use yew::{Callback, Html, InputEvent, MouseEvent, Properties, TargetCast, component, html, use_state};

use crate::{
    effects::clipboard::copy_text,
    features::{
        classroom::{
            course_plan::item_title,
            link_box::{link_address, on_copy},
        },
        share::qr_code::draw_large_qr_code,
    },
    view::View,
};

/// The code of the answers in the current lesson or, within a course, in all of its lessons; empty without answers. It is folded where no teacher
/// is known to wait for it: the lesson is one of this page, and part of no course.
pub fn draw_hand_in(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    let is_custom = store.lesson.current.as_ref().is_some_and(|progress| progress.custom_source.is_some());
    let has_teacher = store.classroom.saved.course.is_some() || is_custom;
    if has_teacher || results_to_hand_in(&store.classroom, &store.lesson).is_empty() {
        return draw_hand_in_form(view, dispatch);
    }
    let labels = words(store.lang).classroom_labels();
    html! { <details class="hand-in-fold"><summary>{ labels.hand_in }</summary>{ draw_hand_in_form(view, dispatch) }</details> }
}

fn draw_hand_in_form(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    let results = results_to_hand_in(&store.classroom, &store.lesson);
    if results.is_empty() {
        return Html::default();
    }
    let labels = words(store.lang).classroom_labels();
    let student = &store.classroom.saved.student;
    let course = store.classroom.saved.course.as_ref();
    let has_more = course.is_some_and(|progress| progress.neighbors()[1].is_some());
    let code = encode_results(&results);
    // Hyphens are for people who read or type the code.
    let fragment = code.replace('-', "");
    // The code below changes with every keystroke, so that it can be copied without leaving the field.
    let on_name = dispatch.reform(|event: InputEvent| {
        let field = event.target_dyn_into::<HtmlInputElement>();
        ClassroomMsg::SetStudent(field.map(|field| field.value()).unwrap_or_default().into()).into()
    });
    let on_link = {
        let (dispatch, fragment) = (dispatch.clone(), fragment.clone());
        Callback::from(move |_: MouseEvent| {
            copy_text(&dispatch, &link_address(&fragment), Toast::ResultLinkCopied, None);
        })
    };
    html! {
        <section class="hand-in" aria-label={labels.hand_in}>
            <h3>{ labels.hand_in }</h3>
            <p>{ labels.hand_in_hint }</p>
            if has_more { <p>{ labels.course_code_hint }</p> }
            if course.is_some() && results.len() > 1 { <p class="lesson-count">{ words(store.lang).lessons_in_code(results.len()) }</p> }
            <label class="named">{ labels.your_name }<input id="student-name" type="text" value={student.to_string()} autocomplete="off" spellcheck="false" oninput={on_name} /></label>
            <output aria-label={labels.result_code}><code>{ code.clone() }</code></output>
            <div class="buttons">
                <button type="button" class="accent" onclick={on_copy(dispatch, code, Toast::TextCopied)}>{ labels.copy_code }</button>
                <button type="button" class="plain" onclick={on_link}>{ labels.copy_result_link }</button>
            </div>
            <ResultQrCode {fragment} lang={store.lang} />
        </section>
    }
}

/// The fragment of a result's link.
#[derive(Clone, PartialEq, Properties)]
struct ResultQrCodeProps {
    fragment: String,
    lang: Lang,
}

/// The QR code of the result, which a teacher can scan. It is drawn when it is opened.
#[component]
fn ResultQrCode(props: &ResultQrCodeProps) -> Html {
    let is_open = use_state(|| false);
    let labels = words(props.lang).classroom_labels();
    let on_toggle = {
        let is_open = is_open.clone();
        Callback::from(move |_: MouseEvent| is_open.set(!*is_open))
    };
    let draw_code = || draw_large_qr_code(&link_address(&props.fragment), labels.code_of_result, props.lang);
    html! {
        <>
            <button type="button" class="link" aria-expanded={is_open.to_string()} onclick={on_toggle}>{ labels.code_of_result }</button>
            if *is_open { { draw_code().unwrap_or_else(|| html! { <p class="muted">{ labels.code_too_long }</p> }) } }
        </>
    }
}

/// The navigation bar of a course.
pub(super) fn draw_course_bar(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    let Some(progress) = &store.classroom.saved.course else { return Html::default() };
    let (sentences, course) = (words(store.lang), &progress.course);
    let labels = sentences.classroom_labels();
    let [before, next] = progress.neighbors();
    let title = if course.title.trim().is_empty() { labels.course } else { course.title.trim() };
    let item = course.items.get(progress.item).map(|item| item_title(store, item)).unwrap_or_default();
    // Within a lesson, its step buttons are the main navigation; outside, those of the course.
    let is_lesson_over = store.lesson.current.as_ref().is_none_or(|progress| progress.current_step().is_none());
    let to_item = |arrows: [&'static str; 2], names: [&'static str; 2], class: &'static str, target: Option<usize>| {
        let onclick = target.map(|target| on_action(dispatch, ClassroomMsg::GoToCourseItem(target).into()));
        let target_item = target.and_then(|target| course.items.get(target));
        let about = target_item.map(|item| item_title(store, item));
        let is_scenario = matches!(target_item, Some(CourseItem::Scenario(_) | CourseItem::ScenarioText { .. }));
        let name = names[usize::from(is_scenario)];
        html! { <button type="button" {class} disabled={target.is_none()} title={about} {onclick}>{ format!("{}{name}{}", arrows[0], arrows[1]) }</button> }
    };
    let next_class = if is_lesson_over { "accent" } else { "plain" };
    // At the end of a lesson, the code is already shown.
    let has_hand_in = store.lesson.current.is_none() && !progress.answers.is_empty();
    html! {
        <nav class="course-bar" aria-label={labels.course}>
            <span class="where"><small>{ labels.course }</small><b>{ title.to_owned() }</b>{ format!(" · {} · {item}", sentences.course_place(progress.item + 1, course.items.len())) }</span>
            <span class="buttons">
                { to_item(["« ", ""], [labels.previous_lesson, labels.previous_scenario], "plain", before) }
                { to_item(["", " »"], [labels.next_lesson, labels.next_scenario], next_class, next) }
                <button type="button" class="plain" onclick={on_action(dispatch, ClassroomMsg::LeaveCourse.into())}>{ labels.leave_course }</button>
            </span>
            if has_hand_in { <details class="course-answers"><summary>{ labels.hand_in }</summary>{ draw_hand_in_form(view, dispatch) }</details> }
        </nav>
    }
}
