//! Converts effects to worker requests, and replies of the worker to actions.

use std::rc::Rc;

use protocol::{Export, Reply, Request};

use crate::{
    actions::{
        Action, EditingAction, StudyAction,
        builder::BuilderMsg,
        import::{ChosenFile, ImportMsg},
        live_cluster::ClusterMsg,
        share::ExportMsg,
        worker_cache::CacheMsg,
    },
    effects::WorkerEffect,
    run::RunMsg,
    store::Store,
};

/// The request for an effect.
pub fn to_request(store: &Store, worker_effect: &WorkerEffect) -> Request {
    match worker_effect {
        WorkerEffect::RunManifest { run, text, release, keep } => {
            Request::Run { run: *run, text: Rc::clone(text), release: *release, keep: keep.clone() }
        }
        WorkerEffect::CancelRun => Request::Cancel,
        WorkerEffect::ReadFiles { number, files } => {
            Request::ReadFiles { number: *number, names: files.iter().map(ChosenFile::worker_name).collect() }
        }
        WorkerEffect::ReadPage { number, list, version, is_first, .. } => {
            Request::ReadPage { number: *number, list: *list, version: version.clone(), is_first: *is_first }
        }
        WorkerEffect::ReadWatch { number, list, is_new, .. } => {
            Request::ReadWatch { number: *number, list: *list, is_new: *is_new }
        }
        WorkerEffect::JoinLists { number, moment, version, time } => {
            Request::JoinLists { number: *number, moment: *moment, version: version.clone(), time: time.clone() }
        }
        WorkerEffect::StopImport => Request::StopReading,
        WorkerEffect::RequestDetails { run, attempts } => {
            Request::FetchDetails { run: *run, attempts: attempts.clone() }
        }
        WorkerEffect::SendQuery(query) => Request::Query(query.clone()),
        WorkerEffect::CancelQuery(query) => Request::CancelQuery(query.clone()),
        WorkerEffect::ExportRun(export) => {
            let text = if *export == Export::Trace { String::new() } else { store.run.text.to_string() };
            Request::Export { run: store.run.view.run, export: *export, text }
        }
        WorkerEffect::CheckManifest { number } => {
            let (text, release) = (store.builder.text.to_string(), store.run.release_choice());
            Request::CheckText { number: *number, text, release }
        }
    }
}

/// The action for a reply, if it has one.
pub fn to_action(reply: Reply) -> Option<Action> {
    Some(match reply {
        Reply::Ready | Reply::Canceled => return None,
        Reply::Loaded(run_number, load_result) => Action::Run(RunMsg::ManifestLoaded(run_number, Rc::new(load_result))),
        Reply::Rejected(run_number, problems) => Action::Run(RunMsg::ManifestRejected(run_number, problems)),
        Reply::Events(run_number, event_batch) => Action::Run(RunMsg::EventsArrived(run_number, Rc::new(event_batch))),
        Reply::Detail(run_number, number, detail) => Action::Cache(CacheMsg::DetailArrived(run_number, number, detail)),
        Reply::Answer(query, answer) => StudyAction::Answer(query, answer).into(),
        Reply::Progress(query, progress, part) => StudyAction::AnswerProgress(query, progress, part).into(),
        Reply::Reading(number, progress, seen) => Action::Import(ImportMsg::MadeProgress(number, progress, seen)),
        Reply::Opened(number, opened_files) => EditingAction::OpenFiles(number, opened_files).into(),
        Reply::PageRead(number, list, page) => ClusterMsg::PageRead(number, list, page).into(),
        Reply::WatchRead(number, list, part) => ClusterMsg::WatchRead(number, list, part).into(),
        Reply::Exported(export, made) => EditingAction::Export(ExportMsg::FileReady(export, made)).into(),
        Reply::Checked(number, problems) => Action::Builder(BuilderMsg::CheckResult(number, problems)),
    })
}
