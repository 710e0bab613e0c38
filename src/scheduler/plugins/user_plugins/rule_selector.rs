//! Selects the nodes and pods that a rule applies to.

use api::{ResourceList, user_rules::RuleScope};

use crate::cluster::{NodeState, PodInfo, Resources};

/// Whether a rule's selector matches the pod and the node with this name. Without the node's state, only its name is
/// compared.
pub(super) fn selects_pod(choice: &RuleScope, pod: &PodInfo, name: &str, node: Option<&NodeState>) -> bool {
    (choice.nodes.is_empty() || choice.nodes.iter().any(|other| *other == *name))
        && pod.labels().contains_all(&choice.pod_labels)
        && node.is_none_or(|node| {
            node.labels().contains_all(&choice.node_labels) && has_less_free(node, &choice.free_below)
        })
}

/// Whether the node has less free than the given amount of at least one of these resources; true if none is given.
fn has_less_free(node: &NodeState, free_below: &ResourceList) -> bool {
    if free_below.is_empty() {
        return true;
    }
    let mut free = node.allocatable.clone();
    free.sub(&node.requested);
    !free.decreased_since(&Resources::from_list(free_below)).is_empty()
}
