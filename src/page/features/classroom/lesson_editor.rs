//! The editor of a lesson: its text, its problems, and a preview.

use std::rc::Rc;

use i18n::{Lang, classroom::words};
use links::class_link::{CourseItem, encode_lesson};
use page_state::{
    actions::{
        Action,
        classroom::{ClassroomMsg, ClassroomPage, DraftProblem},
    },
    classroom::{
        DraftCheck,
        draft::{count_parts, line_range},
    },
    lesson::lesson_file_name,
};
use protocol::{Lesson, LessonChoice, LessonQuestion, LessonStep};
use ui::{callback::on_action, download::save_text, element::focus_element};
use web_sys::{Event, HtmlTextAreaElement};
use yew::{Callback, Html, MouseEvent, NodeRef, component, html, use_memo, use_node_ref};

use crate::{
    effects::files,
    features::{
        classroom::{link_box::draw_link_box, text_area::TextArea},
        lesson::{question::draw_phrase, view::draw_block},
    },
    page_metadata,
    view::{Props, View},
};

/// The maximum number of problems that are listed.
const MAX_PROBLEMS: usize = 20;

const TEMPLATE_EN: &str = include_str!("template_en.md");
const TEMPLATE_ZH: &str = include_str!("template_zh.md");

/// The editor, and the link to the lesson.
#[component]
pub(super) fn LessonEditor(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let store = &view.store;
    let (lang, classroom) = (store.lang, &store.classroom);
    let labels = words(lang).classroom_labels();
    let text = &classroom.saved.draft;
    let area = use_node_ref();
    let is_right = is_right(&classroom.check) && !text.trim().is_empty();
    let fragment = use_memo((Rc::clone(text), is_right), |(text, is_right)| is_right.then(|| encode_lesson(text)));
    let template: Rc<str> = lang.pick_of(TEMPLATE_EN, TEMPLATE_ZH).into();
    let on_edit = dispatch.reform(|text| ClassroomMsg::EditDraft(text).into());
    let onchange = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| files::import_picked_files(&event, false, &dispatch))
    };
    let on_save = {
        let text = Rc::clone(text);
        let title = classroom.check.preview.as_ref().map(|lesson| lang.pick(&lesson.entry.title));
        let file_name = lesson_file_name(title.unwrap_or_default());
        Callback::from(move |_: MouseEvent| save_text(&text, &file_name))
    };
    html! {
        <div class="writes">
            <section class="written">
                <div class="buttons">
                    if *text != template { <button type="button" class={if text.trim().is_empty() { "accent" } else { "plain" }} onclick={on_action(dispatch, ClassroomMsg::ReplaceDraft(template).into())}>{ labels.template }</button> }
                    if !classroom.saved.replaced_draft.is_empty() { <button type="button" class="plain" onclick={on_action(dispatch, ClassroomMsg::RestoreDraft.into())}>{ labels.restore_draft }</button> }
                    <label class="plain file">{ labels.open_file }<input type="file" class="hidden" accept=".md,.txt,text/markdown,text/plain" {onchange} /></label>
                    <a class="link" href={page_metadata::localized_address(lang, "manual/class/")} target="_blank" rel="noopener">{ labels.format }</a>
                </div>
                <TextArea text={Rc::clone(text)} {on_edit} node={area.clone()} id="lesson-text" label={labels.text} is_invalid={!classroom.check.problems.is_empty()} />
                { draw_verdict(view, &area) }
                <div class="buttons">
                    <button type="button" class="accent" disabled={!is_right} onclick={on_action(dispatch, ClassroomMsg::TakeDraft.into())}>{ labels.take }</button>
                    <button type="button" class="plain" disabled={text.trim().is_empty()} onclick={on_save}>{ labels.save }</button>
                    <button type="button" class="plain" disabled={!is_right} onclick={on_add_to_course(view, dispatch)}>{ labels.add_to_course }</button>
                </div>
                <details class="shares">
                    <summary>{ labels.share_lesson }</summary>
                    { match &*fragment {
                        Some(fragment) => draw_link_box(lang, dispatch, fragment, [labels.lesson_link, labels.link_hint, labels.code_of_lesson]),
                        None => html! { <p class="muted">{ labels.fix_first }</p> },
                    } }
                </details>
            </section>
            <section class="seen" tabindex="0" aria-label={labels.preview}>
                <h3>{ labels.preview }</h3>
                { draw_preview(lang, text, &classroom.check) }
            </section>
        </div>
    }
}

/// Whether the current text is a valid lesson.
fn is_right(check: &DraftCheck) -> bool {
    check.problems.is_empty() && !check.is_checking && check.preview.is_some()
}

/// The problems in the text, or a sentence that there are none.
fn draw_verdict(view: &View, area: &NodeRef) -> Html {
    let (lang, classroom) = (view.store.lang, &view.store.classroom);
    let check = &classroom.check;
    let labels = words(lang).classroom_labels();
    let item =
        |problem: &DraftProblem, class: &'static str| draw_problem(lang, &classroom.saved.draft, area, problem, class);
    html! {
        <div class="verdict" role="status">
            if classroom.saved.draft.trim().is_empty() {
                <p class="muted">{ labels.empty_draft }</p>
            } else if !check.problems.is_empty() {
                <ul class="problems">{ for check.problems.iter().take(MAX_PROBLEMS).map(|problem| item(problem, "warned")) }</ul>
                if let Some(more) = check.problems.len().checked_sub(MAX_PROBLEMS).filter(|more| *more > 0) { <p class="muted">{ words(lang).more_problems(more) }</p> }
            } else if let (false, Some(lesson)) = (check.is_checking, &check.preview) {
                <p class="right">{ right_sentence(lang, lesson) }</p>
            }
            if !check.warnings.is_empty() {
                <ul class="problems" aria-label={labels.warnings}>{ for check.warnings.iter().take(MAX_PROBLEMS).map(|warning| item(warning, "noted")) }</ul>
            }
            if check.is_checking { <p class="muted">{ labels.checking }</p> }
        </div>
    }
}

/// A problem, with a button that goes to its line.
fn draw_problem(lang: Lang, text: &Rc<str>, area: &NodeRef, problem: &DraftProblem, class: &'static str) -> Html {
    let on_go = problem.line.map(|line| {
        let (area, text) = (area.clone(), Rc::clone(text));
        (line, Callback::from(move |_: MouseEvent| select_line(&area, &text, line)))
    });
    html! {
        <li>
            <span {class}>{ draw_phrase(&problem.message) }</span>
            if let Some((line, onclick)) = on_go { <button type="button" class="link" {onclick}>{ words(lang).go_to_line(line) }</button> }
        </li>
    }
}

fn right_sentence(lang: Lang, lesson: &Lesson) -> String {
    let [steps, questions, tasks] = count_parts(lesson);
    words(lang).lesson_is_right(steps, questions, tasks)
}

/// Adds the lesson to the course that is being edited, and shows the course.
fn on_add_to_course(view: &View, dispatch: &Callback<Action>) -> Callback<MouseEvent> {
    let (dispatch, item) = (dispatch.clone(), draft_item(view));
    Callback::from(move |_: MouseEvent| {
        if let Some(item) = item.clone() {
            dispatch.emit(ClassroomMsg::AddPlanItem(item).into());
            dispatch.emit(ClassroomMsg::ShowPage(Some(ClassroomPage::Course)).into());
        }
    })
}

/// The draft of the lesson as an item of a course; `None` while it is invalid.
pub(super) fn draft_item(view: &View) -> Option<CourseItem> {
    let classroom = &view.store.classroom;
    let lesson = classroom.check.preview.as_ref().filter(|_| is_right(&classroom.check))?;
    let title = view.store.lang.pick(&lesson.entry.title).to_owned();
    Some(CourseItem::LessonText { title, text: classroom.saved.draft.to_string() })
}

/// Selects a line, and scrolls to it.
fn select_line(area: &NodeRef, text: &str, line: usize) {
    let Some(area) = area.cast::<HtmlTextAreaElement>() else { return };
    let (start, end) = line_range(text, line);
    // A hidden field has no scroll position.
    let _ = area.set_selection_range(start, end);
    focus_element(&area);
    // Lines don't wrap, so all have the same height.
    let lines = i32::try_from(text.split('\n').count()).unwrap_or(i32::MAX).max(1);
    let above = i32::try_from(line).unwrap_or(i32::MAX).saturating_sub(1);
    area.set_scroll_top((area.scroll_height() / lines).saturating_mul(above) - area.client_height() / 2);
    area.set_scroll_left(0);
}

/// A preview of the lesson: all of its steps, with the answers.
fn draw_preview(lang: Lang, text: &str, check: &DraftCheck) -> Html {
    let labels = words(lang).classroom_labels();
    let Some(lesson) = check.preview.as_ref().filter(|_| !text.trim().is_empty()) else {
        let hint = if check.is_checking { labels.preview_comes } else { labels.no_preview };
        return html! { <p class="muted">{ hint }</p> };
    };
    html! {
        <article class="whole told">
            if !check.problems.is_empty() { <p class="muted">{ labels.old_preview }</p> }
            <h2>{ lang.pick(&lesson.entry.title).to_owned() }</h2>
            <p class="muted">{ lang.pick(&lesson.entry.goal).to_owned() }</p>
            { for lesson.steps.iter().enumerate().map(|(at, step)| draw_step(lang, at, step)) }
            if lesson.steps.iter().any(|step| step.ask.is_some()) { <p class="muted">{ labels.answers_marked }</p> }
        </article>
    }
}

fn draw_step(lang: Lang, at: usize, step: &LessonStep) -> Html {
    let blocks = lang.pick_of(&step.en, &step.zh);
    html! {
        <section>
            <h3>{ format!("{}. {}", at + 1, lang.pick(&step.title)) }</h3>
            { for blocks.iter().map(|block| draw_block(lang, block, &mut |text| html! { { text.to_owned() } })) }
            { for step.ask.iter().map(|question| draw_question(lang, question)) }
            if let Some(goal) = &step.task {
                <ul class="wishes" aria-label={i18n::goal_text::words(lang).goal_labels().wanted}>{ for goal.parts().map(|part| html! { <li>{ i18n::goal_text::goal_part_text(lang, part) }</li> }) }</ul>
            }
        </section>
    }
}

fn draw_question(lang: Lang, question: &LessonQuestion) -> Html {
    let labels = words(lang).classroom_labels();
    let choice = |choice: &LessonChoice| {
        html! {
            <li>
                { draw_phrase(lang.pick(&choice.name)) }
                if choice.is_right { <strong>{ format!(" ✓ {}", labels.right_answer) }</strong> }
                <span class="muted">{ " " }{ draw_phrase(lang.pick(&choice.why)) }</span>
            </li>
        }
    };
    html! { <><p class="question">{ draw_phrase(lang.pick(&question.question)) }</p><ul>{ for question.choices.iter().map(choice) }</ul></> }
}
