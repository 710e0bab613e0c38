//! Requests to the API server of the cluster beside the page. They only read: [`get`] makes all of them, and knows no other verb.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::{
    timers::{
        callback::{Interval, Timeout},
        future::TimeoutFuture,
    },
    utils::window,
};
use js_sys::{Array, Date, Function, Object, Promise, Reflect, Uint8Array};
use page_state::{
    actions::{
        Action,
        live_cluster::{ApiFailure, ClusterMsg},
    },
    browser_handle::BrowserHandle,
    effects::ClusterEffect,
    live_cluster::list_calls::NAMESPACES,
};
use serde::Deserialize;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, File, Response};
use yew::Callback;

/// Milliseconds between two looks at the clock while a cluster is open.
const CLOCK_MILLIS: u32 = 5_000;
/// The hosts on which `kubectl proxy` serves the page.
const LOCAL_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// The most characters of a server's message that are shown.
const MAX_MESSAGE_CHARS: usize = 300;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = fetch)]
    fn fetch(address: &str, options: &Object) -> Promise;

    /// The body of an answer as it arrives.
    type ByteStream;
    #[wasm_bindgen(method, js_name = getReader)]
    fn get_reader(this: &ByteStream) -> ByteReader;

    type ByteReader;
    #[wasm_bindgen(method)]
    fn read(this: &ByteReader) -> Promise;

    type AbortController;
    #[wasm_bindgen(constructor)]
    fn new() -> AbortController;
    #[wasm_bindgen(method, getter)]
    fn signal(this: &AbortController) -> JsValue;
    #[wasm_bindgen(method)]
    fn abort(this: &AbortController);
}

thread_local! {
    /// Ends the requests that were not answered yet.
    static CONTROLLER: RefCell<Option<AbortController>> = const { RefCell::new(None) };
    static CLOCK: Cell<Option<Interval>> = const { Cell::new(None) };
}

pub fn run_cluster_effect(effect: ClusterEffect, dispatch: &Callback<Action>) {
    let dispatch = dispatch.clone();
    match effect {
        ClusterEffect::AskVersion(number) => spawn_local(async move {
            let answer = get_text("/version").await;
            dispatch.emit(ClusterMsg::VersionAnswered(number, answer).into());
        }),
        ClusterEffect::AskNamespaces(number) => spawn_local(async move {
            let answer = get_text(NAMESPACES).await;
            dispatch.emit(ClusterMsg::NamespacesAnswered(number, answer).into());
        }),
        ClusterEffect::GetPage { number, list, address } => spawn_local(async move {
            let answer = get_page(&address).await;
            dispatch.emit(ClusterMsg::PageAnswered(number, list, answer).into());
        }),
        ClusterEffect::Wait { number, list, seconds } => {
            Timeout::new(seconds.saturating_mul(1000), move || {
                dispatch.emit(ClusterMsg::Waited(number, list).into());
            })
            .forget();
        }
        ClusterEffect::Watch { number, list, address, after } => spawn_local(async move {
            TimeoutFuture::new(after.saturating_mul(1000)).await;
            let arrive = |arrival| dispatch.emit(ClusterMsg::WatchArrived(number, list, Date::now(), arrival).into());
            let end = watch(&address, |part| arrive(Ok(part))).await;
            arrive(Err(end.err()));
        }),
        ClusterEffect::Abort => {
            if let Some(controller) = CONTROLLER.take() {
                controller.abort();
            }
        }
        ClusterEffect::Join { number, seen_at } => {
            let at = seen_at.unwrap_or_else(Date::now);
            let time: String = Date::new(&at.into()).to_iso_string().into();
            dispatch.emit(ClusterMsg::Joined(number, at, time.into()).into());
            let clock = Interval::new(CLOCK_MILLIS, move || dispatch.emit(ClusterMsg::ClockRead(Date::now()).into()));
            CLOCK.set(Some(clock));
        }
    }
}

/// Makes a request to the API server. No other function does, and it makes no request that could change anything.
async fn get(path: &str) -> Result<Response, ApiFailure> {
    if !window().location().hostname().is_ok_and(|host| LOCAL_HOSTS.contains(&&*host)) {
        return Err(ApiFailure::NotLocal);
    }
    let signal = CONTROLLER.with_borrow_mut(|controller| controller.get_or_insert_with(AbortController::new).signal());
    let options = Object::new();
    for (name, value) in [("method", "GET".into()), ("cache", "no-store".into()), ("signal", signal)] {
        // Properties of a new object can be set.
        let _ = Reflect::set(&options, &name.into(), &value);
    }
    let response: Response = JsFuture::from(fetch(path, &options)).await.map_err(broken)?.unchecked_into();
    if response.status() == 200 {
        let is_json = header(&response, "content-type").is_some_and(|value| value.starts_with("application/json"));
        return if is_json { Ok(response) } else { Err(ApiFailure::NotJson) };
    }
    let retry_after = header(&response, "retry-after").and_then(|seconds| seconds.parse().ok());
    let code = response.status();
    Err(ApiFailure::Status { code, retry_after, message: error_message(&response).await.into() })
}

/// An answer as a text.
async fn get_text(path: &str) -> Result<Rc<str>, ApiFailure> {
    let response = get(path).await?;
    let text = JsFuture::from(response.text().map_err(broken)?).await.map_err(broken)?;
    Ok(text.as_string().unwrap_or_default().into())
}

/// A page of a list as a file that was not read, with its size in bytes.
async fn get_page(path: &str) -> Result<(BrowserHandle, f64), ApiFailure> {
    let response = get(path).await?;
    let blob = JsFuture::from(response.blob().map_err(broken)?).await.map_err(broken)?;
    let bytes = blob.unchecked_ref::<Blob>().size();
    let file = File::new_with_blob_sequence(&Array::of1(&blob), "page").map_err(broken)?;
    Ok((BrowserHandle::new(file), bytes))
}

/// Watches a list: passes on each part as it arrives, as a file that was not read with its size in bytes. Returns when the watch ends.
async fn watch(path: &str, on_part: impl Fn((BrowserHandle, f64))) -> Result<(), ApiFailure> {
    let response = get(path).await?;
    let body: ByteStream = Reflect::get(&response, &"body".into()).map_err(broken)?.unchecked_into();
    let reader = body.get_reader();
    loop {
        let chunk = JsFuture::from(reader.read()).await.map_err(broken)?;
        if Reflect::get(&chunk, &"done".into()).is_ok_and(|done| done.is_truthy()) {
            return Ok(());
        }
        let bytes: Uint8Array = Reflect::get(&chunk, &"value".into()).map_err(broken)?.unchecked_into();
        let file = File::new_with_u8_array_sequence(&Array::of1(&bytes), "part").map_err(broken)?;
        on_part((BrowserHandle::new(file), f64::from(bytes.length())));
    }
}

/// The failure of a connection, with the browser's message.
fn broken(error: JsValue) -> ApiFailure {
    let message = error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| error.message().into());
    ApiFailure::Broken(message.into())
}

fn header(response: &Response, name: &str) -> Option<String> {
    let headers = Reflect::get(response, &"headers".into()).ok()?;
    let get: Function = Reflect::get(&headers, &"get".into()).ok()?.dyn_into().ok()?;
    get.call1(&headers, &name.into()).ok()?.as_string()
}

/// The message in the status that an API server answers with; the answer itself if it is something else.
async fn error_message(response: &Response) -> String {
    #[derive(Deserialize)]
    struct Status {
        message: String,
    }
    let Ok(promise) = response.text() else { return String::new() };
    let text = JsFuture::from(promise).await.ok().and_then(|text| text.as_string()).unwrap_or_default();
    let message = serde_json::from_str(&text).map_or(text, |status: Status| status.message);
    message.chars().take(MAX_MESSAGE_CHARS).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_requests_are_made_by_one_function_that_only_reads() {
        let source = include_str!("cluster_requests.rs");
        let (code, _) = source.split_once("#[cfg(test)]").expect("code before its tests");
        let calls = code.matches("fetch(").count() - code.matches("fn fetch(").count();
        assert_eq!((calls, code.matches("\"method\"").count()), (1, 1), "one call");
        // Nothing else is set, such as a body.
        assert!(code.contains(r#"[("method", "GET".into()), ("cache", "no-store".into()), ("signal", signal)]"#));
        for verb in ["POST", "PUT", "PATCH", "DELETE", "XMLHttpRequest", "WebSocket", "sendBeacon"] {
            assert!(!code.contains(verb), "{verb}");
        }
    }
}
