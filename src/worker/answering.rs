//! Answers questions on the worker's thread in slices: between slices, requests are handled, runs continue, and questions may be canceled.

use std::{cell::RefCell, rc::Rc};

use gloo::timers::future::TimeoutFuture;
use js_sys::Date;
use protocol::Request;
use queries::{AnswerQueue, Runs};
use wasm_bindgen_futures::spawn_local;
use web_sys::DedicatedWorkerGlobalScope;

use super::reply_port::post_reply;

/// The length of a slice in milliseconds, which delays a step of the run by at most as much.
const SLICE: f64 = 24.0;
/// Milliseconds between two reports of an answer's progress.
const PROGRESS_PAUSE: f64 = 200.0;
/// Milliseconds until the first partial answer is sent. The interval then doubles each time, because drawing them takes time.
const FIRST_PART: f64 = 600.0;

/// The questions that are being answered.
#[derive(Default)]
struct Answering {
    queue: AnswerQueue,
    /// Whether `answer_in_slices` is running.
    is_busy: bool,
    /// When the slices began. This time and the following ones are in milliseconds, as `Date.now` returns them.
    begun: f64,
    /// When the next progress report is sent.
    next_progress: f64,
    /// When the next partial answer is sent.
    next_part: f64,
}

thread_local! {
    static ANSWERING: RefCell<Answering> = RefCell::default();
}

/// Adds a question, or cancels one.
pub fn handle_query(scope: &DedicatedWorkerGlobalScope, runs: &Rc<RefCell<Runs>>, order: &Request) {
    ANSWERING.with_borrow_mut(|answering| match order {
        Request::Query(query) => {
            if let Some(reply) = answering.queue.ask(&runs.borrow(), query.clone()) {
                post_reply(scope, &reply);
            }
            answering.begun = Date::now();
            (answering.next_progress, answering.next_part) =
                (answering.begun + PROGRESS_PAUSE, answering.begun + FIRST_PART);
            if !answering.queue.is_empty() && !answering.is_busy {
                answering.is_busy = true;
                spawn_local(answer_in_slices(scope.clone(), Rc::clone(runs)));
            }
        }
        Request::CancelQuery(query) => answering.queue.cancel(query),
        _ => {}
    });
}

/// Works in slices until no question is left.
async fn answer_in_slices(scope: DedicatedWorkerGlobalScope, runs: Rc<RefCell<Runs>>) {
    while ANSWERING.with_borrow_mut(|answering| answering.work_for_slice(&scope, &runs.borrow())) {
        // Yields, so that requests can be handled.
        TimeoutFuture::new(0).await;
    }
}

impl Answering {
    /// Works on the first question for a slice; returns whether there is more to do.
    fn work_for_slice(&mut self, scope: &DedicatedWorkerGlobalScope, runs: &Runs) -> bool {
        let end = Date::now() + SLICE;
        while !self.queue.is_empty() && Date::now() < end {
            let reply = self.queue.advance(runs).or_else(|| self.queue.report_news());
            if let Some(reply) = reply {
                post_reply(scope, &reply);
            }
        }
        let now = Date::now();
        if now >= self.next_progress {
            let has_part = now >= self.next_part;
            if let Some(reply) = self.queue.report_progress(has_part) {
                post_reply(scope, &reply);
            }
            self.next_progress = now + PROGRESS_PAUSE;
            if has_part {
                self.next_part = now + (now - self.begun);
            }
        }
        self.queue.rotate();
        self.is_busy = !self.queue.is_empty();
        self.is_busy
    }
}
