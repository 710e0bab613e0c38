//! The way to the worker.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

use crate::wire::{self, Order, Reply};

/// Starts the worker's program. The build names its files after what is in them, and tells the page their names.
fn boot() -> Option<String> {
    let document = gloo::utils::document();
    let named = document.query_selector("meta[name=worker]").ok()??.get_attribute("content")?;
    let address = |end: &str| {
        Some(web_sys::Url::new_with_base(&format!("{named}{end}"), &document.base_uri().ok()??).ok()?.href())
    };
    let (script, module) = (address(".js")?, address("_bg.wasm")?);
    Some(format!("import init from {script:?};\nawait init({{ module_or_path: {module:?} }});\n"))
}

/// The page's end of the worker.
pub struct Link {
    worker: web_sys::Worker,
    waiting: Rc<RefCell<Option<Vec<Uint8Array>>>>,
    _listener: Closure<dyn FnMut(MessageEvent)>,
}

impl Link {
    /// Starts the worker; `hear` gets every reply.
    pub fn start(hear: impl Fn(Reply) + 'static) -> Result<Self, JsValue> {
        let boot = boot().ok_or("the page does not name its worker")?;
        // A worker from a blob keeps the page's policy.
        let kind = web_sys::BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let blob = web_sys::Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&boot.into()), &kind)?;
        let address = web_sys::Url::create_object_url_with_blob(&blob)?;
        let options = web_sys::WorkerOptions::new();
        options.set_type(web_sys::WorkerType::Module);
        let worker = web_sys::Worker::new_with_options(&address, &options)?;
        let waiting = Rc::new(RefCell::new(Some(Vec::<Uint8Array>::new())));
        let (queue, port) = (Rc::clone(&waiting), worker.clone());
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
            match wire::read(&Uint8Array::new(&message.data()).to_vec()) {
                Ok(Reply::Ready) => {
                    for order in queue.borrow_mut().take().unwrap_or_default() {
                        let _ = port.post_message(&order);
                    }
                }
                Ok(reply) => hear(reply),
                Err(error) => gloo::console::error!(format!("a reply that cannot be read: {error}")),
            }
        });
        worker.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Ok(Self { worker, waiting, _listener: listener })
    }

    /// Sends an order, now or when the worker is there.
    pub fn send(&self, order: &Order) {
        let Some(bytes) = wire::written(order) else { return };
        let bytes = Uint8Array::from(&bytes[..]);
        match &mut *self.waiting.borrow_mut() {
            Some(waiting) => waiting.push(bytes),
            None => {
                let _ = self.worker.post_message(&bytes);
            }
        }
    }
}
