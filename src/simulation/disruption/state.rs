//! What the disruption controller keeps.

use api::{NamespacedName, Set, Str, Table};

/// The disruption controller.
#[derive(Clone, Debug, Default)]
pub(crate) struct DisruptionController {
    /// Nothing says how many pods there should be: those that match are expected.
    pub(super) without_controllers: bool,
    /// Budgets of which the controller has heard something, and that it has not counted since.
    pub(super) uncounted: Set<NamespacedName>,
    /// What the controller said of a budget last.
    pub(super) last_report: Table<NamespacedName, Str>,
    /// What it says of a pod that several budgets select, and what of that it has not said yet.
    pub(super) several_budgets: Table<NamespacedName, Str>,
    pub(super) pending_reports: Vec<(NamespacedName, Str)>,
}

impl DisruptionController {
    pub(crate) fn new(without_controllers: bool) -> Self {
        Self { without_controllers, ..Self::default() }
    }
}
