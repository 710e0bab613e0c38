//! The pod garbage collector: deletes pods of deleted nodes, and terminating pods of nodes out of service. Upstream: `podgc.PodGCController`.

use api::{Millis, Str};
use runlog::Deletion;

use super::{action::Readiness, client::Component, node_conditions::is_out_of_service, task::PodGcTask};

/// The interval of the controller, and how long a node must be missing after that before its pods are deleted. Upstream: `gcCheckPeriod`,
/// `quarantineTime`.
const GC_INTERVAL: Millis = Millis::from_seconds(20);
const GC_QUARANTINE: Millis = Millis::from_seconds(40);

/// The pod garbage collector, which keeps no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PodGcController;

impl Component<'_, PodGcController> {
    /// Called when a node was deleted, or when a pod names a node that does not exist.
    pub(crate) fn handle_missing_node(&mut self, node: &Str) {
        if self.settings().has_node_lifecycle {
            let at = self.now().round_up_past(GC_INTERVAL) + GC_QUARANTINE;
            self.schedule(at, PodGcTask::CollectOrphans(node.clone()));
        }
    }

    /// Called when a node has the taint `out-of-service` and a terminating pod: collects such pods at the next interval. Upstream: `gcTerminating`.
    pub(crate) fn handle_out_of_service(&mut self, node: &Str) {
        if self.settings().has_node_lifecycle && self.settings().flow.collects_out_of_service {
            let at = self.now().round_up_past(GC_INTERVAL);
            self.schedule(at, PodGcTask::CollectTerminating(node.clone()));
        }
    }

    /// Removes the terminating pods of a node that is out of service and not ready.
    pub(crate) fn collect_terminating(&mut self, node: &Str) {
        let is_down =
            self.node(node).is_some_and(|node| is_out_of_service(node) && Readiness::of_node(node) != Readiness::Ready);
        if !is_down {
            return;
        }
        for pod in self.pods_on(node) {
            if self.pod(&pod).is_some_and(|record| record.pod().is_terminating()) {
                self.delete_pod_with_grace(&pod, Deletion::Orphaned, Some(0));
            }
        }
    }

    /// Removes the pods of a node that was deleted and not created again. No kubelet exists that could stop them gracefully.
    pub(crate) fn collect_orphans(&mut self, node: &Str) {
        if self.node(node).is_some() {
            return;
        }
        for pod in self.pods_on(node) {
            self.report_orphan_of_set(&pod);
            self.delete_pod_with_grace(&pod, Deletion::Orphaned, Some(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::test_run::run_until;

    #[test]
    fn only_terminating_pods_of_a_failed_node_out_of_service_are_removed() {
        let out_of_service = "{at: 2s, taint: {node: n, key: node.kubernetes.io/out-of-service, effect: NoExecute}}";
        let back = "{at: 3s, untaint: {node: n, key: node.kubernetes.io/out-of-service}}";
        for (script, exists) in [
            // The taint evicts the pod, whose grace period is longer than the run.
            (out_of_service.to_owned(), true),
            (format!("{{at: 1s, notReady: n}}, {out_of_service}"), false),
            (format!("{{at: 1s, unreachable: n}}, {out_of_service}"), false),
            (format!("{{at: 1s, notReady: n}}, {out_of_service}, {back}"), true),
            (format!("{{at: 1s, notReady: n}}, {out_of_service}, {{at: 3s, ready: n}}"), true),
            ("{at: 1s, unreachable: n}, {at: 2s, delete: {name: p}}".to_owned(), true),
        ] {
            let text = format!(
                "{{kind: Node, metadata: {{name: n}}, status: {{allocatable: {{cpu: 4}}}}}}
---
{{kind: Pod, metadata: {{name: p}}, spec: {{terminationGracePeriodSeconds: 300, containers: [{{name: c}}]}}}}
---
{{kind: Scenario, script: [{script}]}}"
            );
            let (simulation, _) = run_until(&text, 60);
            let pod = simulation.cluster.api.pod("default/p");
            assert_eq!(pod.is_some(), exists, "{script}");
            assert!(pod.is_none_or(|record| record.pod().is_terminating()), "{script}");
        }
    }
}
