//! The way of a pod from its node's choice to its binding: `Reserve`, `Permit`, `PreBind`, `Bind`, and what happens when one
//! of them says no.

use std::rc::Rc;

use api::{NamespacedName, Str};
use runlog::{ClaimsUnboundReason, PluginId, Point, RowId, UpstreamMessage};
use scheduler::{
    SchedulingFailure, binding,
    binding::{PermitResult, Reservations},
    cluster::{NodeState, PodInfo},
    framework::{ClusterEvent, CycleCtx, Nomination, Placement},
};

use super::{
    agenda::{PodId, Task},
    component_state::AssumedBinding,
    state::Simulation,
};
use runlog::EventKind;

impl Simulation {
    /// The scheduler counts the pod on the node, and asks `Reserve` and `Permit`.
    pub(super) fn assume(&mut self, key: &NamespacedName, pod: &Rc<PodInfo>, node: &Str, profile: usize) {
        self.nominator.remove(pod.uid());
        if let Some(state) = self.pods.get_mut(key) {
            state.node = Some(node.clone());
        }
        self.place_pod(node, Rc::clone(pod));
        self.emit(EventKind::Assumed { pod: key.clone(), node: node.clone() });
        let rows = &self.profiles[profile];
        if !rows.permits.is_empty() {
            *self.permit_attempts.or_default(key.clone()) += 1;
        }
        match self.run_reserve(key, pod, node, profile) {
            Ok(reserved) if reserved.is_empty() => {}
            Ok(reserved) => {
                for plan in reserved.iter().filter_map(|one| one.volumes()) {
                    self.reserve_volumes(key, node, plan);
                }
                for plan in reserved.iter().filter_map(|one| one.claims()) {
                    self.reserve_devices(plan, true);
                }
                self.bindings.insert(key.clone(), AssumedBinding { reserved, permit_ending: None });
            }
            Err((plugin, text)) => {
                let upstream_message =
                    UpstreamMessage::ReserveError { pod: &pod.pod.metadata.name, plugin: plugin.as_str(), text: &text };
                let failure = SchedulingFailure::error(self.profiles[profile].wording.render(&upstream_message));
                return self.forget_assumed(key, Point::Reserve, failure);
            }
        }
        if self.flow.volumes_before_permit && self.must_wait_for_claims(key, profile) {
            return;
        }
        self.run_permit(key, profile);
    }

    fn run_reserve(
        &self,
        key: &NamespacedName,
        pod: &PodInfo,
        node: &Str,
        profile: usize,
    ) -> Result<Reservations, binding::PluginError> {
        let Some(state) = self.snapshot.node(node) else { return Ok(Reservations::new()) };
        let cycle = CycleCtx { pod, snapshot: &self.snapshot, objects: &self.objects, order: None };
        binding::run_reserve(&self.profiles[profile], self.placement(key, pod, node), &cycle, state)
    }

    fn placement<'p>(&self, key: &NamespacedName, pod: &'p PodInfo, node: &'p str) -> Placement<'p> {
        Placement { pod, node, permit_attempt: self.permit_attempts.get(key).copied().unwrap_or(1), state: None }
    }

    /// `Permit`, and if nothing holds the pod back, what comes after it.
    fn run_permit(&mut self, key: &NamespacedName, profile: usize) {
        let Some((node, pod)) = self.assumed_pod(key) else { return };
        let rows = &self.profiles[profile];
        let state = self.snapshot.node(&node).filter(|_| !rows.permits.is_empty()).map(|info| {
            let mut state: NodeState = (**info).clone();
            // It counts on its node already.
            state.subtract_pod_sums(&pod);
            state
        });
        match binding::run_permit(rows, &Placement { state: state.as_ref(), ..self.placement(key, &pod, &node) }) {
            PermitResult::Allowed => self.run_pre_bind(key, profile),
            PermitResult::Rejected((plugin, text)) => {
                let name = pod.pod.metadata.name.as_str();
                let upstream_message =
                    UpstreamMessage::PermitRejection { pod: name, plugin: plugin.as_str(), text: &text };
                let failure = self.rejection(self.profiles[profile].wording.render(&upstream_message), plugin);
                self.forget_assumed(key, Point::Permit, failure);
            }
            PermitResult::Wait(waiting) => {
                let (after, ending) = waiting.first_ending(self.flow.permit_first_allow_wins);
                self.bindings.or_default(key.clone()).permit_ending = Some(ending);
                let id = PodId { key: key.clone(), uid: pod.uid().clone() };
                self.agenda.add(self.now + after, Task::Permit(id));
                let plugins = waiting.plugins().cloned().collect();
                let until = self.now + waiting.longest_timeout();
                self.emit(EventKind::Waits { pod: key.clone(), node: node.clone(), plugins, until });
                self.announce_expected_node(key, &node);
            }
        }
    }

    /// The binding is going to take time: programs beside the scheduler are told where the pod will be. The scheduler itself learns
    /// nothing by it, since it counts the pod there already.
    fn announce_expected_node(&mut self, key: &NamespacedName, node: &Str) {
        let known = self.pods.get(key).is_some_and(|state| state.info.pod.status.nominated_node_name == *node);
        if self.flow.writes_expected_node && !known {
            self.update_pod(key, |pod| pod.status.nominated_node_name = node.clone());
            self.emit(EventKind::Expected { pod: key.clone(), node: node.clone() });
        }
    }

    /// A pod that has its node, and the node.
    fn assumed_pod(&self, key: &NamespacedName) -> Option<(Str, Rc<PodInfo>)> {
        let state = self.pods.get(key)?;
        Some((state.node.clone()?, Rc::clone(&state.info)))
    }

    /// Waiting in `Permit` ends, as it was going to.
    pub(super) fn end_permit_wait(&mut self, key: &NamespacedName) {
        let Some(ending) = self.bindings.get_mut(key).and_then(|binding| binding.permit_ending.take()) else { return };
        if ending != binding::WaitEnding::Allowed {
            return self.reject_waiting(key, &ending);
        }
        let Some((node, info)) = self.assumed_pod(key) else { return };
        self.emit(EventKind::Allowed { pod: key.clone(), node });
        let profile = self.profile_of(&info.pod).unwrap_or(0);
        self.run_pre_bind(key, profile);
    }

    /// Whether the pod waits in `Permit`.
    pub(super) fn is_waiting_in_permit(&self, key: &NamespacedName) -> bool {
        self.bindings.get(key).is_some_and(|binding| binding.permit_ending.is_some())
    }

    /// A preemptor rejects a pod that waits in `Permit`: the pod stays, and is tried again.
    pub(super) fn reject_preempted_waiting(&mut self, key: &NamespacedName, by: RowId) {
        self.reject_waiting(key, &binding::WaitEnding::Rejected((by, "preempted".into())));
    }

    /// Whether `PreBind` has work for the pod and is not done.
    pub(super) fn is_in_pre_bind(&self, key: &NamespacedName) -> bool {
        self.pod_id(key).is_some_and(|id| self.agenda.pre_bind_task(&id).is_some())
    }

    /// A preemptor ends the way of a pod to its binding with an error: the pod stays, and is tried again.
    pub(super) fn fail_preempted(&mut self, key: &NamespacedName, by: &RowId) {
        let Some((_, info)) = self.assumed_pod(key) else { return };
        let Some(id) = self.pod_id(key) else { return };
        let rows = &self.profiles[self.profile_of(&info.pod).unwrap_or(0)];
        let (at, text) = if self.is_waiting_in_permit(key) {
            (Point::Permit, rows.wording.render(&UpstreamMessage::WaitingPodError { text: "preempted" }))
        } else {
            let text = format!("preempted by {by}");
            let plugin = match self.agenda.pre_bind_task(&id) {
                Some(Task::ClaimBindingTimeout(_)) => "VolumeBinding",
                Some(Task::PollDevices(..)) => "DynamicResources",
                // A plugin that only takes time stands last.
                _ => rows.pre_binds.last().map_or("", |row| row.id.as_str()),
            };
            (
                Point::PreBind,
                rows.wording.render(&UpstreamMessage::PreBindError {
                    pod: &info.pod.metadata.name,
                    plugin,
                    text: &text,
                }),
            )
        };
        self.agenda.cancel_wait(&id);
        self.forget_assumed(key, at, SchedulingFailure::error(text));
    }

    /// The scheduler's last word on a pod that waits in `Permit` and is being deleted.
    pub(super) fn reject_deleted(&mut self, key: &NamespacedName, why: &str) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let wording = self.profiles[self.profile_of(&info.pod).unwrap_or(0)].wording;
        let text = wording.render(&UpstreamMessage::WaitingPodRejection { pod: &info.pod.metadata.name, text: why });
        self.record_message("Pod", key, true, "FailedScheduling", text.into());
    }

    fn reject_waiting(&mut self, key: &NamespacedName, ending: &binding::WaitEnding) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let wording = self.profiles[self.profile_of(&info.pod).unwrap_or(0)].wording;
        let Some((message, by)) = ending.rejection_message(&info.pod.metadata.name, wording) else { return };
        let failure = self.rejection(message, by);
        self.forget_assumed(key, Point::Permit, failure);
        // Only after the pod itself is back in the queue, so that its own going does not wake it.
        if self.flow.forgotten_pods_wake {
            self.notify_queue(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: None });
        }
    }

    fn rejection(&self, message: String, by: RowId) -> SchedulingFailure {
        let nomination = if self.flow.errors_clear_nomination { Nomination::Clear } else { Nomination::Keep };
        SchedulingFailure::rejection(message, by, nomination)
    }

    /// The pod's claims are not bound, and are not going to be.
    pub(super) fn fail_for_claims(&mut self, key: &NamespacedName, why: ClaimsUnboundReason<'_>) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let rows = &self.profiles[self.profile_of(&info.pod).unwrap_or(0)];
        let Some(plugin) = rows.pre_binds.iter().find(|row| row.plugin == PluginId::VolumeBinding) else { return };
        let upstream_message = UpstreamMessage::ClaimsUnbound { plugin: plugin.id.as_str(), reason: why };
        self.forget_assumed(key, Point::PreBind, SchedulingFailure::error(rows.wording.render(&upstream_message)));
    }

    /// `PreBind`, in which plugins take their time, or wait for the pod's claims.
    pub(super) fn run_pre_bind(&mut self, key: &NamespacedName, profile: usize) {
        if self.must_wait_for_claims(key, profile) || self.write_claim_allocations(key, profile) {
            return;
        }
        let Some((node, pod)) = self.assumed_pod(key) else { return };
        let rows = &self.profiles[profile];
        match binding::run_pre_bind(rows, &self.placement(key, &pod, &node)) {
            Ok(prepared) if prepared.duration.is_zero() => self.schedule_binding(key),
            Ok(prepared) => {
                self.announce_expected_node(key, &node);
                let until = self.now + prepared.duration;
                let id = PodId { key: key.clone(), uid: pod.uid().clone() };
                self.agenda.add(until, Task::PreBind(id));
                self.emit(EventKind::PreBinding { pod: key.clone(), node, claims: Vec::new(), until });
            }
            Err((plugin, text)) => {
                let name = pod.pod.metadata.name.as_str();
                let upstream_message =
                    UpstreamMessage::PreBindError { pod: name, plugin: plugin.as_str(), text: &text };
                let failure = SchedulingFailure::error(rows.wording.render(&upstream_message));
                self.announce_expected_node(key, &node);
                self.forget_assumed(key, Point::PreBind, failure);
            }
        }
    }

    /// Whether the binding has to wait until claims of the pod are bound.
    fn must_wait_for_claims(&mut self, key: &NamespacedName, profile: usize) -> bool {
        // For nearly every pod nothing is set aside.
        if !self.bindings.contains_key(key) {
            return false;
        }
        let Some((node, pod)) = self.assumed_pod(key) else { return false };
        let prepared = binding::run_pre_bind(&self.profiles[profile], &self.placement(key, &pod, &node));
        let Ok(binding::PreBindResult { claims: Some((_, longest)), .. }) = prepared else { return false };
        self.announce_expected_node(key, &node);
        let claims = self.write_reserved_claims(key);
        if claims.is_empty() {
            return false;
        }
        let claims = claims.into_iter().map(Str::from).collect();
        let until = self.now + longest;
        self.agenda.add(until, Task::ClaimBindingTimeout(PodId { key: key.clone(), uid: pod.uid().clone() }));
        self.emit(EventKind::PreBinding { pod: key.clone(), node, claims, until });
        true
    }

    /// All claims of a pod that waited for them are bound.
    pub(super) fn finish_claim_binding(&mut self, key: &NamespacedName) {
        let Some(id) = self.pod_id(key) else { return };
        self.agenda.cancel_wait(&id);
        let Some((_, info)) = self.assumed_pod(key) else { return };
        let profile = self.profile_of(&info.pod).unwrap_or(0);
        if self.flow.volumes_before_permit { self.run_permit(key, profile) } else { self.run_pre_bind(key, profile) }
    }

    /// The node is ready for the pod: the binding is on its way to the API server.
    pub(super) fn schedule_binding(&mut self, key: &NamespacedName) {
        if self.timings.bind.is_zero() {
            self.bind_pod(key);
        } else if let Some(id) = self.pod_id(key) {
            self.agenda.add(self.now + self.timings.bind, Task::Bind(id));
        }
    }

    /// The binding reaches the API server.
    pub(super) fn bind_pod(&mut self, key: &NamespacedName) {
        let Some(node) = self.pods.get(key).and_then(|state| state.node.clone()) else { return };
        if let Some(left) = self.bind_failures.get_mut(key).filter(|left| **left > 0) {
            *left -= 1;
            return self.fail_binding(key, &node);
        }
        self.queue.forget_placed(key);
        self.bindings.remove(key);
        if let Some(state) = self.pods.get_mut(key) {
            state.bound = true;
        }
        let mut nominated = false;
        let info = self.update_pod(key, |pod| {
            nominated = !pod.status.nominated_node_name.is_empty();
            pod.spec.node_name = node.clone();
            pod.status.nominated_node_name = Str::default();
        });
        let Some(info) = info else { return };
        self.emit(EventKind::Bound { pod: key.clone(), node: node.clone() });
        let wording = self.profiles[self.profile_of(&info.pod).unwrap_or(0)].wording;
        let text = wording.render(&UpstreamMessage::Scheduled { pod: key, node: &node });
        self.record_message("Pod", key, false, "Scheduled", text.into());
        self.notify_queue(&ClusterEvent::AssignedPodAdd(&info));
        if nominated && self.flow.bound_nominations_wake {
            self.notify_queue(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: Some(info.priority()) });
        }
        self.schedule_start(key);
        self.start_toleration_timers(key);
        self.touch_controllers();
    }

    /// The API server refuses the binding.
    fn fail_binding(&mut self, key: &NamespacedName, node: &Str) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let rows = &self.profiles[self.profile_of(&info.pod).unwrap_or(0)];
        let plugin = binding::binder(rows, &self.placement(key, &info, node)).unwrap_or_default();
        let upstream_message = UpstreamMessage::BindError { plugin: plugin.as_str(), pod: &info.pod.metadata.name };
        let failure = SchedulingFailure::error(rows.wording.render(&upstream_message));
        self.forget_assumed(key, Point::Bind, failure);
    }

    /// The pod is counted on its node no more (`Unreserve`, `ForgetPod`), and goes back to the queue.
    pub(super) fn forget_assumed(&mut self, key: &NamespacedName, at: Point, failure: SchedulingFailure) {
        let Some((node, info)) =
            self.pods.get_mut(key).and_then(|state| Some((state.node.take()?, Rc::clone(&state.info))))
        else {
            return;
        };
        self.unreserve_pod(key);
        self.remove_from_node(&node, info.uid());
        self.binding_refused.insert(key.clone());
        self.emit(EventKind::Unreserved { pod: key.clone(), node, at });
        let in_binding_cycle = !failure.fit_error && at != Point::Reserve;
        if in_binding_cycle && self.flow.forgotten_pods_wake {
            self.notify_queue(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: None });
        }
        let nominated = &info.pod.status.nominated_node_name;
        if !nominated.is_empty() {
            self.nominator.add(Rc::clone(&info), nominated);
        }
        let profile = self.profile_of(&info.pod).unwrap_or(0);
        self.fail_attempt(key, &info, failure, None, profile);
        self.touch_controllers();
    }

    /// Gives back what plugins set aside for the pod, and calls off what was still to come.
    pub(super) fn unreserve_pod(&mut self, key: &NamespacedName) {
        self.unreserve_volumes(key);
        self.unreserve_devices(key);
        if let Some(binding) = self.bindings.remove(key) {
            binding::run_unreserve(&binding.reserved);
            if let Some(id) = self.pod_id(key) {
                self.agenda.cancel_wait(&id);
            }
        }
    }
}
