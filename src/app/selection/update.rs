//! What choosing makes of the state.

use crate::api::Str;
use crate::app::run::seek;
use crate::app::selection::Look;
use crate::app::store::{Effect, Page, Store};
use crate::trace::steps::Step;

/// What choosing makes of the state.
pub fn change(store: &mut Store, look: Look) -> Vec<Effect> {
    match look {
        Look::Choose(node) => store.node = node,
        Look::Measure(resource) => {
            store.measure = resource;
            return vec![Effect::KeepMeasure];
        }
        Look::Open(node) => {
            store.node = Some(node);
            store.page = Page::Node;
        }
        Look::Line(about, at) => {
            // Lines are about nodes and budgets too.
            let events = store.trace.moments.get(at).map_or(0, |moment| moment.events);
            if store.trace.trace.frame(events).pods.contains_key(&about) {
                choose(store, about);
            }
            return seek(store, at);
        }
        Look::Attempt(pod, events) => {
            choose(store, pod);
            (store.page, store.folded) = (Page::Filters, false);
            return change(store, Look::At(events, Step::Failed));
        }
        Look::At(events, step) => {
            let moments = &store.trace.moments;
            let exact = moments.iter().position(|moment| moment.events == events && moment.step == step);
            let near = || moments.iter().position(|moment| moment.events >= events);
            return seek(store, exact.or_else(near).unwrap_or(usize::MAX));
        }
    }
    Vec::new()
}

fn choose(store: &mut Store, pod: Str) {
    if store.pod.as_ref() != Some(&pod) {
        store.question = None;
    }
    store.pod = Some(pod);
}

/// Chooses a pod by its key, `namespace/name`, or a node by its name, in which no `/` can be.
pub fn restore(store: &mut Store, selection: Option<Str>) {
    (store.pod, store.node) = (None, None);
    match selection {
        Some(pod) if pod.contains('/') => store.pod = Some(pod),
        node => store.node = node,
    }
}
