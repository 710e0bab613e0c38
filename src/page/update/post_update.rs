//! Rules that hold for the whole page, applied after every action.

use crate::{
    chunk::{Chunk, LoadState},
    chunks,
    import::{ImportMsg, update::update_import},
    lesson::{LessonEffect, LessonMsg, QuestionAnswers, prediction, prediction::QuestionNeed, task},
    overlays::Toast,
    recovery::{fingerprint_of, update as recovery},
    run::{Status, is_same_text},
    share::range as walk,
    shared_actions::PlayerMsg,
    store::{Action, Effect, Store},
    update::{followups::apply_followups, import_guard::ImportImpact},
    welcome as doors,
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
}

impl<'a> UpdateCtx<'a> {
    /// An action on this state.
    pub fn new(before: &'a Store, action: &Action) -> Self {
        let is_explicit_end = matches!(action, Action::Player(PlayerMsg::Home | PlayerMsg::End));
        Self { before, import_impact: ImportImpact::of_action(action), is_explicit_end }
    }
}

/// Looks over what the action made of the state, and over its effects.
type PostRule = fn(&UpdateCtx<'_>, &mut Store, &mut Vec<Effect>);

/// All that follows, in this order. The playhead comes to its place first, then it is known what is looked at, and what that needs
/// is asked for last.
pub(crate) const POST_RULES: [PostRule; 11] = [
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
fn guard_import(ctx: &UpdateCtx<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    let before = ctx.before;
    if before.import.current.is_none() || next.import.current.is_none() {
        return;
    }
    let starts =
        |effect: &Effect| matches!(effect, Effect::RunManifest { .. } | Effect::OpenImport(..) | Effect::RestartWorker);
    let touches = !is_same_text(&next.builder.text, &before.builder.text) || effects.iter().any(starts);
    match ctx.import_impact {
        ImportImpact::OpensOther if touches => effects.extend(update_import(&mut next.import, ImportMsg::Stop)),
        ImportImpact::UsesShown => reject_during_import(before, next, effects),
        ImportImpact::Undecided if touches => reject_during_import(before, next, effects),
        _ => {}
    }
}

fn reject_during_import(before: &Store, next: &mut Store, effects: &mut Vec<Effect>) {
    if before.import.is_replacing() {
        *next = before.clone();
        (next.overlays.toast, next.overlays.menu) = (Some(Toast::StillReading), None);
        *effects = vec![Effect::ScheduleToastEnd];
    }
}

/// Holds the playhead back before what is to be predicted, and gets the question ready.
fn hold_for_prediction(ctx: &UpdateCtx<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    if let Some(at) = prediction::holding_moment(ctx.before, next) {
        next.player.moment = at;
    }
    next.player.is_playing &= !prediction::is_unanswered(next);
    let (run, at) = (next.run.view.run, next.player.moment);
    match prediction::question_need(next) {
        Some(QuestionNeed::NeedsDetail(number)) => {
            effects.extend(worker_cache::request_detail(&mut next.detail_cache, run, number));
        }
        Some(QuestionNeed::NeedsQuestion(question)) => next.lesson.predictions.set_question(run, at, question),
        Some(QuestionNeed::NoChoices) => next.lesson.predictions.record_answer(
            run,
            at,
            QuestionAnswers { is_done: true, ..QuestionAnswers::default() },
        ),
        None => {}
    }
}

/// Fetches what the gallery tells, as soon as it is seen, tells nothing yet, and is drawn.
fn fetch_gallery(ctx: &UpdateCtx<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    let lacks_details = |store: &Store| {
        let is_drawn = store.gallery.is_open && store.load_state(Chunk::Teaching) == LoadState::Ready;
        is_drawn && store.gallery.entries.is_empty()
    };
    if lacks_details(next) && !lacks_details(ctx.before) {
        effects.extend([Effect::FetchEntries, Effect::Lesson(LessonEffect::FetchList)]);
    }
}

/// Keeps the playhead within the part that is to be walked. Whoever plays on at its end begins anew.
fn clamp_to_range(ctx: &UpdateCtx<'_>, next: &mut Store, _: &mut Vec<Effect>) {
    let before = &ctx.before.player;
    let Some((from, target_index)) = walk::playable_range(&mut next.share, &next.run) else { return };
    let player = &mut next.player;
    if player.target.is_some() || next.run.view.moments.is_empty() {
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
fn guard_crashing_text(ctx: &UpdateCtx<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    if effects.contains(&Effect::SaveDraft) {
        next.recovery.is_edited = true;
    }
    let Some(at) = effects.iter().position(|effect| matches!(effect, Effect::RunManifest { .. })) else {
        if ctx.before.run.status == Status::Working && next.run.status != Status::Working {
            effects.push(Effect::ClearRunning);
            let ran_well = matches!(next.run.status, Status::Done | Status::Rejected);
            if ran_well && recovery::forgive_crashes(&mut next.recovery, fingerprint_of(&next.run.text)) {
                effects.push(Effect::KeepCrashes);
            }
        }
        return;
    };
    if !recovery::can_run(&mut next.recovery, fingerprint_of(&next.run.text)) {
        effects.remove(at);
        next.run.status = Status::Broken;
    }
}

/// What the page is for is told until something is chosen.
fn close_welcome(ctx: &UpdateCtx<'_>, next: &mut Store, _: &mut Vec<Effect>) {
    next.overlays.is_welcome_open &=
        !ctx.before.overlays.is_welcome_open || !ctx.is_explicit_end && doors::is_still_first_visit(ctx.before, next);
}

/// Asks the worker for what the moment shown needs and is not known.
fn request_data(_: &UpdateCtx<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    let needs = worker_cache::data_needs(next);
    effects.extend(worker_cache::request_missing(&mut next.detail_cache, &mut next.answer_cache, needs));
}

/// Leaves the language as it was until the chunk that speaks the new one is there.
fn hold_language(ctx: &UpdateCtx<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    chunks::hold_language(ctx.before, next, effects);
}

/// Counts how far the text that ran last is from the lesson's, where a task asks, and keeps that it is solved.
fn count_task_changes(_: &UpdateCtx<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    if task::is_count_needed(next) && next.load_state(Chunk::Building) == LoadState::Ready {
        let followups = chunks::apply_or_fetch(next, Chunk::Building, Action::Lesson(LessonMsg::CountChanges));
        effects.extend(apply_followups(next, followups));
    }
    if task::is_goal_reached(next) {
        task::mark_solved(&mut next.lesson);
    }
}

/// Fetches the chunks whose places are seen.
fn fetch_chunks(_: &UpdateCtx<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    chunks::fetch_needed(next, effects);
}

/// Another run is there: its bookmarks are recalled.
fn restore_bookmarks(ctx: &UpdateCtx<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    let (is, was) = (&next.run, &ctx.before.run);
    if is.release != was.release || !is_same_text(&is.text, &was.text) {
        effects.push(Effect::RestoreBookmarks);
    }
}
