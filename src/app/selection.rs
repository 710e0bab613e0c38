//! What a person has chosen to look at. A pod is chosen on the stage, a node in tables and on the stage; both can be chosen at
//! once, as there are questions about a pod and a node.

use super::state::{Effect, Store};
use crate::api::Str;

/// Ways to choose.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// A node, or none; the page stays.
    Choose(Option<Str>),
}

/// What choosing makes of the state.
pub fn change(store: &mut Store, look: Look) -> Vec<Effect> {
    match look {
        Look::Choose(node) => store.node = node,
    }
    Vec::new()
}

/// What a link carries: the key of a pod, `namespace/name`, or the name of a node, in which no `/` can be.
pub fn encode(store: &Store) -> Option<String> {
    store.pod.as_ref().or(store.node.as_ref()).map(ToString::to_string)
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
        for (pod, node, wanted) in [
            (Some("default/web"), None, Some("default/web")),
            (Some("default/web"), Some("node-a"), Some("default/web")),
            (None, Some("node-a"), Some("node-a")),
            (None, None, None),
        ] {
            let store = Store { pod: pod.map(Str::from), node: node.map(Str::from), ..Store::default() };
            let link = encode(&store);
            assert_eq!(link.as_deref(), wanted);
            let mut opened = Store::default();
            restore(&mut opened, link.map(Str::from));
            let chosen = opened.pod.as_deref().or(opened.node.as_deref());
            assert_eq!((chosen, opened.pod.is_some()), (wanted, wanted.is_some_and(|it| it.contains('/'))));
        }
    }
}
