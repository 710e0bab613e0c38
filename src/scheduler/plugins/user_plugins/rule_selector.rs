//! Selects the nodes and pods that a rule applies to.

use api::{Labels, ResourceList, user_rules::RuleScope};

use crate::cluster::{NodeState, PodInfo, Resources};

/// Whether there are all these labels.
pub(super) fn has_all(labels: &Labels, required: &Labels) -> bool {
    required.iter().all(|(key, value)| labels.get(key) == Some(value))
}

/// Whether a choice is about this pod and the node of this name; `node` is there where more than the name is seen.
pub(super) fn selects_pod(choice: &RuleScope, pod: &PodInfo, name: &str, node: Option<&NodeState>) -> bool {
    (choice.nodes.is_empty() || choice.nodes.iter().any(|other| *other == *name))
        && has_all(pod.labels(), &choice.pod_labels)
        && node
            .is_none_or(|node| has_all(node.labels(), &choice.node_labels) && has_less_free(node, &choice.free_below))
}

/// Whether the node has less free than this of any of these resources; so has every node, if none is named.
fn has_less_free(node: &NodeState, free_below: &ResourceList) -> bool {
    if free_below.is_empty() {
        return true;
    }
    let mut free = node.allocatable.clone();
    free.sub(&node.requested);
    !free.decreased_since(&Resources::from_list(free_below)).is_empty()
}
