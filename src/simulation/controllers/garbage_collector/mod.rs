//! The garbage collector: deletes the pods of deleted workloads. Upstream: `garbagecollector.GarbageCollector`.

pub(crate) mod state;

use api::Str;
use runlog::Deletion;

use self::state::GarbageCollector;
use crate::{client::Component, task::WorkloadTask};

impl Component<'_, GarbageCollector> {
    pub(crate) fn has_work(&self) -> bool {
        !self.state().deleted_owners.is_empty()
    }

    pub(crate) fn handle_workload_removed(&mut self, uid: &Str) {
        self.state_mut().deleted_owners.insert(uid.clone());
    }

    /// Deletes pods of deleted workloads, up to the limit of a step.
    pub(crate) fn collect(&mut self) {
        while let Some(uid) = self.state().deleted_owners.first().cloned() {
            for pod in self.workloads().pods_of(&uid) {
                if self.pod(&pod).is_some_and(|record| record.pod().is_terminating()) {
                    continue;
                }
                if !self.work_queue_mut().spend_one() {
                    let now = self.now();
                    return self.schedule(now, WorkloadTask::Sync);
                }
                self.delete_pod(&pod, Deletion::Collected);
            }
            self.state_mut().deleted_owners.remove(&uid);
        }
    }
}
