//! Why a pod stays on a node that is not ready.

use api::{Condition, ConditionStatus, Millis, Node, Pod, Taint, TaintEffect, WorkloadKind};
use protocol::StayReason;

/// The taint of a node whose kubelet doesn't report.
const UNREACHABLE: &str = "node.kubernetes.io/unreachable";

/// Whether the pod is controlled by a DaemonSet.
pub(super) fn is_daemon(pod: &Pod) -> bool {
    pod.metadata.controller().is_some_and(|owner| owner.workload() == Some(WorkloadKind::DaemonSet))
}

/// Whether none of these nodes is ready, so that the node lifecycle controller evicts no pods.
pub(super) fn are_all_down<'n>(mut nodes: impl Iterator<Item = &'n Node>) -> bool {
    nodes.all(|node| {
        let ready = Condition::ready_condition(&node.status.conditions);
        ready.is_some_and(|condition| condition.status != ConditionStatus::True)
    })
}

/// Why a pod is not evicted from its node, given the node at the end of a trial.
pub(super) fn stay_reason(pod: &Pod, node: &Node, all_down: bool) -> StayReason {
    let taints: Vec<&Taint> = node.spec.taints.iter().filter(|taint| taint.effect == TaintEffect::NoExecute).collect();
    match tolerance_reason(pod, &taints) {
        StayReason::Tolerates if taints.is_empty() && all_down => StayReason::EvictionsStopped,
        StayReason::Tolerates if taints.is_empty() => StayReason::NotTainted,
        reason => reason,
    }
}

/// Why a pod is not evicted by these taints. A pod that tolerates an unreachable node forever because it belongs to its node gets that as the
/// reason.
fn tolerance_reason(pod: &Pod, taints: &[&Taint]) -> StayReason {
    let unreachable = Taint { key: UNREACHABLE.into(), effect: TaintEffect::NoExecute, ..Taint::default() };
    let tolerates_for_ever = |taint: &Taint| {
        let mut tolerations = pod.spec.tolerations.iter();
        tolerations.any(|toleration| toleration.tolerates(taint) && toleration.toleration_seconds.is_none())
    };
    let is_tolerated = || tolerates_for_ever(&unreachable) && taints.iter().all(|taint| tolerates_for_ever(taint));
    if pod.is_mirror() && is_tolerated() {
        return StayReason::Mirror;
    }
    if is_daemon(pod) && is_tolerated() {
        return StayReason::Daemon;
    }
    let tolerated_seconds = taints.iter().filter_map(|taint| {
        pod.spec.tolerations.iter().find(|toleration| toleration.tolerates(taint))?.toleration_seconds
    });
    match tolerated_seconds.min() {
        Some(seconds) => StayReason::ToleratesFor(Millis::from_signed_seconds(seconds.max(0))),
        None if taints.iter().all(|taint| tolerates_for_ever(taint)) => StayReason::Tolerates,
        None => StayReason::NotReached,
    }
}
