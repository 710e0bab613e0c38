//! The connection to the worker, and detection of its failures.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::timers::callback::Timeout;
use js_sys::{Array, Uint8Array};
use page_state::actions::{import::ChosenFile, recovery::FailureKind};
use protocol::{Reply, Request};
use ui::name_lock;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, Event, File, MessageEvent};

use crate::page_metadata;

pub enum WorkerEvent {
    Reply(Box<Reply>),
    /// The worker failed and will send nothing more; with a message.
    Failed(FailureKind, String),
}

/// Milliseconds after the end of the worker until a failure is reported. A page that is left ends its worker, which is not a failure.
const FAREWELL: u32 = 300;

/// The script that starts the worker's program. The build names its files after their contents, and the page's metadata has these names. Errors are
/// posted as text, unlike replies. A browser that ends a worker reports nothing, but releases the worker's lock.
fn worker_boot_script() -> Option<String> {
    let base_name = page_metadata::meta_content("worker")?;
    let (script, module) = (
        page_metadata::file_address(&format!("{base_name}.js")),
        page_metadata::file_address(&format!("{base_name}_bg.wasm")),
    );
    Some(format!(
        "const lock = `schedscope.worker.${{Math.random()}}`;\n\
         navigator.locks?.request(lock, () => {{ postMessage(`holds ${{lock}}`); return new Promise(() => {{}}); }}).catch(() => {{}});\n\
         addEventListener(\"unhandledrejection\", ({{ reason }}) => {{\n\
         if (reason instanceof WebAssembly.RuntimeError) setTimeout(() => {{ throw reason; }});\n\
         }});\n\
         const tell = (what) => (error) => {{ postMessage(`${{what}} ${{error}}`); throw error; }};\n\
         const {{ default: init }} = await import({script:?}).catch(tell(\"script\"));\n\
         const found = await fetch({module:?}).catch(tell(\"fetch\"));\n\
         if (!found.ok) tell(\"fetch\")(`${{found.status}} ${{found.url}}`);\n\
         await init({{ module_or_path: found }})\n\
         .catch((error) => tell(/Compile|WebAssembly/.test(error) ? \"compile\" : \"fetch\")(error));\n"
    ))
}

/// The page's end of the connection.
pub struct WorkerLink {
    worker: web_sys::Worker,
    unsent: Rc<RefCell<Option<Vec<JsValue>>>>,
    /// Whether a failure was reported, or none is to be reported anymore.
    broken: Rc<Cell<bool>>,
    _listener: Closure<dyn FnMut(MessageEvent)>,
    _error_listener: Closure<dyn FnMut(Event)>,
}

impl WorkerLink {
    /// Starts the worker; `on_event` receives every reply, and at most one failure.
    pub fn start_worker(on_event: impl Fn(WorkerEvent) + 'static) -> Result<Self, JsValue> {
        let boot = worker_boot_script().ok_or("the page does not name its worker")?;
        // A worker from a blob inherits the page's content security policy.
        let kind = web_sys::BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let blob = web_sys::Blob::new_with_str_sequence_and_options(&Array::of1(&boot.into()), &kind)?;
        let address = web_sys::Url::create_object_url_with_blob(&blob)?;
        let options = web_sys::WorkerOptions::new();
        options.set_type(web_sys::WorkerType::Module);
        let worker = web_sys::Worker::new_with_options(&address, &options)?;
        let queued_messages = Rc::new(RefCell::new(Some(Vec::<JsValue>::new())));
        let on_event = Rc::new(on_event);
        let broken = Rc::new(Cell::new(false));
        // The engine's output before it failed.
        let last_words = Rc::new(RefCell::new(String::new()));
        let breaks = {
            let (on_event, broken) = (Rc::clone(&on_event), Rc::clone(&broken));
            move |failure_kind, text| {
                if !broken.replace(true) {
                    on_event(WorkerEvent::Failed(failure_kind, text));
                }
            }
        };
        let ends = {
            let (started, last_message, breaks) = (Rc::clone(&queued_messages), Rc::clone(&last_words), breaks.clone());
            move || {
                let failure_kind = if started.borrow().is_some() { FailureKind::Start } else { FailureKind::Died };
                breaks(failure_kind, last_message.take());
            }
        };
        let (queue, port, last_message, fails) =
            (Rc::clone(&queued_messages), worker.clone(), Rc::clone(&last_words), breaks.clone());
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
            if let Some(text) = message.data().as_string() {
                match text.split_once(' ') {
                    Some(("script", item)) => fails(FailureKind::Script, item.to_owned()),
                    Some(("fetch", item)) => fails(FailureKind::Fetch, item.to_owned()),
                    Some(("compile", item)) => fails(FailureKind::Compile, item.to_owned()),
                    Some(("holds", lock)) => {
                        let ends = ends.clone();
                        name_lock::watch_release(lock, move || drop(Timeout::new(FAREWELL, ends).forget()));
                    }
                    _ => *last_message.borrow_mut() = text,
                }
                return;
            }
            match protocol::decode(&Uint8Array::new(&message.data()).to_vec()) {
                Reply::Ready => {
                    for order in queue.borrow_mut().take().unwrap_or_default() {
                        post_message(&port, &order);
                    }
                }
                reply => on_event(WorkerEvent::Reply(Box::new(reply))),
            }
        });
        worker.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        let started = Rc::clone(&queued_messages);
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            // The page shows the error; the console already has the engine's own message.
            event.prevent_default();
            let text = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
            let words = last_words.take();
            let text = if words.is_empty() { text } else { format!("{text}: {words}") };
            let failure_kind = if started.borrow().is_some() { FailureKind::Start } else { FailureKind::Died };
            breaks(failure_kind, text);
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, unsent: queued_messages, broken, _listener: listener, _error_listener: on_error })
    }

    /// Sends a request now or when the worker is ready. Files are passed as handles.
    pub fn send_request(&self, order: &Request, files: &[ChosenFile]) {
        let Some(bytes) = protocol::encode_request(order) else { return };
        let bytes = Uint8Array::from(&bytes[..]);
        let message: JsValue = if files.is_empty() {
            bytes.into()
        } else {
            let transfer_list = Array::of1(&bytes);
            for file in files {
                transfer_list.push(file.handle.get::<File>());
            }
            transfer_list.into()
        };
        match &mut *self.unsent.borrow_mut() {
            Some(queued_messages) => queued_messages.push(message),
            None => post_message(&self.worker, &message),
        }
    }
}

/// Sends a request with its files. Its bytes are transferred without a copy.
fn post_message(worker: &web_sys::Worker, message: &JsValue) {
    let bytes = message.dyn_ref::<Array>().map_or_else(|| message.clone(), |message_parts| message_parts.get(0));
    let bytes: Uint8Array = bytes.unchecked_into();
    // Only a worker that has ended rejects a message, and its end is reported separately.
    let _ = worker.post_message_with_transfer(message, &Array::of1(&bytes.buffer()));
}

impl Drop for WorkerLink {
    fn drop(&mut self) {
        self.broken.set(true);
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
