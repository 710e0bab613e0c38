//! What the taint eviction controller keeps.

use api::{Millis, Table};

use crate::task::PodId;

/// Since when a pod tolerates a `NoExecute` taint, and until when.
#[derive(Clone, Copy, Debug)]
pub(super) struct TolerationTimer {
    pub start: Millis,
    pub end: Millis,
}

/// The taint eviction controller.
#[derive(Clone, Debug, Default)]
pub(crate) struct TaintEvictionController {
    pub(super) timers: Table<PodId, TolerationTimer>,
}
