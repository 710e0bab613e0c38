//! Changes that a person makes to objects that are there: labels, requests, gates, and what only the API server keeps.

use std::rc::Rc;

use api::{Labels, Namespace, Pod, ResourceList, Service, Str};
use scheduler::framework::ClusterEvent;

use super::action::LabelChanges;
use super::state::Simulation;
use record::What;

impl Simulation {
    /// `kubectl label pod`.
    pub(super) fn label_pod(&mut self, key: &Str, changes: &LabelChanges) {
        let labels = self.pods.get(key).map(|state| state.info.pod.metadata.labels.clone());
        self.tell_of_absent(labels, changes);
        self.edit_pod(key, |pod| {
            for (name, value) in changes {
                match value {
                    Some(value) => pod.metadata.labels.insert(name.clone(), value.clone()),
                    None => pod.metadata.labels.remove(name),
                }
            }
        });
    }

    /// Labels that are to go and are not there.
    fn tell_of_absent(&mut self, labels: Option<Labels>, changes: &LabelChanges) {
        let Some(labels) = labels else { return };
        for (name, _) in changes.iter().filter(|(name, value)| value.is_none() && !labels.contains(name)) {
            self.print(false, format!("label {name:?} not found."));
        }
    }

    /// `kubectl label node`.
    pub(super) fn label_node(&mut self, name: &Str, changes: &LabelChanges) {
        let labels = self.snapshot.node(name).map(|info| info.node.metadata.labels.clone());
        self.tell_of_absent(labels, changes);
        self.edit_node(name, |node| {
            for (name, value) in changes {
                match value {
                    Some(value) => node.metadata.labels.insert(name.clone(), value.clone()),
                    None => node.metadata.labels.remove(name),
                }
            }
        });
    }

    /// `kubectl patch pod --subresource resize`, where the release has it: other requests for one container, or for the
    /// first.
    pub(super) fn resize_pod(&mut self, key: &Str, container: &Str, requests: &ResourceList) {
        if !self.flow.resizes_pods {
            let text = "pod updates may not change fields other than `spec.containers[*].image`, \
                        `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or `spec.tolerations` (only \
                        additions to existing tolerations)";
            let name = key.split_once('/').map_or(key.as_str(), |(_, name)| name);
            return self.print(true, format!("The Pod \"{name}\" is invalid: spec: Forbidden: {text}"));
        }
        self.edit_pod(key, |pod| {
            let named = |name: &Str| container.is_empty() || name == container;
            if let Some(container) = pod.spec.containers.iter_mut().find(|container| named(&container.name)) {
                for (name, amount) in requests.iter() {
                    container.resources.requests.insert(name.clone(), amount.clone());
                }
            }
        });
    }

    /// Takes scheduling gates away: all, or those named.
    pub(super) fn ungate(&mut self, key: &Str, gates: &[Str]) {
        self.edit_pod(key, |pod| {
            pod.spec.scheduling_gates.retain(|gate| !gates.is_empty() && !gates.contains(&gate.name));
        });
    }

    /// `kubectl apply` of a pod that is there, where nothing changes that may not.
    pub(super) fn apply_pod(&mut self, new: &Pod) {
        self.edit_pod(&new.key().into(), |pod| {
            for (name, value) in new.metadata.labels.iter() {
                pod.metadata.labels.insert(name.clone(), value.clone());
            }
            for (name, value) in new.metadata.annotations.iter() {
                pod.metadata.annotations.insert(name.clone(), value.clone());
            }
            pod.spec.tolerations.clone_from(&new.spec.tolerations);
        });
    }

    fn edit_pod(&mut self, key: &Str, edit: impl FnOnce(&mut Pod)) {
        let Some(before) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let Some(info) = self.write_pod(key, edit) else { return };
        if info.pod == before.pod {
            return;
        }
        self.emit(What::PodUpdated(Rc::clone(&info.pod)));
        self.workloads.unclaim(key.clone());
        if self.pods.get(key).is_some_and(|state| state.node.is_some()) {
            self.tell_update(&before, &info);
        } else if self.profile_of(&info.pod).is_some() {
            self.requeue(&before, &info);
        }
        self.touch();
    }

    /// `kubectl apply` of a service.
    pub(super) fn apply_service(&mut self, service: Service) {
        let same = |other: &Rc<Service>| {
            (&other.metadata.namespace, &other.metadata.name) == (&service.metadata.namespace, &service.metadata.name)
        };
        self.objects.services.retain(|other| !same(other));
        self.objects.services.push(Rc::new(service));
        self.tell(&ClusterEvent::Service);
    }

    /// `kubectl delete service`.
    pub(super) fn delete_service(&mut self, key: &str) {
        self.objects
            .services
            .retain(|service| format!("{}/{}", service.metadata.namespace, service.metadata.name) != key);
        self.tell(&ClusterEvent::Service);
    }

    /// `kubectl apply` of a namespace: its labels count for namespace selectors.
    pub(super) fn apply_namespace(&mut self, namespace: Namespace) {
        self.objects.namespaces.insert(namespace.metadata.name, namespace.metadata.labels);
    }

    /// `kubectl delete pdb`.
    pub(super) fn delete_budget(&mut self, key: &Str) {
        let name =
            |budget: &api::PodDisruptionBudget| format!("{}/{}", budget.metadata.namespace, budget.metadata.name);
        self.objects.budgets.retain(|budget| name(budget) != **key);
        self.disruptions.unobserved.remove(key);
        self.disruptions.uncounted.remove(key);
        self.disruptions.said.remove(key);
        self.emit(What::BudgetRemoved(key.clone()));
    }

    /// `kubectl delete priorityclass`. Pods keep the priority that they have.
    pub(super) fn delete_class(&mut self, name: &Str) {
        self.classes.retain(|class| class.metadata.name != *name);
        self.emit(What::PriorityClassRemoved(name.clone()));
    }
}
