//! Objects that contain others: lists of one kind or of any, bare arrays, and exports of kube-scheduler-simulator.

use api::Kind;

use super::tree::{TreeNode, Value};

/// The lists in an export of kube-scheduler-simulator, with the kind of their items, which do not state it.
const SIMULATOR_EXPORT_LISTS: [(&str, Kind); 7] = [
    ("nodes", Kind::Node),
    ("pods", Kind::Pod),
    ("pvs", Kind::PersistentVolume),
    ("pvcs", Kind::PersistentVolumeClaim),
    ("storageClasses", Kind::StorageClass),
    ("priorityClasses", Kind::PriorityClass),
    ("namespaces", Kind::Namespace),
];

/// The kind that a list implies for its items: `Node` for a `NodeList`; "" for a plain `List`.
#[must_use]
pub fn item_kind(list: &str) -> &str {
    list.strip_suffix("List").unwrap_or_default()
}

pub(super) fn is_list(tree_node: &TreeNode) -> bool {
    tree_node.get("kind").and_then(TreeNode::text).is_some_and(|kind| kind.ends_with("List"))
        && tree_node.get("items").is_some()
}

/// Whether a document has no kind, and is none of the few that need none.
pub(super) fn is_kindless(tree_node: &TreeNode) -> bool {
    matches!(tree_node.value, Value::Mapping(_))
        && tree_node.get("kind").is_none()
        && unfold_simulator_export(tree_node).is_none()
}

/// The objects in a list, each with the kind that it has unless it states one; `None` if this is not a list.
pub(super) fn unfold_list(tree_node: &TreeNode) -> Option<Vec<(&TreeNode, &str)>> {
    if let Value::Sequence(items) = &tree_node.value {
        let objects = items.iter().all(|item| matches!(item.value, Value::Mapping(_)));
        return (objects && !items.is_empty()).then(|| items.iter().map(|item| (item, "")).collect());
    }
    let Some(kind) = tree_node.get("kind").and_then(TreeNode::text) else { return unfold_simulator_export(tree_node) };
    match &tree_node.get("items")?.value {
        Value::Sequence(items) if kind.ends_with("List") => {
            Some(items.iter().map(|item| (item, item_kind(kind))).collect())
        }
        _ => None,
    }
}

fn unfold_simulator_export(tree_node: &TreeNode) -> Option<Vec<(&TreeNode, &str)>> {
    let is_object = |item: &TreeNode| item.get("metadata").is_some();
    let lists = SIMULATOR_EXPORT_LISTS.iter().filter_map(|(field, kind)| match &tree_node.get(field)?.value {
        Value::Sequence(items) if items.iter().all(is_object) => Some(items.iter().map(|item| (item, kind.name()))),
        _ => None,
    });
    let mut objects: Vec<_> = lists.flatten().collect();
    if objects.is_empty() {
        return None;
    }
    objects.extend(tree_node.get("schedulerConfig").filter(|node| node.get("kind").is_some()).map(|node| (node, "")));
    Some(objects)
}
