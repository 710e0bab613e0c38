//! A task of a lesson: what the run has to come to, and with how many changes.

use std::rc::Rc;

use manifest::{TextChange, diff_texts};

use crate::{
    lesson::{LessonProgress, LessonState, ManifestChanges, update::is_lesson_run},
    run::{RunState, Status},
    store::Store,
};

/// Whether it has to be counted anew how far the run's text is from the lesson's.
pub fn is_count_needed(store: &Store) -> bool {
    let Some(progress) = &store.lesson.current else { return false };
    let counts = progress.current_step().and_then(|step| step.task.as_ref()).is_some_and(|goal| goal.changes.is_some());
    let is_counted =
        progress.change_count.as_ref().is_some_and(|change_count| Rc::ptr_eq(&change_count.text, &store.run.text));
    counts && !is_counted && store.run.status == Status::Done && !store.run.is_stale
}

/// Counts it. Only the chunk that reads texts can.
pub fn count_changes(course: &mut LessonState, run_state: &RunState) {
    let text = Rc::clone(&run_state.text);
    if let Some(progress) = &mut course.current {
        // What runs can be read.
        let text_changes = diff_texts(&progress.lesson.text, &text).unwrap_or_default();
        progress.change_count = Some(ManifestChanges { text, changes: Rc::new(text_changes) });
    }
}

/// The changes that were made, if they are counted and the task limits them.
pub fn counted_changes<'s>(store: &Store, progress: &'s LessonProgress) -> Option<(usize, &'s [TextChange])> {
    let most = progress.current_step()?.task.as_ref()?.changes?;
    let change_count =
        progress.change_count.as_ref().filter(|change_count| Rc::ptr_eq(&change_count.text, &store.run.text))?;
    Some((most, &change_count.changes))
}

/// Whether the run shown reaches the goal of the step, and no more was changed than it allows; nothing if it has none, or if the run goes on.
pub fn is_task_reached(store: &Store, progress: &LessonProgress) -> Option<bool> {
    let goal = progress.current_step()?.task.as_ref().filter(|_| store.run.status == Status::Done)?;
    let few =
        goal.changes.is_none() || counted_changes(store, progress).is_some_and(|(most, changes)| changes.len() <= most);
    Some(few && goal.is_met_by(&store.run.view.trace))
}

/// Whether the task of the step was reached by any run so far, whatever led there. It stays solved.
pub fn is_solved(progress: &LessonProgress) -> bool {
    progress.answers.get(progress.step).is_some_and(|answers| answers.is_done)
}

/// Whether the run shown reaches the goal of the step.
pub fn is_goal_reached(store: &Store) -> bool {
    store.lesson.current.as_ref().is_some_and(|progress| is_task_reached(store, progress) == Some(true))
}

/// Whether the run shown is one with which somebody tries to solve the task of the step: a run of another text than the lesson's, up to its
/// end, while the task is open.
pub fn is_try(store: &Store) -> bool {
    store.lesson.current.as_ref().is_some_and(|progress| {
        progress.current_step().is_some_and(|step| step.task.is_some())
            && !is_solved(progress)
            && store.run.status == Status::Done
            && !is_lesson_run(&store.run, progress)
    })
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
