//! The pod garbage collector: deletes pods whose node is gone. Upstream: `podgc.PodGCController`.

use api::{Millis, Str};
use runlog::Deletion;

use super::{
    action::Readiness, client::Component, controllers::stateless::PodGcController, node_conditions::is_out_of_service,
    task::PodGcTask,
};

/// How often the controller looks, and how long a node is missing after that before its pods are deleted. Upstream: `gcCheckPeriod`,
/// `quarantineTime`.
const GC_INTERVAL: Millis = Millis::from_seconds(20);
const GC_QUARANTINE: Millis = Millis::from_seconds(40);

impl Component<'_, PodGcController> {
    /// A node is gone, or a pod names one that is not there.
    pub(crate) fn handle_missing_node(&mut self, node: &Str) {
        if self.settings().node_lifecycle {
            let at = self.now().round_up_past(GC_INTERVAL) + GC_QUARANTINE;
            self.schedule(at, PodGcTask::CollectOrphans(node.clone()));
        }
    }

    /// A node is down for good, as a person says: what is to go from it goes with the next look. Upstream: `gcTerminating`.
    pub(crate) fn handle_out_of_service(&mut self, node: &Str) {
        if self.settings().node_lifecycle && self.settings().flow.collects_out_of_service {
            let at = self.now().round_up_past(GC_INTERVAL);
            self.schedule(at, PodGcTask::CollectTerminating(node.clone()));
        }
    }

    /// Deletes the pods that terminate on a node that is down for good and not ready.
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

    /// Deletes what is left on a node that did not come back. No kubelet is there to stop it gracefully.
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
