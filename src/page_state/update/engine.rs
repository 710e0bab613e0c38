//! Applies the actions on the engine, which affect the run and the import.

use std::rc::Rc;

use api::ByPointer;
use findings::{Finding, Place, ReadingProblem};

use crate::{
    actions::{
        Action,
        recovery::{EngineMsg, FailureKind, PageNotice},
    },
    effects::{Effect, StorageEffect},
    outcome::UpdateOutcome,
    recovery::{EngineFailure, crash_recovery::CrashResponse, fingerprint_of, update::add_notice},
    run::{RunMsg, Status},
    store::Store,
    update::run_start::run_again,
};

/// Applies an action on the engine.
pub fn update_engine(store: &mut Store, engine_msg: EngineMsg) -> UpdateOutcome {
    let crash = &mut store.recovery.crash;
    match engine_msg {
        EngineMsg::Failed(failure_kind, message) => handle_failure(store, failure_kind, message).into(),
        EngineMsg::Unresponsive => {
            crash.failure = Some(EngineFailure { kind: FailureKind::Silent, message: String::new() });
            Effect::RestartWorker.into()
        }
        EngineMsg::Restart => {
            crash.clear_failure();
            UpdateOutcome::from(Effect::RestartWorker).then(Action::Run(RunMsg::RunAgain))
        }
        EngineMsg::RunAnyway => {
            crash.allow_one_run(fingerprint_of(&store.builder.text));
            Action::Run(RunMsg::Start).into()
        }
    }
}

/// Handles a failure of the engine.
fn handle_failure(store: &mut Store, failure_kind: FailureKind, text: String) -> Vec<Effect> {
    // A crash while reading a file isn't caused by the current manifest.
    if let (Some(name), FailureKind::Died) = (store.import.take_file_name(), failure_kind) {
        let finding = Finding::new(Place::default(), ReadingProblem::Refused { message: text.into() });
        let files = ByPointer([(name.into(), Rc::new(finding))].into());
        add_notice(&mut store.recovery, PageNotice::UnreadableFiles(files));
        let mut effects = vec![Effect::RestartWorker];
        effects.extend(run_again(store));
        return effects;
    }
    let after = store.recovery.crash.record_failure(failure_kind, text, fingerprint_of(&store.run.text));
    let mut effects = match after {
        CrashResponse::Rerun | CrashResponse::AwaitUser => {
            vec![Effect::Storage(StorageEffect::KeepCrashes), Effect::RestartWorker]
        }
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
