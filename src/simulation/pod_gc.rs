//! The pod garbage collector: deletes pods whose node is gone. Upstream: `podgc.PodGCController`.

use api::{Millis, Str};
use runlog::Deletion;

use super::{client::Component, controllers::stateless::PodGcController, task::PodGcTask};

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

    /// Deletes what is left on a node that did not come back. No kubelet is there to stop it gracefully.
    pub(crate) fn collect_orphans(&mut self, node: &Str) {
        if self.node(node).is_some() {
            return;
        }
        for pod in self.pods_on(node) {
            self.delete_pod_with_grace(&pod, Deletion::Orphaned, Some(0));
        }
    }
}
