//! How many pods each workload has. Controllers ask for this at each sync, and a workload can have thousands of pods.

use api::{Str, Table};

/// The pods of a workload that count for its controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PodTally {
    /// The number of pods that neither finished nor terminate.
    pub active: usize,
    /// The number of these that are ready.
    pub ready: usize,
}

/// The tallies of all workloads that have active pods, by the uid of the workload.
#[derive(Clone, Debug, Default)]
pub(super) struct PodTallies(Table<Str, PodTally>);

impl PodTallies {
    pub(super) fn get(&self, owner: &Str) -> PodTally {
        self.0.get(owner).copied().unwrap_or_default()
    }

    /// Moves a pod from what it counted for to what it counts for now.
    pub(super) fn move_pod(&mut self, before: Option<(Str, PodTally)>, after: Option<(Str, PodTally)>) {
        if before == after {
            return;
        }
        if let Some((owner, pod)) = after {
            let tally = self.0.or_default(owner);
            (tally.active, tally.ready) = (tally.active + pod.active, tally.ready + pod.ready);
        }
        if let Some((owner, pod)) = before
            && let Some(tally) = self.0.get_mut(&owner)
        {
            (tally.active, tally.ready) = (tally.active - pod.active, tally.ready - pod.ready);
            if *tally == PodTally::default() {
                self.0.remove(&owner);
            }
        }
    }
}
