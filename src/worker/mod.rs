//! The worker: the thread around a [`Service`]. It knows the engine, and nothing of the page.

mod port;
mod reading;

use std::cell::{Cell, RefCell};

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use port::tell;

use crate::answers::Service;
use crate::wire::{self, Order, Reply};

type Listener = Closure<dyn FnMut(MessageEvent)>;

thread_local! {
    static SERVICE: RefCell<Service> = RefCell::default();
    /// Counts the runs: a newer one ends those before.
    static RUNS: Cell<u32> = const { Cell::new(0) };
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Serves orders until the page goes.
pub fn start() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let own = scope.clone();
    let dying = scope.clone();
    // Text is no reply: these are the last words of an engine that stops.
    std::panic::set_hook(Box::new(move |why| {
        let _ = dying.post_message(&format!("panic {why}").into());
    }));
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let data = message.data();
        // Files come beside their order.
        let parts = data.dyn_ref::<Array>();
        let bytes = parts.map_or_else(|| data.clone(), |parts| parts.get(0));
        match wire::read(&Uint8Array::new(&bytes).to_vec()) {
            Ok(Order::Read { number, names }) => {
                let blobs = parts.into_iter().flat_map(Array::iter).filter_map(|it| it.dyn_into().ok()).collect();
                wasm_bindgen_futures::spawn_local(reading::read(own.clone(), number, names, blobs));
            }
            Ok(Order::StopReading) => reading::stop(),
            Ok(order) => obey(&own, order),
            Err(error) => gloo::console::error!(format!("an order that cannot be read: {error}")),
        }
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    LISTENER.with(|kept| kept.replace(Some(listener)));
    tell(&scope, &Reply::Ready);
}

fn obey(scope: &DedicatedWorkerGlobalScope, order: Order) {
    let begins = matches!(order, Order::Run { .. });
    for reply in SERVICE.with_borrow_mut(|service| service.take(order)) {
        tell(scope, &reply);
    }
    if begins {
        wasm_bindgen_futures::spawn_local(go_on(scope.clone()));
    }
}

/// Sends the run piece by piece.
async fn go_on(scope: DedicatedWorkerGlobalScope) {
    let run = RUNS.get() + 1;
    RUNS.set(run);
    while let Some(reply) = SERVICE.with_borrow_mut(Service::go_on) {
        tell(&scope, &reply);
        // A breath, in which an order can come in.
        gloo::timers::future::TimeoutFuture::new(0).await;
        if RUNS.get() != run {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::releases::Release;

    #[test]
    fn runs_and_details_arrive_as_they_were_sent() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/www/scenarios");
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
