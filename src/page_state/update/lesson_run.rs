//! Applies the actions on the run of the current lesson.

use std::rc::Rc;

use protocol::{LOOK_AT_FIELD, LOOK_AT_RIVER, Lesson};

use crate::{
    actions::lesson::LessonRunMsg,
    builder::text_history::replace_text,
    effects::Effect,
    gallery,
    lesson::{LessonProgress, update::is_lesson_run},
    outcome::UpdateOutcome,
    panels::InspectorPage,
    player::PlayheadTarget,
    run::Status,
    selection,
    store::Store,
    update::run_start::{prepare_replace, start_new_run},
};

/// Applies an action on the run of the lesson.
pub fn update_lesson_run(store: &mut Store, lesson_run_msg: LessonRunMsg) -> UpdateOutcome {
    match lesson_run_msg {
        LessonRunMsg::GoToMoment => go_to_lesson_moment(store).into(),
        LessonRunMsg::RunChanged(lesson, text) => run_changed_lesson(store, &lesson, text).into(),
    }
}

/// If the current run is the lesson's, marks its built-in scenario as the open one.
fn name_lesson_scenario(store: &mut Store) {
    if let Some(progress) = store.lesson.current.as_ref().filter(|progress| is_lesson_run(&store.run, progress)) {
        match gallery::scenario_number(&progress.lesson.scenario) {
            Some(number) => store.gallery.open_scenario(number, &store.builder.text),
            None => store.gallery.scenario = None,
        }
    }
}

/// Goes to the moment of the current step, and runs the lesson's manifest if another one is shown.
fn go_to_lesson_moment(store: &mut Store) -> Vec<Effect> {
    let Some(progress) = store.lesson.current.take() else { return Vec::new() };
    let effects = if is_lesson_run(&store.run, &progress) {
        go_to_step(store, &progress)
    } else {
        run_lesson_text(store, &progress)
    };
    store.lesson.current = Some(progress);
    name_lesson_scenario(store);
    effects
}

/// Seeks to the moment of the current step and selects the object that it shows.
fn go_to_step(store: &mut Store, progress: &LessonProgress) -> Vec<Effect> {
    let Some(at) = progress.moment_to_show() else { return Vec::new() };
    select_step_subject(store, progress);
    // The run may still be incomplete.
    if store.run.status == Status::Working && at > store.run.last_moment() {
        (store.player.target, store.player.is_playing) = (Some(PlayheadTarget::Moment(at)), false);
    } else {
        store.player.seek(&store.run, at);
    }
    Vec::new()
}

/// Runs the lesson's manifest up to the moment of the current step, and saves an edited manifest as a draft.
fn run_lesson_text(store: &mut Store, progress: &LessonProgress) -> Vec<Effect> {
    let mut effects = prepare_replace(store);
    store.overlays.is_editor_open &= store.run.number == 0;
    let lesson = &progress.lesson;
    replace_text(&mut store.builder, &store.run, lesson.text.as_str().into(), false);
    // The manifest of a lesson may omit its release.
    store.run.release = Some(lesson.release);
    effects.extend(start_new_run(store, Some(PlayheadTarget::Moment(progress.moment_to_show().unwrap_or(usize::MAX)))));
    store.inspector.page = InspectorPage::Now;
    select_step_subject(store, progress);
    effects
}

/// Runs a changed manifest of a lesson. A different edited manifest is saved as a draft.
fn run_changed_lesson(store: &mut Store, lesson: &Lesson, text: Rc<str>) -> Vec<Effect> {
    let mut effects = if store.builder.text == text { Vec::new() } else { prepare_replace(store) };
    replace_text(&mut store.builder, &store.run, text, false);
    store.run.release = Some(lesson.release);
    store.gallery.scenario = None;
    effects.extend(start_new_run(store, None));
    name_lesson_scenario(store);
    effects
}

/// Selects the object that the current step shows, or turns to the field or the river that it shows.
fn select_step_subject(store: &mut Store, progress: &LessonProgress) {
    let subject = progress.current_step().map(|step| step.look.clone()).filter(|subject| !subject.is_empty());
    if let Some(field) = subject.as_ref().and_then(|subject| subject.strip_prefix(LOOK_AT_FIELD)) {
        (store.inspector.page, store.inspector.field) = (InspectorPage::Field, field.into());
        return;
    }
    let river = subject.as_ref().and_then(|subject| subject.strip_prefix(LOOK_AT_RIVER)).map(api::Str::from);
    if river.is_some() {
        store.inspector.page = InspectorPage::River;
    } else if matches!(store.inspector.page, InspectorPage::Field | InspectorPage::River) {
        store.inspector.page = InspectorPage::Now;
    }
    let subject = river.or(subject).filter(|subject| !subject.is_empty());
    selection::update::restore_selection(&mut store.selection, subject);
}
