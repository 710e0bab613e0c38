//! How far a copy of a run was followed.

use api::Millis;
use serde::{Deserialize, Serialize};

/// How far a copy of a run was followed. Only [`ToEnd`](Self::ToEnd) says that nothing else happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extent {
    /// To the end of the run.
    ToEnd,
    /// For so long after the moment of the question: what happens later is not known.
    Until(Millis),
}

impl Default for Extent {
    fn default() -> Self {
        Self::Until(Millis::ZERO)
    }
}
