//! A student's answers as a result to submit.

use links::result_code::{AnswerResult, LessonResult, Outcome};
use protocol::{Bilingual, Lesson, LessonStep};

use crate::lesson::{LessonProgress, QuestionAnswers};

/// The result of a lesson, so far.
pub fn result_of(progress: &LessonProgress, student: &str) -> LessonResult {
    let answers =
        progress.lesson.steps.iter().zip(&progress.answers).enumerate().filter_map(|(at, (step, answers))| {
            Some(AnswerResult {
                step: u16::try_from(at + 1).unwrap_or(u16::MAX),
                outcome: outcome_of(step, answers)?,
                tries: answers.tries,
                seconds: answers.open_millis.div_ceil(1000),
                first_choice: answers.first_choice.and_then(|choice| u8::try_from(choice).ok()),
            })
        });
    LessonResult {
        lesson: lesson_name(progress),
        text_hash: lesson_hash(&progress.lesson),
        student: student.trim().to_owned(),
        answers: answers.collect(),
    }
}

/// The name of a built-in lesson; the title of a custom one.
fn lesson_name(progress: &LessonProgress) -> String {
    let entry = &progress.lesson.entry;
    if entry.name.is_empty() { entry.title.en.clone() } else { entry.name.clone() }
}

fn outcome_of(step: &LessonStep, answers: &QuestionAnswers) -> Option<Outcome> {
    if step.ask.is_none() {
        step.task.as_ref()?;
        return Some(if answers.is_done { Outcome::TaskSolved } else { Outcome::TaskOpen });
    }
    Some(match (answers.first_correct, answers.is_done) {
        (None, _) => Outcome::Unanswered,
        (Some(true), true) => Outcome::RightAtFirst,
        (Some(false), true) => Outcome::RightLater,
        (Some(_), false) => Outcome::Wrong,
    })
}

/// Whether there is anything to submit.
pub fn has_answers(progress: &LessonProgress) -> bool {
    let steps = progress.lesson.steps.iter().zip(&progress.answers);
    steps.into_iter().any(|(step, answers)| answers.first_correct.is_some() || step.task.is_some() && answers.is_done)
}

/// A hash (FNV-1a) of a lesson's scenario and questions.
pub fn lesson_hash(lesson: &Lesson) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    };
    let add_both = |add: &mut dyn FnMut(&str), text: &Bilingual| {
        add(&text.en);
        add(&text.zh);
    };
    add(&lesson.text);
    add(lesson.release.name());
    for step in &lesson.steps {
        add_both(&mut add, &step.title);
        add(&step.at.to_string());
        if let Some(question) = &step.ask {
            add_both(&mut add, &question.question);
            for choice in &question.choices {
                add_both(&mut add, &choice.name);
                add(if choice.is_right { "right" } else { "wrong" });
            }
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use protocol::{Goal, LessonChoice, LessonQuestion};

    use super::*;

    fn lesson() -> Lesson {
        let choices = vec![LessonChoice { is_right: true, ..LessonChoice::default() }, LessonChoice::default()];
        let question = LessonQuestion { choices, ..LessonQuestion::default() };
        let title = |en: &str| Bilingual { en: en.into(), zh: String::new() };
        let mut lesson = Lesson {
            steps: vec![
                LessonStep { title: title("Read"), ..LessonStep::default() },
                LessonStep { title: title("Ask"), ask: Some(question), ..LessonStep::default() },
                LessonStep { title: title("Do"), task: Some(Goal::default()), ..LessonStep::default() },
            ],
            ..Lesson::default()
        };
        lesson.entry.title = title("My lesson");
        lesson
    }

    #[test]
    fn a_result_has_every_question_and_task() {
        let mut progress = LessonProgress {
            lesson: Rc::new(lesson()),
            step: 0,
            answers: vec![QuestionAnswers::default(); 3],
            change_count: None,
            custom_source: None,
            question_clock: None,
        };
        assert!(!has_answers(&progress));
        let outcomes = |progress: &LessonProgress| {
            let result = result_of(progress, " Ada ");
            assert_eq!((result.lesson.as_str(), result.student.as_str()), ("My lesson", "Ada"));
            result.answers.iter().map(|answer| (answer.step, answer.outcome)).collect::<Vec<_>>()
        };
        assert_eq!(outcomes(&progress), [(2, Outcome::Unanswered), (3, Outcome::TaskOpen)]);
        progress.answers[1].first_correct = Some(false);
        assert_eq!(outcomes(&progress)[0], (2, Outcome::Wrong));
        (progress.answers[1].is_done, progress.answers[2].is_done) = (true, true);
        assert_eq!(outcomes(&progress), [(2, Outcome::RightLater), (3, Outcome::TaskSolved)]);
        assert!(has_answers(&progress));
    }

    #[test]
    fn another_text_has_another_hash() {
        let other = |change: fn(&mut Lesson)| {
            let mut lesson = lesson();
            change(&mut lesson);
            lesson_hash(&lesson)
        };
        let numbers = [
            other(|_| {}),
            other(|lesson| lesson.text = "kind: Pod".into()),
            other(|lesson| lesson.steps[1].title.en = "Asks".into()),
            other(|lesson| lesson.steps[1].ask.as_mut().expect("a question").choices[1].is_right = true),
            other(|lesson| lesson.steps[0].at = 4),
        ];
        assert_eq!(numbers.iter().collect::<api::Set<_>>().len(), numbers.len());
    }
}
