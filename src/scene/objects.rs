//! References to objects in the picture that can be opened.

use api::{NamespacedName, Str};

/// An object in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectRef {
    /// A node, by its name.
    Node(Str),
    /// A pod, by namespace and name.
    Pod(NamespacedName),
    /// A PodDisruptionBudget, by namespace and name.
    Budget(NamespacedName),
}

/// An object outside the scheduler that limits evictions or failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guardrail {
    /// A PodDisruptionBudget.
    Budget(NamespacedName),
    /// A zone.
    Zone(Str),
}
