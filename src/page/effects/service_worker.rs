//! Makes the page available offline: a service worker (`www/offline.js`) caches its files. The page shows a notice when another build is available,
//! and keeps using its own files until the user reloads.
//!
//! `www/offline.js` caches the files of a build, according to a list that the build prepends to it. Files whose names contain a hash are served
//! from the cache, all others from the network if there is one. The page registers it once its first picture can be stepped through, and not if it is
//! served by `cargo dev serve`. A new build is activated once no tab uses the previous one, so a page that is open during an update still gets its
//! own chunks, with a notice. Without a network, the pages of scenarios and lessons lead to the start page, which opens the same, and any other page
//! that is not cached is answered by `www/offline.html`, which says so. `404.html` redirects broken links with a fragment, or with the path of a
//! scenario, to the site's root.

use gloo::utils::window;
use page_state::actions::{
    Action,
    recovery::{PageNotice, RecoveryMsg},
};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Event, ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};
use yew::Callback;

use crate::page_metadata;

/// Registers the service worker, and watches for another build. Without support in the browser, nothing happens.
pub fn register_service_worker(dispatch: &Callback<Action>) {
    // An embedded page stores nothing.
    let Some(program) = page_metadata::meta_content("offline").filter(|_| !page_metadata::is_embedded()) else {
        return;
    };
    let dispatch = dispatch.clone();
    // On insecure pages the property is missing, although the bindings promise it.
    let result = js_sys::Reflect::get(&window().navigator(), &"serviceWorker".into());
    let Some(workers) = result.ok().and_then(|value| value.dyn_into::<ServiceWorkerContainer>().ok()) else { return };
    spawn_local(async move {
        let registered = JsFuture::from(workers.register(&page_metadata::file_address(&program))).await;
        if let Some(registered) =
            registered.ok().and_then(|registered| registered.dyn_into::<ServiceWorkerRegistration>().ok())
        {
            watch_for_update(&dispatch, workers, registered);
        }
    });
}

/// Shows a notice as soon as another build is completely cached.
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
                // The first service worker replaces none, so there is no notice.
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
