//! Requests from the worker what the visible parts of the page need.

use std::rc::Rc;

use protocol::{Query, RunNumber};

use crate::{
    actions::{Action, console::ConsoleMsg, share::ShareMsg, worker_cache::CacheMsg},
    effects::{Effect, WorkerEffect},
    outcome::UpdateOutcome,
    worker_cache::{AnswerCache, DetailCache},
};

/// Applies a message of the worker, or a request to it.
pub fn update_cache(details: &mut DetailCache, answers: &mut AnswerCache, cache_msg: CacheMsg) -> UpdateOutcome {
    match cache_msg {
        CacheMsg::DetailArrived(run_number, number, attempt) => {
            details.insert(run_number, number, Rc::clone(&attempt));
            // An export may need it.
            Action::Share(ShareMsg::DetailArrived(run_number, number, attempt)).into()
        }
        CacheMsg::AnswerArrived(query, answer) => {
            answers.insert(query, answer);
            Action::Console(ConsoleMsg::CopyReadyLines).into()
        }
        CacheMsg::AnswerProgressed(query, progress, part) => {
            answers.note_progress(&query, progress, part);
            UpdateOutcome::default()
        }
        CacheMsg::AnswerStopped(query) => match answers.stop_waiting(&query) {
            true => Effect::Worker(WorkerEffect::CancelQuery(query)).into(),
            false => UpdateOutcome::default(),
        },
        CacheMsg::DetailRequested(run_number, number) => request_detail(details, run_number, number).into(),
    }
}

/// What the current moment needs from the worker.
pub struct DataNeeds {
    /// The indices of attempts per visible run: that of the moment, and its neighbors, which are likely to be shown next.
    pub attempts: Vec<(RunNumber, Vec<usize>)>,
    /// The open queries.
    pub queries: Vec<Query>,
}

/// Requests missing details and answers, and cancels queries that are no longer needed.
pub fn request_missing(details: &mut DetailCache, answers: &mut AnswerCache, needs: DataNeeds) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (run_number, attempts) in needs.attempts {
        let attempts = details.request_missing(run_number, attempts);
        if !attempts.is_empty() {
            effects.push(Effect::Worker(WorkerEffect::RequestDetails { run: run_number, attempts }));
        }
    }
    for query in answers.forget_unneeded(&needs.queries) {
        effects.push(Effect::Worker(WorkerEffect::CancelQuery(query)));
    }
    for query in needs.queries {
        if answers.request_if_missing(&query) {
            effects.push(Effect::Worker(WorkerEffect::SendQuery(query)));
        }
    }
    effects
}

/// Requests a detail that is neither cached nor requested.
pub fn request_detail(details: &mut DetailCache, run_number: RunNumber, number: usize) -> Vec<Effect> {
    let attempts = details.request_missing(run_number, [number]);
    if attempts.is_empty() {
        Vec::new()
    } else {
        vec![Effect::Worker(WorkerEffect::RequestDetails { run: run_number, attempts })]
    }
}
