//! Rules that hold for the whole page, applied after every action.

use std::rc::Rc;

use api::Millis;
use manifest::is_from_cluster;

use crate::{
    actions::{Action, player::PlayerMsg},
    effects::{ClusterEffect, Effect, LessonEffect, StorageEffect, WorkerEffect},
    gallery::{SCENARIO_FRAGMENT, scenario_name},
    import::update::stop_import,
    lesson::{LESSON_FRAGMENT, QuestionAnswers, QuestionNeed, task},
    overlays::{OverlayMsg, Toast},
    recovery::fingerprint_of,
    run::Status,
    selectors::{data_needs, lessons, predictions},
    share::range as walk,
    shared_text::is_same_text,
    store::Store,
    update::{chunks, first_visit, import_guard::ImportImpact},
    worker_cache::update as worker_cache,
};

/// The context of an action for the rules that follow it.
pub struct UpdateCtx<'a> {
    /// The state before the action.
    before: &'a Store,
    /// The effect of the action on a running import.
    import_impact: ImportImpact,
    /// Whether it seeks to the start or end of the run, which counts as a choice even if the playhead doesn't move.
    is_explicit_end: bool,
    /// Whether it is a frame of the intro loop, which isn't a choice.
    is_intro: bool,
}

impl<'a> UpdateCtx<'a> {
    pub fn new(before: &'a Store, action: &Action) -> Self {
        let is_explicit_end = matches!(action, Action::Player(PlayerMsg::Home | PlayerMsg::End));
        let is_intro = matches!(action, Action::Overlays(OverlayMsg::ShowIntroMoment(_)));
        Self { before, import_impact: ImportImpact::of_action(action), is_explicit_end, is_intro }
    }
}

/// A rule: adjusts the next state and the effects of an action.
type PostRule = fn(&UpdateCtx<'_>, &mut Store, &mut Vec<Effect>);

/// All rules, in order: first those that position the playhead, then those that depend on what is visible, and last those that request
/// missing data.
pub const POST_RULES: [PostRule; 15] = [
    // It may revert the whole action, so it comes before all other rules.
    guard_import,
    // The import may be over.
    end_cluster_reading,
    // These two limit the playhead. The range comes last, since the playhead can't leave it.
    hold_for_prediction,
    clamp_to_range,
    // These two depend on the final position of the playhead.
    reset_elapsed,
    close_welcome,
    // These two depend on the current moment.
    note_finished,
    request_data,
    // Removes the run of a manifest that crashes the engine, regardless of the action.
    guard_crashing_text,
    // Keeps the previous language until the new one is loaded; the rules below see the resulting language.
    hold_language,
    // Needs the chunk `Editing`, which `fetch_chunks` requests below if it is missing.
    count_task_changes,
    // The visible parts are final here, and with them the chunks that they need.
    fetch_chunks,
    // Needs the chunk `Study`.
    fetch_gallery,
    // Compares the current run with the previous one.
    restore_bookmarks,
    // Other rules may have added what is stored.
    keep_cluster_private,
];

/// Resolves conflicts with a running import. An action that opens something else cancels the import; one that uses the manifest or run
/// that the import is about to replace is rejected with a toast.
fn guard_import(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    let previous_store = ctx.before;
    if previous_store.import.current.is_none() || next_store.import.current.is_none() {
        return;
    }
    let starts = |effect: &Effect| {
        matches!(
            effect,
            Effect::Worker(WorkerEffect::RunManifest { .. }) | Effect::OpenImport(..) | Effect::RestartWorker
        )
    };
    let touches = !is_same_text(&next_store.builder.text, &previous_store.builder.text) || effects.iter().any(starts);
    match ctx.import_impact {
        ImportImpact::OpensOther if touches => effects.extend(stop_import(&mut next_store.import)),
        ImportImpact::UsesShown => reject_during_import(previous_store, next_store, effects),
        ImportImpact::Undecided if touches => reject_during_import(previous_store, next_store, effects),
        _ => {}
    }
}

fn reject_during_import(previous_store: &Store, next_store: &mut Store, effects: &mut Vec<Effect>) {
    if previous_store.import.is_replacing() {
        *next_store = previous_store.clone();
        (next_store.overlays.toast, next_store.overlays.menu) = (Some(Toast::StillReading), None);
        *effects = vec![Effect::ScheduleToastEnd];
    }
}

/// Stops the playhead before an unpredicted decision, and prepares the question if the chunk `Study` is loaded.
fn hold_for_prediction(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    if let Some(at) = predictions::holding_moment(ctx.before, next_store) {
        next_store.player.moment = at;
    }
    next_store.player.is_playing &= !predictions::is_unanswered(next_store);
    let (run_number, at) = (next_store.run.view.run, next_store.player.moment);
    let study_updates = next_store.chunks.study.ready();
    match study_updates.and_then(|updates| (updates.question_need)(next_store)) {
        Some(QuestionNeed::NeedsDetail(number)) => {
            effects.extend(worker_cache::request_detail(&mut next_store.detail_cache, run_number, number));
        }
        Some(QuestionNeed::NeedsQuestion(question)) => {
            next_store.lesson.predictions.set_question(run_number, at, question);
        }
        Some(QuestionNeed::NoChoices) => next_store.lesson.predictions.record_answer(
            run_number,
            at,
            QuestionAnswers { is_done: true, ..QuestionAnswers::default() },
        ),
        None => {}
    }
}

/// Fetches the entries of the gallery when it becomes visible without them.
fn fetch_gallery(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    let lacks_details = |store: &Store| {
        let has_classroom = store.classroom.page.is_some() || store.classroom.saved.course.is_some();
        let is_drawn = (store.gallery.is_open || has_classroom) && store.chunks.study.is_ready();
        is_drawn && store.gallery.entries.is_empty()
    };
    if lacks_details(next_store) && !lacks_details(ctx.before) {
        effects.extend([Effect::FetchEntries, Effect::Lesson(LessonEffect::FetchList)]);
    }
}

/// Keeps the playhead within the playable range. Playing at its end restarts at its beginning.
fn clamp_to_range(ctx: &UpdateCtx<'_>, next_store: &mut Store, _: &mut Vec<Effect>) {
    let before = &ctx.before.player;
    let Some((from, target_index)) = walk::playable_range(&mut next_store.share, &next_store.run) else { return };
    let player = &mut next_store.player;
    if player.target.is_some() || next_store.run.view.moments.is_empty() {
        return;
    }
    if player.is_playing && !before.is_playing && before.moment == target_index && player.moment == target_index {
        player.moment = from;
    }
    let ended = player.moment >= target_index && before.is_playing;
    player.moment = player.moment.clamp(from, target_index);
    player.is_playing &= !ended;
}

/// Doesn't run a manifest that crashed the engine too often, and clears the crash count of one that ran successfully.
fn guard_crashing_text(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    if effects.iter().any(|effect| matches!(effect, Effect::Storage(StorageEffect::SaveDraft))) {
        next_store.recovery.autosave.is_edited = true;
    }
    let Some(at) = effects.iter().position(|effect| matches!(effect, Effect::Worker(WorkerEffect::RunManifest { .. })))
    else {
        if ctx.before.run.status == Status::Working && next_store.run.status != Status::Working {
            effects.push(Effect::Storage(StorageEffect::ClearRunning));
            let ran_well = matches!(next_store.run.status, Status::Done | Status::Rejected);
            if ran_well && next_store.recovery.crash.forgive_crashes(fingerprint_of(&next_store.run.text)) {
                effects.push(Effect::Storage(StorageEffect::KeepCrashes));
            }
        }
        return;
    };
    if !next_store.recovery.crash.can_run(fingerprint_of(&next_store.run.text)) {
        effects.remove(at);
        next_store.run.status = Status::Broken;
    }
}

/// Keeps the welcome open until the user chooses something.
fn close_welcome(ctx: &UpdateCtx<'_>, next_store: &mut Store, _: &mut Vec<Effect>) {
    next_store.overlays.is_welcome_open &= !ctx.before.overlays.is_welcome_open
        || ctx.is_intro
        || !ctx.is_explicit_end && first_visit::is_still_first_visit(ctx.before, next_store);
}

/// Time starts anew at another moment.
fn reset_elapsed(ctx: &UpdateCtx<'_>, next_store: &mut Store, _: &mut Vec<Effect>) {
    if next_store.player.moment != ctx.before.player.moment || next_store.run.view.run != ctx.before.run.view.run {
        next_store.player.elapsed = Millis::ZERO;
    }
}

/// Notes that a built-in scenario or lesson was followed to its end, for its mark in the gallery.
fn note_finished(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    let fragment = match &next_store.lesson.current {
        Some(progress) if progress.custom_source.is_some() || progress.current_step().is_some() => return,
        Some(progress) => format!("{LESSON_FRAGMENT}{}", progress.lesson.entry.name),
        None => {
            let run = &next_store.run;
            let is_at_end = run.status == Status::Done && next_store.player.moment == run.last_moment();
            if !is_at_end || next_store.player.moment == ctx.before.player.moment {
                return;
            }
            let Some(number) = next_store.gallery.unchanged_scenario(&run.text) else { return };
            format!("{SCENARIO_FRAGMENT}{}", scenario_name(number))
        }
    };
    if !next_store.gallery.finished.contains(&fragment) {
        Rc::make_mut(&mut next_store.gallery.finished).push(fragment);
        effects.push(Effect::Storage(StorageEffect::KeepFinished));
    }
}

/// Requests what the current moment needs and isn't cached.
fn request_data(_: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    let needs = data_needs::data_needs(next_store);
    effects.extend(worker_cache::request_missing(&mut next_store.detail_cache, &mut next_store.answer_cache, needs));
}

/// Keeps the previous language until the chunk with the new one is loaded.
fn hold_language(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    chunks::hold_language(ctx.before, next_store, effects);
}

/// For a lesson's task: counts the changes between the current manifest and the lesson's, and the runs that try to solve it, and records
/// that it is solved.
fn count_task_changes(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    if let (true, Some(updates)) = (lessons::is_count_needed(next_store), next_store.chunks.editing.ready()) {
        (updates.count_task_changes)(&mut next_store.lesson, &next_store.run);
    }
    // Counts a run only when it ends, not when it is shown again.
    let is_try = ctx.before.run.status == Status::Working && lessons::is_try(next_store);
    if is_try {
        task::count_try(&mut next_store.lesson);
    }
    let is_solved_now = lessons::is_goal_reached(next_store) && task::mark_solved(&mut next_store.lesson);
    if is_try || is_solved_now {
        effects.push(Effect::Lesson(LessonEffect::ReadClock));
    }
}

/// Fetches the chunks that visible parts need.
fn fetch_chunks(_: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    chunks::fetch_needed(next_store, effects);
}

/// Loads the bookmarks of a new run.
fn restore_bookmarks(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    let (is, was) = (&next_store.run, &ctx.before.run);
    if is.release != was.release || !is_same_text(&is.text, &was.text) {
        effects.push(Effect::Storage(StorageEffect::RestoreBookmarks));
    }
}

/// Ends the reading of a cluster whose import ended or was replaced, and following one that is no longer open.
fn end_cluster_reading(_: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    let import = &next_store.import;
    let import_number = import.current.is_some().then_some(import.import_number);
    let was_asking = next_store.live_cluster.end_reading(import_number);
    // Another manifest is open.
    let is_other_open = next_store.live_cluster.following.is_some() && !is_from_cluster(&next_store.builder.text);
    if was_asking || is_other_open && next_store.live_cluster.forget_followed() {
        effects.push(Effect::Cluster(ClusterEffect::Abort));
    }
}

/// Stores nothing of a running cluster: neither its objects nor names in bookmarks. What a person saves is saved.
fn keep_cluster_private(_: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    let stores =
        |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::SaveDraft | StorageEffect::KeepBookmarks));
    if effects.iter().any(stores) && is_from_cluster(&next_store.builder.text) {
        effects.retain(|effect| !stores(effect));
    }
}
