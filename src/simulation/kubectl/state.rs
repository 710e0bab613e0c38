//! What a run keeps of the commands of its script.

use std::rc::Rc;

use api::{ApiObject, Millis, ObjectKey, Str, Table};

use crate::{
    action::{Action, Drain},
    task::PodId,
};

/// A `kubectl drain` that waits for pods.
#[derive(Clone, Debug, Default)]
pub(super) struct DrainState {
    /// What it was asked to do.
    pub drain: Drain,
    /// When it gives up.
    pub gives_up_at: Option<Millis>,
    /// Pods that it wants to be gone, and since when each is going; none as long as its eviction is refused.
    pub pods: Table<PodId, Option<Millis>>,
    /// What went wrong.
    pub errors: Vec<Str>,
}

/// Whoever types the commands of the script.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kubectl {
    pub(super) script: Rc<[Action]>,
    /// What was applied last of each object: what `kubectl` keeps in the annotation `last-applied-configuration`.
    pub(super) last_applied: Table<ObjectKey, Rc<ApiObject>>,
    /// Drains that are under way, by number.
    pub(super) drains: Table<u32, DrainState>,
    /// How many drains there were.
    pub(super) drains_started: u32,
}

impl Kubectl {
    /// Adds actions at the end of the script, and gives their indices.
    pub(crate) fn add_actions(&mut self, actions: Vec<Action>) -> std::ops::Range<usize> {
        let before = self.script.len();
        self.script = self.script.iter().cloned().chain(actions).collect();
        before..self.script.len()
    }

    /// Whether an action creates a pod or a node, and does nothing else.
    pub(crate) fn creates_only(&self, index: usize) -> bool {
        self.script[index].creates_only()
    }

    /// The name of the node that an action applies; none if it does anything else.
    pub(crate) fn applied_node(&self, index: usize) -> Option<&Str> {
        match &self.script[index] {
            Action::Apply(ApiObject::Node(node), _) => Some(&node.metadata.name),
            _ => None,
        }
    }
}
