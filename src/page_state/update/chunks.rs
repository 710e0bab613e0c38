//! Actions that need a chunk: applied by its functions, or deferred until it is loaded.

use std::rc::Rc;

use api::ByPointer;
use protocol::EncodedValue;

use crate::{
    actions::{
        Action, EditingAction, StudyAction,
        comparison::BranchMsg,
        import::ImportMsg,
        recovery::{PageNotice, RecoveryMsg},
        worker_cache::CacheMsg,
    },
    builder::object_edits,
    chunk::{Chunk, ChunkMsg, LoadState},
    classroom,
    comparison::branches,
    effects::{ClassroomEffect, Effect, LessonEffect, StorageEffect},
    gallery,
    lesson::{lesson_json, task},
    live_cluster,
    outcome::UpdateOutcome,
    overlays::{OverlayMsg, Toast},
    run::Status,
    selectors::{branch_comparison, chunk_needs, field_case, handout_moments, predictions, queue_hints, spoiler_guard},
    settings::SettingsMsg,
    share::file_export,
    stage_editor,
    store::{EditingUpdates, Store, StudyUpdates},
};

/// The functions of the chunk `Editing`.
pub static EDITING_UPDATES: EditingUpdates = EditingUpdates {
    edit_manifest: object_edits::edit_objects,
    edit_stage: stage_editor::update::edit_stage,
    with_configuration: branches::with_configuration,
    with_gangs: branches::with_gangs,
    count_task_changes: task::count_changes,
    request_handout_details: handout_moments::request_details,
    update_export: file_export::update_export,
    decode_files: EncodedValue::decode,
    update_classroom: classroom::update::update_classroom,
    record_answers: classroom::course_answers::record_answers,
    update_cluster: live_cluster::update::update_cluster,
};

/// The functions of the chunk `Study`.
pub static STUDY_UPDATES: StudyUpdates = StudyUpdates {
    set_scenario_entries: gallery::set_entries,
    parse_lesson_json: lesson_json::parse_lesson_json,
    question_need: predictions::question_need,
    decode_answer: EncodedValue::decode,
    field_queries: field_case::field_queries,
    hint_query: queue_hints::hint_query,
    find_compared: branch_comparison::find_compared,
    hide_after: spoiler_guard::hide_after,
};

/// Applies an action of the chunk `Editing`, or defers it until the chunk is loaded.
pub fn apply_editing(store: &mut Store, action: EditingAction) -> UpdateOutcome {
    if matches!(action, EditingAction::Stage(_)) {
        // Every edit on the stage closes the menu.
        store.overlays.menu = None;
    }
    let Some(updates) = store.chunks.editing.ready() else {
        return defer(&mut store.chunks.editing, Chunk::Editing, action.into());
    };
    let Store { builder, run, share, live_cluster, lang, .. } = store;
    match action {
        EditingAction::Objects(object_msg) => (updates.edit_manifest)(builder, run, object_msg),
        EditingAction::Stage(edit) => (updates.edit_stage)(builder, run, run.events_at(store.player.moment), edit),
        EditingAction::CompareConfiguration(label, text) => {
            let manifest = (updates.with_configuration)(&run.text, &text);
            Action::Branches(BranchMsg::CompareManifest(label, manifest)).into()
        }
        EditingAction::CompareGangs => {
            let is_on = run.manifest_summary.gangs == Some(true);
            let (labels, manifest) = (lang.group_labels(), (updates.with_gangs)(&run.text, !is_on));
            let label = if is_on { labels.gangs_off } else { labels.gangs_on };
            Action::Branches(BranchMsg::CompareManifest(label.to_owned(), manifest)).into()
        }
        EditingAction::RequestHandoutDetails => (updates.request_handout_details)(store),
        EditingAction::Classroom(classroom_msg) => (updates.update_classroom)(&mut store.classroom, classroom_msg),
        EditingAction::Cluster(cluster_msg) => {
            let is_run_untouched =
                run.status != Status::Working && store.player.moment == 0 && !store.player.is_playing;
            (updates.update_cluster)(live_cluster, cluster_msg, is_run_untouched)
        }
        EditingAction::Export(export_msg) => (updates.update_export)(share, run, *lang, &builder.text, export_msg),
        EditingAction::OpenFiles(number, files) => {
            Action::Import(ImportMsg::Finish(number, (updates.decode_files)(&files))).into()
        }
    }
}

/// Applies an action of the chunk `Study`, or defers it until the chunk is loaded.
pub fn apply_study(store: &mut Store, action: StudyAction) -> UpdateOutcome {
    let Some(updates) = store.chunks.study.ready() else {
        return defer(&mut store.chunks.study, Chunk::Study, action.into());
    };
    match action {
        StudyAction::ScenarioEntries(json) => {
            (updates.set_scenario_entries)(&mut store.gallery, &json);
            UpdateOutcome::default()
        }
        StudyAction::LessonFile(file) => (updates.parse_lesson_json)(&mut store.lesson, file),
        StudyAction::Answer(query, answer) => {
            let answer = Rc::new((updates.decode_answer)(&answer));
            Action::Cache(CacheMsg::AnswerArrived(query, answer)).into()
        }
        StudyAction::AnswerProgress(query, progress, part) => {
            let part = part.map(|part| Rc::new((updates.decode_answer)(&part)));
            Action::Cache(CacheMsg::AnswerProgressed(query, progress, part)).into()
        }
    }
}

fn defer<T>(load_state: &mut LoadState<T>, chunk: Chunk, action: Action) -> UpdateOutcome {
    load_state.begin_loading();
    Effect::FetchChunk(chunk, Some(ByPointer(Rc::new(action)))).into()
}

/// Fetches the chunks that the visible parts of the page need.
pub fn fetch_needed(store: &mut Store, effects: &mut Vec<Effect>) {
    if store.chunks.editing == LoadState::NotNeeded && chunk_needs::is_editing_needed(store) {
        store.chunks.editing = LoadState::Loading;
        effects.push(Effect::FetchChunk(Chunk::Editing, None));
    }
    if store.chunks.study == LoadState::NotNeeded && chunk_needs::is_study_needed(store) {
        store.chunks.study = LoadState::Loading;
        effects.push(Effect::FetchChunk(Chunk::Study, None));
    }
}

/// Keeps the previous language until the texts of the new one are loaded.
pub fn hold_language(previous_store: &Store, store: &mut Store, effects: &mut Vec<Effect>) {
    let lang = store.lang;
    if lang != previous_store.lang && Chunk::of_language(lang).is_some() && !store.chunks.chinese.is_ready() {
        store.lang = previous_store.lang;
        if store.chunks.chinese.begin_loading() {
            let is_chosen = effects.contains(&Effect::Storage(StorageEffect::KeepLang));
            let setting = if is_chosen { SettingsMsg::SetLang(lang) } else { SettingsMsg::ShowLinkedLang(lang) };
            let again = ByPointer(Rc::new(Action::Settings(setting)));
            effects.push(Effect::FetchChunk(Chunk::Chinese, Some(again)));
        }
    }
}

/// Handles a loaded chunk, a failed one, or a retry.
pub fn update_chunks(store: &mut Store, chunk_msg: ChunkMsg) -> UpdateOutcome {
    let chunks = &mut store.chunks;
    let mut outcome = UpdateOutcome::default();
    match chunk_msg {
        ChunkMsg::Loaded(loaded) => match loaded.chunk() {
            Chunk::Editing => {
                chunks.editing = LoadState::Ready(loaded.table());
                outcome = Effect::Classroom(ClassroomEffect::Restore).into();
            }
            Chunk::Study => {
                chunks.study = LoadState::Ready(loaded.table());
                outcome = Effect::Lesson(LessonEffect::FetchGlossary).into();
            }
            Chunk::Chinese => chunks.chinese = LoadState::Ready(loaded.table()),
        },
        ChunkMsg::Failed(Chunk::Editing) => chunks.editing = LoadState::Failed,
        ChunkMsg::Failed(Chunk::Study) => {
            chunks.study = LoadState::Failed;
            outcome = study_failed(store);
        }
        ChunkMsg::Failed(Chunk::Chinese) => {
            chunks.chinese = LoadState::Failed;
            outcome = Action::Overlays(OverlayMsg::SetToast(Some(Toast::LanguageFailed))).into();
        }
        ChunkMsg::Retry(Chunk::Editing) => chunks.editing = LoadState::NotNeeded,
        ChunkMsg::Retry(Chunk::Study) => chunks.study = LoadState::NotNeeded,
        ChunkMsg::Retry(Chunk::Chinese) => chunks.chinese = LoadState::NotNeeded,
        // Chunks that are needed now are fetched at once (`fetch_needed`), others on demand.
        ChunkMsg::RetryFailed => {
            chunks.editing.forget_failure();
            chunks.study.forget_failure();
            chunks.chinese.forget_failure();
        }
    }
    if !store.chunks.has_failure() {
        store.recovery.notices.retain(|notice| *notice != PageNotice::PartNotFetched);
    }
    outcome
}

/// Without this chunk most of the page's details are missing, which a notice says, with a button to try again. No lesson can be parsed, so a visit
/// that starts with a lesson opens the first scenario instead.
fn study_failed(store: &mut Store) -> UpdateOutcome {
    let mut outcome = UpdateOutcome::default();
    if let Some(lesson) = store.lesson.loading_name.take() {
        if store.run.text.is_empty() {
            outcome = Effect::FetchScenario(gallery::first_scenario(), false).into();
        }
        outcome = outcome.then(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::LessonFetchFailed(lesson))));
    }
    outcome.then(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::PartNotFetched)))
}
