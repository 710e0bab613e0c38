//! The selected pod, node, and budget or zone. A pod is selected on the stage, a node in tables and on the stage; both can be selected at
//! once, as there are questions about a pod and a node.

pub mod update;

use api::{NamespacedName, Str};
use scene::objects::Guardrail;

/// What is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The pod.
    pub pod: Option<NamespacedName>,
    /// The node.
    pub node: Option<Str>,
    /// The budget or the zone.
    pub guardrail: Option<Guardrail>,
    /// The resource that heights on the stage stand for, where a person chose one.
    pub measure: Option<Str>,
}
