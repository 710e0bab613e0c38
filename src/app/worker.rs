//! The engine in a worker: takes texts, streams events.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Uint8Array;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::releases::Release;
use crate::simulation::{Event, Simulation};

use super::load;
use super::state::{Loaded, Problem};

/// Events to a message, at first: something is to be seen at once.
const FIRST_CHUNK: usize = 100;
/// Events to a message later on, when each has to join a longer log: a run can still be cancelled in between.
const LARGEST_CHUNK: usize = 16_000;

/// From the page.
#[derive(Debug, Serialize, Deserialize)]
pub struct Order {
    /// Number of the run. A higher one ends those before.
    pub run: u32,
    /// The manifests.
    pub text: String,
    /// The release, where the text's own does not count.
    pub release: Option<Release>,
    /// Nodes to add.
    pub nodes: usize,
    /// There is nothing to run; whatever runs is to stop.
    pub cancel: bool,
}

/// To the page.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The worker is there.
    Ready,
    /// The text is read.
    Loaded(u32, Loaded),
    /// The text cannot be run.
    Rejected(u32, Vec<Problem>),
    /// Events, and whether they are the last.
    Events(u32, Vec<Event>, bool),
}

type Listener = Closure<dyn FnMut(MessageEvent)>;

thread_local! {
    static CURRENT: Cell<u32> = const { Cell::new(0) };
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Serves orders until the page goes.
pub fn serve(scope: &DedicatedWorkerGlobalScope) {
    let own = scope.clone();
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        if let Ok(order) = read::<Order>(&message) {
            CURRENT.set(order.run);
            if !order.cancel {
                wasm_bindgen_futures::spawn_local(perform(own.clone(), order));
            }
        }
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    LISTENER.with(|kept| kept.replace(Some(listener)));
    tell(scope, &Answer::Ready);
}

fn tell(scope: &DedicatedWorkerGlobalScope, answer: &Answer) {
    if let Some(bytes) = written(answer) {
        // Only a page that is gone refuses.
        let _ = scope.post_message_with_transfer(&bytes, &js_sys::Array::of1(&bytes.buffer()));
    }
}

/// A message as bytes that change hands without a copy. Both ends are the same program, so names of fields need not go along.
fn written(message: &impl Serialize) -> Option<Uint8Array> {
    postcard::to_allocvec(message).ok().map(|bytes| Uint8Array::from(&bytes[..]))
}

fn read<T: DeserializeOwned>(message: &MessageEvent) -> Result<T, postcard::Error> {
    postcard::from_bytes(&Uint8Array::new(&message.data()).to_vec())
}

async fn perform(scope: DedicatedWorkerGlobalScope, order: Order) {
    let run = order.run;
    let (loaded, scenario) = match load::scenario(&order.text, order.release, order.nodes) {
        Ok(found) => found,
        Err(problems) => return tell(&scope, &Answer::Rejected(run, problems)),
    };
    tell(&scope, &Answer::Loaded(run, loaded));
    let mut simulation = Simulation::new(scenario);
    let mut events = Vec::new();
    let mut chunk = FIRST_CHUNK;
    while let Some(more) = simulation.step() {
        events.extend(more);
        if events.len() >= chunk {
            chunk = (chunk * 2).min(LARGEST_CHUNK);
            tell(&scope, &Answer::Events(run, std::mem::take(&mut events), false));
            // A breath, in which a newer order can come in.
            gloo::timers::future::TimeoutFuture::new(0).await;
            if CURRENT.get() != run {
                return;
            }
        }
    }
    tell(&scope, &Answer::Events(run, events, true));
}

/// The page's end of the worker.
pub struct Link {
    worker: web_sys::Worker,
    waiting: Rc<RefCell<Option<Vec<Uint8Array>>>>,
    _listener: Closure<dyn FnMut(MessageEvent)>,
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static SCRIPT: String;
}

/// Loads the page's own script in the worker and starts the module that the page has compiled already.
const BOOT: &str = "self.onmessage = async ({ data }) => {\n  self.onmessage = null;\n  \
    const { default: init } = await import(data.script);\n  await init({ module_or_path: data.module });\n};\n";

impl Link {
    /// Starts the worker; `hear` gets every answer.
    pub fn start(hear: impl Fn(Answer) + 'static) -> Result<Self, JsValue> {
        let parts = js_sys::Array::of1(&JsValue::from_str(BOOT));
        let kind = web_sys::BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &kind)?;
        let address = web_sys::Url::create_object_url_with_blob(&blob)?;
        let options = web_sys::WorkerOptions::new();
        options.set_type(web_sys::WorkerType::Module);
        let worker = web_sys::Worker::new_with_options(&address, &options)?;
        let waiting = Rc::new(RefCell::new(Some(Vec::<Uint8Array>::new())));
        let (queue, port) = (Rc::clone(&waiting), worker.clone());
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| match read(&message) {
            Ok(Answer::Ready) => {
                for order in queue.borrow_mut().take().unwrap_or_default() {
                    let _ = port.post_message(&order);
                }
            }
            Ok(answer) => hear(answer),
            Err(error) => gloo::console::error!(format!("an answer that cannot be read: {error}")),
        });
        worker.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        let boot = js_sys::Object::new();
        js_sys::Reflect::set(&boot, &"script".into(), &SCRIPT.with(|url| JsValue::from_str(url)))?;
        js_sys::Reflect::set(&boot, &"module".into(), &wasm_bindgen::module())?;
        worker.post_message(&boot)?;
        Ok(Self { worker, waiting, _listener: listener })
    }

    /// Sends an order, now or when the worker is there.
    pub fn send(&self, order: &Order) {
        let Some(bytes) = written(order) else { return };
        match &mut *self.waiting.borrow_mut() {
            Some(waiting) => waiting.push(bytes),
            None => {
                let _ = self.worker.post_message(&bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::gallery;

    #[test]
    fn runs_arrive_as_they_were_sent() {
        for (_, text) in gallery::numbered().flat_map(|(_, scenarios)| scenarios) {
            for release in Release::ALL {
                let (loaded, scenario) = load::scenario(text, Some(release), 0).expect("a built-in scenario");
                let events = Simulation::new(scenario).run().1;
                let bytes = postcard::to_allocvec(&events).expect("bytes");
                let arrived: Vec<Event> = postcard::from_bytes(&bytes).expect("events");
                let differs = arrived.iter().zip(&events).find(|(arrived, sent)| arrived != sent);
                assert_eq!(differs, None, "{} {release}", loaded.title.en);
                assert_eq!(arrived.len(), events.len());
            }
        }
    }
}
