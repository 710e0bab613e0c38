//! Messages about pod groups, which only v1.36 has.

use runlog::{GroupMessage, PlacementError};

/// Renders a message about a pod group in the wording of v1.36.
pub(super) fn group_message(message: GroupMessage<'_>) -> String {
    let text = match message {
        GroupMessage::Unschedulable | GroupMessage::MemberUnschedulable { permit: "" } => "pod group is unschedulable",
        GroupMessage::AwaitsPreemption => "pod group is unschedulable, pod group is waiting for preemption to complete",
        GroupMessage::MemberUnschedulable { permit } => return format!("pod group is unschedulable, {permit}"),
        GroupMessage::MemberError { error } => {
            return format!("failed to schedule other pod from a pod group: {error}");
        }
        GroupMessage::MixedSchedulers { one, other } => {
            return format!(
                "all pods in a single pod group should have the same .spec.schedulerName set, got: {one:?} and {other:?}"
            );
        }
        GroupMessage::PermitWaits { reasons } => {
            return format!("{reasons}, one or more plugins asked to wait and no plugin rejected pod");
        }
        GroupMessage::AwaitsMinCount => "waiting for minCount pods from a gang to be scheduled",
        GroupMessage::PermitGroupNotFound { group, name } => {
            return format!(
                "running Permit plugin \"GangScheduling\": failed to get podGroup {group}: podgroup.scheduling.k8s.io {name:?} not found"
            );
        }
        GroupMessage::AwaitsGroup { name } => {
            return format!("waiting for pods's pod group {name:?} to appear in scheduling queue");
        }
        GroupMessage::AwaitsMembers => "waiting for minCount pods from a gang to appear in scheduling queue",
        GroupMessage::PreemptionRuns { is_of_group: true } => {
            "waiting for the preemption for this pod group to be finished"
        }
        GroupMessage::PreemptionRuns { is_of_group: false } => "waiting for the preemption for this pod to be finished",
        GroupMessage::SkippedDeleted { pod } => return format!("skip schedule deleting pod: {pod}"),
        GroupMessage::PostFilterSkipped => "All PostFilter plugins are skipped",
        GroupMessage::NeverPreempts => "not eligible due to preemptionPolicy=Never.",
        GroupMessage::NoVictims => "No preemption victims found for incoming preemptor",
        GroupMessage::PreemptsNoPlacement => {
            "workload aware preemption is not supported for pod groups with scheduling constraints"
        }
        GroupMessage::PreemptorNotFound { name } => {
            return format!("failed to get pod group object: podgroup.scheduling.k8s.io {name:?} not found");
        }
        GroupMessage::NoPlacement => "no feasible placements found",
        GroupMessage::NoPlacementFits { placements, first } => {
            return format!("0/{placements} placements are available, first placement status: {first}");
        }
        GroupMessage::PlacementError(error) => return placement_error(error),
        GroupMessage::Preempted { uid } => return format!("Preempted by podgroup {uid} on node cluster"),
        GroupMessage::DisruptionTarget { scheduler, is_of_group } => {
            let preemptor = if is_of_group { "podgroup" } else { "pod" };
            return format!("{scheduler}: preempting to accommodate a higher priority {preemptor}");
        }
    };
    text.into()
}

fn placement_error(error: PlacementError<'_>) -> String {
    let cannot_tell = |text: String| format!("cannot determine domain for already scheduled pods: {text}");
    match error {
        PlacementError::GroupNotFound { name } => format!("podgroup.scheduling.k8s.io {name:?} not found"),
        PlacementError::NoDomain { pod } => cannot_tell(format!("no topology domain found for pod {pod}")),
        PlacementError::SeveralDomains { one, other } => {
            cannot_tell(format!("more than 1 domain found for pod group: {one}, {other}"))
        }
        PlacementError::NodeNotFound { pod, node } => {
            cannot_tell(format!("getting node for pod {pod}: nodeinfo not found for node name {node:?}"))
        }
    }
}
