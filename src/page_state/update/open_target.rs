//! Replaces the current manifest or scenario.

use std::rc::Rc;

use imports::anonymize::is_name_table;
use manifest::{is_from_cluster, refresh_cluster};
use protocol::is_lesson;
use releases::Release;
use trace::moment_names::MomentName;

use crate::{
    actions::{Action, EditingAction, share::ExportMsg},
    builder::text_history::replace_text,
    effects::{Effect, LessonEffect, StorageEffect},
    gallery,
    lesson::{
        lesson_draft::{self, ChangedLesson},
        update::is_leaving_lesson,
    },
    open_target::OpenTarget,
    outcome::UpdateOutcome,
    player::{PlayheadTarget, pace::Pace, update::schedule_tick},
    recovery::update as recovery,
    store::Store,
    update::{
        link,
        run_start::{prepare_replace, run_again, start_new_run},
    },
};

/// Opens a target: replaces the manifest and starts a run, or compiles a lesson.
pub fn open_target(store: &mut Store, opening: OpenTarget) -> UpdateOutcome {
    if is_leaving_lesson(&opening) {
        store.lesson.current = None;
    }
    recovery::forget_files(&mut store.recovery);
    recovery::forget_missing_scenario(&mut store.recovery);
    let effects = match opening {
        OpenTarget::Text(text) if is_name_table(&text) => {
            return Action::from(EditingAction::Export(ExportMsg::RestoreNames(text))).into();
        }
        OpenTarget::Text(text) => self::open_text(store, text),
        OpenTarget::Draft(text) => {
            let outcome = open_target(store, OpenTarget::Text(text));
            store.overlays.is_welcome_open = true;
            return outcome;
        }
        OpenTarget::Scenario(number, text) => open_scenario(store, number, text),
        OpenTarget::ScenarioLink { number, text, fallback } => open_scenario_under(store, number, text, fallback),
        OpenTarget::FirstVisit(number, text) => {
            let effects = open_scenario(store, number, text);
            store.player.target = MomentName::parse(gallery::FIRST_MOMENT).map(PlayheadTarget::AtEvent);
            store.overlays.is_welcome_open = true;
            effects
        }
        OpenTarget::Intro(number, text) => {
            let mut effects = open_scenario(store, number, text);
            store.player.target = MomentName::parse(gallery::FIRST_MOMENT).map(PlayheadTarget::AtEvent);
            store.player.is_playing = true;
            let pace = Pace { run: &store.run, details: &store.detail_cache, lang: store.lang };
            effects.extend(schedule_tick(&mut store.player, pace));
            effects
        }
        OpenTarget::ScenarioAt(number, text, at) => {
            let effects = open_scenario(store, number, text);
            store.player.target = Some(PlayheadTarget::Moment(at));
            effects
        }
        OpenTarget::ScenarioVisit(number, text) => {
            let previous_text = Rc::clone(&store.builder.text);
            let mut effects = open_scenario(store, number, text);
            effects.retain(|effect| !matches!(effect, Effect::ClearAddress));
            effects.push(Effect::PushScenario { previous_text });
            effects
        }
        OpenTarget::Link { text, scenario, fields } => link::open_link(store, text, scenario, &fields),
    };
    effects.into()
}

/// Opens a text: a lesson, a draft made from a lesson, or a manifest.
fn open_text(store: &mut Store, text: Rc<str>) -> Vec<Effect> {
    if is_lesson(&text) {
        return vec![Effect::Lesson(LessonEffect::CompileCustom { text, scenario: None })];
    }
    if let Some(changed) = lesson_draft::split_lesson_name(&text) {
        return resume_lesson(store, changed);
    }
    let mut effects = run_text(store, text);
    effects.push(Effect::Storage(StorageEffect::SaveDraft));
    effects
}

/// Resumes a draft made from a built-in lesson. The manifest runs on its own until the lesson is loaded, or if it can't be loaded.
fn resume_lesson(store: &mut Store, changed: ChangedLesson<'_>) -> Vec<Effect> {
    let ChangedLesson { name, step, text } = changed;
    let text: Rc<str> = text.into();
    let mut effects = run_text(store, Rc::clone(&text));
    // It is already a draft, which names the lesson.
    store.recovery.autosave.is_edited = true;
    store.lesson.resumed_text = Some(text);
    effects.push(Effect::Lesson(LessonEffect::FetchLesson { name, step, is_visit: false }));
    effects
}

fn run_text(store: &mut Store, text: Rc<str>) -> Vec<Effect> {
    let is_refresh = is_from_cluster(&text) && is_from_cluster(&store.builder.text);
    let text = if is_refresh { refresh_cluster(&store.builder.text, &text).into() } else { text };
    replace_text(&mut store.builder, &store.run, text, false);
    store.gallery.scenario = None;
    store.run.release = store.import.take_release().or(store.run.release);
    if is_refresh { run_again(store) } else { start_new_run(store, None) }
}

/// Opens a built-in scenario under the default release if it names none.
fn open_scenario(store: &mut Store, number: usize, text: Rc<str>) -> Vec<Effect> {
    open_scenario_under(store, number, text, Release::default())
}

/// Opens a built-in scenario under `fallback` if it names no release.
fn open_scenario_under(store: &mut Store, number: usize, text: Rc<str>, fallback: Release) -> Vec<Effect> {
    let mut effects = prepare_replace(store);
    // Another scenario closes the editor; a reset of the open one, or the first run of a visit, doesn't.
    store.overlays.is_editor_open &= store.run.number == 0 || store.gallery.scenario == Some(number);
    replace_text(&mut store.builder, &store.run, text, false);
    store.gallery.open_scenario(number, &store.builder.text);
    (store.run.release, store.run.fallback_release) = (None, fallback);
    store.gallery.is_open = false;
    effects.extend(start_new_run(store, None));
    effects
}
