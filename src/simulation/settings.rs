//! Settings that are constant during a run.

use api::{FeatureGates, Millis};
use releases::Release;
use runlog::Wording;
use scheduler::{FlowPolicy, cluster::Accounting};

use super::scenario::Timings;

#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub release: Release,
    pub flow: FlowPolicy,
    pub timings: Timings,
    /// Feature gates of the cluster.
    pub gates: FeatureGates,
    /// How requests are added up; the same for all profiles of a release.
    pub accounting: Accounting,
    /// The release's messages.
    pub wording: &'static dyn Wording,
    /// Wall-clock time of the start, in milliseconds since 1970.
    pub epoch: i64,
    /// Whether node lifecycle controllers run: `NoExecute` taints evict pods, and pods of deleted nodes are removed.
    pub has_node_lifecycle: bool,
}

impl Settings {
    /// A virtual time on the cluster's clocks, in milliseconds since 1970.
    pub(crate) fn wall_clock(&self, at: Millis) -> i64 {
        at.added_to_wall(self.epoch)
    }
}
