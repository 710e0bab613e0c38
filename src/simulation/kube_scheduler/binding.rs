//! The binding cycle: `Reserve`, `Permit`, `PreBind` and `Bind` for a pod that a cycle assigned to a node, and what follows a failure of one of them.

use std::rc::Rc;

use api::{Kind, NamespacedName, Str};
use runlog::{ClaimsUnboundReason, EventKind, PluginId, Point, RowId, UpstreamMessage};
use scheduler::{
    SchedulingFailure, binding,
    binding::{PermitResult, Reservations},
    cluster::{NodeState, PodInfo},
    framework::{ClusterEvent, CycleCtx, Nomination, Placement},
    plugins::gang_scheduling::GANG_SCHEDULING,
};

use super::{Scheduler, state::AssumedPod};
use crate::{client::ReservationStep, ids::PodId, task::SchedulerTask};

/// The outcome of `Permit` for a pod.
pub(super) enum Permission {
    Granted,
    /// The pod waits; the field is its node.
    Awaited(Str),
    /// The pod was rejected and requeued.
    Denied,
}

impl Scheduler<'_> {
    /// Assumes the pod on the node, then runs `Reserve`, `Permit` and what follows.
    pub(super) fn assume(&mut self, key: &NamespacedName, pod: &Rc<PodInfo>, node: &Str, profile: usize) {
        if self.begin_assume(key, pod, node, profile, None) {
            self.run_permit(key, profile);
        }
    }

    /// Assumes the pod on the node and runs `Reserve`. For a member of a group, `earlier` has what the group's cycle reserved for it. Returns whether
    /// `Permit` comes next.
    pub(super) fn begin_assume(
        &mut self,
        key: &NamespacedName,
        pod: &Rc<PodInfo>,
        node: &Str,
        profile: usize,
        earlier: Option<&Reservations>,
    ) -> bool {
        let state = self.state_mut();
        state.nominator.remove(pod.uid());
        state.assumed.insert(key.clone(), AssumedPod { node: node.clone(), ..AssumedPod::default() });
        self.cache_pod(node, Rc::clone(pod));
        self.state_mut().queue.groups.assume(pod, node);
        self.emit(EventKind::Assumed { pod: key.clone(), node: node.clone() });
        let state = self.state_mut();
        if !state.profiles[profile].permits.is_empty() {
            *state.permit_attempts.or_default(key.clone()) += 1;
        }
        match self.run_reserve(key, pod, node, profile, earlier) {
            Ok(reserved) if reserved.is_empty() => {}
            Ok(reserved) => {
                self.handle_reservation(key, profile, ReservationStep::Reserve { node, reserved: &reserved });
                if let Some(assumed) = self.state_mut().assumed.get_mut(key) {
                    assumed.held_mut().reserved = reserved;
                }
            }
            Err((plugin, text)) => {
                let message =
                    UpstreamMessage::ReserveError { pod: &pod.pod.metadata.name, plugin: plugin.as_str(), text: &text };
                let failure = SchedulingFailure::error(self.state().profiles[profile].wording.render(&message));
                self.forget_assumed(key, Point::Reserve, failure);
                return false;
            }
        }
        !(self.settings().flow.binds_volumes_before_permit
            && self.must_wait(key, profile, ReservationStep::WriteVolumes))
    }

    fn run_reserve(
        &self,
        key: &NamespacedName,
        pod: &PodInfo,
        node: &Str,
        profile: usize,
        earlier: Option<&Reservations>,
    ) -> Result<Reservations, binding::PluginError> {
        let state = self.state();
        let Some(node_state) = state.snapshot.node(node) else { return Ok(Reservations::new()) };
        let cycle = CycleCtx { pod, snapshot: &state.snapshot, objects: self.objects(), order: None };
        let (rows, placement) = (&state.profiles[profile], self.placement(key, pod, node));
        binding::run_reserve(rows, placement, &cycle, node_state, earlier.map(Vec::as_slice))
    }

    pub(super) fn placement<'p>(&'p self, key: &NamespacedName, pod: &'p PodInfo, node: &'p str) -> Placement<'p> {
        let permit_attempt = self.state().permit_attempts.get(key).copied().unwrap_or(1);
        Placement { pod, node, permit_attempt, state: None, group: self.state().queue.groups.quorum(pod) }
    }

    /// Runs `Permit`, and continues with `PreBind` if the pod does not have to wait.
    fn run_permit(&mut self, key: &NamespacedName, profile: usize) {
        match self.ask_permit(key, profile) {
            Permission::Granted => self.run_pre_bind(key, profile),
            Permission::Awaited(node) => self.announce_expected_node(key, &node),
            Permission::Denied => {}
        }
    }

    /// Runs `Permit`. A pod that has to wait starts waiting; a rejected one is requeued.
    pub(super) fn ask_permit(&mut self, key: &NamespacedName, profile: usize) -> Permission {
        let Some((node, pod)) = self.assumed_pod(key) else { return Permission::Denied };
        let state = self.state();
        let rows = &state.profiles[profile];
        let node_state = state.snapshot.node(&node).filter(|_| !rows.permits.is_empty()).map(|info| {
            let mut node_state: NodeState = (**info).clone();
            // The assumed pod is already counted on its node; plugins expect the node without it.
            node_state.subtract_pod_sums(&pod);
            node_state
        });
        match binding::run_permit(rows, &Placement { state: node_state.as_ref(), ..self.placement(key, &pod, &node) }) {
            PermitResult::Allowed => Permission::Granted,
            PermitResult::Failed(message) => {
                self.forget_assumed(key, Point::Permit, SchedulingFailure::error(message.to_string()));
                Permission::Denied
            }
            PermitResult::Rejected((plugin, text)) => {
                let name = pod.pod.metadata.name.as_str();
                let message = UpstreamMessage::PermitRejection { pod: name, plugin: plugin.as_str(), text: &text };
                let failure = self.rejection(rows.wording.render(&message), plugin);
                self.forget_assumed(key, Point::Permit, failure);
                Permission::Denied
            }
            PermitResult::Wait(waiting) => {
                let (after, ending) = waiting.first_ending(self.settings().flow.permit_first_allow_wins);
                let now = self.now();
                let waits_for_gang = waiting.plugins().any(|plugin| plugin.as_str() == GANG_SCHEDULING);
                if let Some(assumed) = self.state_mut().assumed.get_mut(key) {
                    assumed.held_mut().permit_ending = Some(ending);
                    assumed.held_mut().gang_wait = waits_for_gang.then(|| Box::new((now, waiting.clone())));
                }
                let id = PodId { key: key.clone(), uid: pod.uid().clone() };
                self.schedule(now + after, SchedulerTask::EndPermit(id));
                let plugins = waiting.plugins().cloned().collect();
                let until = now + waiting.shortest_timeout();
                self.emit(EventKind::Waits { pod: key.clone(), node: node.clone(), plugins, until });
                Permission::Awaited(node)
            }
        }
    }

    /// Announces the node of a binding that takes time in `status.nominatedNodeName`, for other programs. It has no effect on the scheduler, which
    /// counts the pod on its node already.
    pub(super) fn announce_expected_node(&mut self, key: &NamespacedName, node: &Str) {
        let is_known = self.pod(key).is_some_and(|record| record.pod().status.nominated_node_name == *node);
        if self.settings().flow.writes_expected_node && !is_known {
            self.write_pod(key, |pod| pod.status.nominated_node_name = node.clone());
            self.emit(EventKind::Expected { pod: key.clone(), node: node.clone() });
            let now = self.now();
            if let Some(assumed) = self.state_mut().assumed.get_mut(key) {
                assumed.held_mut().announced_at = Some(now);
            }
        }
    }

    /// The node and the data of an assumed pod.
    pub(super) fn assumed_pod(&self, key: &NamespacedName) -> Option<(Str, Rc<PodInfo>)> {
        let node = self.state().assumed.get(key)?.node.clone();
        Some((node, self.pod_info(key)?))
    }

    /// Ends a pod's wait in `Permit` in the way determined when the wait began.
    pub(super) fn end_permit_wait(&mut self, key: &NamespacedName) {
        let Some(ending) =
            self.state_mut().assumed.get_mut(key).and_then(|assumed| assumed.held.as_mut()?.permit_ending.take())
        else {
            return;
        };
        if ending != binding::WaitEnding::Allowed {
            return self.reject_waiting(key, &ending);
        }
        let Some((node, info)) = self.assumed_pod(key) else { return };
        self.emit(EventKind::Allowed { pod: key.clone(), node });
        let profile = self.profile_index(&info.pod).unwrap_or(0);
        self.run_pre_bind(key, profile);
    }

    pub(super) fn is_waiting_in_permit(&self, key: &NamespacedName) -> bool {
        self.state().assumed.get(key).is_some_and(AssumedPod::is_waiting_in_permit)
    }

    /// Rejects a pod that waits in `Permit`, on behalf of a preemptor: the pod is requeued instead of deleted.
    pub(super) fn reject_preempted_waiting(&mut self, key: &NamespacedName, by: RowId) {
        self.reject_waiting(key, &binding::WaitEnding::Rejected((by, "preempted".into())));
    }

    /// Whether `PreBind` for the pod has begun and not ended.
    pub(super) fn is_in_pre_bind(&self, key: &NamespacedName) -> bool {
        self.pod_id(key).is_some_and(|id| self.pre_bind_task(&id).is_some())
    }

    /// Fails the binding of a pod with an error, on behalf of a preemptor: the pod is requeued instead of deleted.
    pub(super) fn fail_preempted(&mut self, key: &NamespacedName, by: &RowId) {
        let Some((_, info)) = self.assumed_pod(key) else { return };
        let Some(id) = self.pod_id(key) else { return };
        let rows = self.profile(&info.pod);
        let (at, text) = if self.is_waiting_in_permit(key) {
            (Point::Permit, rows.wording.render(&UpstreamMessage::WaitingPodError { text: "preempted" }))
        } else {
            let text = format!("preempted by {by}");
            let plugin = match self.pre_bind_task(&id) {
                Some(SchedulerTask::TimeOutClaims(_)) => "VolumeBinding",
                Some(SchedulerTask::PollDevices(..)) => "DynamicResources",
                // A plugin that only takes time is the last in the list.
                _ => rows.pre_binds.last().map_or("", |row| row.id.as_str()),
            };
            let message = UpstreamMessage::PreBindError { pod: &info.pod.metadata.name, plugin, text: &text };
            (Point::PreBind, rows.wording.render(&message))
        };
        self.cancel_wait(&id);
        self.forget_assumed(key, at, SchedulingFailure::error(text));
    }

    /// Records the scheduler's event about a pod that is deleted while it waits in `Permit`.
    pub(super) fn report_waiting_deleted(&mut self, key: &NamespacedName, why: &str) {
        let Some(info) = self.pod_info(key) else { return };
        let message = UpstreamMessage::WaitingPodRejection { pod: &info.pod.metadata.name, text: why };
        let text = self.profile(&info.pod).wording.render(&message);
        self.record_message(Kind::Pod, key, true, "FailedScheduling", text.into());
    }

    fn reject_waiting(&mut self, key: &NamespacedName, ending: &binding::WaitEnding) {
        let Some(info) = self.pod_info(key) else { return };
        let wording = self.profile(&info.pod).wording;
        let Some((message, by)) = ending.rejection_message(&info.pod.metadata.name, wording) else { return };
        let failure = self.rejection(message, by);
        self.forget_assumed(key, Point::Permit, failure);
        // The event comes after the pod is requeued, so that it does not wake the pod itself.
        if self.settings().flow.forgotten_pods_wake {
            self.handle_cluster_event(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: None });
        }
    }

    fn rejection(&self, message: String, by: RowId) -> SchedulingFailure {
        let clears = self.settings().flow.errors_clear_nomination;
        let nomination = if clears { Nomination::Clear } else { Nomination::Keep };
        SchedulingFailure::rejection(message, by, nomination)
    }

    /// Fails the binding of a pod whose claims cannot be bound.
    pub(super) fn fail_for_claims(&mut self, key: &NamespacedName, why: ClaimsUnboundReason<'_>) {
        let Some(info) = self.pod_info(key) else { return };
        let rows = self.profile(&info.pod);
        let Some(plugin) = rows.pre_binds.iter().find(|row| row.plugin == PluginId::VolumeBinding) else { return };
        let message = UpstreamMessage::ClaimsUnbound { plugin: plugin.id.as_str(), reason: why };
        let failure = SchedulingFailure::error(rows.wording.render(&message));
        self.forget_assumed(key, Point::PreBind, failure);
    }

    /// Fails the binding of a pod because `VolumeBinding` cannot write its reserved volumes at `PreBind`.
    pub(super) fn fail_volume_binding(&mut self, key: &NamespacedName, text: &str) {
        let Some(info) = self.pod_info(key) else { return };
        let message = UpstreamMessage::PreBindError { pod: &info.pod.metadata.name, plugin: "VolumeBinding", text };
        let failure = SchedulingFailure::error(self.profile(&info.pod).wording.render(&message));
        self.forget_assumed(key, Point::PreBind, failure);
    }

    /// Runs `PreBind`. The binding follows at once, or after plugins are done or the pod's claims are bound.
    pub(super) fn run_pre_bind(&mut self, key: &NamespacedName, profile: usize) {
        if self.must_wait(key, profile, ReservationStep::WriteVolumes)
            || self.must_wait(key, profile, ReservationStep::WriteDevices)
        {
            return;
        }
        let Some((node, pod)) = self.assumed_pod(key) else { return };
        let rows = &self.state().profiles[profile];
        match binding::run_pre_bind(rows, &self.placement(key, &pod, &node)) {
            Ok(prepared) if prepared.duration.is_zero() => self.schedule_binding(key),
            Ok(prepared) => {
                self.announce_expected_node(key, &node);
                let until = self.now() + prepared.duration;
                let id = PodId { key: key.clone(), uid: pod.uid().clone() };
                self.schedule(until, SchedulerTask::EndPreBind(id));
                self.emit(EventKind::PreBinding { pod: key.clone(), node, claims: Vec::new(), until });
            }
            Err((plugin, text)) => {
                let name = pod.pod.metadata.name.as_str();
                let message = UpstreamMessage::PreBindError { pod: name, plugin: plugin.as_str(), text: &text };
                let failure = SchedulingFailure::error(rows.wording.render(&message));
                self.announce_expected_node(key, &node);
                self.forget_assumed(key, Point::PreBind, failure);
            }
        }
    }

    /// Executes a step of `PreBind`. Returns whether the binding has to wait.
    fn must_wait(&mut self, key: &NamespacedName, profile: usize, step: ReservationStep<'_>) -> bool {
        self.has_reservations(key) && self.handle_reservation(key, profile, step)
    }

    /// Whether plugins have reserved anything for a pod, which is rare.
    fn has_reservations(&self, key: &NamespacedName) -> bool {
        self.state().assumed.get(key).is_some_and(|assumed| !assumed.reservations().is_empty())
    }

    /// Continues the binding of a pod whose claims are now bound.
    pub(super) fn finish_claim_binding(&mut self, key: &NamespacedName) {
        let Some(id) = self.pod_id(key) else { return };
        self.cancel_wait(&id);
        let Some((_, info)) = self.assumed_pod(key) else { return };
        let profile = self.profile_index(&info.pod).unwrap_or(0);
        if self.settings().flow.binds_volumes_before_permit {
            self.run_permit(key, profile);
        } else {
            self.run_pre_bind(key, profile);
        }
    }

    /// Sends the binding to the API server, where it arrives after the delay `timings.bind`.
    pub(super) fn schedule_binding(&mut self, key: &NamespacedName) {
        let delay = self.settings().timings.bind;
        if delay.is_zero() {
            self.bind(key);
        } else if let Some(id) = self.pod_id(key) {
            let at = self.now() + delay;
            self.schedule(at, SchedulerTask::Bind(id));
        }
    }

    /// Executes the binding at the API server.
    pub(super) fn bind(&mut self, key: &NamespacedName) {
        let state = self.state_mut();
        let Some(node) = state.assumed.get(key).map(|assumed| assumed.node.clone()) else { return };
        if let Some(remaining) = state.bind_failures.get_mut(key).filter(|remaining| **remaining > 0) {
            *remaining -= 1;
            return self.fail_binding(key, &node);
        }
        state.queue.forget_placed(key);
        state.assumed.remove(key);
        let Some(info) = self.pod_info(key) else { return };
        let message = self.profile(&info.pod).wording.render(&UpstreamMessage::Scheduled { pod: key, node: &node });
        self.bind_pod(key, &node, message.into());
    }

    /// Fails a binding that the API server rejects.
    fn fail_binding(&mut self, key: &NamespacedName, node: &Str) {
        let Some(info) = self.pod_info(key) else { return };
        let rows = self.profile(&info.pod);
        let plugin = binding::binder(rows, &self.placement(key, &info, node)).unwrap_or_default();
        let message = UpstreamMessage::BindError { plugin: plugin.as_str(), pod: &info.pod.metadata.name };
        let failure = SchedulingFailure::error(rows.wording.render(&message));
        self.forget_assumed(key, Point::Bind, failure);
    }

    /// Removes an assumed pod from its node (`Unreserve`, `ForgetPod`), and requeues it.
    pub(super) fn forget_assumed(&mut self, key: &NamespacedName, at: Point, mut failure: SchedulingFailure) {
        let Some((node, info)) = self.assumed_pod(key) else { return };
        let announced_at = self.state().assumed.get(key).and_then(|assumed| assumed.held.as_ref()?.announced_at);
        if announced_at == Some(self.now()) && !failure.is_fit_error {
            failure.nomination = Nomination::Unseen;
        }
        self.unreserve_pod(key);
        let state = self.state_mut();
        state.uncount_pod(&node, info.uid());
        state.queue.groups.forget(&info);
        state.refused_bindings.insert(key.clone());
        self.emit(EventKind::Unreserved { pod: key.clone(), node, at });
        let is_in_binding_cycle = !failure.is_fit_error && at != Point::Reserve;
        if is_in_binding_cycle && self.settings().flow.forgotten_pods_wake {
            self.handle_cluster_event(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: None });
        }
        let nominated = &info.pod.status.nominated_node_name;
        if !nominated.is_empty() {
            self.state_mut().nominator.add(Rc::clone(&info), nominated);
        }
        let profile = self.profile_index(&info.pod).unwrap_or(0);
        self.fail_attempt(key, &info, failure, None, profile);
        self.wake_controllers();
    }

    /// Releases what plugins reserved for the pod, and cancels its wait.
    pub(super) fn unreserve_pod(&mut self, key: &NamespacedName) {
        if self.has_reservations(key) || self.state().reserved_volumes.contains_key(key) {
            self.handle_reservation(key, 0, ReservationStep::Unreserve);
        }
        if let Some(assumed) = self.state_mut().assumed.remove(key) {
            binding::run_unreserve(assumed.reservations());
            if let Some(id) = self.pod_id(key) {
                self.cancel_wait(&id);
            }
        }
    }
}
