//! Claims for devices in a run: what the API server stores, what the claim controller does, and what the scheduler writes between its decision
//! and the binding.
//!
//! | upstream | here |
//! |---|---|
//! | claim controller | makes claims from templates, takes users off that are gone, frees devices that nobody uses any more |
//! | `DynamicResources`, Reserve | devices are set aside: nobody else gets them, and the API server does not see it yet |
//! | `DynamicResources`, `PreBind` | writes devices and the pod to its claims, and waits for conditions of devices |
//! | `DynamicResources`, Unreserve | gives back what was set aside; what was written stays |
//!
//! What claims and devices are is the business of [`Claims`]; here they are objects that come, change and go.

use std::rc::Rc;

use api::{
    Millis, NamespacedName, Pod, PodResourceClaimStatus, Str,
    devices::{DeviceKind, DeviceObject},
};
use runlog::{PluginId, Point, RowId, UpstreamMessage};
use scheduler::{
    SchedulingFailure,
    cluster::{ClaimPlan, ClaimWork, Claims, DeviceChange, DeviceEvent, FreedClaim},
    framework::ClusterEvent,
};

use super::{
    agenda::{PodId, Task},
    state::Simulation,
};
use runlog::EventKind;

/// How often the scheduler looks whether devices are ready.
const POLL_INTERVAL: Millis = Millis::from_seconds(5);

impl Simulation {
    /// `kubectl apply` of an object about devices.
    pub(super) fn apply_device(&mut self, mut object: DeviceObject) {
        let Some(claims) = self.objects.claims.clone() else { return };
        let meta = &object.metadata;
        let device_object = claims.get(object.kind, &meta.namespace, &meta.name);
        object.metadata.uid = match device_object {
            Some(device_object) => device_object.metadata.uid,
            None => self.uids.assign(&object.metadata),
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

    fn store_device(&mut self, object: DeviceObject) {
        let Some(before) = self.objects.claims.clone() else { return };
        let meta = &object.metadata;
        let is_new = before.get(object.kind, &meta.namespace, &meta.name).is_none();
        let now = match before.with_object(&object) {
            Ok(now) => now,
            Err(why) => return self.report_invalid_device(&object, &why),
        };
        self.objects.claims = Some(now);
        self.emit(EventKind::DeviceApplied(object.clone()));
        let change = if is_new { DeviceChange::Added } else { DeviceChange::Updated };
        self.notify_of_device(&*before, object.kind, &object.metadata.namespace, &object.metadata.name, change);
    }

    /// `kubectl delete` of one. A claim that pods use stays until they are gone.
    pub(super) fn delete_device(&mut self, kind: DeviceKind, namespace: &Str, name: &Str) {
        let Some(before) = self.objects.claims.clone() else { return };
        let Some(mut object) = before.get(kind, namespace, name) else { return };
        let used = kind == DeviceKind::Claim
            && before.deallocated_claim(namespace, name).is_some_and(|deallocated_claim| deallocated_claim != object);
        if used {
            object.metadata.deletion_timestamp = Some(api::Time(self.wall_clock(self.now)));
            if let Ok(object) = before.admit_object(&object) {
                self.store_device(object);
            }
            return self.queue_claim_controller();
        }
        self.remove_device(kind, namespace, name);
    }

    fn remove_device(&mut self, kind: DeviceKind, namespace: &Str, name: &Str) {
        let Some(before) = self.objects.claims.clone() else { return };
        let Some(object) = before.get(kind, namespace, name) else { return };
        self.objects.claims = Some(before.without_object(kind, namespace, name));
        self.emit(EventKind::DeviceRemoved(object.key()));
        self.notify_of_device(&*before, kind, namespace, name, DeviceChange::Deleted);
    }

    fn notify_of_device(
        &mut self,
        before: &dyn Claims,
        kind: DeviceKind,
        namespace: &Str,
        name: &Str,
        change: DeviceChange,
    ) {
        if kind != DeviceKind::Template {
            self.notify_queue(&ClusterEvent::Device(DeviceEvent {
                kind,
                namespace,
                name,
                change,
                claims_before: before,
            }));
        }
        self.queue_claim_controller();
    }

    /// Something changed that the claim controller may want to act on.
    pub(super) fn queue_claim_controller(&mut self) {
        if self.objects.claims.is_some() && !self.agenda.has_devices() {
            self.agenda.add(self.now + self.timings.controller, Task::RunClaimController);
        }
    }

    /// What holds a new pod back before it is queued.
    pub(super) fn pre_enqueue_rejection(&self, pod: &Pod) -> Option<RowId> {
        let claims = self.objects.claims.as_ref()?;
        let rows = &self.profiles[self.profile_of(pod)?];
        let row = rows.filters.iter().find(|row| row.plugin == PluginId::DynamicResources)?;
        claims.pre_enqueue_rejection(pod, &rows.claims).map(|_| row.id.clone())
    }

    /// The claim controller looks at what there is.
    pub(super) fn run_claim_controller(&mut self) {
        let Some(claims) = self.objects.claims.clone() else { return };
        let pods: Vec<Rc<Pod>> = self.pods.values().map(|state| Rc::clone(&state.info.pod)).collect();
        let pods: Vec<&Pod> = pods.iter().map(|pod| &**pod).collect();
        for work in claims.pending_work(&pods) {
            match work {
                ClaimWork::Fail { pod, text } => self.report_claim_failure(&pod, text),
                ClaimWork::Write(object) => self.store_device(object),
                ClaimWork::Remove(kind, namespace, name) => self.remove_device(kind, &namespace, &name),
                ClaimWork::Make { object, pod, entry } => self.create_claim(object, &pod, entry),
            }
        }
    }

    /// The controller tries again and again; what it says is told once.
    fn report_claim_failure(&mut self, pod: &NamespacedName, text: Str) {
        let Some(uid) = self.pods.get(pod).map(|state| state.info.pod.metadata.uid.clone()) else { return };
        if self.claims_failed.insert(uid) {
            self.record_message("Pod", pod, true, "FailedResourceClaimCreation", text);
        }
    }

    fn create_claim(&mut self, mut object: DeviceObject, pod: &NamespacedName, entry: Str) {
        object.metadata.name = self.generate_claim_name(&object);
        let name = object.metadata.name.clone();
        self.apply_device(object);
        let Some(before) = self.pods.get(pod).map(|state| Rc::clone(&state.info)) else { return };
        let status = PodResourceClaimStatus { name: entry, resource_claim_name: Some(name) };
        let info = self.update_pod(pod, |pod| pod.status.resource_claim_statuses.push(status));
        if let Some(info) = info {
            self.update_pending_pod(&before, &info);
        }
    }

    /// A name that no claim has: the API server's `generateName`.
    fn generate_claim_name(&self, object: &DeviceObject) -> Str {
        let meta = &object.metadata;
        let is_taken = |name: &Str| {
            let claims = self.objects.claims.as_ref();
            claims.is_some_and(|claims| claims.get(DeviceKind::Claim, &meta.namespace, name).is_some())
        };
        let name = |number: u64| -> Str {
            let text = format!("{}/{}", meta.namespace, meta.generate_name);
            format!("{}{}", meta.generate_name, self.workloads.name_suffix(&text, number, 5)).into()
        };
        let mut number = 0;
        while is_taken(&name(number)) {
            number += 1;
        }
        name(number)
    }

    // What the scheduler does.

    /// Devices are set aside for a pod, or given back.
    pub(super) fn reserve_devices(&mut self, plan: &ClaimPlan, aside: bool) {
        if let Some(claims) = &self.objects.claims {
            claims.set_clock(self.wall_clock(self.now));
            self.objects.claims = Some(claims.with_reserved(plan, aside));
        }
    }

    fn claim_plan(&self, key: &NamespacedName) -> Option<ClaimPlan> {
        self.bindings.get(key)?.reserved.iter().find_map(|one| one.claims()).cloned()
    }

    /// `PreBind`: devices are written to the pod's claims. Whether the pod has to wait for them, or fails.
    pub(super) fn write_claim_allocations(&mut self, key: &NamespacedName, profile: usize) -> bool {
        let Some(plan) = self.claim_plan(key) else { return false };
        let Some(claims) = self.objects.claims.clone() else { return false };
        claims.set_clock(self.wall_clock(self.now));
        let written = match claims.bound_claims(&plan) {
            Ok(written) => written,
            Err(text) => {
                self.fail_device_binding(key, &text);
                return true;
            }
        };
        for (mut object, planned) in written.into_iter().zip(&plan.claims) {
            if planned.is_made {
                object.metadata.name = self.generate_claim_name(&object);
                object.metadata.uid = Str::default();
                self.apply_device(object);
            } else {
                self.store_device(object);
            }
        }
        self.reserve_devices(&plan, false);
        self.wait_for_devices(key, profile)
    }

    /// Whether the pod waits for conditions of its devices.
    fn wait_for_devices(&mut self, key: &NamespacedName, profile: usize) -> bool {
        let (Some(plan), Some(claims)) = (self.claim_plan(key), self.objects.claims.clone()) else { return false };
        let rules = self.profiles[profile].claims;
        match claims.are_devices_ready(&plan) {
            Ok(_) | Err(_) if !rules.beta_features => false,
            Ok(true) => false,
            Err(text) => {
                self.fail_device_binding(key, &text);
                true
            }
            Ok(false) => {
                let Some(id) = self.pod_id(key) else { return false };
                let node = self.pods.get(key).and_then(|state| state.node.clone()).unwrap_or_default();
                let names = plan.claims.iter().map(|planned| planned.object.metadata.name.clone()).collect();
                let until = self.now + rules.binding_timeout;
                self.emit(EventKind::PreBinding { pod: key.clone(), node: node.clone(), claims: names, until });
                let text = format!("waiting for binding conditions for device on node {node}");
                self.record_message("Pod", key, false, "BindingConditionsPending", text.into());
                self.agenda.add(self.now + POLL_INTERVAL, Task::PollDevices(until, id));
                true
            }
        }
    }

    /// The scheduler looks whether the pod's devices are ready.
    pub(super) fn check_devices_ready(&mut self, until: Millis, id: PodId) {
        let key = id.key.clone();
        let (Some(plan), Some(claims)) = (self.claim_plan(&key), self.objects.claims.clone()) else { return };
        match claims.are_devices_ready(&plan) {
            Ok(true) => self.schedule_binding(&key),
            Err(text) => self.fail_device_binding(&key, &text),
            Ok(false) if self.now >= until => {
                let name = plan.claims.first().map(|planned| planned.object.metadata.name.as_str()).unwrap_or_default();
                let text = format!("device binding timeout: claim={name}");
                self.fail_device_binding(&key, &text);
            }
            Ok(false) => self.agenda.add(self.now + POLL_INTERVAL, Task::PollDevices(until, id)),
        }
    }

    fn fail_device_binding(&mut self, key: &NamespacedName, text: &str) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let rows = &self.profiles[self.profile_of(&info.pod).unwrap_or(0)];
        let upstream_message =
            UpstreamMessage::PreBindError { pod: &info.pod.metadata.name, plugin: "DynamicResources", text };
        let failure = SchedulingFailure::error(rows.wording.render(&upstream_message));
        self.forget_assumed(key, Point::PreBind, failure);
    }

    /// `Unreserve`
    pub(super) fn unreserve_devices(&mut self, key: &NamespacedName) {
        let Some(plan) = self.claim_plan(key) else { return };
        self.reserve_devices(&plan, false);
        let released = self.objects.claims.as_ref().map(|claims| claims.released_claims(&plan)).unwrap_or_default();
        for object in released {
            self.store_device(object);
        }
    }

    /// `PostFilter` gives a claim back.
    pub(super) fn release_claim(&mut self, freed: FreedClaim) {
        match freed {
            FreedClaim::NoClaims | FreedClaim::Nothing => {}
            FreedClaim::Deleted(namespace, name) => self.remove_device(DeviceKind::Claim, &namespace, &name),
            FreedClaim::Deallocated(namespace, name) => {
                let object =
                    self.objects.claims.as_ref().and_then(|claims| claims.deallocated_claim(&namespace, &name));
                if let Some(object) = object {
                    self.store_device(object);
                }
            }
        }
    }
}
