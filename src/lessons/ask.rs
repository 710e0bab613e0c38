//! Questions, judged by the run.

use super::read::{AskDraft, AskKind};
use super::run::Ran;
use api::Str;
use api::problem::Lesson;
use trace::choices;
use wire::{Ask, Bilingual, LessonChoice};
use words::asked;

/// What is asked at a moment. `happens` says of each choice whether its own moment is in the run.
pub(crate) fn question(
    draft: &AskDraft,
    happens: &[Option<bool>],
    ran: &Ran,
    at: usize,
    then: usize,
) -> Result<Ask, Lesson> {
    let question = Bilingual { en: draft.text.clone(), zh: draft.zh.clone() };
    if question.en.is_empty() || question.zh.is_empty() {
        return Err(Lesson::Question);
    }
    if then < at {
        return Err(Lesson::AnswerBefore);
    }
    if draft.kind != AskKind::Choice && !draft.choices.is_empty() {
        return Err(Lesson::OnlyChoices);
    }
    let attempt = || ran.attempt(at).ok_or(Lesson::NoAttempt);
    let frame = || ran.trace.frame(ran.moments[at].events);
    let choices = match draft.kind {
        AskKind::Choice => own(draft, happens)?,
        AskKind::Node => asked::choices(choices::nodes(attempt()?, &frame())),
        AskKind::Victim => asked::choices(choices::victims(attempt()?, &frame()).ok_or(Lesson::NoPreemption)?),
        AskKind::Fits => {
            let node = &draft.node;
            asked::choices(choices::fits(attempt()?, node).ok_or(Lesson::NotLookedAt(node.clone()))?)
        }
    };
    let right = choices.iter().filter(|choice| choice.right).count();
    let enough = if draft.kind == AskKind::Victim { right > 0 } else { right == 1 };
    if !enough || choices.len() < 2 {
        return Err(Lesson::Right { right, of: choices.len() });
    }
    Ok(Ask { question, choices, then, ..Ask::default() })
}

/// The answers that the lesson offers.
fn own(draft: &AskDraft, happens: &[Option<bool>]) -> Result<Vec<LessonChoice>, Lesson> {
    let judge = |(choice, happens): (&super::ChoiceDraft, &Option<bool>)| {
        let right = match (*happens, choice.right) {
            (Some(happens), None) => happens,
            (None, Some(right)) => right,
            _ => return Err(Lesson::Unjudged(choice.text.as_str().into())),
        };
        if [&choice.text, &choice.zh, &choice.why, &choice.zh_why].iter().any(|it| it.is_empty()) {
            return Err(Lesson::Wordless(choice.text.as_str().into()));
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
