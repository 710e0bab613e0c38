//! The state of the taint eviction controller.

use api::{Millis, Table};

use crate::ids::PodId;

/// When an eviction was scheduled, and for when.
#[derive(Clone, Copy, Debug)]
pub(super) struct TolerationTimer {
    pub start: Millis,
    pub end: Millis,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct TaintEvictionController {
    pub(super) timers: Table<PodId, TolerationTimer>,
}
