//! Questions, judged by the run.

use api::Str;
use findings::LessonProblem;
use i18n::lesson_question;
use protocol::{Bilingual, LessonChoice, LessonQuestion};
use trace::choices;

use super::{
    lesson_parser::{AskDraft, AskKind},
    lesson_run::LessonRun,
};

/// What is asked at a moment. `happens` says of each choice whether its own moment is in the run.
pub(crate) fn build_question(
    draft: &AskDraft,
    happens: &[Option<bool>],
    lesson_run: &LessonRun,
    at: usize,
    answer_moment: usize,
) -> Result<LessonQuestion, LessonProblem> {
    let question = Bilingual { en: draft.text.clone(), zh: draft.zh.clone() };
    if question.en.is_empty() || question.zh.is_empty() {
        return Err(LessonProblem::Question);
    }
    if answer_moment < at {
        return Err(LessonProblem::AnswerBefore);
    }
    if draft.kind != AskKind::Choice && !draft.choices.is_empty() {
        return Err(LessonProblem::OnlyChoices);
    }
    let attempt = || lesson_run.attempt(at).ok_or(LessonProblem::NoAttempt);
    let frame = || lesson_run.trace.frame_at(lesson_run.moments[at].events);
    let choices = match draft.kind {
        AskKind::Choice => choices_of_lesson(draft, happens)?,
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
    let right = choices.iter().filter(|choice| choice.right).count();
    let enough = if draft.kind == AskKind::Victim { right > 0 } else { right == 1 };
    if !enough || choices.len() < 2 {
        return Err(LessonProblem::Right { right, of: choices.len() });
    }
    Ok(LessonQuestion { question, choices, then: answer_moment, ..LessonQuestion::default() })
}

/// The answers that the lesson offers.
fn choices_of_lesson(draft: &AskDraft, happens: &[Option<bool>]) -> Result<Vec<LessonChoice>, LessonProblem> {
    let judge = |(choice, happens): (&super::ChoiceDraft, &Option<bool>)| {
        let right = match (*happens, choice.right) {
            (Some(happens), None) => happens,
            (None, Some(right)) => right,
            _ => return Err(LessonProblem::NoVerdict(choice.text.as_str().into())),
        };
        if [&choice.text, &choice.zh, &choice.why, &choice.zh_why].iter().any(|text| text.is_empty()) {
            return Err(LessonProblem::NoText(choice.text.as_str().into()));
        }
        Ok(LessonChoice {
            name: Bilingual { en: choice.text.clone(), zh: choice.zh.clone() },
            subject: Str::default(),
            right,
            why: Bilingual { en: choice.why.clone(), zh: choice.zh_why.clone() },
        })
    };
    draft.choices.iter().zip(happens).map(judge).collect()
}
