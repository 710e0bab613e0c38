//! The worker: the thread around the [runs](Runs). It knows the engine, and nothing of the page.
//!
//! The worker has late parts. `answering` answers questions and makes files; it comes when the first run is over.
//! `configuring` reads documents about the scheduler and has what earlier releases run, `rare` decodes objects of kinds that few texts have, and `claiming`
//! knows claims for devices: each comes for a text that has one. `acting` acts beside the scheduler, and comes when a run
//! gets to that. `file_reading` reads files. `Runs` names the part that an order needs, and takes the order once more when it is
//! there; orders that came later wait behind it (`worker`). `Service` has them all.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // not the engine

pub mod file_reading;
pub mod lazy_parts;
mod reply_port;

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    rc::Rc,
};

use js_sys::{Array, Uint8Array};
use lazy_parts::{ReadFilesFn, WorkerPart, WorkerProgram};
use protocol::{Reply, Request};
use queries::Runs;
use reply_port::post_reply;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

/// What the worker keeps while it serves.
struct Worker {
    scope: DedicatedWorkerGlobalScope,
    program: WorkerProgram,
    runs: RefCell<Runs>,
    read_files: Cell<Option<ReadFilesFn>>,
    /// Orders that are not taken yet, with the files that came beside them.
    pending_requests: RefCell<VecDeque<(Request, Vec<Blob>)>>,
    /// Whether the first of them waits for a part of the program. What came later waits behind it.
    is_waiting_for_part: Cell<bool>,
    /// Counts the runs: a newer one ends those before.
    run: Cell<u32>,
}

/// Serves orders until the page goes.
pub fn start(program: WorkerProgram) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let dying = scope.clone();
    // Text is no reply: these are the last words of an engine that stops.
    std::panic::set_hook(Box::new(move |panic_info| {
        let _ = dying.post_message(&format!("panic {panic_info}").into());
    }));
    let worker = Rc::new(Worker {
        scope: scope.clone(),
        program,
        runs: RefCell::default(),
        read_files: Cell::default(),
        pending_requests: RefCell::default(),
        is_waiting_for_part: Cell::default(),
        run: Cell::default(),
    });
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let data = message.data();
        // Files come beside their order.
        let message_parts = data.dyn_ref::<Array>();
        let bytes = message_parts.map_or_else(|| data.clone(), |parts| parts.get(0));
        match protocol::decode(&Uint8Array::new(&bytes).to_vec()) {
            Ok(order) => {
                let files =
                    message_parts.into_iter().flat_map(Array::iter).filter_map(|part| part.dyn_into().ok()).collect();
                worker.pending_requests.borrow_mut().push_back((order, files));
                worker.handle_pending();
            }
            Err(error) => gloo::console::error!(format!("an order that cannot be read: {error}")),
        }
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    // It listens as long as the thread lives.
    listener.forget();
    post_reply(&scope, &Reply::Ready);
}

impl Worker {
    /// Takes the orders that are there, up to one that waits for a part.
    fn handle_pending(self: &Rc<Self>) {
        while !self.is_waiting_for_part.get() {
            let Some((order, files)) = self.pending_requests.borrow_mut().pop_front() else { return };
            if let Err(worker_part) = self.handle_request(&order, &files) {
                self.pending_requests.borrow_mut().push_front((order, files));
                self.is_waiting_for_part.set(true);
                let worker = Rc::clone(self);
                spawn_local(async move {
                    if worker.fetch(worker_part).await {
                        worker.is_waiting_for_part.set(false);
                        worker.handle_pending();
                    } else {
                        worker.report_missing_part();
                    }
                });
            }
        }
    }

    fn handle_request(self: &Rc<Self>, order: &Request, files: &[Blob]) -> Result<(), WorkerPart> {
        match order {
            Request::ReadFiles { number, names } => {
                let read = self.read_files.get().ok_or(WorkerPart::Reading)?;
                spawn_local(read(self.scope.clone(), *number, names.clone(), files.to_vec()));
            }
            Request::StopReading => file_reading::stop_reading(),
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

    /// Sends the run piece by piece.
    async fn send_run(self: Rc<Self>) {
        let run_number = self.run.get() + 1;
        self.run.set(run_number);
        loop {
            let gone_on = self.runs.borrow_mut().advance();
            match gone_on {
                Ok(Some(reply)) => post_reply(&self.scope, &reply),
                Ok(None) => break,
                Err(engine_part) if self.fetch(engine_part.into()).await => {}
                Err(_) => return self.report_missing_part(),
            }
            // A breath, in which an order can come in.
            gloo::timers::future::TimeoutFuture::new(0).await;
            if self.run.get() != run_number {
                return;
            }
        }
        // Questions come next. If this does not come now, the first of them tries again.
        if self.runs.borrow().parts.answer.is_none() {
            self.fetch(WorkerPart::Engine(queries::EnginePart::Questions)).await;
        }
    }

    /// The page starts another worker, or says that the part cannot be fetched.
    fn report_missing_part(&self) {
        let _ = self.scope.post_message(&"fetch a part of the engine did not come".into());
    }

    /// Fetches a part, and tells whether it is there.
    async fn fetch(&self, worker_part: WorkerPart) -> bool {
        let WorkerProgram { answering, configuring, rare, claiming, acting, reading } = self.program;
        let is_loaded = match worker_part {
            WorkerPart::Engine(queries::EnginePart::Questions) => (answering.fetch)(),
            WorkerPart::Engine(queries::EnginePart::Configuration) => (configuring.fetch)(),
            WorkerPart::Engine(queries::EnginePart::LazyKinds) => (rare.fetch)(),
            WorkerPart::Engine(queries::EnginePart::Claims) => (claiming.fetch)(),
            WorkerPart::Engine(queries::EnginePart::Controllers) => (acting.fetch)(),
            WorkerPart::Reading => (reading.fetch)(),
        }
        .await;
        if is_loaded {
            let lazy_parts = &mut self.runs.borrow_mut().parts;
            match worker_part {
                WorkerPart::Engine(queries::EnginePart::Questions) => lazy_parts.answer = Some(answering.function),
                WorkerPart::Engine(queries::EnginePart::Configuration) => {
                    lazy_parts.configure = Some(configuring.function);
                }
                WorkerPart::Engine(queries::EnginePart::LazyKinds) => lazy_parts.decode_lazy_kind = Some(rare.function),
                WorkerPart::Engine(queries::EnginePart::Claims) => lazy_parts.create_claims = Some(claiming.function),
                WorkerPart::Engine(queries::EnginePart::Controllers) => {
                    lazy_parts.run_controller_task = Some(acting.function);
                }
                WorkerPart::Reading => self.read_files.set(Some(reading.function)),
            }
        }
        is_loaded
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Reply, Request};
    use queries::Service;
    use releases::Release;

    #[test]
    fn runs_and_details_arrive_as_they_were_sent() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/scenarios");
        for file in std::fs::read_dir(folder).expect("scenarios") {
            let text = std::fs::read_to_string(file.expect("a file").path()).expect("a scenario");
            for release in Release::ALL {
                let mut service = Service::default();
                let (run_number, text, release) = (1, text.clone(), Some(release));
                let mut sent = service.handle_request(Request::Run {
                    run: run_number,
                    text: text.into(),
                    release,
                    keep: Vec::new(),
                });
                sent.extend(std::iter::from_fn(|| service.advance()));
                sent.extend(
                    service.handle_request(Request::FetchDetails { run: run_number, attempts: (0..50).collect() }),
                );
                for reply in sent {
                    let bytes = protocol::encode(&reply).expect("bytes");
                    let arrived: Reply = protocol::decode(&bytes).expect("a reply");
                    assert!(arrived == reply, "{release:?}: {arrived:?}\n{reply:?}");
                }
            }
        }
    }
}
