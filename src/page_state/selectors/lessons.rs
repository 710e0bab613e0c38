//! What an open lesson makes of the run shown: the place in it, its task, and the draft that keeps both.

use std::rc::Rc;

use manifest::TextChange;

use crate::{
    actions::recovery::PageNotice,
    effects::{Effect, LessonEffect},
    lesson::{
        LessonProgress,
        lesson_draft::{MARKER_END, MARKER_START, NAME_START, answers_line},
        step_fragment,
        task::is_solved,
        update::is_lesson_run,
    },
    run::Status,
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

/// The page's language is another one now: what is wrong with somebody's own lesson is told in it.
pub fn recompile_custom(store: &Store) -> Vec<Effect> {
    let invalid_sources = store.recovery.notices.iter().filter_map(|notice| match notice {
        PageNotice::LessonInvalid { source, .. } => Some(Rc::clone(source)),
        _ => None,
    });
    invalid_sources.map(|text| Effect::Lesson(LessonEffect::CompileCustom { text, scenario: None })).collect()
}

/// Whether the playhead stands where the step of the open lesson is.
pub fn is_at_step(store: &Store) -> bool {
    store.lesson.current.as_ref().is_some_and(|progress| {
        is_lesson_run(&store.run, progress) && progress.moment_to_show() == Some(store.player.moment)
    })
}

/// What a draft keeps in front of the text: nothing, an own lesson with the place in it, or the name of a built-in one whose text was
/// changed. And whether the text is to be kept too.
pub fn draft_prefix(store: &Store) -> (String, bool) {
    let Some(progress) = &store.lesson.current else { return (String::new(), true) };
    let is_changed = *progress.lesson.text != *store.builder.text;
    match &progress.custom_source {
        Some(file) => (format!("{file}{MARKER_START}{}{MARKER_END}", answers_line(progress)), is_changed),
        None if is_changed => (format!("{NAME_START}{}\n", step_fragment(progress)), true),
        None => (String::new(), true),
    }
}
