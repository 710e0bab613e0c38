//! Results: the codes that students sent, and tables of their answers.

use std::{cell::Cell, rc::Rc};

use i18n::{Lang, classroom::words};
use links::result_code::{AnswerResult, LessonResult, Outcome};
use page_state::{
    actions::classroom::ClassroomMsg,
    classroom::{
        result_table::{
            LineProblem, LineProblemKind, QuestionSummary, ResultTable, StepTexts, TableFormat, format_version,
            known_tries, lesson_title, outcome_text, read_results, write_table,
        },
        results::lesson_hash,
    },
    lesson::lesson_path,
    overlays::Toast,
    store::Store,
};
use protocol::{Lesson, LessonChoice, LessonEntry};
use ui::{callback::on_action, download::save_text};
use wasm_bindgen_futures::spawn_local;
use yew::{Callback, Html, MouseEvent, component, hook, html, use_effect_with, use_memo, use_node_ref, use_state};

use crate::{
    effects::fetch::fetch_file,
    features::{
        classroom::{link_box::on_copy, text_area::TextArea},
        lesson::question::draw_phrase,
    },
    view::Props,
};

/// The maximum number of lines that a problem lists.
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
    let built_in = use_built_in_lessons(named_lessons(&table, &store.lesson.entries));
    let lessons = KnownLessons { store, built_in: &built_in };
    let question = |text_hash, step| {
        let lesson = lessons.find(text_hash);
        lesson.and_then(|lesson| Some(step_question(lang, &lesson, step)?.to_owned())).unwrap_or_default()
    };
    let first_choice = |text_hash, answer: &AnswerResult| {
        let lesson = lessons.find(text_hash);
        answer.first_choice.map(|choice| choice_text(lang, lesson.as_deref(), answer.step, choice)).unwrap_or_default()
    };
    let step_texts = StepTexts { question: &question, first_choice: &first_choice };
    let write = |format| write_table(lang, &store.lesson.entries, &table, step_texts, format);
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
                { draw_questions(lessons, &table) }
                { draw_answers(lessons, &table) }
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
    let any_lesson_has_versions = table.results.iter().any(|result| table.has_several_versions(&result.lesson));
    html! { if any_lesson_has_versions { <p class="warned">{ words(lang).classroom_labels().other_version }</p> } }
}

/// The lessons that the page has: the current one, the draft, and built-in ones that results name.
#[derive(Clone, Copy)]
struct KnownLessons<'s> {
    store: &'s Store,
    built_in: &'s [(u32, Rc<Lesson>)],
}

impl KnownLessons<'_> {
    fn find(self, text_hash: u32) -> Option<Rc<Lesson>> {
        let taken = self.store.lesson.current.iter().map(|progress| &progress.lesson);
        let lesson =
            taken.chain(&self.store.classroom.check.preview).find(|lesson| lesson_hash(lesson) == text_hash).cloned();
        let built_in = || self.built_in.iter().find(|(hash, _)| *hash == text_hash);
        lesson.or_else(|| Some(Rc::clone(&built_in()?.1)))
    }
}

/// The built-in lessons that results name, each once. Custom lessons are identified by their titles only.
fn named_lessons(table: &ResultTable, entries: &[LessonEntry]) -> Vec<String> {
    let is_named = |entry: &&LessonEntry| table.results.iter().any(|result| result.lesson == entry.name);
    entries.iter().filter(is_named).map(|entry| entry.name.clone()).collect()
}

/// Fetches built-in lessons, because a code only has the numbers of their steps.
#[hook]
fn use_built_in_lessons(names: Vec<String>) -> Rc<Vec<(u32, Rc<Lesson>)>> {
    let lessons = use_state(Rc::<Vec<(u32, Rc<Lesson>)>>::default);
    let setter = lessons.setter();
    use_effect_with(names, move |names| {
        let names = names.clone();
        let is_outdated = Rc::new(Cell::new(false));
        let is_over = Rc::clone(&is_outdated);
        spawn_local(async move {
            let mut hashed_lessons: Vec<(u32, Rc<Lesson>)> = Vec::new();
            for name in names {
                let Some(path) = lesson_path(&name) else { continue };
                let json = fetch_file(&path).await.unwrap_or_default();
                // Other codes were pasted meanwhile, or the sheet was closed.
                if is_over.get() {
                    return;
                }
                // If this fails, the table shows the numbers of steps.
                if let Ok(lesson) = serde_json::from_str::<Lesson>(&json) {
                    hashed_lessons.push((lesson_hash(&lesson), Rc::new(lesson)));
                    setter.set(Rc::new(hashed_lessons.clone()));
                }
            }
        });
        move || is_outdated.set(true)
    });
    Rc::clone(&lessons)
}

/// The question of a step, if the page has the lesson; otherwise the number of the step.
fn question_text(lang: Lang, lesson: Option<&Rc<Lesson>>, step: u16) -> String {
    let number = words(lang).step_of_lesson(step);
    match lesson.and_then(|lesson| step_question(lang, lesson, step)) {
        Some(text) => format!("{number}: {text}"),
        None => number,
    }
}

/// The question of a step, from 1; the title of the step if it has a task instead.
fn step_question(lang: Lang, lesson: &Lesson, step: u16) -> Option<&str> {
    let step = lesson.steps.get(usize::from(step).checked_sub(1)?)?;
    Some(lang.pick(step.ask.as_ref().map_or(&step.title, |question| &question.question)))
}

/// The choice of a step's question, by its index.
fn step_choice(lesson: &Lesson, step: u16, choice: u8) -> Option<&LessonChoice> {
    let question = lesson.steps.get(usize::from(step).checked_sub(1)?)?.ask.as_ref()?;
    question.choices.get(usize::from(choice))
}

/// The text of a choice, if the page has the lesson; otherwise its number.
fn choice_text(lang: Lang, lesson: Option<&Lesson>, step: u16, choice: u8) -> String {
    match lesson.and_then(|lesson| step_choice(lesson, step, choice)) {
        Some(choice) => lang.pick(&choice.name).to_owned(),
        None => words(lang).option_of_question(usize::from(choice) + 1),
    }
}

/// What was answered first: the wrong choices before the right ones, and among them the one that most students chose first.
fn draw_first_choices(lang: Lang, lesson: Option<&Lesson>, summary: &QuestionSummary) -> Html {
    let step = summary.step;
    let is_right =
        |choice: u8| lesson.and_then(|lesson| step_choice(lesson, step, choice)).map(|choice| choice.is_right);
    let counts = summary.first_choices.iter().map(|(choice, count)| (is_right(*choice), *count, *choice));
    let mut counts: Vec<(Option<bool>, usize, u8)> = counts.collect();
    counts.sort_by_key(|(is_right, count, _)| (*is_right, std::cmp::Reverse(*count)));
    let line = |(is_right, count, choice): &(Option<bool>, usize, u8)| {
        let class = is_right.map(|is_right| if is_right { "right" } else { "warned" });
        let text = choice_text(lang, lesson, step, *choice);
        html! { <li {class}>{ format!("{count} × ") }{ draw_phrase(&text) }</li> }
    };
    html! { if !counts.is_empty() { <ul class="first-choices">{ for counts.iter().map(line) }</ul> } }
}

/// A table with a row for each question, the one that fewest students got right first.
fn draw_questions(lessons: KnownLessons<'_>, table: &ResultTable) -> Html {
    let store = lessons.store;
    let (lang, labels) = (store.lang, words(store.lang).classroom_labels());
    let mut summaries = table.question_summaries();
    // Questions for which nothing is known come last.
    summaries.sort_by_key(|summary| (summary.first_right * 1000).checked_div(summary.total).unwrap_or(usize::MAX));
    let row = |summary: &QuestionSummary| {
        let QuestionSummary { lesson: (name, text_hash), step, first_right, total, .. } = summary;
        let lesson = lessons.find(*text_hash);
        html! {
            <tr>
                <td>{ lesson_title(lang, &store.lesson.entries, name).to_owned() }</td>
                <td>{ draw_phrase(&question_text(lang, lesson.as_ref(), *step)) }</td>
                <td>{ draw_first_choices(lang, lesson.as_deref(), summary) }</td>
                <td class="number">{ format!("{first_right}/{total}") }</td>
                <td><meter min="0" max={total.to_string()} value={first_right.to_string()} aria-hidden="true" /></td>
            </tr>
        }
    };
    html! {
        <>
            <h3>{ labels.by_question }</h3>
            <div class="scroll" tabindex="0"><table>
                <thead><tr><th>{ labels.lesson }</th><th>{ labels.question }</th><th>{ labels.first_answers }</th><th colspan="2">{ labels.class_result }</th></tr></thead>
                <tbody>{ for summaries.iter().map(row) }</tbody>
            </table></div>
        </>
    }
}

/// A table of every student's answers.
fn draw_answers(lessons: KnownLessons<'_>, table: &ResultTable) -> Html {
    let store = lessons.store;
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
                <td>{ answer.first_choice.map(|choice| draw_phrase(&choice_text(lang, lesson.map(|lesson| &**lesson), answer.step, choice))) }</td>
                <td {class}>{ outcome_text(lang, answer.outcome) }</td>
                <td class="number">{ known_tries(*answer).map_or_else(|| "–".to_owned(), |tries| tries.to_string()) }</td>
                <td class="number">{ answer.seconds.to_string() }</td>
            </tr>
        }
    };
    let rows_of = |result: &LessonResult| {
        let lesson = lessons.find(result.text_hash);
        result.answers.iter().map(|answer| row(result, answer, lesson.as_ref())).collect::<Html>()
    };
    html! {
        <>
            <h3>{ labels.table }</h3>
            <div class="scroll" tabindex="0"><table>
                <thead><tr>{ for [labels.student, labels.lesson, labels.question, labels.first_answer, labels.outcome, labels.tries, labels.seconds].map(|name| html! { <th>{ name }</th> }) }</tr></thead>
                <tbody>{ for table.results.iter().map(rows_of) }</tbody>
            </table></div>
        </>
    }
}
