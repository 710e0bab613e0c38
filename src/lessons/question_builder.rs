//! Builds the questions of a lesson, with answers determined by the run.

use api::Str;
use findings::LessonProblem;
use i18n::lesson_question;
use protocol::{Bilingual, LessonChoice, LessonQuestion};
use trace::choices;

use super::{
    lesson_parser::{AskDraft, AskKind},
    lesson_run::LessonRun,
};

/// The problems of a question's texts, which don't depend on the run.
pub(crate) fn check_words(draft: &AskDraft) -> Vec<LessonProblem> {
    let mut problems = Vec::new();
    match (draft.text.is_empty(), draft.zh.is_empty()) {
        (true, true) => problems.push(LessonProblem::NoQuestion),
        (false, false) => {}
        _ => problems.push(LessonProblem::Question),
    }
    if draft.kind == AskKind::Fits && draft.node.is_empty() {
        problems.push(LessonProblem::NoFitNode);
    }
    if draft.kind != AskKind::Choice {
        problems.extend((!draft.choices.is_empty()).then_some(LessonProblem::OnlyChoices));
        return problems;
    }
    for (number, choice) in (1..).zip(&draft.choices) {
        if choice.happens.is_some() == choice.right.is_some() {
            problems.push(LessonProblem::NoVerdict { number, answer: choice.text.as_str().into() });
        }
        let missing = missing_fields(choice);
        if !missing.is_empty() {
            problems.push(LessonProblem::NoText { number, missing });
        }
    }
    problems
}

/// Builds the question at a moment, whose texts are complete. `happens` says for each choice whether its own moment occurs in the run.
pub(crate) fn build_question(
    draft: &AskDraft,
    happens: &[Option<bool>],
    lesson_run: &LessonRun,
    at: usize,
    answer_moment: usize,
) -> Result<LessonQuestion, LessonProblem> {
    let question = Bilingual { en: draft.text.clone(), zh: draft.zh.clone() };
    if answer_moment < at {
        return Err(LessonProblem::AnswerBefore);
    }
    let attempt = || lesson_run.attempt(at).ok_or(LessonProblem::NoAttempt);
    let frame = || lesson_run.trace.frame_at(lesson_run.moments[at].events);
    let choices = match draft.kind {
        AskKind::Choice => choices_of_lesson(draft, happens),
        AskKind::Node => lesson_question::lesson_choices(choices::node_choices(attempt()?, &frame())),
        AskKind::Victim => lesson_question::lesson_choices(
            choices::victim_choices(attempt()?, &frame()).ok_or(LessonProblem::NoPreemption)?,
        ),
        AskKind::Fits => {
            let node = &draft.node;
            lesson_question::lesson_choices(
                choices::fit_choices(attempt()?, node).ok_or(LessonProblem::NotLookedAt(node.clone()))?,
            )
        }
    };
    let right = choices.iter().filter(|choice| choice.is_right).count();
    let enough = if draft.kind == AskKind::Victim { right > 0 } else { right == 1 };
    if !enough || choices.len() < 2 {
        return Err(LessonProblem::Right { right, of: choices.len() });
    }
    Ok(LessonQuestion { question, choices, then: answer_moment, ..LessonQuestion::default() })
}

/// The choices that the lesson lists.
fn choices_of_lesson(draft: &AskDraft, happens: &[Option<bool>]) -> Vec<LessonChoice> {
    let judge = |(choice, happens): (&super::ChoiceDraft, &Option<bool>)| LessonChoice {
        name: Bilingual { en: choice.text.clone(), zh: choice.zh.clone() },
        is_right: happens.or(choice.right).unwrap_or_default(),
        why: Bilingual { en: choice.why.clone(), zh: choice.zh_why.clone() },
        ..LessonChoice::default()
    };
    draft.choices.iter().zip(happens).map(judge).collect()
}

/// The fields that an answer lacks. If the lesson is in one language, both texts are the same, and no Chinese one is required.
fn missing_fields(choice: &super::ChoiceDraft) -> Vec<Str> {
    let is_bilingual = choice.text != choice.zh || choice.why != choice.zh_why;
    let fields = [
        ("text", &choice.text, true),
        ("zh", &choice.zh, is_bilingual),
        ("why", &choice.why, true),
        ("zhWhy", &choice.zh_why, is_bilingual),
    ];
    let is_missing = |(_, text, is_wanted): &(&str, &String, bool)| *is_wanted && text.is_empty();
    fields.into_iter().filter(is_missing).map(|(name, ..)| name.into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChoiceDraft;

    #[test]
    fn an_answer_says_which_field_it_lacks() {
        let choice = |text: &str, zh: &str, why: &str, zh_why: &str| {
            let [text, zh, why, zh_why] = [text, zh, why, zh_why].map(str::to_owned);
            missing_fields(&ChoiceDraft { text, zh, why, zh_why, ..ChoiceDraft::default() })
        };
        // In one language, both texts are the same.
        assert_eq!(choice("Yes", "Yes", "", ""), ["why"]);
        assert_eq!(choice("", "", "so", "so"), ["text"]);
        assert_eq!(choice("Yes", "是", "", ""), ["why", "zhWhy"]);
        assert_eq!(choice("Yes", "是", "so", ""), ["zhWhy"]);
        assert!(choice("Yes", "是", "so", "因为").is_empty());
    }
}
