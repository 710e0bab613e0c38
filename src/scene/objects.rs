//! Things in the picture that can be opened.

use api::{NamespacedName, Str};

/// Something in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectRef {
    /// A node, by its name.
    Node(Str),
    /// A pod, by namespace and name.
    Pod(NamespacedName),
    /// A disruption budget, by namespace and name.
    Budget(NamespacedName),
}

/// Something that decides beside the scheduler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guardrail {
    /// A disruption budget.
    Budget(NamespacedName),
    /// A zone.
    Zone(Str),
}
