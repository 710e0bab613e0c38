//! The scheduler's log in each release's words: formatted sentences at first, later a message with keys and values.
//!
//! Only lines whose words are certain are here; for the others the trace has plain ones of its own. The head of a line (time, file,
//! line number) and the names of loggers are left out.

use record::LogEntry;

/// v1.16: `klog.Infof`.
pub(super) fn v1_16(entry: &LogEntry<'_>) -> Option<String> {
    Some(match *entry {
        LogEntry::Popped { pod } => format!("About to try and schedule pod {pod}"),
        LogEntry::Attempting { pod } => format!("Attempting to schedule pod: {pod}"),
        LogEntry::NotEligible { pod, .. } => format!("Pod {pod} is not eligible for more preemption."),
        LogEntry::NoHelp { pod } => format!("Preemption will not help schedule pod {pod} on any node."),
        LogEntry::Victim { pod, node } => format!("Pod {pod} is a potential preemption victim on node {node}."),
        LogEntry::NoFit { pod, error } => format!("Unable to schedule {pod}: no fit: {error}; waiting"),
        LogEntry::NoNodes { pod } => {
            format!("Unable to schedule {pod}: no nodes are registered to the cluster; waiting")
        }
        LogEntry::Condition { pod } => {
            format!("Updating pod condition for {pod} to (PodScheduled==False, Reason=Unschedulable)")
        }
        LogEntry::Binding { pod, node } => format!("Attempting to bind {pod} to {node}"),
        // Upstream goes on with the room of the node.
        LogEntry::Bound { pod, node, evaluated, feasible } => format!(
            "pod {pod} is bound successfully on node \"{node}\", {evaluated} nodes evaluated, {feasible} nodes were found feasible."
        ),
        LogEntry::Seen { .. } | LogEntry::PostFilter { .. } | LogEntry::Moved { .. } | LogEntry::Preempted { .. } => {
            return None;
        }
    })
}

/// v1.20: on the way to structured lines.
pub(super) fn v1_20(entry: &LogEntry<'_>) -> Option<String> {
    Some(match *entry {
        LogEntry::Attempting { pod } => line("Attempting to schedule pod", &[("pod", pod)]),
        LogEntry::NoFit { pod, error } => {
            line("Unable to schedule pod; no fit; waiting", &[("pod", pod), ("err", error)])
        }
        LogEntry::NoNodes { pod } => {
            line("Unable to schedule pod; no nodes are registered to the cluster; waiting", &[("pod", pod)])
        }
        LogEntry::Bound { pod, node, evaluated, feasible } => bound(pod, node, evaluated, feasible),
        _ => return v1_16(entry),
    })
}

/// v1.34: every line is structured.
pub(super) fn v1_34(entry: &LogEntry<'_>) -> Option<String> {
    Some(match *entry {
        LogEntry::Seen { pod } => line("Add event for unscheduled pod", &[("pod", pod)]),
        LogEntry::Popped { pod } => line("About to try and schedule pod", &[("pod", pod)]),
        LogEntry::Attempting { pod } => line("Attempting to schedule pod", &[("pod", pod)]),
        LogEntry::NotEligible { pod, why } => {
            line("Pod is not eligible for preemption", &[("pod", pod), ("reason", super::said::ineligible(why))])
        }
        LogEntry::NoHelp { pod } => line("Preemption will not help schedule pod on any node", &[("pod", pod)]),
        LogEntry::Victim { pod, node } => {
            line("Pod is a potential preemption victim on node", &[("pod", pod), ("node", node)])
        }
        LogEntry::PostFilter { pod, status } => {
            line("Status after running PostFilter plugins for pod", &[("pod", pod), ("status", status)])
        }
        LogEntry::NoFit { pod, error } => {
            line("Unable to schedule pod; no fit; waiting", &[("pod", pod), ("err", error)])
        }
        LogEntry::NoNodes { pod } => {
            line("Unable to schedule pod; no nodes are registered to the cluster; waiting", &[("pod", pod)])
        }
        LogEntry::Moved { pod, event, active } => {
            let queue = if active { "Active" } else { "Backoff" };
            let moved =
                line("Pod moved to an internal scheduling queue", &[("pod", pod), ("event", event), ("queue", queue)]);
            if active { moved } else { format!("{moved} hint=1") }
        }
        LogEntry::Preempted { preemptor, victim, node } => {
            line("Preemptor Pod preempted victim Pod", &[("preemptor", preemptor), ("victim", victim), ("node", node)])
        }
        LogEntry::Binding { pod, node } => line("Attempting to bind pod to node", &[("pod", pod), ("node", node)]),
        LogEntry::Bound { pod, node, evaluated, feasible } => bound(pod, node, evaluated, feasible),
        LogEntry::Condition { .. } => return None,
    })
}

fn bound(pod: &str, node: &str, evaluated: usize, feasible: usize) -> String {
    let line = line("Successfully bound pod to node", &[("pod", pod), ("node", node)]);
    format!("{line} evaluatedNodes={evaluated} feasibleNodes={feasible}")
}

/// A message with keys and values, as klog prints it.
fn line(message: &str, values: &[(&str, &str)]) -> String {
    let values = values.iter().map(|(key, value)| format!(" {key}={value:?}"));
    format!("{message:?}{}", values.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_release_has_its_own_way() {
        let (pod, node) = ("default/a", "node-1");
        let cases = [
            (
                LogEntry::Attempting { pod },
                "Attempting to schedule pod: default/a",
                "\"Attempting to schedule pod\" pod=\"default/a\"",
                "\"Attempting to schedule pod\" pod=\"default/a\"",
            ),
            (
                LogEntry::NoFit { pod, error: "0/1 nodes are available: 1 Insufficient cpu." },
                "Unable to schedule default/a: no fit: 0/1 nodes are available: 1 Insufficient cpu.; waiting",
                "\"Unable to schedule pod; no fit; waiting\" pod=\"default/a\" err=\"0/1 nodes are available: 1 Insufficient cpu.\"",
                "\"Unable to schedule pod; no fit; waiting\" pod=\"default/a\" err=\"0/1 nodes are available: 1 Insufficient cpu.\"",
            ),
            (
                LogEntry::Victim { pod, node },
                "Pod default/a is a potential preemption victim on node node-1.",
                "Pod default/a is a potential preemption victim on node node-1.",
                "\"Pod is a potential preemption victim on node\" pod=\"default/a\" node=\"node-1\"",
            ),
            (
                LogEntry::Preempted { preemptor: "default/b", victim: pod, node },
                "",
                "",
                "\"Preemptor Pod preempted victim Pod\" preemptor=\"default/b\" victim=\"default/a\" node=\"node-1\"",
            ),
        ];
        for (entry, old, young, today) in cases {
            let told = [v1_16(&entry), v1_20(&entry), v1_34(&entry)].map(Option::unwrap_or_default);
            assert_eq!(told, [old, young, today]);
        }
    }
}
