//! A question in a lesson, or before a decision that the user is asked to predict; shown in place of the narrator.

use std::rc::Rc;

use page_state::{
    actions::{
        Action,
        lesson::{LessonMsg, PredictionMsg},
        player::PlayerMsg,
    },
    lesson::QuestionAnswers,
    overlays::OverlayMsg,
    selectors::predictions,
    store::Store,
};
use protocol::{LessonChoice, LessonQuestion};
use ui::{callback::on_action, element::draw_button, redraw::refocus_after_redraw};
use yew::{Callback, Html, MouseEvent, classes, html};

use crate::view::{
    View,
    chunk_views::{LoadingFrame, draw_study},
};

/// The maximum number of listed answers; beyond that, answers are clicked on the stage.
const MAX_LISTED_CHOICES: usize = 24;

/// The maximum number of other answers that are explained after an answer.
const MAX_EXPLANATIONS: usize = 4;

/// A callback that dispatches a message to lessons.
pub(crate) fn on_lesson_msg<T: 'static>(dispatch: &Callback<Action>, lesson_msg: LessonMsg) -> Callback<T> {
    on_action(dispatch, Action::Lesson(lesson_msg))
}

/// A line of a lesson; the text between backticks is drawn as code.
pub(crate) fn draw_phrase(line: &str) -> Html {
    if !line.matches('`').count().is_multiple_of(2) {
        return html! { { line.to_owned() } };
    }
    let part = |(at, part): (usize, &str)| match at % 2 {
        0 => html! { { part.to_owned() } },
        _ => html! { <code>{ part.to_owned() }</code> },
    };
    line.split('`').enumerate().map(part).collect()
}

/// The decision that is to be predicted.
pub fn draw_prediction(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, view.store.lang.lesson_labels());
    let Some((question, answers)) = predictions::shown_question(store) else { return Html::default() };
    // Before the answer, the title of the step could reveal it.
    let title = if answers.is_done { view.story.title.clone() } else { labels.predict.into() };
    html! {
        <section id="narrator" class="story course" aria-label={labels.predict}>
            <div class="told" aria-live="polite" tabindex="0" role="group" aria-label={labels.question}>
                <h2>{ title }</h2>
                if let Some(question) = question {
                    { draw_question(store, dispatch, question, answers, |choice| Action::Prediction(PredictionMsg::Answer(choice))) }
                    if answers.is_done { { draw_other_explanations(store, question) } }
                } else if !answers.is_done {
                    <p class="muted">{ labels.comes }</p>
                }
            </div>
            <div class="course-nav">
                <span class="count">{ score_text(store) }</span>
                if answers.is_done {
                    <button type="button" class="accent" onclick={on_action(dispatch, Action::Player(PlayerMsg::Toggle))}>{ format!("{} ▶", labels.go_on) }</button>
                } else {
                    <button type="button" class="plain" onclick={on_action(dispatch, Action::Prediction(PredictionMsg::Reveal))}>{ labels.show_me }</button>
                }
                if store.overlays.is_presenting && !store.share.is_embedded {
                    if !answers.is_done { { draw_study(view, dispatch, LoadingFrame::Hidden, |study| (study.draw_quiz_code)(view, dispatch)) } }
                    { draw_button(store.lang.stage_labels().present_end, "icon", html! { "×" }, on_action(dispatch, Action::Overlays(OverlayMsg::SetPresenting(false)))) }
                }
            </div>
        </section>
    }
}

/// The score of predictions so far; empty before the first one.
fn score_text(store: &Store) -> String {
    store
        .prediction_score()
        .map_or_else(String::new, |(right, total_count)| store.lang.prediction_score(right, total_count))
}

/// Why each of the other answers is wrong.
fn draw_other_explanations(store: &Store, question: &LessonQuestion) -> Html {
    let wrong_choices =
        question.choices.iter().filter(|choice| !choice.is_right && !choice.subject.is_empty()).take(MAX_EXPLANATIONS);
    html! { <ul class="muted">{ for wrong_choices.map(|choice| html! { <li>{ draw_phrase(store.lang.pick(&choice.why)) }</li> }) }</ul> }
}

/// The question, its possible answers, and an explanation of the given one.
pub fn draw_question(
    store: &Store,
    dispatch: &Callback<Action>,
    question: &LessonQuestion,
    answers: QuestionAnswers,
    answer_action: fn(usize) -> Action,
) -> Html {
    let (lang, labels) = (store.lang, store.lang.lesson_labels());
    let is_found = |at: usize| {
        question.order.iter().position(|n| *n == at).is_some_and(|order_index| answers.has_found(order_index))
    };
    let choice = |(at, choice): (usize, &LessonChoice)| {
        let answered = answers.last_choice == Some(at);
        let mark = match choice.is_right {
            true if answers.is_done || is_found(at) || answered && question.order.is_empty() => Some("right"),
            _ if answered => Some("wrong"),
            _ => None,
        };
        html! {
            <button type="button" class={classes!("plain", "choice", mark)} aria-pressed={answered.to_string()}
                disabled={answers.is_done || is_found(at)} onclick={on_answer(dispatch, answer_action(at))}>{ draw_phrase(lang.pick(&choice.name)) }</button>
        }
    };
    let listed = |(_, choice): &(usize, &LessonChoice)| {
        question.choices.len() <= MAX_LISTED_CHOICES || choice.subject.is_empty()
    };
    let hint = match question.choices.iter().any(|choice| !choice.subject.is_empty()) {
        true if question.choices.len() > MAX_LISTED_CHOICES => Some(labels.click_hint),
        true => Some(labels.stage_hint),
        false => None,
    };
    html! {
        <div class="quiz" role="group" aria-label={labels.question}>
            <p class="question">{ draw_phrase(lang.pick(&question.question)) }</p>
            <div class="choices">{ for question.choices.iter().enumerate().filter(listed).map(choice) }
                if let Some(hint) = hint.filter(|_| !answers.is_done) { <span class="muted">{ hint }</span> }
            </div>
            { draw_explanation(store, question, answers) }
            if answers.is_done && !lang.pick(&question.note).is_empty() { <p class="note muted">{ draw_phrase(lang.pick(&question.note)) }</p> }
        </div>
    }
}

/// Answers a question. The button of a right answer is disabled afterwards, so the keyboard focus moves to the button that continues.
fn on_answer(dispatch: &Callback<Action>, answer: Action) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: MouseEvent| {
        dispatch.emit(answer.clone());
        if event.detail() == 0 {
            refocus_after_redraw("#narrator .course-nav .accent");
        }
    })
}

/// Why the last answer is right or wrong; or the right answer, if the user gave up.
fn draw_explanation(store: &Store, question: &LessonQuestion, answers: QuestionAnswers) -> Html {
    let (lang, labels) = (store.lang, store.lang.lesson_labels());
    let last = answers.last_choice.and_then(|last| Some((last, question.choices.get(last)?)));
    let right = |at: usize| match question.order.is_empty() {
        true => question.choices[at].is_right,
        false => question.order.iter().position(|n| *n == at).is_some_and(|order_index| answers.has_found(order_index)),
    };
    match last.filter(|(at, _)| !answers.is_done || right(*at)) {
        Some((at, choice)) => {
            let right = right(at);
            let reason = match right {
                false if choice.is_right => labels.too_early,
                // The reader may try again, so the answer is not revealed.
                false if !choice.hint.is_empty() => lang.pick(&choice.hint),
                _ => lang.pick(&choice.why),
            };
            let hint = if store.lesson.current.is_some() { labels.answer_hint } else { "" };
            html! {
                <p class={if right { "answer right" } else { "answer wrong" }}>
                    <strong>{ if right { labels.right } else { labels.wrong } }</strong>{ " " }{ draw_phrase(reason) }
                    if !right && !hint.is_empty() { <span class="muted">{ format!(" {hint}") }</span> }
                </p>
            }
        }
        None if answers.is_done => {
            let whys = question.choices.iter().filter(|choice| choice.is_right).map(|choice| lang.pick(&choice.why));
            let name = |choice: &LessonChoice| lang.pick(&choice.name).to_owned();
            let names: Vec<String> = match question.order.is_empty() {
                true => question.choices.iter().filter(|choice| choice.is_right).map(name).collect(),
                false => question.order.iter().filter_map(|at| question.choices.get(*at)).map(name).collect(),
            };
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            html! {
                <p class="answer"><strong>{ draw_phrase(&format!("{} {}.", labels.shown, lang.list(&names))) }</strong>{ " " }{ draw_phrase(&whys.collect::<Vec<_>>().join(" ")) }</p>
            }
        }
        None => Html::default(),
    }
}
