//! A lesson in place of the narrator, and the course in the gallery.

use std::rc::Rc;

use i18n::Lang;
use page_state::{
    actions::{Action, gallery::GalleryMsg, lesson::LessonMsg},
    lesson::{LESSON_FRAGMENT, LessonProgress, update::is_lesson_run},
    overlays::OverlayMsg,
    store::Store,
};
use protocol::{Bilingual, Block, Inline, LessonEntry, LessonStep};
use ui::{callback::on_action, element::draw_button};
use yew::{Callback, Html, component, html};

use crate::{
    features::lesson::{
        question::{self, on_lesson_msg},
        task_view,
        terms::TermMarker,
    },
    view::{
        Props, View,
        chunk_views::{LoadingFrame, draw_editing},
        draw_untranslated_note, on_define,
    },
};

/// The current step, with buttons to continue.
pub fn draw_teacher(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    html! { <LessonPanel view={view.clone()} dispatch={dispatch.clone()} /> }
}

#[component]
fn LessonPanel(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels) = (&view.store, view.store.lang.lesson_labels());
    let Some(progress) = &store.lesson.current else { return Html::default() };
    let total_count = progress.lesson.steps.len();
    let count = match progress.current_step() {
        Some(_) => store.lang.step_number(progress.step + 1, total_count),
        None => labels.finished.to_owned(),
    };
    let body = match progress.current_step() {
        Some(step) => draw_step(view, dispatch, progress, step),
        None => draw_lesson_end(view, dispatch, progress),
    };
    html! {
        <section id="narrator" class="story course" aria-label={store.lang.pick(&progress.lesson.entry.title).to_owned()}>
            <div class="told" aria-live="polite" tabindex="0" role="group" aria-label={view.words.lesson}>{ body }</div>
            <div class="course-nav">
                <span class="count">{ count }</span>
                <div class="buttons" role="group" aria-label={labels.steps}>
                    <button type="button" class="plain" disabled={progress.step == 0} onclick={on_lesson_msg(dispatch, LessonMsg::GoToStep(false))}>{ format!("‹ {}", labels.back) }</button>
                    if progress.step < total_count {
                        <button type="button" class="accent" onclick={on_lesson_msg(dispatch, LessonMsg::GoToStep(true))}>{ format!("{} ›", labels.next) }</button>
                    }
                </div>
                if store.overlays.is_presenting {
                    { draw_button(store.lang.stage_labels().present_end, "icon", html! { "×" }, on_action(dispatch, Action::Overlays(OverlayMsg::SetPresenting(false)))) }
                } else {
                    <button type="button" class="plain" title={labels.leave_hint} onclick={on_lesson_msg(dispatch, LessonMsg::LeaveLesson)}>{ labels.leave }</button>
                }
            </div>
        </section>
    }
}

fn draw_step(view: &View, dispatch: &Callback<Action>, progress: &LessonProgress, step: &LessonStep) -> Html {
    let (store, labels) = (&view.store, view.store.lang.lesson_labels());
    let blocks = store.lang.pick_of(&step.en, &step.zh);
    let is_at_step = !is_lesson_run(&store.run, progress)
        || store.player.moment == progress.moment_to_show().unwrap_or(store.player.moment)
        || store.player.target.is_some();
    let define = on_define(dispatch);
    let mut marker = TermMarker::new(&store.lesson.terms, store.lang, &define);
    html! {
        <>
            { draw_untranslated_note(store.lang) }
            if progress.step == 0 { { draw_summary(store.lang, &progress.lesson.entry) } }
            <h2>{ store.lang.pick(&step.title).to_owned() }</h2>
            { for blocks.iter().map(|block| draw_block(store.lang, block, &mut |text| marker.mark_text(text))) }
            if let Some((question, answers)) = progress.question() { { question::draw_question(store, dispatch, question, answers, |choice| Action::Lesson(LessonMsg::AnswerQuestion(choice))) } }
            if step.task.is_some() { { task_view::draw_task(store, dispatch, progress) } }
            if !is_at_step {
                <p class="aside"><span class="muted">{ view.story.title.clone() }</span>
                    <button type="button" class="link" onclick={on_lesson_msg(dispatch, LessonMsg::ReturnToStep)}>{ labels.here }</button></p>
            }
            if !is_lesson_run(&store.run, progress) && !store.run.is_stale {
                <p class="aside"><span class="muted">{ labels.other_run }</span>
                    <button type="button" class="link" onclick={on_lesson_msg(dispatch, LessonMsg::ReturnToStep)}>{ labels.own_run }</button></p>
            }
        </>
    }
}

/// The goal of a lesson, and the misconception that it corrects.
fn draw_summary(lang: Lang, lesson_entry: &LessonEntry) -> Html {
    let labels = lang.lesson_labels();
    html! {
        <p class="about">
            <b>{ lang.pick(&lesson_entry.title).to_owned() }</b>
            <span>{ format!("{}{}{}", labels.misconception, lang.label_separator(), quote_title(lang, &lesson_entry.misconception)) }</span>
            if lesson_entry.is_in_exam { <span class="exam">{ labels.exam }</span> }
        </p>
    }
}

fn quote_title(lang: Lang, text: &Bilingual) -> String {
    format!("“{}”", lang.pick(text).trim_end_matches(['.', '。']))
}

/// Draws a block of text; `mark` draws plain text with its terms.
pub fn draw_block(lang: Lang, block: &Block, mark: &mut dyn FnMut(&str) -> Html) -> Html {
    let mut line = |line: &Vec<Inline>| -> Html { line.iter().map(|line| draw_inline(lang, line, mark)).collect() };
    match block {
        Block::Paragraph(text) => html! { <p>{ line(text) }</p> },
        Block::List(items) => html! { <ul>{ for items.iter().map(|item| html! { <li>{ line(item) }</li> }) }</ul> },
        Block::Code(text) => html! { <pre tabindex="0"><code>{ text.clone() }</code></pre> },
    }
}

fn draw_inline(lang: Lang, inline: &Inline, mark: &mut dyn FnMut(&str) -> Html) -> Html {
    match inline {
        Inline::Text(text) => mark(text),
        Inline::Strong(text) => html! { <strong>{ mark(text) }</strong> },
        Inline::Emphasis(text) => html! { <em>{ mark(text) }</em> },
        Inline::Code(text) => html! { <code>{ text.clone() }</code> },
        Inline::Link(text, link_target) => html! {
            <a class="leaves" href={link_target.clone()} target="_blank" rel="noopener noreferrer" title={lang.lesson_labels().leaves_page}>{ text.clone() }</a>
        },
    }
}

/// The end of the lesson, after the last step.
fn draw_lesson_end(view: &Rc<View>, dispatch: &Callback<Action>, progress: &LessonProgress) -> Html {
    let store = &view.store;
    // In a course, the bar of the course has the button that continues.
    let next_lesson = progress.next_lesson(&store.lesson).filter(|_| store.classroom.saved.course.is_none());
    let (lang, labels) = (store.lang, store.lang.lesson_labels());
    let (right, total_count) = progress.score();
    let has_answers = progress.answers.iter().any(|answers| answers.first_correct.is_some());
    let entry = &progress.lesson.entry;
    // A teacher's own lesson ends with the code for the teacher.
    let next_class = if progress.custom_source.is_some() { "plain" } else { "accent" };
    html! {
        <>
            <h2>{ format!("{}{}{}", labels.finished, lang.label_separator(), lang.pick(&entry.title)) }</h2>
            <p class="learned">{ lang.pick(&entry.goal).to_owned() }</p>
            if total_count > 0 {
                <p class="score">{ if has_answers { lang.lesson_score(right, total_count) } else { labels.no_questions.to_owned() } }</p>
            }
            <div class="choices">
                if let Some(next) = next_lesson {
                    <button type="button" class={next_class} onclick={on_lesson_msg(dispatch, LessonMsg::TakeLesson { name: next.name.clone(), step: 0, is_visit: true })}>
                        { format!("{}{}{}", labels.next_lesson, lang.label_separator(), lang.pick(&next.title)) }
                    </button>
                }
                <button type="button" class="link" onclick={on_action(dispatch, Action::Gallery(GalleryMsg::SetOpen(true)))}>{ labels.all_lessons }</button>
            </div>
            // A presentation has no results to hand in.
            if !store.overlays.is_presenting { { draw_editing(view, dispatch, LoadingFrame::Hidden, |editing| (editing.draw_hand_in)(view, dispatch)) } }
        </>
    }
}

/// The mark of a scenario or lesson that was followed to its end.
pub(crate) fn draw_finished_mark(store: &Store) -> Html {
    let name = store.lang.lesson_labels().done;
    html! { <small class="done" title={name}><span aria-hidden="true">{ "✓" }</span><span class="hidden">{ format!(" {name}") }</span></small> }
}

/// The list of lessons, above the scenarios.
pub(crate) fn draw_course(store: &Store, dispatch: &Callback<Action>, is_match: impl Fn(&[&str]) -> bool) -> Html {
    let (lang, labels) = (store.lang, store.lang.lesson_labels());
    let current_name = store.lesson.current.as_ref().map(|current_name| current_name.lesson.entry.name.as_str());
    let card = |lesson_entry: &LessonEntry| {
        let current = (current_name == Some(lesson_entry.name.as_str())).then_some("true");
        let take = LessonMsg::TakeLesson { name: lesson_entry.name.clone(), step: 0, is_visit: true };
        html! {
            <li>
                <button type="button" class="card" aria-current={current} onclick={on_lesson_msg(dispatch, take)}>
                    <b>{ format!("{} · {}", lesson_entry.number, lang.pick(&lesson_entry.title)) }
                        if lesson_entry.is_in_exam { <small title={labels.exam}>{ labels.exam_short }</small> }
                        if store.gallery.is_finished(LESSON_FRAGMENT, &lesson_entry.name) { { draw_finished_mark(store) } }
                    </b>
                    <span>{ format!("{}{}{}", labels.myth, lang.label_separator(), quote_title(lang, &lesson_entry.misconception)) }</span>
                </button>
            </li>
        }
    };
    let matches_query = |lesson_entry: &&LessonEntry| {
        is_match(&[lang.pick(&lesson_entry.title), lang.pick(&lesson_entry.misconception)])
    };
    let entries: Vec<_> = store.lesson.entries.iter().filter(matches_query).collect();
    if entries.is_empty() {
        return Html::default();
    }
    html! {
        <section class="lessons">
            <h3>{ labels.course }</h3>
            <p class="muted">{ labels.course_hint }</p>
            <ul>{ for entries.into_iter().map(card) }</ul>
        </section>
    }
}

/// The full text of a lesson, for readers without its run.
#[cfg(feature = "prerender")]
#[component]
pub fn FullLesson(props: &FullLessonProps) -> Html {
    let FullLessonProps { lesson, lang, terms } = props;
    let (lang, labels) = (*lang, lang.lesson_labels());
    let choice =
        |choice: &protocol::LessonChoice| html! { <li>{ question::draw_phrase(lang.pick(&choice.name)) }</li> };
    let right = |choice: &protocol::LessonChoice| html! { <p>{ question::draw_phrase(&format!("{}{}{}", lang.pick(&choice.name), lang.label_separator(), lang.pick(&choice.why))) }</p> };
    let question = |question: &protocol::LessonQuestion| {
        html! {
            <>
                <p class="question">{ question::draw_phrase(lang.pick(&question.question)) }</p>
                <ul>{ for question.choices.iter().map(choice) }</ul>
                <details><summary>{ labels.answer }</summary>{ for question.choices.iter().filter(|choice| choice.is_right).map(right) }</details>
            </>
        }
    };
    let mut marked = api::Set::new();
    let step = |step: &LessonStep| {
        let blocks = lang.pick_of(&step.en, &step.zh);
        let mut mark = |text: &str| crate::features::lesson::terms::link_terms(terms, lang, text, &mut marked);
        html! {
            <section>
                <h3>{ lang.pick(&step.title).to_owned() }</h3>
                { for blocks.iter().map(|block| draw_block(lang, block, &mut mark)) }
                { for step.ask.iter().map(question) }
            </section>
        }
    };
    html! {
        <article class="whole told">
            <h2>{ lang.pick(&lesson.entry.title).to_owned() }</h2>
            { draw_untranslated_note(lang) }
            { draw_summary(lang, &lesson.entry) }
            <p>{ format!("{}{}{}", labels.goal, lang.label_separator(), lang.pick(&lesson.entry.goal)) }</p>
            { for lesson.steps.iter().map(step) }
        </article>
    }
}

#[cfg(feature = "prerender")]
#[derive(Clone, PartialEq, yew::Properties)]
pub struct FullLessonProps {
    pub lesson: std::rc::Rc<protocol::Lesson>,
    pub lang: Lang,
    /// The terms of the glossary.
    pub terms: std::rc::Rc<Vec<protocol::Term>>,
}
