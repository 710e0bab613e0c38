//! Applies the actions of recovery that reach further than its own state.

use findings::{Finding, Place, ReadingProblem};
use std::rc::Rc;

use crate::{
    builder,
    open_target::OpenTarget,
    recovery::{
        FailureKind, PageNotice, RecoveryMsg,
        crash_recovery::CrashResponse,
        fingerprint_of,
        update::{self, add_notice},
    },
    run::Status,
    store::{Action, Effect, Store, UpdateOutcome},
    update::{chunks, run_start::run_again},
};

/// Does it.
pub fn update_recovery(store: &mut Store, recovery_msg: RecoveryMsg) -> UpdateOutcome {
    match recovery_msg {
        RecoveryMsg::RestoreReplaced(index) => {
            let text = update::take_replaced_text(&mut store.recovery, index);
            return text.map_or_else(UpdateOutcome::default, |text| Action::Open(OpenTarget::Text(text)).into());
        }
        RecoveryMsg::EngineFailed(failure_kind, item) => {
            return handle_engine_failure(store, failure_kind, item).into();
        }
        RecoveryMsg::RestoreDraft(text) => {
            store.builder.text = text;
            store.recovery.autosave.is_edited = true;
        }
        RecoveryMsg::ForgetAll => {
            builder::update::forget_saved(&mut store.builder);
            store.bookmarks.clear();
            store.recovery.autosave.forget_drafts();
            store.recovery.crash.forget_crashes();
            return Effect::ForgetAll.into();
        }
        RecoveryMsg::FetchParts => {
            store.recovery.notices.retain(|notice| *notice != PageNotice::PartNotFetched);
            // Those that are needed are fetched now, the others when they are (`after`).
            chunks::forget_failures(&mut store.chunks);
        }
        RecoveryMsg::SaveText => {
            let text = store.lesson.current.as_ref().and_then(|progress| progress.custom_source.as_ref());
            return text
                .map_or(Effect::DownloadText, |lesson| Effect::SaveFile(lesson.to_string(), "lesson.md"))
                .into();
        }
        recovery_msg => return update::update_recovery(&mut store.recovery, &store.builder.text, recovery_msg),
    }
    UpdateOutcome::default()
}

/// The engine failed.
fn handle_engine_failure(store: &mut Store, failure_kind: FailureKind, text: String) -> Vec<Effect> {
    // A file that ends the engine is no fault of the text that is shown.
    if let (Some(name), FailureKind::Died) = (store.import.take_file_name(), failure_kind) {
        let finding = Finding::new(Place::default(), ReadingProblem::Refused { message: text.into() });
        add_notice(&mut store.recovery, PageNotice::UnreadableFiles([(name.into(), Rc::new(finding))].into()));
        let mut effects = vec![Effect::RestartWorker];
        effects.extend(run_again(store));
        return effects;
    }
    let after = store.recovery.crash.record_failure(failure_kind, text, fingerprint_of(&store.run.text));
    let mut effects = match after {
        CrashResponse::Rerun | CrashResponse::AwaitUser => vec![Effect::KeepCrashes, Effect::RestartWorker],
        CrashResponse::NoEngine => Vec::new(),
    };
    if after == CrashResponse::Rerun {
        effects.extend(run_again(store));
    } else if store.run.status == Status::Working {
        store.run.number += 1;
        store.run.status = Status::Broken;
    }
    effects
}
