//! Requests about namespaces: deleting a namespace deletes its objects. Upstream: `namespacedResourcesDeleter`, and the admission plugin
//! `NamespaceLifecycle`.

use api::{Kind, NamespacedName, Str, devices::DeviceKind};
use runlog::Deletion;

use super::Client;

/// Namespaces that cannot be deleted. Upstream: `immortalNamespaces`.
const PERMANENT_NAMESPACES: [&str; 3] = ["default", "kube-public", "kube-system"];

impl Client<'_> {
    /// `kubectl delete namespace`. Its objects are deleted at once, pods with their grace period; no new object is admitted meanwhile.
    pub(crate) fn delete_namespace(&mut self, name: &Str) {
        if PERMANENT_NAMESPACES.contains(&name.as_str()) {
            let text = format!("namespaces {name:?} is forbidden: this namespace may not be deleted");
            return self.print_line(true, format!("Error from server (Forbidden): {text}"));
        }
        self.api_mut().terminating_namespaces_mut().insert(name.clone());
        self.delete_workloads_in(name);
        for pod in self.pods_in(name).map(|(key, _)| key.clone()).collect::<Vec<_>>() {
            self.delete_pod(&pod, Deletion::NamespaceDeleted);
        }
        self.delete_rest_of(name);
        self.api_mut().objects_mut().namespaces.remove(name);
    }

    fn delete_workloads_in(&mut self, namespace: &Str) {
        // Deployments are deleted before their ReplicaSets, whose deletion follows from theirs.
        for id in self.workloads().ids().collect::<Vec<_>>() {
            let Some(stored) = self.workloads().get(id) else { continue };
            if stored.workload.metadata.namespace == *namespace {
                let key = NamespacedName::of(&stored.workload.metadata);
                self.delete_workload(stored.kind, &key);
            }
        }
    }

    fn delete_rest_of(&mut self, namespace: &Str) {
        let is_inside = |key: &NamespacedName| key.namespace() == namespace.as_str();
        let groups: Vec<NamespacedName> = self.pod_groups().keys().filter(|key| is_inside(key)).cloned().collect();
        for group in groups {
            self.delete_pod_group(&group);
        }
        let budgets = self.objects().budgets.iter().map(|budget| NamespacedName::of(&budget.metadata));
        for budget in budgets.filter(is_inside).collect::<Vec<_>>() {
            self.delete_budget(&budget);
        }
        let services = self.objects().services.iter().map(|service| NamespacedName::of(&service.metadata));
        for service in services.filter(is_inside).collect::<Vec<_>>() {
            self.delete_service(&service);
        }
        let claims = self.objects().storage.claims.keys().filter(|(other, _)| other == namespace);
        for (_, claim) in claims.cloned().collect::<Vec<_>>() {
            self.delete_storage(Kind::PersistentVolumeClaim, namespace, &claim);
        }
        let claims = self.claims().map(|claims| claims.all_claims()).unwrap_or_default();
        for claim in claims.iter().filter(|claim| claim.metadata.namespace == *namespace) {
            self.delete_device(DeviceKind::Claim, namespace, &claim.metadata.name);
        }
        self.api_mut().quotas_mut().remove_namespace(namespace);
        self.api_mut().limits_mut().remove_namespace(namespace);
    }
}
