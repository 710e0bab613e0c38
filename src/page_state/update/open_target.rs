//! Opens another text in place of the present one.

use std::rc::Rc;

use imports::anonymize::is_name_table;
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
        run_start::{prepare_replace, start_new_run},
    },
};

/// Opens it.
pub fn open_target(store: &mut Store, opening: OpenTarget) -> UpdateOutcome {
    if is_leaving_lesson(&opening) {
        store.lesson.current = None;
    }
    recovery::forget_files(&mut store.recovery);
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

/// A text may be a lesson; otherwise it is one that runs.
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

/// Goes on with a text that was made of a built-in lesson's. It runs by itself until the lesson is there, and if that does not come.
fn resume_lesson(store: &mut Store, changed: ChangedLesson<'_>) -> Vec<Effect> {
    let ChangedLesson { name, step, text } = changed;
    let text: Rc<str> = text.into();
    let mut effects = run_text(store, Rc::clone(&text));
    // It is a draft already, which names the lesson.
    store.recovery.autosave.is_edited = true;
    store.lesson.resumed_text = Some(text);
    effects.push(Effect::Lesson(LessonEffect::FetchLesson { name, step, visit: false }));
    effects
}

fn run_text(store: &mut Store, text: Rc<str>) -> Vec<Effect> {
    replace_text(&mut store.builder, &store.run, text, false);
    store.gallery.scenario = None;
    store.run.release = store.import.take_release().or(store.run.release);
    start_new_run(store, None)
}

/// A built-in scenario opens as it was written.
fn open_scenario(store: &mut Store, number: usize, text: Rc<str>) -> Vec<Effect> {
    open_scenario_under(store, number, text, Release::default())
}

/// The same, under a release if the scenario names none.
fn open_scenario_under(store: &mut Store, number: usize, text: Rc<str>, fallback: Release) -> Vec<Effect> {
    let mut effects = prepare_replace(store);
    // Whoever opens another one wants to see it. One that is reset is still being built with, and what a visit begins with takes nobody away.
    store.overlays.is_editor_open &= store.run.number == 0 || store.gallery.scenario == Some(number);
    replace_text(&mut store.builder, &store.run, text, false);
    store.gallery.open_scenario(number, &store.builder.text);
    (store.run.release, store.run.fallback_release) = (None, fallback);
    store.gallery.is_open = false;
    effects.extend(start_new_run(store, None));
    effects
}
