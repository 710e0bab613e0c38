//! What choosing makes of the state, and of links.

use crate::api::Str;
use crate::app::run::seek;
use crate::app::selection::Look;
use crate::app::store::{Effect, Page, Store};
use crate::trace::steps::Step;

/// What choosing makes of the state.
pub fn change(store: &mut Store, look: Look) -> Vec<Effect> {
    match look {
        Look::Choose(node) => store.node = node,
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

/// What a link carries: the key of a pod, `namespace/name`, or the name of a node, in which no `/` can be.
pub fn encode(store: &Store) -> Option<String> {
    let (pod, node) = (store.pod.as_ref(), store.node.as_ref());
    let chosen = if store.page == Page::Node { node.or(pod) } else { pod.or(node) };
    chosen.map(ToString::to_string)
}

/// Chooses what a link carries.
pub fn restore(store: &mut Store, selection: Option<Str>) {
    (store.pod, store.node) = (None, None);
    match selection {
        Some(pod) if pod.contains('/') => store.pod = Some(pod),
        node => store.node = node,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_carry_pods_as_ever_and_nodes_too() {
        for (pod, node, page, wanted) in [
            (Some("default/web"), None, Page::Pod, Some("default/web")),
            (Some("default/web"), Some("node-a"), Page::Pod, Some("default/web")),
            (Some("default/web"), Some("node-a"), Page::Node, Some("node-a")),
            (None, Some("node-a"), Page::Now, Some("node-a")),
            (None, None, Page::Now, None),
        ] {
            let store = Store { pod: pod.map(Str::from), node: node.map(Str::from), page, ..Store::default() };
            let link = encode(&store);
            assert_eq!(link.as_deref(), wanted);
            let mut opened = Store::default();
            restore(&mut opened, link.map(Str::from));
            let chosen = opened.pod.as_deref().or(opened.node.as_deref());
            assert_eq!((chosen, opened.pod.is_some()), (wanted, wanted.is_some_and(|it| it.contains('/'))));
        }
    }
}
