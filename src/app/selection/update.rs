//! What choosing makes of the state.

use crate::app::run::seek;
use crate::app::selection::Look;
use crate::app::store::{Effect, Page, Store};

/// What choosing makes of the state.
pub fn change(store: &mut Store, look: Look) -> Vec<Effect> {
    match look {
        Look::Choose(node) => store.node = node,
        Look::Open(node) => {
            store.node = Some(node);
            store.page = Page::Node;
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
