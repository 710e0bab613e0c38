//! Names that one tab or worker of an origin holds at a time (the Web Locks API): with them, tabs notice each other, and a page notices that its
//! worker has ended.

use gloo::{timers::callback::Timeout, utils::window};
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Milliseconds that the browser has to answer.
const LOCK_TIMEOUT: u32 = 500;

#[wasm_bindgen]
extern "C" {
    /// A `LockManager`.
    type BrowserLocks;
    #[wasm_bindgen(method, catch)]
    fn request(this: &BrowserLocks, name: &str, options: &JsValue, callback: &JsValue) -> Result<Promise, JsValue>;
}

/// The owner of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockOwner {
    /// This tab, until it is closed.
    ThisTab,
    /// Another tab.
    OtherTab,
    /// The browser doesn't support locks.
    Unknown,
}

/// The browser's locks, if it has them.
fn locks() -> Option<BrowserLocks> {
    let locks = Reflect::get(&window().navigator(), &"locks".into()).unwrap_or_default();
    locks.is_object().then(|| locks.unchecked_into())
}

/// Calls `on_done` once the name is released. Without browser support, it is never called.
pub fn watch_release(name: &str, on_done: impl FnOnce() + 'static) {
    let Some(locks) = locks() else { return };
    let callback = Closure::once_into_js(on_done);
    // If the request is rejected, nothing is known about the name.
    let _ = locks.request(name, &Object::new(), &callback);
}

/// Claims a name for this tab, if no other tab holds it.
pub async fn claim_name(name: &str) -> LockOwner {
    let Some(locks) = locks() else { return LockOwner::Unknown };
    let options = Object::new();
    let _ = Reflect::set(&options, &"ifAvailable".into(), &true.into());
    let answer = Promise::new(&mut |resolve: Function, _| {
        let late = resolve.clone();
        Timeout::new(LOCK_TIMEOUT, move || {
            let _ = late.call0(&JsValue::NULL);
        })
        .forget();
        let callback = Closure::once_into_js(move |lock: JsValue| {
            let _ = resolve.call1(&JsValue::NULL, &lock.is_object().into());
            // The lock is held until this promise ends, which it never does.
            if lock.is_object() { Promise::new(&mut |_, _| {}) } else { Promise::resolve(&JsValue::NULL) }
        });
        let _ = locks.request(name, &options, &callback);
    });
    match JsFuture::from(answer).await.ok().and_then(|answer| answer.as_bool()) {
        Some(true) => LockOwner::ThisTab,
        Some(false) => LockOwner::OtherTab,
        None => LockOwner::Unknown,
    }
}
