//! The state of the resource claim controller.

use api::{Millis, Set, Str, Table};

#[derive(Clone, Debug, Default)]
pub(crate) struct ResourceClaimController {
    /// Uids of pods for which the failure to create a claim was recorded.
    pub(super) reported_pods: Set<Str>,
    /// Uids of pods whose devices have a `NoExecute` taint, with the time since when.
    pub(super) tainted_pods: Table<Str, Millis>,
}
