//! The scheduler's log lines of each release: formatted sentences in early releases, later a message with keys and
//! values.
//!
//! Only lines whose wording is certain are included; for the others, the trace has its own. The line's header (time,
//! file, line number) and the names of loggers are omitted.

use runlog::LogEntry;

/// Renders a line of v1.16, which uses `klog.Infof`.
pub(super) fn v1_16(entry: &LogEntry<'_>) -> Option<String> {
    Some(match *entry {
        LogEntry::PodPopped { pod } => format!("About to try and schedule pod {pod}"),
        LogEntry::AttemptStart { pod } => format!("Attempting to schedule pod: {pod}"),
        LogEntry::NotEligible { pod, .. } => format!("Pod {pod} is not eligible for more preemption."),
        LogEntry::PreemptionNotHelpful { pod } => format!("Preemption will not help schedule pod {pod} on any node."),
        LogEntry::PotentialVictim { pod, node } => {
            format!("Pod {pod} is a potential preemption victim on node {node}.")
        }
        LogEntry::PodUnschedulable { pod, error } => format!("Unable to schedule {pod}: no fit: {error}; waiting"),
        LogEntry::NoNodes { pod } => {
            format!("Unable to schedule {pod}: no nodes are registered to the cluster; waiting")
        }
        LogEntry::ConditionUpdate { pod } => {
            format!("Updating pod condition for {pod} to (PodScheduled==False, Reason=Unschedulable)")
        }
        LogEntry::BindingStart { pod, node } => format!("Attempting to bind {pod} to {node}"),
        // Upstream appends the node's resources.
        LogEntry::PodBound { pod, node, evaluated, feasible } => format!(
            "pod {pod} is bound successfully on node \"{node}\", {evaluated} nodes evaluated, {feasible} nodes were found feasible."
        ),
        LogEntry::UnscheduledPodAdded { .. }
        | LogEntry::PostFilter { .. }
        | LogEntry::PodMoved { .. }
        | LogEntry::VictimDeletion { .. } => {
            return None;
        }
    })
}

/// Renders a line of v1.20, which is partly structured.
pub(super) fn v1_20(entry: &LogEntry<'_>) -> Option<String> {
    Some(match *entry {
        LogEntry::AttemptStart { pod } => structured_line("Attempting to schedule pod", &[("pod", pod)]),
        LogEntry::PodUnschedulable { pod, error } => {
            structured_line("Unable to schedule pod; no fit; waiting", &[("pod", pod), ("err", error)])
        }
        LogEntry::NoNodes { pod } => {
            structured_line("Unable to schedule pod; no nodes are registered to the cluster; waiting", &[("pod", pod)])
        }
        LogEntry::PodBound { pod, node, evaluated, feasible } => bound_line(pod, node, evaluated, feasible),
        _ => return v1_16(entry),
    })
}

/// Renders a line of v1.34, which is fully structured.
pub(super) fn v1_34(entry: &LogEntry<'_>) -> Option<String> {
    Some(match *entry {
        LogEntry::UnscheduledPodAdded { pod } => structured_line("Add event for unscheduled pod", &[("pod", pod)]),
        LogEntry::PodPopped { pod } => structured_line("About to try and schedule pod", &[("pod", pod)]),
        LogEntry::AttemptStart { pod } => structured_line("Attempting to schedule pod", &[("pod", pod)]),
        LogEntry::NotEligible { pod, why } => structured_line(
            "Pod is not eligible for preemption",
            &[("pod", pod), ("reason", super::messages::ineligible_message(why))],
        ),
        LogEntry::PreemptionNotHelpful { pod } => {
            structured_line("Preemption will not help schedule pod on any node", &[("pod", pod)])
        }
        LogEntry::PotentialVictim { pod, node } => {
            structured_line("Pod is a potential preemption victim on node", &[("pod", pod), ("node", node)])
        }
        LogEntry::PostFilter { pod, status } => {
            structured_line("Status after running PostFilter plugins for pod", &[("pod", pod), ("status", status)])
        }
        LogEntry::PodUnschedulable { pod, error } => {
            structured_line("Unable to schedule pod; no fit; waiting", &[("pod", pod), ("err", error)])
        }
        LogEntry::NoNodes { pod } => {
            structured_line("Unable to schedule pod; no nodes are registered to the cluster; waiting", &[("pod", pod)])
        }
        LogEntry::PodMoved { pod, event, is_active } => {
            let queue = if is_active { "Active" } else { "Backoff" };
            let moved = structured_line(
                "Pod moved to an internal scheduling queue",
                &[("pod", pod), ("event", event), ("queue", queue)],
            );
            if is_active { moved } else { format!("{moved} hint=1") }
        }
        LogEntry::VictimDeletion { preemptor, victim, node } => structured_line(
            "Preemptor Pod preempted victim Pod",
            &[("preemptor", preemptor), ("victim", victim), ("node", node)],
        ),
        LogEntry::BindingStart { pod, node } => {
            structured_line("Attempting to bind pod to node", &[("pod", pod), ("node", node)])
        }
        LogEntry::PodBound { pod, node, evaluated, feasible } => bound_line(pod, node, evaluated, feasible),
        LogEntry::ConditionUpdate { .. } => return None,
    })
}

fn bound_line(pod: &str, node: &str, evaluated: usize, feasible: usize) -> String {
    let line = structured_line("Successfully bound pod to node", &[("pod", pod), ("node", node)]);
    format!("{line} evaluatedNodes={evaluated} feasibleNodes={feasible}")
}

/// Renders a message with keys and values as klog does.
fn structured_line(message: &str, values: &[(&str, &str)]) -> String {
    let values = values.iter().map(|(key, value)| format!(" {key}={value:?}"));
    format!("{message:?}{}", values.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_release_has_its_own_log_format() {
        let (pod, node) = ("default/a", "node-1");
        let cases = [
            (
                LogEntry::AttemptStart { pod },
                "Attempting to schedule pod: default/a",
                "\"Attempting to schedule pod\" pod=\"default/a\"",
                "\"Attempting to schedule pod\" pod=\"default/a\"",
            ),
            (
                LogEntry::PodUnschedulable { pod, error: "0/1 nodes are available: 1 Insufficient cpu." },
                "Unable to schedule default/a: no fit: 0/1 nodes are available: 1 Insufficient cpu.; waiting",
                "\"Unable to schedule pod; no fit; waiting\" pod=\"default/a\" err=\"0/1 nodes are available: 1 Insufficient cpu.\"",
                "\"Unable to schedule pod; no fit; waiting\" pod=\"default/a\" err=\"0/1 nodes are available: 1 Insufficient cpu.\"",
            ),
            (
                LogEntry::PotentialVictim { pod, node },
                "Pod default/a is a potential preemption victim on node node-1.",
                "Pod default/a is a potential preemption victim on node node-1.",
                "\"Pod is a potential preemption victim on node\" pod=\"default/a\" node=\"node-1\"",
            ),
            (
                LogEntry::VictimDeletion { preemptor: "default/b", victim: pod, node },
                "",
                "",
                "\"Preemptor Pod preempted victim Pod\" preemptor=\"default/b\" victim=\"default/a\" node=\"node-1\"",
            ),
        ];
        for (entry, old, young, today) in cases {
            let texts = [v1_16(&entry), v1_20(&entry), v1_34(&entry)].map(Option::unwrap_or_default);
            assert_eq!(texts, [old, young, today]);
        }
    }
}
