//! Requests about `ResourceClaim`s, `ResourceClaimTemplate`s, `ResourceSlice`s and `DeviceClass`es.

use std::rc::Rc;

use api::{
    NamespacedName, ObjectMeta, PodResourceClaimStatus, Str,
    devices::{DeviceKind, DeviceObject, ResourceClaim},
    key_of,
};
use runlog::EventKind;
use scheduler::cluster::{ClaimPlan, Claims, DeviceChange, DeviceEvent, PlannedClaim};

use super::{Client, watchers::Watchers};

impl Client<'_> {
    /// The device objects of the run; `None` if it has no device support.
    pub(crate) fn claims(&self) -> Option<Rc<dyn Claims>> {
        self.objects().claims.clone()
    }

    /// `kubectl apply` of a device object.
    pub(crate) fn apply_device(&mut self, object: DeviceObject) {
        let Some(claims) = self.claims() else { return };
        let meta = object.metadata();
        let name = meta.name.clone();
        let uid = match claims.get(object.kind(), &meta.namespace, &name) {
            Some(existing) => existing.metadata().uid.clone(),
            None => self.api_mut().assign_uid(meta),
        };
        self.store_device(claims.admit_object(object, name, uid));
    }

    /// Stores a device object as given, without admission.
    pub(crate) fn store_device(&mut self, object: DeviceObject) {
        let Some(before) = self.claims() else { return };
        let (kind, meta) = (object.kind(), object.metadata());
        let (namespace, name) = (&meta.namespace.clone(), &meta.name.clone());
        let is_new = before.get(kind, namespace, name).is_none();
        let record = before.to_record(&object);
        self.api_mut().objects_mut().claims = Some(before.with_object(object));
        self.emit(EventKind::DeviceApplied(record));
        let change = if is_new { DeviceChange::Added } else { DeviceChange::Updated };
        self.cluster.deliver_device_change(DeviceEvent { kind, namespace, name, change, claims_before: &*before });
    }

    /// `kubectl delete` of a device object. A claim that pods use, or that a finalizer of others keeps, is only marked for
    /// deletion.
    pub(crate) fn delete_device(&mut self, kind: DeviceKind, namespace: &Str, name: &Str) {
        let Some(claims) = self.claims() else { return };
        let since = api::Time(self.wall_clock());
        if kind == DeviceKind::Claim
            && let Some(claim) = claims.terminating_claim(namespace, name, since)
        {
            self.store_device(DeviceObject::Claim(claim));
            return self.cluster.wake_claim_controller();
        }
        self.remove_device(kind, namespace, name);
    }

    /// Removes a device object.
    pub(crate) fn remove_device(&mut self, kind: DeviceKind, namespace: &Str, name: &Str) {
        let Some(before) = self.claims() else { return };
        if before.get(kind, namespace, name).is_none() {
            return;
        }
        self.api_mut().objects_mut().claims = Some(before.without_object(kind, namespace, name));
        self.emit(EventKind::DeviceRemoved(key_of(kind.kind(), namespace, name)));
        let change = DeviceChange::Deleted;
        self.cluster.deliver_device_change(DeviceEvent { kind, namespace, name, change, claims_before: &*before });
        self.continue_namespace_deletion(namespace);
    }

    /// Creates a claim with a generated name, and returns the name.
    pub(crate) fn create_device_claim(&mut self, claim: Rc<ResourceClaim>) -> Str {
        let Some(claims) = self.claims() else { return Str::default() };
        let name = self.generate_claim_name(&*claims, &claim.metadata);
        let namespace = claim.metadata.namespace.clone();
        let uid = self.api_mut().assign_uid(&ObjectMeta { name: name.clone(), namespace, ..ObjectMeta::default() });
        self.store_device(claims.admit_object(DeviceObject::Claim(claim), name.clone(), uid));
        name
    }

    /// A claim name that is not taken: the API server's `generateName`.
    fn generate_claim_name(&self, claims: &dyn Claims, meta: &ObjectMeta) -> Str {
        let is_taken = |name: &Str| claims.get(DeviceKind::Claim, &meta.namespace, name).is_some();
        let name = |number: u64| -> Str {
            let text = format!("{}/{}", meta.namespace, meta.generate_name);
            format!("{}{}", meta.generate_name, self.name_suffix(&text, number, 5)).into()
        };
        let mut number = 0;
        while is_taken(&name(number)) {
            number += 1;
        }
        name(number)
    }

    /// Records in a pod's status which claim was created for the entry `entry` of its spec.
    pub(crate) fn set_claim_status(&mut self, pod: &NamespacedName, entry: Str, claim: Str) {
        let status = PodResourceClaimStatus { name: entry, resource_claim_name: Some(claim) };
        self.patch_pending_pod_status(pod, |pod| pod.status.resource_claim_statuses.push(status), None);
    }

    /// Stores the devices that the scheduler has allocated in memory for a pod. Components other than the scheduler ignore them.
    pub(crate) fn put_devices_in_flight(&mut self, plan: &ClaimPlan) {
        let wall_clock = self.wall_clock();
        if let Some(claims) = &mut self.api_mut().objects_mut().claims {
            claims.set_clock(wall_clock);
            *claims = claims.with_in_flight(plan, false);
        }
    }

    /// Removes what is in flight for a claim, because it was written (`is_written`) or given up.
    pub(crate) fn remove_devices_in_flight(&mut self, planned: &PlannedClaim, is_written: bool) {
        if let Some(claims) = &mut self.api_mut().objects_mut().claims {
            *claims = claims.without_in_flight(&planned.claim, is_written);
        }
    }

    /// Sets the clock by which the timeouts of device taints and binding conditions are evaluated.
    pub(crate) fn set_device_clock(&self) {
        if let Some(claims) = &self.objects().claims {
            claims.set_clock(self.wall_clock());
        }
    }
}
