//! Finds parts of a lesson that are in one language, while others are in two. Readers of the other language would see a mixture.

use api::Str;
use findings::{InLesson, LessonProblem};

use super::lesson_parser::{AskDraft, LessonDraft, StepDraft};

/// The heading of a step's translation, as messages name it.
const ZH_HEADING: &str = "### …";

/// The heading of a step, as messages name it.
const EN_HEADING: &str = "## …";

/// The problems of the parts without a translation, if any other part has one.
pub(super) fn find_missing_translations(draft: &LessonDraft) -> Vec<InLesson> {
    let zh = &draft.head.zh;
    let has_zh = [&zh.title, &zh.goal, &zh.misconception].iter().any(|text| !is_blank(text))
        || draft.steps.iter().any(|step| !step.zh.is_empty() || has_translated_question(step));
    if !has_zh {
        return Vec::new();
    }
    let mut warnings: Vec<InLesson> = Vec::new();
    let missing = missing_in_head(draft);
    if !missing.is_empty() {
        warnings.push(InLesson::new(draft.head_line("zh"), LessonProblem::MissingTranslation { missing }));
    }
    for step in &draft.steps {
        let mut warn = |line: usize, missing: Vec<Str>| {
            let problem = LessonProblem::MissingTranslation { missing };
            warnings.push(InLesson { line, step: step.title.en.as_str().into(), problem });
        };
        match (step.en.is_empty(), step.zh.is_empty() || step.title.zh.is_empty()) {
            (false, true) => warn(step.line, vec![ZH_HEADING.into()]),
            (true, false) => warn(step.line, vec![EN_HEADING.into()]),
            _ => {}
        }
        let missing = step.head.ask.as_ref().map(missing_in_question).unwrap_or_default();
        if let Some(first) = missing.first() {
            warn(step.field_line(&format!("ask.{first}")), missing);
        }
    }
    warnings
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// The names of the fields that have a text without a translation.
fn missing_fields(fields: impl IntoIterator<Item = (Str, [String; 2])>) -> Vec<Str> {
    let is_missing = |[text, zh]: &[String; 2]| !is_blank(text) && is_blank(zh);
    fields.into_iter().filter(|(_, texts)| is_missing(texts)).map(|(name, _)| name).collect()
}

fn missing_in_head(draft: &LessonDraft) -> Vec<Str> {
    let (head, zh) = (&draft.head, &draft.head.zh);
    let pair = |text: &String, zh: &String| [text.clone(), zh.clone()];
    missing_fields([
        ("zh.title".into(), pair(&head.title, &zh.title)),
        ("zh.goal".into(), pair(&head.goal, &zh.goal)),
        ("zh.misconception".into(), pair(&head.misconception, &zh.misconception)),
    ])
}

fn missing_in_question(ask: &AskDraft) -> Vec<Str> {
    let choices = ask.choices.iter().enumerate().flat_map(|(at, choice)| {
        [
            (format!("choices[{at}].zh").into(), [choice.text.clone(), choice.zh.clone()]),
            (format!("choices[{at}].zhWhy").into(), [choice.why.clone(), choice.zh_why.clone()]),
        ]
    });
    missing_fields([("zh".into(), [ask.text.clone(), ask.zh.clone()])].into_iter().chain(choices))
}

fn has_translated_question(step: &StepDraft) -> bool {
    step.head.ask.as_ref().is_some_and(|ask| {
        let choices = ask.choices.iter().flat_map(|choice| [&choice.zh, &choice.zh_why]);
        choices.chain([&ask.zh]).any(|text| !is_blank(text))
    })
}
