//! The names of namespaces, to choose one of them.

use std::rc::Rc;

use serde::Deserialize;

#[derive(Default, Deserialize)]
#[serde(default)]
struct NamespaceList {
    items: Vec<NamespaceItem>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct NamespaceItem {
    metadata: NamespaceMeta,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct NamespaceMeta {
    name: Rc<str>,
}

/// The names in a list of namespaces; none if it is something else.
pub(super) fn namespace_names(list: &str) -> Vec<Rc<str>> {
    let list: NamespaceList = serde_json::from_str(list).unwrap_or_default();
    list.items.into_iter().map(|item| item.metadata.name).filter(|name| !name.is_empty()).collect()
}
