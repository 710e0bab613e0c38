//! What an evaluation may cost.

use crate::error::EvalError;

/// Upstream's limit for one expression and one device, in units of cost.
pub(crate) const COST_LIMIT: u64 = 1_000_000;

/// Steps that upstream's cost does not count: comparing, copying and printing nested values. Without a limit a short text could take
/// hours.
const WORK_LIMIT: u64 = 10_000_000;

/// The same for what is shown of one value.
const DISPLAY_WORK_LIMIT: u64 = 2000;

/// Counts what an evaluation costs.
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
    /// For what a person is shown of one value.
    pub(crate) fn for_display() -> Self {
        Self { work_limit: DISPLAY_WORK_LIMIT, ..Self::default() }
    }

    /// Units that upstream counts.
    pub(crate) fn charge(&mut self, cost: u64) -> Result<(), EvalError> {
        self.cost = self.cost.saturating_add(cost);
        if self.cost > COST_LIMIT { Err(EvalError::TooCostly) } else { Ok(()) }
    }

    /// Steps that upstream does not count.
    pub(crate) fn charge_work(&mut self, steps: usize) -> Result<(), EvalError> {
        self.work_done = self.work_done.saturating_add(u64::try_from(steps).unwrap_or(u64::MAX));
        if self.work_done > self.work_limit { Err(EvalError::TooCostly) } else { Ok(()) }
    }

    /// Asks before a value of so many bytes or items is made.
    pub(crate) fn reserve(&mut self, size: usize) -> Result<(), EvalError> {
        self.charge_work(size)
    }

    /// What was counted so far.
    pub(crate) fn cost(&self) -> u64 {
        self.cost
    }
}
