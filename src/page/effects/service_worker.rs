//! The page without a network: a service worker (`www/offline.js`) keeps its files. The page tells when another build is
//! available; until a person reloads, it goes on with its own files.
//!
//! `www/offline.js` is a program of the browser's own (a service worker) that keeps the files of a build, with a list
//! that the build writes before it. What is named after its contents comes from there, all else from the network as
//! long as there is one. The page registers it some seconds after it came up (`page/effects/service_worker`), not while it is served
//! by `cargo dev serve`. A new build waits until no tab shows the one before: a page that is open over an update still
//! gets its own parts, and is told. Pages of scenarios that were never seen lead to the scenario. `404.html` takes
//! links to where the site is.

use gloo::{timers::callback::Timeout, utils::window};
use page_state::actions::{
    Action,
    recovery::{PageNotice, RecoveryMsg},
};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Event, ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};
use yew::Callback;

use crate::site;

/// Milliseconds after the start: the first visit needs the network for itself.
const REGISTER_DELAY: u32 = 8000;

/// Keeps the page, and watches for another build. Where the browser does not let it, nothing is kept.
pub fn register_service_worker(dispatch: &Callback<Action>) {
    // Inside of another page nothing is kept.
    let Some(program) = site::meta_content("offline").filter(|_| !site::is_embedded()) else { return };
    let dispatch = dispatch.clone();
    let register_worker = move || {
        // Pages that are not secure have no such thing, whatever the bindings say.
        let result = js_sys::Reflect::get(&window().navigator(), &"serviceWorker".into());
        let Some(workers) = result.ok().and_then(|value| value.dyn_into::<ServiceWorkerContainer>().ok()) else {
            return;
        };
        spawn_local(async move {
            let registered = JsFuture::from(workers.register(&site::file_address(&program))).await;
            if let Some(registered) =
                registered.ok().and_then(|registered| registered.dyn_into::<ServiceWorkerRegistration>().ok())
            {
                watch_for_update(&dispatch, workers, registered);
            }
        });
    };
    Timeout::new(REGISTER_DELAY, register_worker).forget();
}

/// Tells of another build as soon as all of it is on this device.
fn watch_for_update(
    dispatch: &Callback<Action>,
    workers: ServiceWorkerContainer,
    registered: ServiceWorkerRegistration,
) {
    let tell = {
        let dispatch = dispatch.clone();
        move || dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::NewVersion)))
    };
    if registered.waiting().is_some() {
        tell();
    }
    let scoped_closure = {
        let registered = registered.clone();
        Closure::<dyn FnMut()>::new(move || {
            let Some(coming) = registered.installing() else { return };
            let (tell, workers) = (tell.clone(), workers.clone());
            let changed = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
                let service_worker = event.target().and_then(|target| target.dyn_into::<ServiceWorker>().ok());
                // The first one has nobody to take over from.
                if service_worker.is_some_and(|service_worker| service_worker.state() == ServiceWorkerState::Installed)
                    && workers.controller().is_some()
                {
                    tell();
                }
            });
            coming.set_onstatechange(Some(changed.as_ref().unchecked_ref()));
            changed.forget();
        })
    };
    registered.set_onupdatefound(Some(scoped_closure.as_ref().unchecked_ref()));
    scoped_closure.forget();
}
