//! A task of a lesson: what the run has to come to, and with how many changes.

use std::rc::Rc;

use manifest::diff_texts;

use crate::{
    lesson::{LessonProgress, LessonState, ManifestChanges},
    run::RunState,
};

/// Counts it. Only the chunk that reads texts can.
pub fn count_changes(course: &mut LessonState, run_state: &RunState) {
    let text = Rc::clone(&run_state.text);
    if let Some(progress) = &mut course.current {
        // What runs can be read.
        let text_changes = diff_texts(&progress.lesson.text, &text).unwrap_or_default();
        progress.change_count = Some(ManifestChanges { text, changes: Rc::new(text_changes) });
    }
}

/// Whether the task of the step was reached by any run so far, whatever led there. It stays solved.
pub fn is_solved(progress: &LessonProgress) -> bool {
    progress.answers.get(progress.step).is_some_and(|answers| answers.is_done)
}

/// Counts one more try of the task of the step.
pub fn count_try(course: &mut LessonState) {
    let Some(progress) = course.current.as_mut() else { return };
    if let Some(answers) = progress.answers.get_mut(progress.step) {
        answers.tries = answers.tries.saturating_add(1);
    }
}

/// Keeps that the goal of the step was reached; whether it was not before.
pub fn mark_solved(course: &mut LessonState) -> bool {
    let progress = course.current.as_mut();
    let answers = progress.and_then(|progress| progress.answers.get_mut(progress.step));
    answers.is_some_and(|answers| !std::mem::replace(&mut answers.is_done, true))
}
