//! What a run never changes: its release, and how long things take.

use api::{FeatureGates, Millis};
use releases::Release;
use runlog::Wording;
use scheduler::{FlowPolicy, cluster::Accounting};

use super::scenario::Timings;

/// The settings of a run.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub release: Release,
    pub flow: FlowPolicy,
    pub timings: Timings,
    /// Which feature gates of the cluster are on.
    pub gates: FeatureGates,
    /// How requests add up; the same under every profile of a release.
    pub accounting: Accounting,
    /// The release's words for messages.
    pub wording: &'static dyn Wording,
    /// Wall time of the start.
    pub epoch: i64,
    /// Whether nodes are watched: `NoExecute` taints evict, and pods of deleted nodes are collected.
    pub node_lifecycle: bool,
}

impl Settings {
    /// A virtual time as the clocks of the cluster show it.
    pub(crate) fn wall_clock(&self, at: Millis) -> i64 {
        at.added_to_wall(self.epoch)
    }
}
