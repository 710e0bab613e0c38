//! Actions on what is not there: kubectl says so, and nothing happens.

use api::{NamespacedName, Str, not_found_message, resource_name};

use super::{action::Action, state::Simulation};

impl Simulation {
    /// What kubectl says instead of an action, if its object is not there.
    pub(super) fn not_found_error(&self, action: &Action) -> Option<String> {
        let has_node = |name: &Str| self.snapshot.node(name).is_some_and(|info| !info.deleted);
        let is_named = |meta: &api::ObjectMeta, key: &NamespacedName| NamespacedName::of(meta) == *key;
        let (kind, name, is_there): (_, &str, _) = match action {
            Action::UpdateNode(node) => ("Node", &node.metadata.name, has_node(&node.metadata.name)),
            Action::Drain(drain) => ("Node", &drain.node, has_node(&drain.node)),
            Action::LabelNode(name, _)
            | Action::SetReadiness(name, _)
            | Action::Cordon(name, _)
            | Action::Taint(name, _)
            | Action::Untaint(name, _)
            | Action::RemoveNode(name) => ("Node", name, has_node(name)),
            Action::LabelPod(pod, _)
            | Action::ResizePod { pod, .. }
            | Action::Ungate(pod, _)
            | Action::Evict(pod)
            | Action::DeletePod(pod) => ("Pod", pod.name(), self.pods.contains_key(pod)),
            Action::DeleteWorkload(kind, key) | Action::Scale(kind, key, _) => {
                (kind.name(), key.name(), self.workloads.find_by_name(*kind, key).is_some())
            }
            Action::DeleteService(key) => {
                ("Service", key.name(), self.objects.services.iter().any(|service| is_named(&service.metadata, key)))
            }
            Action::DeleteBudget(key) => (
                "PodDisruptionBudget",
                key.name(),
                self.objects.budgets.iter().any(|budget| is_named(&budget.metadata, key)),
            ),
            Action::DeleteClass(name) => {
                ("PriorityClass", name, self.classes.iter().any(|class| class.metadata.name == *name))
            }
            Action::DeleteRuntime(name) => ("RuntimeClass", name, self.limits.runtimes.contains(name)),
            Action::DeleteLimits(namespace, name) => ("LimitRange", name, self.limits.contains(namespace, name)),
            Action::DeleteQuota(namespace, name) => ("ResourceQuota", name, self.quotas.contains(namespace, name)),
            Action::DeleteStorage(kind, namespace, name) => {
                (kind.as_str(), name, self.objects.storage.contains(kind, namespace, name))
            }
            _ => return None,
        };
        (!is_there).then(|| not_found_message(resource_name(kind), name))
    }
}
