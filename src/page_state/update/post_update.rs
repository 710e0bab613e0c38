//! Rules that hold for the whole page, applied after every action.

use crate::{
    actions::{Action, player::PlayerMsg},
    effects::{Effect, LessonEffect, StorageEffect, WorkerEffect},
    import::update::stop_import,
    lesson::{QuestionAnswers, QuestionNeed, task},
    overlays::{OverlayMsg, Toast},
    recovery::fingerprint_of,
    run::{Status, is_same_text},
    selectors::{data_needs, lessons, predictions},
    share::range as walk,
    store::Store,
    update::{chunks, first_visit, import_guard::ImportImpact},
    worker_cache::update as worker_cache,
};

/// An action, as far as what follows it has to know of it.
pub struct UpdateCtx<'a> {
    /// The state before.
    before: &'a Store,
    /// What it means for files that are being read.
    import_impact: ImportImpact,
    /// Whoever asks for an end of the run has chosen, even where nothing moves.
    is_explicit_end: bool,
    /// Nobody has chosen what the loop of a first visit shows.
    is_intro: bool,
}

impl<'a> UpdateCtx<'a> {
    /// An action on this state.
    pub fn new(before: &'a Store, action: &Action) -> Self {
        let is_explicit_end = matches!(action, Action::Player(PlayerMsg::Home | PlayerMsg::End));
        let is_intro = matches!(action, Action::Overlays(OverlayMsg::ShowIntroMoment(_)));
        Self { before, import_impact: ImportImpact::of_action(action), is_explicit_end, is_intro }
    }
}

/// Looks over what the action made of the state, and over its effects.
type PostRule = fn(&UpdateCtx<'_>, &mut Store, &mut Vec<Effect>);

/// All that follows, in this order. The playhead comes to its place first, then it is known what is looked at, and what that needs
/// is asked for last.
pub const POST_RULES: [PostRule; 11] = [
    // It may take back all that the action did, so none of the others may have looked at that.
    guard_import,
    // Two that hold the playhead back. The range is last, as nothing leads out of it.
    hold_for_prediction,
    clamp_to_range,
    // It goes when the playhead moves, so not before that has its place.
    close_welcome,
    // Asks for what the moment shown needs.
    request_data,
    // A text that ends the engine is not run, whoever wanted it.
    guard_crashing_text,
    // The language is the one before until the new one is there: what comes next is already in it.
    hold_language,
    // The changes of the text that runs are counted by a chunk that is there; one that is not is fetched next.
    count_task_changes,
    // What is seen is settled now, and with it which chunks draw it.
    fetch_chunks,
    // What it tells is fetched for a chunk that is there.
    fetch_gallery,
    // It compares what runs with what ran.
    restore_bookmarks,
];

/// While files are read: here alone is decided what waits for them, and what they give way to. An action that opens something else
/// ends the reading; one that starts from the text or the run that a file is about to replace is told to wait.
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

/// Holds the playhead back before what is to be predicted, and gets the question ready once the chunk that asks it is there.
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

/// Fetches what the gallery tells, as soon as it is seen, tells nothing yet, and is drawn.
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

/// Keeps the playhead within the part that is to be walked. Whoever plays on at its end begins anew.
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

/// A text that ended the engine too often is not run, and one that ran well is forgiven.
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

/// What the page is for is told until something is chosen.
fn close_welcome(ctx: &UpdateCtx<'_>, next_store: &mut Store, _: &mut Vec<Effect>) {
    next_store.overlays.is_welcome_open &= !ctx.before.overlays.is_welcome_open
        || ctx.is_intro
        || !ctx.is_explicit_end && first_visit::is_still_first_visit(ctx.before, next_store);
}

/// Asks the worker for what the moment shown needs and is not known.
fn request_data(_: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    let needs = data_needs::data_needs(next_store);
    effects.extend(worker_cache::request_missing(&mut next_store.detail_cache, &mut next_store.answer_cache, needs));
}

/// Leaves the language as it was until the chunk that speaks the new one is there.
fn hold_language(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    chunks::hold_language(ctx.before, next_store, effects);
}

/// Counts how far the text that ran last is from the lesson's, where a task asks, and the runs with which somebody tried to solve it; and keeps
/// that it is solved.
fn count_task_changes(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    if let (true, Some(updates)) = (lessons::is_count_needed(next_store), next_store.chunks.editing.ready()) {
        (updates.count_task_changes)(&mut next_store.lesson, &next_store.run);
    }
    // A run that ends now, and not one that is looked at again.
    let is_try = ctx.before.run.status == Status::Working && lessons::is_try(next_store);
    if is_try {
        task::count_try(&mut next_store.lesson);
    }
    let is_solved_now = lessons::is_goal_reached(next_store) && task::mark_solved(&mut next_store.lesson);
    if is_try || is_solved_now {
        effects.push(Effect::Lesson(LessonEffect::ReadClock));
    }
}

/// Fetches the chunks whose places are seen.
fn fetch_chunks(_: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    chunks::fetch_needed(next_store, effects);
}

/// Another run is there: its bookmarks are recalled.
fn restore_bookmarks(ctx: &UpdateCtx<'_>, next_store: &mut Store, effects: &mut Vec<Effect>) {
    let (is, was) = (&next_store.run, &ctx.before.run);
    if is.release != was.release || !is_same_text(&is.text, &was.text) {
        effects.push(Effect::Storage(StorageEffect::RestoreBookmarks));
    }
}
