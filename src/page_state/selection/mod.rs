//! The selected pod, node, and budget or zone. A pod and a node can be selected at the same time, because some questions are about both.

pub mod update;

use api::{NamespacedName, Str};
use scene::objects::Guardrail;

/// The selected objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub pod: Option<NamespacedName>,
    pub node: Option<Str>,
    /// The selected budget or zone.
    pub guardrail: Option<Guardrail>,
    /// The resource that heights on the stage show; `None` chooses the relevant one.
    pub measure: Option<Str>,
}
