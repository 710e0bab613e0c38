//! Results: the codes that students sent, and tables of their answers.

use std::rc::Rc;

use i18n::{Lang, classroom::words};
use links::result_code::{AnswerResult, LessonResult, Outcome};
use page_state::{
    classroom::{
        ClassroomMsg,
        result_table::{
            LineProblem, LineProblemKind, QuestionSummary, ResultTable, TableFormat, format_version, known_tries,
            lesson_title, outcome_text, read_results, write_table,
        },
        results::lesson_hash,
    },
    overlays::Toast,
    store::Store,
};
use protocol::Lesson;
use ui::{callback::on_action, download::save_text};
use yew::{Callback, Html, MouseEvent, component, html, use_memo, use_node_ref};

use crate::{
    features::{
        classroom::{link_box::on_copy, text_area::TextArea},
        lesson::question::draw_phrase,
    },
    view::Props,
};

/// Problems with more lines than this are not listed.
const MAX_PROBLEMS: usize = 20;

/// The page of results.
#[component]
pub(super) fn ResultSheet(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let store = &view.store;
    let (lang, text) = (store.lang, &store.classroom.saved.results);
    let labels = words(lang).classroom_labels();
    let table = use_memo(Rc::clone(text), |text| read_results(text));
    let area = use_node_ref();
    let on_edit = dispatch.reform(|text| ClassroomMsg::EditResults(text).into());
    let is_empty = table.results.is_empty();
    let question = |text_hash, step| {
        let lesson = known_lesson(store, text_hash);
        lesson.and_then(|lesson| Some(step_question(lang, &lesson, step)?.to_owned())).unwrap_or_default()
    };
    let write = |format| write_table(lang, &store.lesson.entries, &table, &question, format);
    let (repeats, bad_lines) = table.count_problems();
    let on_save = {
        // Without a byte order mark some spreadsheets assume another encoding.
        let file = format!("\u{feff}{}", write(TableFormat::Commas));
        Callback::from(move |_: MouseEvent| save_text(&file, "results.csv"))
    };
    html! {
        <div class="results">
            <h3>{ labels.codes }</h3>
            <p class="muted">{ labels.codes_hint }</p>
            <TextArea text={Rc::clone(text)} {on_edit} node={area} id="result-codes" label={labels.codes} />
            <div class="verdict" role="status">
                <p>{ if text.trim().is_empty() { labels.empty_results.to_owned() } else { words(lang).result_count(table.results.len(), repeats, bad_lines) } }</p>
                if !table.problems.is_empty() { <ul>{ for table.problems.iter().take(MAX_PROBLEMS).map(|problem| draw_problem(lang, problem)) }</ul> }
            </div>
            <div class="buttons">
                <button type="button" class="accent" disabled={is_empty} onclick={on_copy(dispatch, write(TableFormat::Tabs), Toast::TextCopied)}>{ labels.copy_table }</button>
                <button type="button" class="plain" disabled={is_empty} onclick={on_save}>{ labels.save_table }</button>
                <button type="button" class="plain" disabled={text.is_empty()} onclick={on_action(dispatch, ClassroomMsg::EditResults("".into()).into())}>{ labels.clear }</button>
            </div>
            if !is_empty {
                { draw_versions(lang, &table) }
                { draw_questions(store, &table) }
                { draw_answers(store, &table) }
            }
        </div>
    }
}

fn draw_problem(lang: Lang, problem: &LineProblem) -> Html {
    let sentences = words(lang);
    let labels = sentences.classroom_labels();
    let text = match problem.kind {
        LineProblemKind::NoCode => labels.no_code.to_owned(),
        LineProblemKind::Damaged => labels.damaged.to_owned(),
        LineProblemKind::LaterVersion => labels.later_version.to_owned(),
        LineProblemKind::Repeated(first) => sentences.repeated_code(first),
    };
    let class = if matches!(problem.kind, LineProblemKind::Repeated(_)) { "muted" } else { "warned" };
    html! { <li {class}>{ sentences.about_line(problem.line, &text) }</li> }
}

fn draw_versions(lang: Lang, table: &ResultTable) -> Html {
    let differs = table.results.iter().any(|result| table.has_versions(&result.lesson));
    html! { if differs { <p class="warned">{ words(lang).classroom_labels().other_version }</p> } }
}

/// The lessons whose text the page has: the current one, and the draft.
fn known_lesson(store: &Store, text_hash: u32) -> Option<Rc<Lesson>> {
    let taken = store.lesson.current.iter().map(|progress| &progress.lesson);
    let mut lessons = taken.chain(&store.classroom.check.preview);
    lessons.find(|lesson| lesson_hash(lesson) == text_hash).cloned()
}

/// The question of a step, if the page has the lesson; otherwise the number of the step.
fn question_text(lang: Lang, lesson: Option<&Rc<Lesson>>, step: u16) -> String {
    let number = words(lang).step_of_lesson(step);
    match lesson.and_then(|lesson| step_question(lang, lesson, step)) {
        Some(text) => format!("{number}: {text}"),
        None => number,
    }
}

/// The question of a step, from 1; of a task the title of its step.
fn step_question(lang: Lang, lesson: &Lesson, step: u16) -> Option<&str> {
    let step = lesson.steps.get(usize::from(step).checked_sub(1)?)?;
    Some(lang.pick(step.ask.as_ref().map_or(&step.title, |question| &question.question)))
}

/// A table with a row for each question.
fn draw_questions(store: &Store, table: &ResultTable) -> Html {
    let (lang, labels) = (store.lang, words(store.lang).classroom_labels());
    let row = |summary: &QuestionSummary| {
        let QuestionSummary { lesson: (name, text_hash), step, first_right, total } = summary;
        let lesson = known_lesson(store, *text_hash);
        html! {
            <tr>
                <td>{ lesson_title(lang, &store.lesson.entries, name).to_owned() }</td>
                <td>{ draw_phrase(&question_text(lang, lesson.as_ref(), *step)) }</td>
                <td class="number">{ format!("{first_right}/{total}") }</td>
                <td><meter min="0" max={total.to_string()} value={first_right.to_string()} aria-hidden="true" /></td>
            </tr>
        }
    };
    html! {
        <>
            <h3>{ labels.by_question }</h3>
            <div class="scroll" tabindex="0"><table>
                <thead><tr><th>{ labels.lesson }</th><th>{ labels.question }</th><th colspan="2">{ labels.class_result }</th></tr></thead>
                <tbody>{ for table.question_summaries().iter().map(row) }</tbody>
            </table></div>
        </>
    }
}

/// A table of every student's answers.
fn draw_answers(store: &Store, table: &ResultTable) -> Html {
    let (lang, labels) = (store.lang, words(store.lang).classroom_labels());
    let row = |result: &LessonResult, answer: &AnswerResult, lesson: Option<&Rc<Lesson>>| {
        let class = match answer.outcome {
            Outcome::RightAtFirst | Outcome::TaskSolved => "right",
            Outcome::Wrong => "warned",
            _ => "",
        };
        let student = if result.student.is_empty() { labels.nameless } else { &result.student };
        html! {
            <tr>
                <td>{ student.to_owned() }</td>
                <td title={format_version(result.text_hash)}>{ lesson_title(lang, &store.lesson.entries, &result.lesson).to_owned() }</td>
                <td>{ draw_phrase(&question_text(lang, lesson, answer.step)) }</td>
                <td {class}>{ outcome_text(lang, answer.outcome) }</td>
                <td class="number">{ known_tries(*answer).map_or_else(|| "–".to_owned(), |tries| tries.to_string()) }</td>
                <td class="number">{ answer.seconds.to_string() }</td>
            </tr>
        }
    };
    let rows_of = |result: &LessonResult| {
        let lesson = known_lesson(store, result.text_hash);
        result.answers.iter().map(|answer| row(result, answer, lesson.as_ref())).collect::<Html>()
    };
    html! {
        <>
            <h3>{ labels.table }</h3>
            <div class="scroll" tabindex="0"><table>
                <thead><tr>{ for [labels.student, labels.lesson, labels.question, labels.outcome, labels.tries, labels.seconds].map(|name| html! { <th>{ name }</th> }) }</tr></thead>
                <tbody>{ for table.results.iter().map(rows_of) }</tbody>
            </table></div>
        </>
    }
}
