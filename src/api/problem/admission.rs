//! Objects that the API server would refuse.

use serde::{Deserialize, Serialize};

use crate::api::Str;

/// Why the API server would refuse an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Admission {
    /// The object has no name.
    NoName,
    /// A label's value that is none.
    LabelValue {
        /// The value.
        value: Str,
    },
    /// No priority class of this name exists.
    UnknownClass {
        /// The name.
        name: Str,
        /// The nearest name that exists.
        near: Option<Str>,
    },
    /// A priority that only the system's own classes may have.
    ReservedPriority {
        /// The priority.
        value: i32,
        /// The highest that is free.
        highest: i32,
    },
    /// A budget with both `minAvailable` and `maxUnavailable`.
    MinAndMax,
    /// A skew that is not positive.
    Skew {
        /// The skew.
        skew: i32,
    },
    /// A pod affinity term without a topology key.
    NoTopologyKey,
    /// An amount below zero.
    NegativeAmount {
        /// The amount.
        amount: Str,
    },
    /// Not one of the words that the field knows.
    UnknownWord {
        /// What stands there; may be empty.
        word: Str,
        /// What may stand there.
        known: Vec<Str>,
        /// The nearest of them.
        near: Option<Str>,
    },
    /// An operator that needs values has none.
    NoValues {
        /// The operator.
        operator: Str,
    },
    /// An operator that takes no values has some.
    UnwantedValues {
        /// The operator.
        operator: Str,
    },
}
