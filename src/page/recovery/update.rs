//! Applies the actions of recovery: nothing is lost, and a failed engine is restarted.

use std::rc::Rc;

use api::Table;

use super::{EngineFailure, FailureKind, MAX_CRASHES, PageNotice, Recovery, RecoveryMsg, fingerprint_of};
use crate::{followup::Followup, store::Effect};

/// What is told at once; the oldest goes first.
const MAX_NOTICES: usize = 4;

/// Does it. `text` is the one in the editor.
pub fn update_recovery(recovery: &mut Recovery, text: &str, msg: RecoveryMsg) -> Vec<Followup> {
    match msg {
        RecoveryMsg::SetStorageState(memory) => recovery.storage = memory,
        RecoveryMsg::AddNotice(notice) => add_notice(recovery, notice),
        RecoveryMsg::ForgetFiles => forget_files(recovery),
        RecoveryMsg::CloseNotice(index) => {
            if index < recovery.notices.len() {
                recovery.notices.remove(index);
            }
        }
        RecoveryMsg::CloseFailure => recovery.failure = None,
        RecoveryMsg::EngineUnresponsive => {
            recovery.failure = Some(EngineFailure { kind: FailureKind::Silent, message: String::new() });
            return vec![Effect::RestartWorker.into()];
        }
        RecoveryMsg::RestartEngine => {
            (recovery.failure, recovery.has_no_engine) = (None, false);
            return vec![Effect::RestartWorker.into(), Followup::RunAgain];
        }
        RecoveryMsg::RunAnyway => {
            recovery.run_once = Some(fingerprint_of(text));
            (recovery.is_run_blocked, recovery.failure) = (false, None);
            return vec![Followup::RunFromStart];
        }
        RecoveryMsg::RestoreCrashes(deaths, crashed) => {
            recovery.crashes = deaths;
            if crashed {
                recovery.failure = Some(EngineFailure { kind: FailureKind::Crashed, message: String::new() });
            }
        }
        RecoveryMsg::SetDrafts(drafts) => recovery.drafts = Rc::new(drafts),
        RecoveryMsg::OpenDraft(tab) => return vec![Effect::OpenDraft(tab).into()],
        RecoveryMsg::ForgetDraft(tab) => return vec![Effect::ForgetDraft(tab).into()],
        RecoveryMsg::ExportAll => return vec![Effect::ExportAll.into()],
        RecoveryMsg::CopyReport => return vec![Effect::CopyReport.into()],
        RecoveryMsg::Reload => return vec![Effect::ReloadPage.into()],
        // The page as a whole does these (`page::update::caring`).
        RecoveryMsg::RestoreReplaced(_)
        | RecoveryMsg::RestoreDraft(_)
        | RecoveryMsg::FetchParts
        | RecoveryMsg::ForgetAll
        | RecoveryMsg::SaveText
        | RecoveryMsg::EngineFailed(..) => {}
    }
    Vec::new()
}

/// The text that a link replaced, which is to be opened now.
pub(crate) fn take_replaced_text(recovery: &mut Recovery, index: usize) -> Option<Rc<str>> {
    let Some(PageNotice::ManifestReplaced(text)) = recovery.notices.get(index).cloned() else { return None };
    recovery.notices.remove(index);
    Some(text)
}

/// What was told of files that were opened before goes.
pub(crate) fn forget_files(recovery: &mut Recovery) {
    recovery
        .notices
        .retain(|notice| !matches!(notice, PageNotice::UnreadableFiles(_) | PageNotice::FilesSkipped { .. }));
}

/// Nothing is kept on this device any more.
pub fn forget_drafts(recovery: &mut Recovery) {
    (recovery.drafts, recovery.is_edited) = (Rc::default(), false);
    recovery.crashes = Table::new();
}

/// The engine failed at the text with this fingerprint. Once is tried again; a text that ends it again and again waits for "Run anyway".
pub fn record_failure(recovery: &mut Recovery, failing: FailureKind, message: String, mark: u64) -> CrashResponse {
    recovery.failure = Some(EngineFailure { kind: failing, message });
    if !matches!(failing, FailureKind::Died | FailureKind::Crashed) {
        recovery.has_no_engine = true;
        return CrashResponse::NoEngine;
    }
    let deaths = recovery.crashes.or_default(mark);
    *deaths = deaths.saturating_add(1);
    recovery.is_run_blocked = *deaths >= MAX_CRASHES;
    recovery.run_once = None;
    if recovery.is_run_blocked { CrashResponse::AwaitUser } else { CrashResponse::Rerun }
}

/// What follows when the engine fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashResponse {
    /// It is started again, and its text runs again.
    Rerun,
    /// It is started again, and the text waits.
    AwaitUser,
    /// There is none.
    NoEngine,
}

/// Whether the text with this fingerprint may run now: one that ended the engine too often waits, and without an engine all do.
pub(crate) fn can_run(recovery: &mut Recovery, mark: u64) -> bool {
    let often = recovery.crashes.get(&mark).is_some_and(|deaths| *deaths >= MAX_CRASHES);
    recovery.is_run_blocked = often && recovery.run_once != Some(mark);
    !recovery.is_run_blocked && !recovery.has_no_engine
}

/// The text with this fingerprint ran well, so that is forgiven which it did before; whether there was something.
pub(crate) fn forgive_crashes(recovery: &mut Recovery, mark: u64) -> bool {
    let forgives = recovery.crashes.remove(&mark).is_some();
    recovery.is_run_blocked &= !forgives;
    forgives
}

/// Tells something, and the same thing only once.
pub fn add_notice(recovery: &mut Recovery, notice: PageNotice) {
    recovery.notices.retain(|other| std::mem::discriminant(other) != std::mem::discriminant(&notice));
    recovery.notices.push(notice);
    if recovery.notices.len() > MAX_NOTICES {
        recovery.notices.remove(0);
    }
}

/// Another text takes the place of the present one, `text`, which is kept if it was edited.
pub fn set_draft_aside(recovery: &mut Recovery, text: &Rc<str>, with_notice: bool) -> Option<Effect> {
    if !std::mem::take(&mut recovery.is_edited) {
        return None;
    }
    if with_notice {
        add_notice(recovery, PageNotice::ManifestReplaced(Rc::clone(text)));
    }
    Some(Effect::SetDraftAside)
}

#[cfg(test)]
mod tests {
    use api::link::LinkFields;
    use protocol::EventBatch;

    use super::*;
    use crate::{
        open_target::OpenTarget,
        recovery::Backup,
        run::{RunMsg, Status},
        store::{Action, Store},
        update::reduce,
    };

    fn reduce_recovery(store: &Store, msg: RecoveryMsg) -> (Store, Vec<Effect>) {
        reduce(store, Action::Recovery(msg))
    }

    fn runs(effects: &[Effect]) -> bool {
        effects.iter().any(|effect| matches!(effect, Effect::RunManifest { .. }))
    }

    fn record_crash() -> RecoveryMsg {
        RecoveryMsg::EngineFailed(FailureKind::Died, "unreachable".into())
    }

    #[test]
    fn a_text_that_ends_the_engine_twice_is_not_run_by_itself() {
        let (store, _) = reduce(&Store::default(), Action::Open(OpenTarget::Text("bad".into())));
        let (store, effects) = reduce_recovery(&store, record_crash());
        assert!(effects.contains(&Effect::RestartWorker) && runs(&effects), "it is tried again");
        let (store, effects) = reduce_recovery(&store, record_crash());
        assert!(effects.contains(&Effect::RestartWorker) && !runs(&effects), "and not a third time");
        assert!(store.recovery.is_run_blocked && store.run.status == Status::Broken && &*store.builder.text == "bad");

        let (other, effects) = reduce(&store, Action::Open(OpenTarget::Text("good".into())));
        assert!(runs(&effects) && !other.recovery.is_run_blocked, "the next one runs");
        let (restored_store, effects) = reduce(&other, Action::Open(OpenTarget::Text("bad".into())));
        assert!(!runs(&effects) && restored_store.recovery.is_run_blocked, "this one waits");

        let (store, effects) = reduce_recovery(&restored_store, RecoveryMsg::RunAnyway);
        assert!(runs(&effects) && !store.recovery.is_run_blocked);
        let (again, effects) = reduce_recovery(&store, record_crash());
        assert!(!runs(&effects) && again.recovery.is_run_blocked, "leave is given once");
        let event_batch = EventBatch { done: true, ..EventBatch::default() };
        let (well, effects) = reduce(&store, Action::Run(RunMsg::EventsArrived(store.run.number, event_batch)));
        assert!(
            effects.contains(&Effect::KeepCrashes) && well.recovery.crashes.is_empty(),
            "what runs well is forgiven"
        );
    }

    #[test]
    fn an_engine_that_cannot_start_waits_to_be_started() {
        let (store, _) = reduce(&Store::default(), Action::Open(OpenTarget::Text("x".into())));
        let (store, effects) = reduce_recovery(&store, RecoveryMsg::EngineFailed(FailureKind::Fetch, "404".into()));
        assert!(!runs(&effects) && !effects.contains(&Effect::RestartWorker));
        assert_eq!(
            (store.run.status, store.recovery.failure.is_some(), store.recovery.is_run_blocked),
            (Status::Broken, true, false)
        );
        let (store, effects) = reduce(&store, Action::Open(OpenTarget::Text("y".into())));
        assert!(
            !runs(&effects) && store.run.status == Status::Broken,
            "nothing is sent to an engine that is not there"
        );
        let (store, effects) = reduce_recovery(&store, RecoveryMsg::RestartEngine);
        assert!(effects[0] == Effect::RestartWorker && runs(&effects) && store.recovery.failure.is_none());
    }

    #[test]
    fn a_link_gives_back_what_it_replaced() {
        let link =
            || Action::Open(OpenTarget::Link { text: "theirs".into(), scenario: None, fields: LinkFields::default() });
        let (store, _) = reduce(&Store::default(), Action::Open(OpenTarget::Text("mine".into())));
        let (store, effects) = reduce(&store, link());
        assert!(effects.contains(&Effect::SetDraftAside) && !effects.contains(&Effect::SaveDraft));
        assert_eq!(store.recovery.notices, [PageNotice::ManifestReplaced("mine".into())]);
        let (store, effects) = reduce_recovery(&store, RecoveryMsg::RestoreReplaced(0));
        assert_eq!((&*store.builder.text, store.recovery.notices.len()), ("mine", 0));
        assert!(effects.contains(&Effect::SaveDraft) && runs(&effects));

        // A text that was only looked at need not be kept.
        let (store, _) = reduce(&Store::default(), Action::Open(OpenTarget::Scenario(0, "built-in".into())));
        let (store, effects) = reduce(&store, link());
        assert!(!effects.contains(&Effect::SetDraftAside) && store.recovery.notices.is_empty());
    }

    #[test]
    fn files_of_everything_are_known() {
        let saved = Backup { schedscope: 1, scenarios: vec![("a".into(), "kind: Pod\n".into())] };
        let text = serde_json::to_string(&saved).expect("a file");
        assert_eq!(Backup::parse(&text), Some(saved));
        assert_eq!(Backup::parse("{\"kind\": \"Pod\"}"), None);
        assert_eq!(Backup::parse("{\"schedscope\": no}"), None);
    }
}
