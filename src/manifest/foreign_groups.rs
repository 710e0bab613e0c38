//! Pod groups of other schedulers: the coscheduling plugin, Volcano and Kueue. They are recognized by kind, or by labels and annotations of their
//! pods, so that a notice can describe what those systems would do and what the built-in scheduler does instead.

use api::{Labels, Str, shorten};
use findings::{GroupSystem, Notice};

use super::tree::{TreeNode, Value};

/// Kinds of group objects, each with its API group.
const KINDS: [(&str, &str, GroupSystem); 5] = [
    ("PodGroup", "scheduling.x-k8s.io", GroupSystem::Coscheduling),
    ("PodGroup", "scheduling.sigs.k8s.io", GroupSystem::Coscheduling),
    ("PodGroup", "scheduling.volcano.sh", GroupSystem::Volcano),
    ("PodGroup", "scheduling.incubator.k8s.io", GroupSystem::Volcano),
    ("Workload", "kueue.x-k8s.io", GroupSystem::Kueue),
];

/// Labels and annotations by which pods name their group.
const KEYS: [(&str, GroupSystem); 6] = [
    ("scheduling.x-k8s.io/pod-group", GroupSystem::Coscheduling),
    ("pod-group.scheduling.sigs.k8s.io", GroupSystem::Coscheduling),
    ("scheduling.k8s.io/group-name", GroupSystem::Volcano),
    ("scheduling.volcano.sh/group-name", GroupSystem::Volcano),
    ("kueue.x-k8s.io/pod-group-name", GroupSystem::Kueue),
    ("kueue.x-k8s.io/queue-name", GroupSystem::Kueue),
];

/// The system to which an object belongs, if it is a group object.
pub(super) fn system_of_kind(kind: &str, group: &str) -> Option<GroupSystem> {
    KINDS.iter().find(|row| (row.0, row.1) == (kind, group)).map(|row| row.2)
}

/// The notice about an object that is such a group.
pub(super) fn notice_of_object(kind: &str, group: &str, tree_node: &TreeNode) -> Option<Notice> {
    let system = system_of_kind(kind, group)?;
    let number = |node: &TreeNode, field: &str| node.get(field).and_then(TreeNode::text)?.parse::<u32>().ok();
    let spec = tree_node.get("spec");
    let minimum = match system {
        GroupSystem::Coscheduling | GroupSystem::Volcano => spec.and_then(|spec| number(spec, "minMember")),
        GroupSystem::Kueue => spec.and_then(|spec| match &spec.get("podSets")?.value {
            Value::Sequence(sets) => sets
                .iter()
                .map(|set| number(set, "minCount").or_else(|| number(set, "count")))
                .try_fold(0_u32, |sum, count| sum.checked_add(count?)),
            _ => None,
        }),
    };
    Some(Notice::ForeignGroup { system, source: shorten(&format!("{kind}.{group}")), minimum })
}

/// The system to whose group a pod belongs, and the label or annotation that states it.
#[must_use]
pub fn group_key_of_pod(labels: &Labels, annotations: &Labels) -> Option<(GroupSystem, Str)> {
    let (key, system) = KEYS.iter().find(|(key, _)| labels.contains(key) || annotations.contains(key))?;
    Some((*system, (*key).into()))
}
