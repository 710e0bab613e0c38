//! Requests about objects that only the API server and the scheduler's plugins read: classes, services, quotas, limit ranges.

use std::rc::Rc;

use api::{LimitRange, NamespacedName, PriorityClass, ResourceQuota, RuntimeClass, Service, Str};
use manifest::admission::Limits;
use runlog::EventKind;
use scheduler::cluster::Claims;

use super::{Client, watchers::Watchers};

impl Client<'_> {
    pub(crate) fn apply_class(&mut self, class: PriorityClass) {
        let class = Rc::new(class);
        // The updated class may have become the default, or have ceased to be it.
        let classes = self.api_mut().classes_mut();
        match classes.iter_mut().find(|other| other.metadata.name == class.metadata.name) {
            Some(other) => *other = Rc::clone(&class),
            None => classes.push(Rc::clone(&class)),
        }
        self.api_mut().deleted_classes_mut().remove(&class.metadata.name);
        self.emit(EventKind::PriorityClassAdded(class));
    }

    /// `kubectl delete priorityclass`. Existing pods keep their priority.
    pub(crate) fn delete_class(&mut self, name: &Str) {
        self.api_mut().classes_mut().retain(|class| class.metadata.name != *name);
        self.api_mut().deleted_classes_mut().insert(name.clone());
        self.emit(EventKind::PriorityClassRemoved(name.clone()));
    }

    pub(crate) fn apply_service(&mut self, service: Service) {
        let key = NamespacedName::of(&service.metadata);
        let services = &mut self.api_mut().objects_mut().services;
        services.retain(|other| NamespacedName::of(&other.metadata) != key);
        services.push(Rc::new(service));
        self.cluster.deliver_service_change();
    }

    pub(crate) fn delete_service(&mut self, key: &NamespacedName) {
        let services = &mut self.api_mut().objects_mut().services;
        services.retain(|service| NamespacedName::of(&service.metadata) != *key);
        self.cluster.deliver_service_change();
    }

    /// Stores initial objects that no component watches: services, and the device objects.
    pub(crate) fn set_initial_objects(&mut self, services: Vec<Service>, claims: Option<Rc<dyn Claims>>) {
        let objects = self.api_mut().objects_mut();
        objects.services = services.into_iter().map(Rc::new).collect();
        objects.claims = claims;
    }

    /// Sets the quotas, limit ranges and runtime classes of the manifest.
    pub(crate) fn set_admission(&mut self, quotas: &[ResourceQuota], limits: Limits) {
        self.api_mut().set_admission(quotas, limits);
    }

    pub(crate) fn apply_quota(&mut self, quota: ResourceQuota) {
        self.api_mut().put_quota(quota);
        self.wake_refused();
    }

    pub(crate) fn delete_quota(&mut self, namespace: &Str, name: &Str) {
        self.api_mut().quotas_mut().remove(namespace, name);
        self.wake_refused();
    }

    pub(crate) fn apply_limit_range(&mut self, range: LimitRange) {
        let namespace = range.metadata.namespace.clone();
        self.api_mut().limits_mut().put_range(range);
        self.readmit_workloads(Some(&namespace));
    }

    pub(crate) fn delete_limit_range(&mut self, namespace: &Str, name: &Str) {
        self.api_mut().limits_mut().remove(namespace, name);
        self.readmit_workloads(Some(namespace));
    }

    pub(crate) fn apply_runtime_class(&mut self, class: RuntimeClass) {
        self.api_mut().limits_mut().runtimes.put_class(class);
        self.readmit_workloads(None);
    }

    pub(crate) fn delete_runtime_class(&mut self, name: &Str) {
        self.api_mut().limits_mut().runtimes.remove(name);
        self.readmit_workloads(None);
    }

    fn readmit_workloads(&mut self, namespace: Option<&Str>) {
        self.api_mut().readmit_templates(namespace);
        for id in self.workloads().ids().collect::<Vec<_>>() {
            self.work_queue_mut().add(id);
        }
        self.wake_refused();
    }

    /// Wakes the controllers whose requests admission refused, because it may admit them now.
    fn wake_refused(&mut self) {
        self.wake_controllers();
        self.wake_volume_controllers();
    }
}
