//! Starts a run, which resets most of the state.

use std::rc::Rc;

use protocol::EncodedValue;

use crate::{
    effects::{Effect, WorkerEffect},
    panels::InspectorPage,
    player::PlayheadTarget,
    recovery,
    run::Status,
    store::Store,
};

/// Starts a run of a new manifest or release. Branches of the old run are discarded.
pub fn start_new_run(store: &mut Store, target: Option<PlayheadTarget>) -> Vec<Effect> {
    store.branches.branches.clear();
    (store.branches.current, store.branches.compared, store.inspector.query) = (0, None, None);
    start_run(store, target)
}

/// Makes the worker run the manifest in the editor, and sets where the playhead goes.
pub fn start_run(store: &mut Store, target: Option<PlayheadTarget>) -> Vec<Effect> {
    // The worker keeps the runs of branches, and the previous run while its picture is still shown.
    let run_numbers = store.branches.branches.iter().map(|branch| branch.run_number()).chain([store.run.view.run]);
    let keep = run_numbers.filter(|run_number| *run_number > 0).collect();
    store.run.number += 1;
    (store.run.is_stale, store.run.pending_view) = (false, None);
    store.run.text = Rc::clone(&store.builder.text);
    store.run.status = Status::Working;
    store.run.problems = EncodedValue::default();
    store.run.view = Rc::default();
    store.run.manifest_summary = Rc::default();
    store.player.is_playing = false;
    (store.console.lines_to_copy, store.console.is_full_log_needed) = (None, false);
    store.player.moment = 0;
    let at_start = target.is_none();
    store.player.target = target;
    let (run_number, text, release) = (store.run.number, Rc::clone(&store.builder.text), store.run.release_choice());
    let mut effects = vec![Effect::Worker(WorkerEffect::RunManifest { run: run_number, text, release, keep })];
    if at_start {
        (store.selection.pod, store.selection.node, store.selection.guardrail) = (None, None, None);
        store.inspector.page = InspectorPage::Now;
        effects.push(Effect::ClearAddress);
    }
    effects
}

/// Runs the edited manifest and keeps the position of the playhead.
pub fn run_edited(store: &mut Store) -> Vec<Effect> {
    let mut effects = run_again(store);
    effects.push(Effect::ClearAddress);
    effects
}

/// Runs the manifest again, up to the playhead or its pending target.
pub fn run_again(store: &mut Store) -> Vec<Effect> {
    let target = store.player.target.clone().unwrap_or(PlayheadTarget::Moment(store.player.moment));
    run_keeping_picture(store, Some(target))
}

/// Runs the manifest. The picture of the previous run stays until the new one arrives.
pub fn run_keeping_picture(store: &mut Store, target: Option<PlayheadTarget>) -> Vec<Effect> {
    let previous_view = (Rc::clone(&store.run.view), Rc::clone(&store.run.manifest_summary), store.player.moment);
    let effects = start_new_run(store, target.clone());
    (store.run.view, store.run.manifest_summary, store.player.moment) = previous_view;
    (store.run.is_stale, store.player.target) = (true, target.or(Some(PlayheadTarget::Moment(0))));
    effects
}

/// Saves an edited manifest as a draft before it is replaced.
pub fn prepare_replace(store: &mut Store) -> Vec<Effect> {
    recovery::update::set_draft_aside(&mut store.recovery, &store.builder.text, false).into_iter().collect()
}
