//! Node conditions, and the `NoSchedule` taints that follow from them.

use api::{Condition, ConditionStatus, ConditionType, Node, Str, Taint, TaintEffect};

use super::action::Readiness;

/// The names, after `node.kubernetes.io/`, of the taints that follow from a node's conditions or its cordon.
const CONDITION_TAINTS: [&str; 7] = [
    "not-ready",
    "unreachable",
    "memory-pressure",
    "disk-pressure",
    "network-unavailable",
    "pid-pressure",
    "unschedulable",
];

/// Whether a user has marked a node as permanently down, with the taint `out-of-service`.
pub(crate) fn is_out_of_service(node: &Node) -> bool {
    node.spec.taints.iter().any(|taint| taint.key == "node.kubernetes.io/out-of-service")
}

/// Sets a node's conditions as its kubelet reports them.
pub(crate) fn report_conditions(node: &mut Node, readiness: Readiness) {
    let reason = if readiness == Readiness::Ready { "KubeletReady" } else { "KubeletNotReady" };
    let ready = Condition { r#type: ConditionType::Ready, ..Condition::default() };
    if node.status.conditions.iter().all(|condition| condition.r#type != ConditionType::Ready) {
        node.status.conditions.push(ready);
    }
    for condition in &mut node.status.conditions {
        if condition.r#type == ConditionType::Ready {
            condition.status = readiness.condition();
            condition.reason = reason.into();
            condition.message = Str::default();
        } else if condition.status == ConditionStatus::Unknown {
            condition.status = ConditionStatus::False;
        }
    }
}

/// Sets the conditions of a node whose kubelet stopped posting its status, as the node lifecycle controller does.
pub(crate) fn mark_conditions_unknown(node: &mut Node) {
    let conditions = &mut node.status.conditions;
    if conditions.iter().all(|condition| condition.r#type != ConditionType::Ready) {
        conditions.push(Condition { r#type: ConditionType::Ready, ..Condition::default() });
    }
    for condition in conditions.iter_mut().filter(|condition| {
        use ConditionType as Type;
        matches!(condition.r#type, Type::Ready | Type::MemoryPressure | Type::DiskPressure | Type::PIDPressure)
    }) {
        condition.status = ConditionStatus::Unknown;
        condition.reason = "NodeStatusUnknown".into();
        condition.message = "Kubelet stopped posting node status.".into();
    }
}

/// Sets the `NoSchedule` taints that follow from a node's conditions and its cordon. Upstream: `doNoScheduleTaintingPass` with
/// `nodeConditionToTaintKeyStatusMap`.
pub(crate) fn set_condition_taints(node: &mut Node) {
    let key = |condition: &Condition| match (condition.r#type.as_str(), &condition.status) {
        ("Ready", ConditionStatus::False) => Some("not-ready"),
        ("Ready", ConditionStatus::Unknown) => Some("unreachable"),
        ("MemoryPressure", ConditionStatus::True) => Some("memory-pressure"),
        ("DiskPressure", ConditionStatus::True) => Some("disk-pressure"),
        ("NetworkUnavailable", ConditionStatus::True) => Some("network-unavailable"),
        ("PIDPressure", ConditionStatus::True) => Some("pid-pressure"),
        _ => None,
    };
    let cordon = node.spec.unschedulable.then_some("unschedulable");
    let expected: Vec<Str> = node
        .status
        .conditions
        .iter()
        .filter_map(key)
        .chain(cordon)
        .map(|name| format!("node.kubernetes.io/{name}").into())
        .collect();
    let ours = |taint: &Taint| {
        let name = taint.key.strip_prefix("node.kubernetes.io/");
        taint.effect == TaintEffect::NoSchedule && name.is_some_and(|name| CONDITION_TAINTS.contains(&name))
    };
    node.spec.taints.retain(|taint| !ours(taint) || expected.contains(&taint.key));
    for key in expected {
        if !node.spec.taints.iter().any(|taint| ours(taint) && taint.key == key) {
            node.spec.taints.push(Taint { key, effect: TaintEffect::NoSchedule, ..Taint::default() });
        }
    }
}

/// Adds missing taints that follow from a node's conditions, and removes none.
pub(crate) fn add_missing_condition_taints(node: &mut Node) {
    let mut tainted = node.clone();
    set_condition_taints(&mut tainted);
    for taint in tainted.spec.taints {
        if !node.spec.taints.iter().any(|other| (&other.key, &other.effect) == (&taint.key, &taint.effect)) {
            node.spec.taints.push(taint);
        }
    }
}
