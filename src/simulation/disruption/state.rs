//! The state of the disruption controller.

use api::{NamespacedName, Set, Str, Table};

#[derive(Clone, Debug, Default)]
pub(crate) struct DisruptionController {
    /// Whether the scenario has no controllers, so that the number of matching pods is expected.
    pub(super) has_no_controllers: bool,
    /// Budgets that changed, or whose pods changed, since they were last counted.
    pub(super) uncounted: Set<NamespacedName>,
    /// The last event recorded about each budget.
    pub(super) last_report: Table<NamespacedName, Str>,
    /// The last event about each pod that several budgets select.
    pub(super) several_budgets: Table<NamespacedName, Str>,
    /// Events of that kind which are not recorded yet.
    pub(super) pending_reports: Vec<(NamespacedName, Str)>,
}

impl DisruptionController {
    pub(crate) fn new(has_no_controllers: bool) -> Self {
        Self { has_no_controllers, ..Self::default() }
    }
}
