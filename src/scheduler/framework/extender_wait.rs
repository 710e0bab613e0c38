//! How long a cycle is blocked by its extenders.

use std::cell::Cell;

use api::Millis;

/// How long a cycle has waited for extenders so far, in virtual milliseconds.
#[derive(Clone, Debug, Default)]
pub struct ExtenderWait(Cell<Millis>);

impl ExtenderWait {
    /// The cycle stands still for so long.
    pub fn add(&self, millis: Millis) {
        self.0.set(self.0.get() + millis);
    }

    /// So far.
    #[must_use]
    pub fn get(&self) -> Millis {
        self.0.get()
    }
}
