//! The relation between the open lesson and the current run: its position, its task, and the draft that stores both.

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

/// Whether the changes between the run's manifest and the lesson's have to be counted again.
pub fn is_count_needed(store: &Store) -> bool {
    let Some(progress) = &store.lesson.current else { return false };
    let counts = progress.current_step().and_then(|step| step.task.as_ref()).is_some_and(|goal| goal.changes.is_some());
    let is_counted =
        progress.change_count.as_ref().is_some_and(|change_count| Rc::ptr_eq(&change_count.text, &store.run.text));
    counts && !is_counted && store.run.status == Status::Done && !store.run.is_stale
}

/// The limit of changes and the counted changes, if the task limits them and they are counted.
pub fn counted_changes<'s>(store: &Store, progress: &'s LessonProgress) -> Option<(usize, &'s [TextChange])> {
    let most = progress.current_step()?.task.as_ref()?.changes?;
    let change_count =
        progress.change_count.as_ref().filter(|change_count| Rc::ptr_eq(&change_count.text, &store.run.text))?;
    Some((most, &change_count.changes))
}

/// Whether the current run reaches the goal of the step within the limit of changes; `None` without a goal or during the run.
pub fn is_task_reached(store: &Store, progress: &LessonProgress) -> Option<bool> {
    let goal = progress.current_step()?.task.as_ref().filter(|_| store.run.status == Status::Done)?;
    let few =
        goal.changes.is_none() || counted_changes(store, progress).is_some_and(|(most, changes)| changes.len() <= most);
    Some(few && goal.is_met_by(&store.run.view.trace))
}

/// Whether the current run reaches the goal of the step.
pub fn is_goal_reached(store: &Store) -> bool {
    store.lesson.current.as_ref().is_some_and(|progress| is_task_reached(store, progress) == Some(true))
}

/// Whether the current run is an attempt to solve the open task: a completed run of another manifest than the lesson's.
pub fn is_try(store: &Store) -> bool {
    store.lesson.current.as_ref().is_some_and(|progress| {
        progress.current_step().is_some_and(|step| step.task.is_some())
            && !is_solved(progress)
            && store.run.status == Status::Done
            && !is_lesson_run(&store.run, progress)
    })
}

/// After a change of the language, recompiles invalid custom lessons to translate their problems.
pub fn recompile_custom(store: &Store) -> Vec<Effect> {
    let invalid_sources = store.recovery.notices.iter().filter_map(|notice| match notice {
        PageNotice::LessonInvalid { source, .. } => Some(Rc::clone(source)),
        _ => None,
    });
    invalid_sources.map(|text| Effect::Lesson(LessonEffect::CompileCustom { text, scenario: None })).collect()
}

/// Whether the playhead is at the moment of the current step, in the lesson's own run.
pub fn is_at_step(store: &Store) -> bool {
    store.lesson.current.as_ref().is_some_and(|progress| {
        is_lesson_run(&store.run, progress) && progress.moment_to_show() == Some(store.player.moment)
    })
}

/// The part of a draft before the manifest, and whether the manifest is stored as well. The part is empty, a custom lesson with its
/// progress, or the name of a built-in lesson whose manifest was changed.
pub fn draft_prefix(store: &Store) -> (String, bool) {
    let Some(progress) = &store.lesson.current else { return (String::new(), true) };
    let is_changed = *progress.lesson.text != **store.builder.text;
    match &progress.custom_source {
        Some(file) => (format!("{file}{MARKER_START}{}{MARKER_END}", answers_line(progress)), is_changed),
        None if is_changed => (format!("{NAME_START}{}\n", step_fragment(progress)), true),
        None => (String::new(), true),
    }
}
