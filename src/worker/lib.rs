//! The worker: the thread around the [runs](Runs). It knows the engine, and nothing of the page.
//!
//! The worker has late parts. `answering` answers questions and makes files; it comes when the first run is over.
//! `configuring` reads documents about the scheduler and has what earlier releases run, `rare` decodes objects of kinds that few texts have, and `claiming`
//! knows claims for devices: each comes for a text that has one. `acting` acts beside the scheduler, and comes when a run
//! gets to that. `reading` reads files. `Runs` names the part that an order needs, and takes the order once more when it is
//! there; orders that came later wait behind it (`worker`). `Service` has them all.

pub mod late;
mod port;
pub mod reading;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

use late::{Part, Program, Read};
use port::tell;

use answers::Runs;
use wire::{Order, Reply};

/// What the worker keeps while it serves.
struct Worker {
    scope: DedicatedWorkerGlobalScope,
    program: Program,
    runs: RefCell<Runs>,
    reads: Cell<Option<Read>>,
    /// Orders that are not taken yet, with the files that came beside them.
    orders: RefCell<VecDeque<(Order, Vec<Blob>)>>,
    /// Whether the first of them waits for a part of the program. What came later waits behind it.
    waits: Cell<bool>,
    /// Counts the runs: a newer one ends those before.
    run: Cell<u32>,
}

/// Serves orders until the page goes.
pub fn start(program: Program) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let dying = scope.clone();
    // Text is no reply: these are the last words of an engine that stops.
    std::panic::set_hook(Box::new(move |why| {
        let _ = dying.post_message(&format!("panic {why}").into());
    }));
    let worker = Rc::new(Worker {
        scope: scope.clone(),
        program,
        runs: RefCell::default(),
        reads: Cell::default(),
        orders: RefCell::default(),
        waits: Cell::default(),
        run: Cell::default(),
    });
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let data = message.data();
        // Files come beside their order.
        let parts = data.dyn_ref::<Array>();
        let bytes = parts.map_or_else(|| data.clone(), |parts| parts.get(0));
        match wire::read(&Uint8Array::new(&bytes).to_vec()) {
            Ok(order) => {
                let files = parts.into_iter().flat_map(Array::iter).filter_map(|it| it.dyn_into().ok()).collect();
                worker.orders.borrow_mut().push_back((order, files));
                worker.work();
            }
            Err(error) => gloo::console::error!(format!("an order that cannot be read: {error}")),
        }
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    // It listens as long as the thread lives.
    listener.forget();
    tell(&scope, &Reply::Ready);
}

impl Worker {
    /// Takes the orders that are there, up to one that waits for a part.
    fn work(self: &Rc<Self>) {
        while !self.waits.get() {
            let Some((order, files)) = self.orders.borrow_mut().pop_front() else { return };
            if let Err(part) = self.obey(&order, &files) {
                self.orders.borrow_mut().push_front((order, files));
                self.waits.set(true);
                let worker = Rc::clone(self);
                spawn_local(async move {
                    if worker.fetch(part).await {
                        worker.waits.set(false);
                        worker.work();
                    } else {
                        worker.lacks_a_part();
                    }
                });
            }
        }
    }

    fn obey(self: &Rc<Self>, order: &Order, files: &[Blob]) -> Result<(), Part> {
        match order {
            Order::Read { number, names } => {
                let read = self.reads.get().ok_or(Part::Reading)?;
                spawn_local(read(self.scope.clone(), *number, names.clone(), files.to_vec()));
            }
            Order::StopReading => reading::stop(),
            order => {
                let replies = self.runs.borrow_mut().take(order)?;
                for reply in &replies {
                    tell(&self.scope, reply);
                }
                if matches!(order, Order::Run { .. }) {
                    spawn_local(Rc::clone(self).go_on());
                }
            }
        }
        Ok(())
    }

    /// Sends the run piece by piece.
    async fn go_on(self: Rc<Self>) {
        let run = self.run.get() + 1;
        self.run.set(run);
        loop {
            let gone_on = self.runs.borrow_mut().go_on();
            match gone_on {
                Ok(Some(reply)) => tell(&self.scope, &reply),
                Ok(None) => break,
                Err(part) if self.fetch(part.into()).await => {}
                Err(_) => return self.lacks_a_part(),
            }
            // A breath, in which an order can come in.
            gloo::timers::future::TimeoutFuture::new(0).await;
            if self.run.get() != run {
                return;
            }
        }
        // Questions come next. If this does not come now, the first of them tries again.
        if self.runs.borrow().parts.answering.is_none() {
            self.fetch(Part::Engine(answers::Part::Answering)).await;
        }
    }

    /// The page starts another worker, or says that the part cannot be fetched.
    fn lacks_a_part(&self) {
        let _ = self.scope.post_message(&"fetch a part of the engine did not come".into());
    }

    /// Fetches a part, and tells whether it is there.
    async fn fetch(&self, part: Part) -> bool {
        let Program { answering, configuring, rare, claiming, acting, reading } = self.program;
        let came = match part {
            Part::Engine(answers::Part::Answering) => (answering.fetch)(),
            Part::Engine(answers::Part::Configuring) => (configuring.fetch)(),
            Part::Engine(answers::Part::Rare) => (rare.fetch)(),
            Part::Engine(answers::Part::Claiming) => (claiming.fetch)(),
            Part::Engine(answers::Part::Acting) => (acting.fetch)(),
            Part::Reading => (reading.fetch)(),
        }
        .await;
        if came {
            let parts = &mut self.runs.borrow_mut().parts;
            match part {
                Part::Engine(answers::Part::Answering) => parts.answering = Some(answering.does),
                Part::Engine(answers::Part::Configuring) => parts.configuring = Some(configuring.does),
                Part::Engine(answers::Part::Rare) => parts.rare = Some(rare.does),
                Part::Engine(answers::Part::Claiming) => parts.claiming = Some(claiming.does),
                Part::Engine(answers::Part::Acting) => parts.acting = Some(acting.does),
                Part::Reading => self.reads.set(Some(reading.does)),
            }
        }
        came
    }
}

#[cfg(test)]
mod tests {
    use answers::Service;
    use releases::Release;
    use wire::{Order, Reply};

    #[test]
    fn runs_and_details_arrive_as_they_were_sent() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/scenarios");
        for file in std::fs::read_dir(folder).expect("scenarios") {
            let text = std::fs::read_to_string(file.expect("a file").path()).expect("a scenario");
            for release in Release::ALL {
                let mut service = Service::default();
                let (run, text, release) = (1, text.clone(), Some(release));
                let mut sent = service.take(Order::Run { run, text: text.into(), release, keep: Vec::new() });
                sent.extend(std::iter::from_fn(|| service.go_on()));
                sent.extend(service.take(Order::Details { run, attempts: (0..50).collect() }));
                for reply in sent {
                    let bytes = wire::written(&reply).expect("bytes");
                    let arrived: Reply = wire::read(&bytes).expect("a reply");
                    assert!(arrived == reply, "{release:?}: {arrived:?}\n{reply:?}");
                }
            }
        }
    }
}
