//! The limits on the cost of an evaluation.

use crate::error::EvalError;

/// Upstream's cost limit for the evaluation of one selector for one device: `resourceapi.CELSelectorExpressionMaxCost`.
pub(crate) const COST_LIMIT: u64 = 1_000_000;

/// The limit on steps that upstream's cost does not include: comparing, copying and printing nested values. Without it,
/// a short expression could run for hours.
const WORK_LIMIT: u64 = 10_000_000;

/// The work limit for formatting one value for display.
const DISPLAY_WORK_LIMIT: u64 = 2000;

/// Counts the cost of an evaluation and fails it at the limit.
#[derive(Debug)]
pub(crate) struct Meter {
    cost: u64,
    work_done: u64,
    work_limit: u64,
}

impl Default for Meter {
    fn default() -> Self {
        Self { cost: 0, work_done: 0, work_limit: WORK_LIMIT }
    }
}

impl Meter {
    /// A meter with the limit for formatting one value for display.
    pub(crate) fn for_display() -> Self {
        Self { work_limit: DISPLAY_WORK_LIMIT, ..Self::default() }
    }

    /// Adds cost in upstream's units.
    pub(crate) fn charge(&mut self, cost: u64) -> Result<(), EvalError> {
        self.cost = self.cost.saturating_add(cost);
        if self.cost > COST_LIMIT { Err(EvalError::TooCostly) } else { Ok(()) }
    }

    /// Adds steps that upstream's cost does not include.
    pub(crate) fn charge_work(&mut self, steps: usize) -> Result<(), EvalError> {
        self.work_done = self.work_done.saturating_add(u64::try_from(steps).unwrap_or(u64::MAX));
        if self.work_done > self.work_limit { Err(EvalError::TooCostly) } else { Ok(()) }
    }

    /// Charges for a value of `size` bytes or items before it is built.
    pub(crate) fn reserve(&mut self, size: usize) -> Result<(), EvalError> {
        self.charge_work(size)
    }

    /// The cost so far, in upstream's units.
    pub(crate) fn cost(&self) -> u64 {
        self.cost
    }
}
