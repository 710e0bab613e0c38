//! Requests about claims for devices, slices and device classes.

use std::rc::Rc;

use api::{
    NamespacedName, PodResourceClaimStatus, Str,
    devices::{DeviceKind, DeviceObject},
};
use runlog::EventKind;
use scheduler::cluster::{ClaimPlan, Claims, DeviceChange, DeviceEvent};

use super::Client;

impl Client<'_> {
    /// Claims for devices, slices and classes, where a run has any.
    pub(crate) fn claims(&self) -> Option<Rc<dyn Claims>> {
        self.objects().claims.clone()
    }

    /// `kubectl apply` of an object about devices.
    pub(crate) fn apply_device(&mut self, mut object: DeviceObject) {
        let Some(claims) = self.claims() else { return };
        let meta = &object.metadata;
        let existing = claims.get(object.kind, &meta.namespace, &meta.name);
        object.metadata.uid = match existing {
            Some(existing) => existing.metadata.uid,
            None => self.api_mut().assign_uid(&object.metadata),
        };
        match claims.admit_object(&object) {
            Ok(object) => self.store_device(object),
            Err(why) => self.report_invalid_device(&object, &why),
        }
    }

    /// An object that cannot be read is refused, as the API server would refuse it.
    fn report_invalid_device(&mut self, object: &DeviceObject, why: &str) {
        let kind = object.kind.name();
        let text = format!(
            "Error from server (BadRequest): error when creating \"STDIN\": {kind} in version \"v1\" cannot be handled as a {kind}: {why}"
        );
        self.print_line(true, text);
    }

    /// Stores an object about devices as it is.
    pub(crate) fn store_device(&mut self, object: DeviceObject) {
        let Some(before) = self.claims() else { return };
        let meta = &object.metadata;
        let is_new = before.get(object.kind, &meta.namespace, &meta.name).is_none();
        match before.with_object(&object) {
            Ok(claims) => self.api_mut().objects_mut().claims = Some(claims),
            Err(why) => return self.report_invalid_device(&object, &why),
        }
        self.emit(EventKind::DeviceApplied(object.clone()));
        let change = if is_new { DeviceChange::Added } else { DeviceChange::Updated };
        let (kind, meta) = (object.kind, &object.metadata);
        self.deliver_device_change(DeviceEvent {
            kind,
            namespace: &meta.namespace,
            name: &meta.name,
            change,
            claims_before: &*before,
        });
    }

    /// `kubectl delete` of one. A claim that pods use stays until they are gone.
    pub(crate) fn delete_device(&mut self, kind: DeviceKind, namespace: &Str, name: &Str) {
        let Some(before) = self.claims() else { return };
        let Some(mut object) = before.get(kind, namespace, name) else { return };
        let is_used = kind == DeviceKind::Claim
            && before.deallocated_claim(namespace, name).is_some_and(|deallocated_claim| deallocated_claim != object);
        if is_used {
            object.metadata.deletion_timestamp = Some(api::Time(self.wall_clock()));
            if let Ok(object) = before.admit_object(&object) {
                self.store_device(object);
            }
            return self.wake_claim_controller();
        }
        self.remove_device(kind, namespace, name);
    }

    /// Removes an object about devices.
    pub(crate) fn remove_device(&mut self, kind: DeviceKind, namespace: &Str, name: &Str) {
        let Some(before) = self.claims() else { return };
        let Some(object) = before.get(kind, namespace, name) else { return };
        self.api_mut().objects_mut().claims = Some(before.without_object(kind, namespace, name));
        self.emit(EventKind::DeviceRemoved(object.key()));
        let change = DeviceChange::Deleted;
        self.deliver_device_change(DeviceEvent { kind, namespace, name, change, claims_before: &*before });
    }

    /// Creates a claim under a generated name, and gives the name.
    pub(crate) fn create_device_claim(&mut self, mut object: DeviceObject) -> Str {
        object.metadata.name = self.generate_claim_name(&object);
        let name = object.metadata.name.clone();
        self.apply_device(object);
        name
    }

    /// A name that no claim has: the API server's `generateName`.
    fn generate_claim_name(&self, object: &DeviceObject) -> Str {
        let meta = &object.metadata;
        let is_taken = |name: &Str| {
            let claims = self.objects().claims.as_ref();
            claims.is_some_and(|claims| claims.get(DeviceKind::Claim, &meta.namespace, name).is_some())
        };
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

    /// Writes to a pod's status which claim was created for an entry of its spec.
    pub(crate) fn set_claim_status(&mut self, pod: &NamespacedName, entry: Str, claim: Str) {
        let status = PodResourceClaimStatus { name: entry, resource_claim_name: Some(claim) };
        self.patch_pending_pod_status(pod, |pod| pod.status.resource_claim_statuses.push(status), None);
    }

    /// The scheduler assumes devices for a pod, or gives them back. Nobody but the scheduler sees that.
    pub(crate) fn assume_devices(&mut self, plan: &ClaimPlan, is_assumed: bool) {
        let wall_clock = self.wall_clock();
        if let Some(claims) = &mut self.api_mut().objects_mut().claims {
            claims.set_clock(wall_clock);
            *claims = claims.with_reserved(plan, is_assumed);
        }
    }

    /// Sets the clock by which devices are judged.
    pub(crate) fn set_device_clock(&self) {
        if let Some(claims) = &self.objects().claims {
            claims.set_clock(self.wall_clock());
        }
    }
}
