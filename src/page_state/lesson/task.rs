//! The task of a lesson: the goal of a run, and the limit of changes.

use std::rc::Rc;

use manifest::diff_texts;

use crate::{
    lesson::{LessonProgress, LessonState, ManifestChanges},
    run::RunState,
};

/// Counts the changes between the current manifest and the lesson's. Needs the parser of the chunk `Editing`.
pub fn count_changes(course: &mut LessonState, run_state: &RunState) {
    let text = Rc::clone(&run_state.text);
    if let Some(progress) = &mut course.current {
        // A manifest that runs can be parsed.
        let text_changes = diff_texts(&progress.lesson.text, &text).unwrap_or_default();
        progress.change_count = Some(ManifestChanges { text, changes: Rc::new(text_changes) });
    }
}

/// Whether a run has reached the goal of the step; it stays solved.
pub fn is_solved(progress: &LessonProgress) -> bool {
    progress.answers.get(progress.step).is_some_and(|answers| answers.is_done)
}

/// Counts a run that tries to solve the task of the step.
pub fn count_try(course: &mut LessonState) {
    let Some(progress) = course.current.as_mut() else { return };
    if let Some(answers) = progress.answers.get_mut(progress.step) {
        answers.tries = answers.tries.saturating_add(1);
    }
}

/// Marks the task of the step as solved. Returns whether it wasn't before.
pub fn mark_solved(course: &mut LessonState) -> bool {
    let progress = course.current.as_mut();
    let answers = progress.and_then(|progress| progress.answers.get_mut(progress.step));
    answers.is_some_and(|answers| !std::mem::replace(&mut answers.is_done, true))
}
