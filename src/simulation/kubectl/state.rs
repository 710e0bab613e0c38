//! The state of kubectl: the script, and its drains in progress.

use std::rc::Rc;

use api::{ApiObject, Millis, ObjectKey, Str, Table};

use crate::{
    action::{ClusterAction, Drain},
    ids::PodId,
};

/// A `kubectl drain` that waits for pods.
#[derive(Clone, Debug, Default)]
pub(super) struct DrainState {
    /// The command with its flags.
    pub drain: Drain,
    /// When it times out.
    pub gives_up_at: Option<Millis>,
    /// The pods that it removes, with the time since when it waits for the removal; `None` while the eviction is refused.
    pub pods: Table<PodId, Option<Millis>>,
    /// Errors so far.
    pub errors: Vec<Str>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Kubectl {
    pub(super) script: Rc<[ClusterAction]>,
    /// The last applied version of each object, like the annotation `last-applied-configuration`.
    pub(super) last_applied: Table<ObjectKey, Rc<ApiObject>>,
    /// Drains in progress, by number.
    pub(super) drains: Table<u32, DrainState>,
    pub(super) drains_started: u32,
}

impl Kubectl {
    /// Appends actions to the script, and returns their indices.
    pub(crate) fn add_actions(&mut self, actions: Vec<ClusterAction>) -> std::ops::Range<usize> {
        let before = self.script.len();
        self.script = self.script.iter().cloned().chain(actions).collect();
        before..self.script.len()
    }

    /// Whether an action of the script only creates a pod or a node.
    pub(crate) fn creates_only(&self, index: usize) -> bool {
        self.script[index].creates_only()
    }

    /// The name of the node that an action applies; none if it does anything else.
    pub(crate) fn applied_node(&self, index: usize) -> Option<&Str> {
        match &self.script[index] {
            ClusterAction::Apply(ApiObject::Node(node), _) => Some(&node.metadata.name),
            _ => None,
        }
    }
}
