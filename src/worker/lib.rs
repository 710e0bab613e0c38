//! The worker: the thread around the [runs](Runs). It uses the engine, and nothing of the page.
//!
//! The worker has three chunks that are loaded when a request or a run needs them: one for the controllers and other components besides scheduler
//! and kubelets; one for questions, manifests with more than simple pods, and files; one for device claims. `Runs` returns the chunk that a request
//! needs. The request is repeated once the chunk is loaded; later requests wait. `WorkerService` has all chunks.
//!
//! Long answers are computed in slices (`answering`), and a run in batches of events: between slices and batches, the worker handles other
//! requests.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // not the engine

pub mod answering;
pub mod chunks;
pub mod file_reading;
pub mod list_reading;
mod reply_port;

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    rc::Rc,
};

use chunks::{ExtendedWorker, WorkerSplitPoints};
use js_sys::{Array, Uint8Array};
use protocol::{Reply, Request};
use queries::{EngineChunk, Runs};
use reply_port::post_reply;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

/// The state of the worker.
struct Worker {
    scope: DedicatedWorkerGlobalScope,
    split_points: WorkerSplitPoints,
    runs: Rc<RefCell<Runs>>,
    extended: Cell<Option<&'static ExtendedWorker>>,
    /// Requests that have not been handled yet, with their files.
    pending_requests: RefCell<VecDeque<(Request, Vec<Blob>)>>,
    /// Whether the first of them waits for a chunk, and the others behind it.
    is_waiting_for_chunk: Cell<bool>,
    /// The number of the current run loop; a newer one stops the earlier ones.
    run: Cell<u32>,
}

/// Handles requests until the page terminates the worker.
pub fn start(split_points: WorkerSplitPoints) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let dying = scope.clone();
    // Text is not a reply: this is the message of an engine that panics.
    std::panic::set_hook(Box::new(move |panic_info| {
        let _ = dying.post_message(&format!("panic {panic_info}").into());
    }));
    let worker = Rc::new(Worker {
        scope: scope.clone(),
        split_points,
        runs: Rc::default(),
        extended: Cell::default(),
        pending_requests: RefCell::default(),
        is_waiting_for_chunk: Cell::default(),
        run: Cell::default(),
    });
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let data = message.data();
        // Files come beside their request.
        let message_parts = data.dyn_ref::<Array>();
        let bytes = message_parts.map_or_else(|| data.clone(), |parts| parts.get(0));
        let order = protocol::decode(&Uint8Array::new(&bytes).to_vec());
        let files = message_parts.into_iter().flat_map(Array::iter).filter_map(|part| part.dyn_into().ok()).collect();
        worker.pending_requests.borrow_mut().push_back((order, files));
        worker.handle_pending();
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    // The listener lives as long as the thread.
    listener.forget();
    post_reply(&scope, &Reply::Ready);
}

impl Worker {
    /// Handles pending requests, up to one that needs a missing chunk.
    fn handle_pending(self: &Rc<Self>) {
        while !self.is_waiting_for_chunk.get() {
            let Some((order, files)) = self.pending_requests.borrow_mut().pop_front() else { return };
            if let Err(chunk) = self.handle_request(&order, &files) {
                self.pending_requests.borrow_mut().push_front((order, files));
                self.is_waiting_for_chunk.set(true);
                let worker = Rc::clone(self);
                spawn_local(async move {
                    if worker.fetch(chunk).await {
                        worker.is_waiting_for_chunk.set(false);
                        worker.handle_pending();
                    } else {
                        worker.report_missing_chunk();
                    }
                });
            }
        }
    }

    fn handle_request(self: &Rc<Self>, order: &Request, files: &[Blob]) -> Result<(), EngineChunk> {
        match order {
            Request::ReadFiles { number, names } => {
                let extended = self.extended.get().ok_or(EngineChunk::Extended)?;
                spawn_local((extended.read_files)(self.scope.clone(), *number, names.clone(), files.to_vec()));
            }
            Request::ReadPage { .. } | Request::ReadWatch { .. } | Request::JoinLists { .. } => {
                let extended = self.extended.get().ok_or(EngineChunk::Extended)?;
                spawn_local((extended.handle_lists)(self.scope.clone(), order.clone(), files.to_vec()));
            }
            Request::StopReading => {
                file_reading::stop_reading();
                if let Some(extended) = self.extended.get() {
                    (extended.forget_lists)();
                }
            }
            Request::Query(_) | Request::CancelQuery(_) => {
                let extended = self.extended.get().ok_or(EngineChunk::Extended)?;
                (extended.handle_query)(&self.scope, &self.runs, order);
            }
            order => {
                let replies = self.runs.borrow_mut().handle_request(order)?;
                for reply in &replies {
                    post_reply(&self.scope, reply);
                }
                if matches!(order, Request::Run { .. }) {
                    spawn_local(Rc::clone(self).send_run());
                }
            }
        }
        Ok(())
    }

    /// Computes the run and sends it in batches.
    async fn send_run(self: Rc<Self>) {
        let run_number = self.run.get() + 1;
        self.run.set(run_number);
        loop {
            let gone_on = self.runs.borrow_mut().advance();
            match gone_on {
                Ok(Some(reply)) => post_reply(&self.scope, &reply),
                Ok(None) => break,
                Err(chunk) if self.fetch(chunk).await => {}
                Err(_) => return self.report_missing_chunk(),
            }
            // Yields, so that requests can be handled.
            gloo::timers::future::TimeoutFuture::new(0).await;
            if self.run.get() != run_number {
                return;
            }
        }
        // Questions usually come next. If this fails, the first question tries again.
        if self.extended.get().is_none() {
            self.fetch(EngineChunk::Extended).await;
        }
    }

    /// Reports that a chunk could not be fetched; the page then starts another worker or shows an error.
    fn report_missing_chunk(&self) {
        let _ = self.scope.post_message(&"fetch a part of the engine did not come".into());
    }

    /// Fetches a chunk; returns whether it is loaded.
    async fn fetch(&self, chunk: EngineChunk) -> bool {
        match chunk {
            EngineChunk::Controllers => {
                let controllers = (self.split_points.fetch_controllers)().await;
                self.runs.borrow_mut().chunks.controllers = controllers;
                controllers.is_some()
            }
            EngineChunk::Extended => {
                let extended = (self.split_points.fetch_extended)().await;
                self.extended.set(extended);
                self.runs.borrow_mut().chunks.extended = extended.map(|extended| extended.engine);
                extended.is_some()
            }
            EngineChunk::Claims => {
                let claims = (self.split_points.fetch_claims)().await;
                self.runs.borrow_mut().chunks.claims = claims;
                claims.is_some()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Reply, Request};
    use queries::WorkerService;
    use releases::Release;

    #[test]
    fn runs_and_details_arrive_as_they_were_sent() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/scenarios");
        for file in std::fs::read_dir(folder).expect("scenarios") {
            let text = std::fs::read_to_string(file.expect("a file").path()).expect("a scenario");
            for release in Release::ALL {
                let mut service = WorkerService::default();
                let (run_number, text, release) = (1, text.clone(), Some(release));
                let request =
                    Request::Run { run: run_number, text: text.into(), release: release.into(), keep: Vec::new() };
                let bytes = protocol::encode_request(&request).expect("bytes");
                assert!(protocol::decode::<Request>(&bytes) == request, "{release:?}");
                let mut sent = service.handle_request(request);
                sent.extend(std::iter::from_fn(|| service.advance()));
                sent.extend(
                    service.handle_request(Request::FetchDetails { run: run_number, attempts: (0..50).collect() }),
                );
                for reply in sent {
                    let bytes = protocol::encode(&reply).expect("bytes");
                    let arrived: Reply = protocol::decode(&bytes);
                    assert!(arrived == reply, "{release:?}: {arrived:?}\n{reply:?}");
                }
            }
        }
    }
}
