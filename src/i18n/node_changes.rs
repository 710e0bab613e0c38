//! Changes of a node: its taints, its conditions, the cordon, its labels, its resources.

use std::rc::Rc;

use api::{Condition, Node, Taint};
use runlog::{Event, EventKind};

use super::{Lang, table::reason::format_taint};

/// The changes in the update of a node, compared with its previous state.
pub(crate) fn changes_of_node(lang: Lang, earlier_events: &[Rc<Event>], node: &Node) -> Vec<String> {
    let before = earlier_events.iter().rev().find_map(|event| match &event.what {
        EventKind::NodeAdded(other) | EventKind::NodeUpdated(other) if other.metadata.name == node.metadata.name => {
            Some(other)
        }
        _ => None,
    });
    before.map_or_else(Vec::new, |before| compare_nodes(lang, before, node))
}

fn compare_nodes(lang: Lang, before: &Node, node: &Node) -> Vec<String> {
    let mut changes = Vec::new();
    if before.spec.unschedulable != node.spec.unschedulable {
        changes.push(lang.cordon_changed(node.spec.unschedulable).to_owned());
    }
    // The time at which a taint was added doesn't count as a change.
    let has_taint = |other: &Node, taint: &Taint| {
        other
            .spec
            .taints
            .iter()
            .any(|other| (&other.key, &other.value, &other.effect) == (&taint.key, &taint.value, &taint.effect))
    };
    let taint_text = |taint: &Taint| format!("{}:{}", format_taint(&taint.key, &taint.value), taint.effect);
    let added = node.spec.taints.iter().filter(|taint| !has_taint(before, taint));
    changes.extend(added.map(|taint| lang.taint_added(&taint_text(taint))));
    let removed = before.spec.taints.iter().filter(|taint| !has_taint(node, taint));
    changes.extend(removed.map(|taint| lang.taint_removed(&taint_text(taint))));
    for condition in &node.status.conditions {
        let is_same = |other: &&Condition| other.r#type == condition.r#type;
        let former = before.status.conditions.iter().find(is_same).map(|other| &other.status);
        if former != Some(&condition.status) {
            let former = former.map(api::ConditionStatus::as_str).filter(|word| !word.is_empty());
            changes.push(lang.condition_changed(condition.r#type.as_str(), former, condition.status.as_str()));
        }
    }
    if before.metadata.labels != node.metadata.labels {
        changes.push(lang.node_labels_changed().to_owned());
    }
    if before.status.allocatable != node.status.allocatable || before.status.capacity != node.status.capacity {
        changes.push(lang.node_resources_changed().to_owned());
    }
    changes
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn taints_conditions_and_cordon_are_named() {
        let node = |spec: serde_json::Value, ready: &str| -> Node {
            let status = json!({"conditions": [{"type": "Ready", "status": ready}], "allocatable": {"cpu": "4"}});
            serde_json::from_value(json!({"metadata": {"name": "a"}, "spec": spec, "status": status})).expect("a node")
        };
        let before = node(json!({"taints": [{"key": "old", "value": "x", "effect": "NoSchedule"}]}), "True");
        let silent = "node.kubernetes.io/unreachable";
        let after = node(
            json!({"unschedulable": true, "taints": [{"key": silent, "effect": "NoExecute", "timeAdded": "2026-01-01T00:00:00Z"}]}),
            "Unknown",
        );
        let expected = [
            "cordoned: no new pods",
            "taint node.kubernetes.io/unreachable:NoExecute added",
            "taint old=x:NoSchedule removed",
            "condition Ready: True → Unknown",
        ];
        assert_eq!(compare_nodes(Lang::En, &before, &after), expected);
        assert_eq!(compare_nodes(Lang::Zh, &after, &before).len(), 4);
        assert!(compare_nodes(Lang::En, &after, &after).is_empty());
        let larger: Node = serde_json::from_value(
            json!({"metadata": {"name": "a", "labels": {"disk": "ssd"}}, "status": {"allocatable": {"cpu": "8"}}}),
        )
        .expect("a node");
        let changes = compare_nodes(Lang::En, &Node::default(), &larger);
        assert_eq!(changes, ["labels changed", "resources changed"]);
    }
}
