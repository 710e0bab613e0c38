//! What choosing makes of the state.

use crate::api::Str;
use crate::app::panes::Page;
use crate::app::selection::Look;
use crate::app::store::{Effect, Store};
use crate::app::update::run::seek;
use crate::trace::steps::Step;

/// What choosing makes of the state.
pub fn change(store: &mut Store, look: Look) -> Vec<Effect> {
    match look {
        Look::Choose(node) => store.selection.node = node,
        Look::Measure(resource) => {
            store.selection.measure = resource;
            return vec![Effect::KeepMeasure];
        }
        Look::Open(node) => {
            store.selection.node = Some(node);
            store.inspector.page = Page::Node;
        }
        Look::Line(about, at) => {
            // Lines are about nodes and budgets too.
            let events = store.run.trace.moments.get(at).map_or(0, |moment| moment.events);
            if store.run.trace.trace.frame(events).pods.contains_key(&about) {
                choose(store, about);
            }
            return seek(store, at);
        }
        Look::Attempt(pod, events) => {
            choose(store, pod);
            (store.inspector.page, store.inspector.folded) = (Page::Filters, false);
            return change(store, Look::At(events, Step::Failed));
        }
        Look::At(events, step) => {
            let moments = &store.run.trace.moments;
            let exact = moments.iter().position(|moment| moment.events == events && moment.step == step);
            let near = || moments.iter().position(|moment| moment.events >= events);
            return seek(store, exact.or_else(near).unwrap_or(usize::MAX));
        }
    }
    Vec::new()
}

fn choose(store: &mut Store, pod: Str) {
    if store.selection.pod.as_ref() != Some(&pod) {
        store.inspector.question = None;
    }
    store.selection.pod = Some(pod);
}

/// Chooses a pod by its key, `namespace/name`, or a node by its name, in which no `/` can be.
pub fn restore(store: &mut Store, selection: Option<Str>) {
    (store.selection.pod, store.selection.node) = (None, None);
    match selection {
        Some(pod) if pod.contains('/') => store.selection.pod = Some(pod),
        node => store.selection.node = node,
    }
}
