//! Who is who. Names come back, identities do not: whatever is remembered about an object is kept by its uid, and is
//! forgotten in one place when the object is gone.

use api::{NamespacedName, Str};

use super::{agenda::PodId, state::Simulation};

impl Simulation {
    /// The pod that has this name now.
    pub(super) fn pod_id(&self, key: &NamespacedName) -> Option<PodId> {
        let (key, state) = self.pods.get_key_value(key)?;
        Some(PodId { key: key.clone(), uid: state.info.uid().clone() })
    }

    /// Whether this very pod is there, not a successor of its name.
    pub(super) fn exists(&self, id: &PodId) -> bool {
        self.pods.get(&id.key).is_some_and(|state| *state.info.uid() == id.uid)
    }

    /// Forgets all that anybody remembers about a pod that is gone. Returns whether it was nominated.
    pub(super) fn forget_pod(&mut self, id: &PodId, owner: Option<&Str>) -> bool {
        self.agenda.forget_pod(id);
        self.node_lifecycle.forget_pod(id);
        self.binding_refused.remove(&id.key);
        self.disruptions.several_budgets.remove(&id.key);
        self.queue.remove(&id.key);
        self.workloads.forget_orphan(&id.key);
        if let Some(owner) = owner {
            self.workloads.release_pod(owner, &id.key);
        }
        self.nominator.remove(&id.uid).is_some()
    }
}
