use api::Millis;
use serde::{Deserialize, Serialize};

/// How far a copy of a run was followed. Only with [`ToEnd`](Self::ToEnd) may an answer say that something does not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extent {
    /// To the end of the run.
    ToEnd,
    /// For this long after the moment of the question; what happens later is unknown.
    Until(Millis),
}

impl Default for Extent {
    fn default() -> Self {
        Self::Until(Millis::ZERO)
    }
}
