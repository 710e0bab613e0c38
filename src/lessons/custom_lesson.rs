//! Parses custom lessons, which may be in one language only.

use findings::{InLesson, LessonProblem};

use super::{
    lesson_parser::{LessonDraft, LessonHead, StepDraft, check_draft, check_step_texts, first_problem, read_draft},
    missing_translations::find_missing_translations,
};

/// Parses a custom lesson. If it is in one language only, its texts are used for both.
///
/// # Errors
/// The first problem.
pub fn parse_custom_lesson(text: &str) -> Result<LessonDraft, InLesson> {
    let CustomDraft { draft, problems, .. } = read_custom_draft(text);
    first_problem(draft, problems)
}

/// A custom lesson, as far as it could be parsed.
pub(super) struct CustomDraft {
    /// `None` if not even its front matter was recognized.
    pub draft: Option<LessonDraft>,
    /// Why it cannot be used.
    pub problems: Vec<InLesson>,
    /// Possible mistakes, such as missing translations.
    pub warnings: Vec<InLesson>,
}

/// Parses a custom lesson, and collects all problems.
pub(super) fn read_custom_draft(text: &str) -> CustomDraft {
    let mut problems = Vec::new();
    let mut draft = read_draft("", text, &mut problems);
    let warnings = draft.as_ref().map(find_missing_translations).unwrap_or_default();
    if let Some(draft) = &mut draft {
        fill_languages(draft);
        check_step_texts(draft, &mut problems, |StepDraft { title, en, .. }| {
            (title.en.is_empty() || en.is_empty()).then_some(LessonProblem::NoStepText)
        });
        check_draft(draft, &mut problems);
    }
    CustomDraft { draft, problems, warnings }
}

/// Uses the texts of a lesson in one language for both.
fn fill_languages(draft: &mut LessonDraft) {
    let LessonHead { title, goal, misconception, zh, .. } = &mut draft.head;
    for (text, other) in [(title, &mut zh.title), (goal, &mut zh.goal), (misconception, &mut zh.misconception)] {
        fill_missing(text, other);
    }
    for step in &mut draft.steps {
        let StepDraft { title, head, en, zh, .. } = step;
        fill_missing(&mut title.en, &mut title.zh);
        if zh.is_empty() {
            zh.clone_from(en);
        } else if en.is_empty() {
            en.clone_from(zh);
        }
        if let Some(ask) = &mut head.ask {
            fill_missing(&mut ask.text, &mut ask.zh);
            for choice in &mut ask.choices {
                fill_missing(&mut choice.text, &mut choice.zh);
                fill_missing(&mut choice.why, &mut choice.zh_why);
            }
        }
    }
}

/// Copies a text to the other language, if one of the two is missing.
fn fill_missing(text: &mut String, other: &mut String) {
    if other.trim().is_empty() {
        other.clone_from(text);
    } else if text.trim().is_empty() {
        text.clone_from(other);
    }
}

#[cfg(test)]
mod tests {
    use i18n::{Lang, lesson_problem::lesson_problem_line};

    use super::*;
    use crate::parse_lesson;

    fn parse_error(lesson_error: &InLesson) -> String {
        lesson_problem_line(Lang::En, lesson_error)
    }

    #[test]
    fn custom_lesson_may_have_one_language() {
        let text = "---\ntitle: A\ngoal: B\nmisconception: C\nscenario: ladder\n---\n\n## One\n```step\nask: {text: Q, choices: [{text: Yes, why: so, right: true}]}\n```\nText\n";
        assert!(parse_error(&parse_lesson("x", text).expect_err("one language")).contains("missing translation"));
        let draft = parse_custom_lesson(text).expect("a lesson");
        assert_eq!((draft.head.zh.title.as_str(), draft.steps[0].title.zh.as_str()), ("A", "One"));
        assert_eq!(draft.steps[0].en, draft.steps[0].zh);
        let ask = draft.steps[0].head.ask.as_ref().expect("a question");
        assert_eq!((ask.zh.as_str(), ask.choices[0].zh.as_str(), ask.choices[0].zh_why.as_str()), ("Q", "Yes", "so"));
        for (wrong, says, remedy) in [
            (text.replace("Text\n", ""), "the step has no title or no text", "below its heading"),
            (text.replace("goal: B\n", ""), "at the top `goal` is missing", "between the two `---` lines"),
        ] {
            let error = parse_error(&parse_custom_lesson(&wrong).expect_err("something is wrong"));
            assert!(error.contains(says) && error.contains(remedy) && error.starts_with("line "), "{error}");
        }
    }
}
