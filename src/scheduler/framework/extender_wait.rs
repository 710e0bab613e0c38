//! The time for which extenders block a cycle.

use std::cell::Cell;

use api::Millis;

/// How long a cycle has waited for extenders so far, in virtual milliseconds.
#[derive(Clone, Debug, Default)]
pub struct ExtenderWait(Cell<Millis>);

impl ExtenderWait {
    /// Adds the time that one request took.
    pub fn add(&self, millis: Millis) {
        self.0.set(self.0.get() + millis);
    }

    /// Returns the sum so far.
    #[must_use]
    pub fn get(&self) -> Millis {
        self.0.get()
    }
}
