//! The reducer: applies an action to a state and returns the next state and effects. Only this file and its folder know all features and
//! may change the whole state.
//!
//! An action names its feature. The feature's `update` gets its own slice of the state as mutable and what it reads of others, and
//! returns effects, and follow-up actions for changes beyond its slice. Follow-ups are applied at once, each with its own follow-ups.
//! Each enum of actions has one handler, which matches all variants. Actions that change the whole page are enums of their own, with
//! handlers in this folder: `open_target` replaces the manifest, and `link` opens links; `run_events` handles the run, which `run_start`
//! starts; `branches`, `lesson_run`, `predictions`, `engine`, `overlays` and `settings` are named after their actions; `chunks` passes
//! actions to the functions of a loaded chunk. `remap_click` replaces an action that has another meaning in the current state, and
//! `post_update` applies the rules that follow every action.

pub mod branches;
pub mod chunks;
pub mod engine;
pub mod first_visit;
pub mod import_guard;
pub mod lesson_run;
pub mod link;
pub mod open_target;
pub mod overlays;
pub mod post_update;
pub mod predictions;
pub mod remap_click;
pub mod run_events;
pub mod run_start;
pub mod settings;

use crate::{
    actions::Action,
    bookmarks, builder, console,
    effects::Effect,
    gallery, import, inspector, lesson,
    outcome::UpdateOutcome,
    player::{self, pace::Pace},
    recovery, selection,
    selectors::import_preview,
    share,
    store::Store,
    worker_cache,
};

/// Applies an action: the next state and the effects to run.
pub fn reduce(store: &Store, action: Action) -> (Store, Vec<Effect>) {
    let turn = post_update::UpdateCtx::new(store, &action);
    let mut next_store = store.clone();
    let action = remap_click::remap_action(store, action);
    let is_out_of_reach = import_preview::is_preview(store) && action.is_playhead_move();
    let mut effects = if is_out_of_reach { Vec::new() } else { apply_action(&mut next_store, action) };
    effects.extend(record_course_answers(store, &mut next_store));
    for follow in post_update::POST_RULES {
        follow(&turn, &mut next_store, &mut effects);
    }
    (next_store, effects)
}

/// Applies an action and then its follow-ups. `remap_click` doesn't apply to follow-ups, only to the user's actions.
fn apply_action(store: &mut Store, action: Action) -> Vec<Effect> {
    let UpdateOutcome { mut effects, followups } = dispatch_action(store, action);
    for followup in followups {
        effects.extend(apply_action(store, followup));
    }
    effects
}

/// Stores the answers to a lesson in the course that it is part of. This may also restore earlier answers of the student, and with them
/// the position of the playhead.
fn record_course_answers(before: &Store, store: &mut Store) -> Vec<Effect> {
    if store.classroom.saved.course.is_none() || before.lesson.current == store.lesson.current {
        return Vec::new();
    }
    let Some(updates) = store.chunks.editing.ready() else { return Vec::new() };
    let UpdateOutcome { mut effects, followups } =
        (updates.record_answers)(&mut store.classroom, &before.lesson, &store.lesson);
    for followup in followups {
        effects.extend(apply_action(store, followup));
    }
    effects
}

/// Passes an action to its feature.
fn dispatch_action(store: &mut Store, action: Action) -> UpdateOutcome {
    match action {
        Action::Open(opening) => open_target::open_target(store, opening),
        Action::Run(run_msg) => run_events::update_run(store, run_msg),
        Action::Branches(branch_msg) => branches::update_branches(store, branch_msg),
        Action::LessonRun(lesson_run_msg) => lesson_run::update_lesson_run(store, lesson_run_msg),
        Action::Prediction(prediction_msg) => predictions::update_predictions(store, prediction_msg),
        Action::Engine(engine_msg) => engine::update_engine(store, engine_msg),
        Action::Overlays(overlay_msg) => overlays::update_overlays(store, overlay_msg),
        Action::Settings(setting) => settings::update_settings(store, setting),
        Action::Chunks(chunk_msg) => chunks::update_chunks(store, chunk_msg),
        Action::Editing(action) => chunks::apply_editing(store, action),
        Action::Study(action) => chunks::apply_study(store, action),
        Action::Player(player_msg) => {
            let pace = Pace { run: &store.run, details: &store.detail_cache, lang: store.lang };
            player::update::update_player(&mut store.player, pace, player_msg)
        }
        Action::Selection(selection_msg) => {
            selection::update::update_selection(&mut store.selection, &store.run, selection_msg)
        }
        Action::Inspector(inspector_msg) => {
            inspector::update::update_inspector(&mut store.inspector, &store.run, store.player.moment, inspector_msg)
        }
        Action::Console(console_msg) => {
            let log = inspector::log_query(store.run.view.run);
            console::update::update_console(&mut store.console, &store.answer_cache, &log, console_msg)
        }
        Action::Lesson(lesson_msg) => {
            lesson::update::update_lesson(&mut store.lesson, &store.run, &store.builder.text, lesson_msg)
        }
        Action::Recovery(recovery_msg) => {
            let custom_lesson = store.lesson.current.as_ref().and_then(|progress| {
                let title = store.lang.pick(&progress.lesson.entry.title);
                Some((progress.custom_source.as_ref()?, lesson::lesson_file_name(title)))
            });
            recovery::update::update_recovery(&mut store.recovery, &store.builder.text, custom_lesson, recovery_msg)
        }
        Action::Import(import_msg) => import::update::update_import(&mut store.import, import_msg),
        Action::Gallery(gallery_msg) => gallery::update::update_gallery(&mut store.gallery, gallery_msg),
        Action::Cache(cache_msg) => {
            worker_cache::update::update_cache(&mut store.detail_cache, &mut store.answer_cache, cache_msg)
        }
        Action::Bookmarks(bookmark_msg) => {
            bookmarks::update::update_bookmarks(&mut store.bookmarks, store.player.moment, bookmark_msg)
        }
        Action::Builder(build) => builder::update::update_builder(&mut store.builder, &store.run, build),
        Action::Share(share_msg) => share::update::update_share(&mut store.share, share_msg),
    }
}

#[cfg(test)]
mod tests;
