//! Applies the actions of recovery: storage, drafts and notices.

use std::rc::Rc;

use super::{EngineFailure, Recovery};
use crate::{
    actions::{
        Action,
        bookmarks::BookmarkMsg,
        builder::BuilderMsg,
        recovery::{FailureKind, PageNotice, RecoveryMsg},
    },
    effects::{Effect, StorageEffect},
    open_target::OpenTarget,
    outcome::UpdateOutcome,
    run::RunMsg,
};

/// The limit of notices; the oldest is removed first.
const MAX_NOTICES: usize = 4;

/// Applies an action of recovery. `text` is the manifest in the editor; `custom_lesson` is the source of the open custom lesson and the
/// file name to save it under.
pub fn update_recovery(
    recovery: &mut Recovery,
    text: &Rc<str>,
    custom_lesson: Option<(&Rc<str>, String)>,
    msg: RecoveryMsg,
) -> UpdateOutcome {
    match msg {
        RecoveryMsg::SetStorageState(storage_state) => recovery.autosave.storage = storage_state,
        RecoveryMsg::AddNotice(notice) => {
            let is_scenario_missing = matches!(notice, PageNotice::ScenarioFetchFailed(_));
            add_notice(recovery, notice);
            if is_scenario_missing {
                return Action::Run(RunMsg::NothingToRun).into();
            }
        }
        RecoveryMsg::ForgetFiles => forget_files(recovery),
        RecoveryMsg::ForgetMissingLesson => {
            recovery.notices.retain(|notice| !matches!(notice, PageNotice::LessonFetchFailed(_)));
        }
        RecoveryMsg::CloseNotice(index) => {
            if index < recovery.notices.len() {
                recovery.notices.remove(index);
            }
        }
        RecoveryMsg::RestoreReplaced(index) => {
            let text = take_replaced_text(recovery, index);
            return text.map_or_else(UpdateOutcome::default, |text| Action::Open(OpenTarget::Text(text)).into());
        }
        RecoveryMsg::CloseFailure => recovery.crash.failure = None,
        RecoveryMsg::RestoreCrashes(crash_counts, crashed) => {
            recovery.crash.crashes = crash_counts;
            if crashed {
                recovery.crash.failure = Some(EngineFailure { kind: FailureKind::Crashed, message: String::new() });
            }
        }
        RecoveryMsg::SetDraftAside => return set_draft_aside(recovery, text, false).into(),
        RecoveryMsg::RestoreDraft(text) => {
            recovery.autosave.is_edited = true;
            return Action::Builder(BuilderMsg::RestoreText(text)).into();
        }
        RecoveryMsg::ForgetAll => {
            recovery.autosave.forget_drafts();
            recovery.crash.forget_crashes();
            return UpdateOutcome::from(Effect::Storage(StorageEffect::ForgetAll))
                .then(Action::Builder(BuilderMsg::ForgetSaved))
                .then(Action::Bookmarks(BookmarkMsg::Restore(Vec::new())));
        }
        RecoveryMsg::SaveText => {
            return custom_lesson
                .map_or(Effect::DownloadText, |(lesson, file_name)| Effect::SaveLesson {
                    text: lesson.to_string(),
                    file_name,
                })
                .into();
        }
        RecoveryMsg::SetDrafts(drafts) => recovery.autosave.drafts = Rc::new(drafts),
        RecoveryMsg::OpenDraft(tab) => return Effect::Storage(StorageEffect::OpenDraft(tab)).into(),
        RecoveryMsg::ForgetDraft(tab) => return Effect::Storage(StorageEffect::ForgetDraft(tab)).into(),
        RecoveryMsg::ExportAll => return Effect::Storage(StorageEffect::ExportAll).into(),
        RecoveryMsg::CopyReport => return Effect::CopyReport.into(),
        RecoveryMsg::Reload => return Effect::ReloadPage.into(),
    }
    UpdateOutcome::default()
}

/// Removes the notice about a replaced manifest and returns that manifest.
fn take_replaced_text(recovery: &mut Recovery, index: usize) -> Option<Rc<str>> {
    let Some(PageNotice::ManifestReplaced(text)) = recovery.notices.get(index).cloned() else { return None };
    recovery.notices.remove(index);
    Some(text)
}

/// Removes the notices about previously opened files.
pub fn forget_files(recovery: &mut Recovery) {
    recovery
        .notices
        .retain(|notice| !matches!(notice, PageNotice::UnreadableFiles(_) | PageNotice::FilesSkipped { .. }));
}

/// Removes the notice that a scenario couldn't be fetched, because something else is opened.
pub fn forget_missing_scenario(recovery: &mut Recovery) {
    recovery.notices.retain(|notice| !matches!(notice, PageNotice::ScenarioFetchFailed(_)));
}

/// Adds a notice, and removes an earlier one of the same type.
pub fn add_notice(recovery: &mut Recovery, notice: PageNotice) {
    recovery.notices.retain(|other| std::mem::discriminant(other) != std::mem::discriminant(&notice));
    recovery.notices.push(notice);
    if recovery.notices.len() > MAX_NOTICES {
        recovery.notices.remove(0);
    }
}

/// Saves the manifest `text` as a draft before it is replaced, if it was edited.
pub fn set_draft_aside(recovery: &mut Recovery, text: &Rc<str>, with_notice: bool) -> Option<Effect> {
    if !std::mem::take(&mut recovery.autosave.is_edited) {
        return None;
    }
    if with_notice {
        add_notice(recovery, PageNotice::ManifestReplaced(Rc::clone(text)));
    }
    Some(Effect::Storage(StorageEffect::SetDraftAside))
}

#[cfg(test)]
mod tests {
    use links::LinkFields;
    use protocol::EventBatch;

    use super::*;
    use crate::{
        actions::recovery::{EngineMsg, FailureKind},
        effects::WorkerEffect,
        recovery::Backup,
        run::Status,
        store::Store,
        update::reduce,
    };

    fn reduce_recovery(store: &Store, msg: RecoveryMsg) -> (Store, Vec<Effect>) {
        reduce(store, Action::Recovery(msg))
    }

    fn runs_manifest(effects: &[Effect]) -> bool {
        effects.iter().any(|effect| matches!(effect, Effect::Worker(WorkerEffect::RunManifest { .. })))
    }

    fn reduce_engine(store: &Store, msg: EngineMsg) -> (Store, Vec<Effect>) {
        reduce(store, Action::Engine(msg))
    }

    fn record_crash() -> EngineMsg {
        EngineMsg::Failed(FailureKind::Died, "unreachable".into())
    }

    #[test]
    fn a_text_that_crashes_the_engine_twice_is_not_run_automatically() {
        let (store, _) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text("bad".into())));
        let (store, effects) = reduce_engine(&store, record_crash());
        assert!(effects.contains(&Effect::RestartWorker) && runs_manifest(&effects), "it is tried again");
        let (store, effects) = reduce_engine(&store, record_crash());
        assert!(effects.contains(&Effect::RestartWorker) && !runs_manifest(&effects), "and not a third time");
        assert!(
            store.recovery.crash.is_run_blocked && store.run.status == Status::Broken && &**store.builder.text == "bad"
        );

        let (other, effects) = reduce(&store, Action::Open(OpenTarget::Text("good".into())));
        assert!(runs_manifest(&effects) && !other.recovery.crash.is_run_blocked, "the next one runs");
        let (restored_store, effects) = reduce(&other, Action::Open(OpenTarget::Text("bad".into())));
        assert!(!runs_manifest(&effects) && restored_store.recovery.crash.is_run_blocked, "this one waits");

        let (store, effects) = reduce_engine(&restored_store, EngineMsg::RunAnyway);
        assert!(runs_manifest(&effects) && !store.recovery.crash.is_run_blocked);
        let (again, effects) = reduce_engine(&store, record_crash());
        assert!(!runs_manifest(&effects) && again.recovery.crash.is_run_blocked, "leave is given once");
        let event_batch = EventBatch { is_done: true, ..EventBatch::default() };
        let (well, effects) =
            reduce(&store, Action::Run(RunMsg::EventsArrived(store.run.number, Rc::new(event_batch))));
        assert!(
            effects.contains(&Effect::Storage(StorageEffect::KeepCrashes)) && well.recovery.crash.crashes.is_empty(),
            "what runs well is forgiven"
        );
    }

    #[test]
    fn an_engine_that_cannot_start_is_restarted_only_by_the_user() {
        let (store, _) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text("x".into())));
        let (store, effects) = reduce_engine(&store, EngineMsg::Failed(FailureKind::Fetch, "404".into()));
        assert!(!runs_manifest(&effects) && !effects.contains(&Effect::RestartWorker));
        assert_eq!(
            (store.run.status, store.recovery.crash.failure.is_some(), store.recovery.crash.is_run_blocked),
            (Status::Broken, true, false)
        );
        let (store, effects) = reduce(&store, Action::Open(OpenTarget::Text("y".into())));
        assert!(
            !runs_manifest(&effects) && store.run.status == Status::Broken,
            "nothing is sent to an engine that is not there"
        );
        let (store, effects) = reduce_engine(&store, EngineMsg::Restart);
        assert!(
            effects[0] == Effect::RestartWorker && runs_manifest(&effects) && store.recovery.crash.failure.is_none()
        );
    }

    #[test]
    fn the_manifest_that_a_link_replaced_can_be_restored() {
        let link =
            || Action::Open(OpenTarget::Link { text: "theirs".into(), scenario: None, fields: LinkFields::default() });
        let (store, _) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text("mine".into())));
        let (store, effects) = reduce(&store, link());
        assert!(
            effects.contains(&Effect::Storage(StorageEffect::SetDraftAside))
                && !effects.contains(&Effect::Storage(StorageEffect::SaveDraft))
        );
        assert_eq!(store.recovery.notices, [PageNotice::ManifestReplaced("mine".into())]);
        let (store, effects) = reduce_recovery(&store, RecoveryMsg::RestoreReplaced(0));
        assert_eq!((&**store.builder.text, store.recovery.notices.len()), ("mine", 0));
        assert!(effects.contains(&Effect::Storage(StorageEffect::SaveDraft)) && runs_manifest(&effects));

        // A manifest that wasn't edited isn't saved.
        let (store, _) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Scenario(0, "built-in".into())));
        let (store, effects) = reduce(&store, link());
        assert!(!effects.contains(&Effect::Storage(StorageEffect::SetDraftAside)) && store.recovery.notices.is_empty());
    }

    #[test]
    fn backup_files_are_recognized() {
        let saved = Backup { schedscope: 1, scenarios: vec![("a".into(), "kind: Pod\n".into())] };
        let text = serde_json::to_string(&saved).expect("a file");
        assert_eq!(Backup::parse(&text), Some(saved));
        assert_eq!(Backup::parse("{\"kind\": \"Pod\"}"), None);
        assert_eq!(Backup::parse("{\"schedscope\": no}"), None);
    }
}
