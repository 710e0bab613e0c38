//! The way of a pod from its node's choice to its binding: `Reserve`, `Permit`, `PreBind`, `Bind`, and what happens when one
//! of them says no.

use std::rc::Rc;

use api::Str;
use record::{PluginId, Point, RowId, Said, Unbound};
use scheduler::Unscheduled;
use scheduler::binding;
use scheduler::binding::{Reservations, Verdict};
use scheduler::cluster::{NodeState, PodInfo};
use scheduler::framework::{ClusterEvent, Cycle, Nomination, Placement};

use super::agenda::{PodId, Task};
use super::remembered::Binding;
use super::state::Simulation;
use record::What;

impl Simulation {
    /// The scheduler counts the pod on the node, and asks `Reserve` and `Permit`.
    pub(super) fn assume(&mut self, key: &Str, pod: &Rc<PodInfo>, node: &Str, profile: usize) {
        self.nominator.remove(pod.uid());
        if let Some(state) = self.pods.get_mut(key) {
            state.node = Some(node.clone());
        }
        self.place(node, Rc::clone(pod));
        self.emit(What::Assumed { pod: key.clone(), node: node.clone() });
        let rows = &self.profiles[profile];
        if !rows.permits.is_empty() {
            *self.arrivals.or_default(key.clone()) += 1;
        }
        match self.reserve(key, pod, node, profile) {
            Ok(reserved) if reserved.is_empty() => {}
            Ok(reserved) => {
                for plan in reserved.iter().filter_map(|one| one.volumes()) {
                    self.set_volumes_aside(key, node, plan);
                }
                for plan in reserved.iter().filter_map(|one| one.claims()) {
                    self.set_devices_aside(plan, true);
                }
                self.bindings.insert(key.clone(), Binding { reserved, waits: None });
            }
            Err((plugin, text)) => {
                let said = Said::ReserveError { pod: &pod.pod.metadata.name, plugin: plugin.as_str(), text: &text };
                let failure = Unscheduled::error(self.profiles[profile].wording.say(&said));
                return self.forget(key, Point::Reserve, failure);
            }
        }
        if self.flow.volumes_before_permit && self.waits_for_claims(key, profile) {
            return;
        }
        self.ask_permit(key, profile);
    }

    fn reserve(&self, key: &Str, pod: &PodInfo, node: &Str, profile: usize) -> Result<Reservations, binding::Trouble> {
        let Some(state) = self.snapshot.node(node) else { return Ok(Reservations::new()) };
        let cycle = Cycle { pod, snapshot: &self.snapshot, objects: &self.objects, order: None };
        binding::reserve(&self.profiles[profile], self.placement(key, pod, node), &cycle, state)
    }

    fn placement<'p>(&self, key: &Str, pod: &'p PodInfo, node: &'p str) -> Placement<'p> {
        Placement { pod, node, nth: self.arrivals.get(key).copied().unwrap_or(1), state: None }
    }

    /// `Permit`, and if nothing holds the pod back, what comes after it.
    fn ask_permit(&mut self, key: &Str, profile: usize) {
        let Some((node, pod)) = self.assumed(key) else { return };
        let rows = &self.profiles[profile];
        let state = self.snapshot.node(&node).filter(|_| !rows.permits.is_empty()).map(|info| {
            let mut state: NodeState = (**info).clone();
            // It counts on its node already.
            state.discount(&pod);
            state
        });
        match binding::permit(rows, &Placement { state: state.as_ref(), ..self.placement(key, &pod, &node) }) {
            Verdict::Allowed => self.pre_bind(key, profile),
            Verdict::Refused((plugin, text)) => {
                let name = pod.pod.metadata.name.as_str();
                let said = Said::Rejected { pod: name, plugin: plugin.as_str(), text: &text };
                let failure = self.rejected(self.profiles[profile].wording.say(&said), plugin);
                self.forget(key, Point::Permit, failure);
            }
            Verdict::Waits(waiting) => {
                let (after, ending) = waiting.end(self.flow.one_speaks_for_all);
                self.bindings.or_default(key.clone()).waits = Some(ending);
                let id = PodId { key: key.clone(), uid: pod.uid().clone() };
                self.agenda.add(self.now + after, Task::Permit(id));
                let plugins = waiting.plugins().cloned().collect();
                let until = self.now + waiting.longest();
                self.emit(What::Waits { pod: key.clone(), node: node.clone(), plugins, until });
                self.expect(key, &node);
            }
        }
    }

    /// The binding is going to take time: programs beside the scheduler are told where the pod will be. The scheduler itself learns
    /// nothing by it, since it counts the pod there already.
    fn expect(&mut self, key: &Str, node: &Str) {
        let known = self.pods.get(key).is_some_and(|state| state.info.pod.status.nominated_node_name == *node);
        if self.flow.writes_expected_node && !known {
            self.write_pod(key, |pod| pod.status.nominated_node_name = node.clone());
            self.emit(What::Expected { pod: key.clone(), node: node.clone() });
        }
    }

    /// A pod that has its node, and the node.
    fn assumed(&self, key: &Str) -> Option<(Str, Rc<PodInfo>)> {
        let state = self.pods.get(key)?;
        Some((state.node.clone()?, Rc::clone(&state.info)))
    }

    /// Waiting in `Permit` ends, as it was going to.
    pub(super) fn end_waiting(&mut self, key: &Str) {
        let Some(ending) = self.bindings.get_mut(key).and_then(|binding| binding.waits.take()) else { return };
        if ending != binding::Ending::Allowed {
            return self.reject(key, &ending);
        }
        let Some((node, info)) = self.assumed(key) else { return };
        self.emit(What::Allowed { pod: key.clone(), node });
        let profile = self.profile_of(&info.pod).unwrap_or(0);
        self.pre_bind(key, profile);
    }

    /// Whether the pod waits in `Permit`.
    pub(super) fn waits(&self, key: &Str) -> bool {
        self.bindings.get(key).is_some_and(|binding| binding.waits.is_some())
    }

    /// A preemptor rejects a pod that waits in `Permit`: the pod stays, and is tried again.
    pub(super) fn preempt_waiting(&mut self, key: &Str, by: RowId) {
        self.reject(key, &binding::Ending::Rejected((by, "preempted".into())));
    }

    /// Whether `PreBind` has work for the pod and is not done.
    pub(super) fn is_prepared(&self, key: &Str) -> bool {
        self.id(key).is_some_and(|id| self.agenda.preparing(&id).is_some())
    }

    /// A preemptor ends the way of a pod to its binding with an error: the pod stays, and is tried again.
    pub(super) fn fail_preempted(&mut self, key: &Str, by: &RowId) {
        let Some((_, info)) = self.assumed(key) else { return };
        let Some(id) = self.id(key) else { return };
        let rows = &self.profiles[self.profile_of(&info.pod).unwrap_or(0)];
        let (at, text) = if self.waits(key) {
            (Point::Permit, rows.wording.say(&Said::WaitingFailed { text: "preempted" }))
        } else {
            let text = format!("preempted by {by}");
            let plugin = match self.agenda.preparing(&id) {
                Some(Task::ClaimsLate(_)) => "VolumeBinding",
                Some(Task::DevicesReady(..)) => "DynamicResources",
                // A plugin that only takes time stands last.
                _ => rows.pre_binds.last().map_or("", |row| row.id.as_str()),
            };
            (
                Point::PreBind,
                rows.wording.say(&Said::PreBindError { pod: &info.pod.metadata.name, plugin, text: &text }),
            )
        };
        self.agenda.end_wait(&id);
        self.forget(key, at, Unscheduled::error(text));
    }

    /// The scheduler's last word on a pod that waits in `Permit` and is being deleted.
    pub(super) fn reject_deleted(&mut self, key: &Str, why: &str) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let wording = self.profiles[self.profile_of(&info.pod).unwrap_or(0)].wording;
        let text = wording.say(&Said::RejectedWaiting { pod: &info.pod.metadata.name, text: why });
        self.message("Pod", key, true, "FailedScheduling", text.into());
    }

    fn reject(&mut self, key: &Str, ending: &binding::Ending) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let wording = self.profiles[self.profile_of(&info.pod).unwrap_or(0)].wording;
        let Some((message, by)) = ending.rejection(&info.pod.metadata.name, wording) else { return };
        let failure = self.rejected(message, by);
        self.forget(key, Point::Permit, failure);
        // Only after the pod itself is back in the queue, so that its own going does not wake it.
        if self.flow.forgotten_pods_wake {
            self.tell(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: None });
        }
    }

    fn rejected(&self, message: String, by: RowId) -> Unscheduled {
        let nomination = if self.flow.errors_clear_nomination { Nomination::Clear } else { Nomination::Keep };
        Unscheduled::rejected(message, by, nomination)
    }

    /// The pod's claims are not bound, and are not going to be.
    pub(super) fn fail_for_claims(&mut self, key: &Str, why: Unbound<'_>) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let rows = &self.profiles[self.profile_of(&info.pod).unwrap_or(0)];
        let Some(plugin) = rows.pre_binds.iter().find(|row| row.plugin == PluginId::VolumeBinding) else { return };
        let said = Said::ClaimsUnbound { plugin: plugin.id.as_str(), why };
        self.forget(key, Point::PreBind, Unscheduled::error(rows.wording.say(&said)));
    }

    /// `PreBind`, in which plugins take their time, or wait for the pod's claims.
    pub(super) fn pre_bind(&mut self, key: &Str, profile: usize) {
        if self.waits_for_claims(key, profile) || self.write_devices(key, profile) {
            return;
        }
        let Some((node, pod)) = self.assumed(key) else { return };
        let rows = &self.profiles[profile];
        match binding::pre_bind(rows, &self.placement(key, &pod, &node)) {
            Ok(prepared) if prepared.takes.is_zero() => self.bind_later(key),
            Ok(prepared) => {
                self.expect(key, &node);
                let until = self.now + prepared.takes;
                let id = PodId { key: key.clone(), uid: pod.uid().clone() };
                self.agenda.add(until, Task::PreBind(id));
                self.emit(What::PreBinding { pod: key.clone(), node, claims: Vec::new(), until });
            }
            Err((plugin, text)) => {
                let name = pod.pod.metadata.name.as_str();
                let said = Said::PreBindError { pod: name, plugin: plugin.as_str(), text: &text };
                let failure = Unscheduled::error(rows.wording.say(&said));
                self.expect(key, &node);
                self.forget(key, Point::PreBind, failure);
            }
        }
    }

    /// Whether the binding has to wait until claims of the pod are bound.
    fn waits_for_claims(&mut self, key: &Str, profile: usize) -> bool {
        // For nearly every pod nothing is set aside.
        if !self.bindings.contains_key(key) {
            return false;
        }
        let Some((node, pod)) = self.assumed(key) else { return false };
        let prepared = binding::pre_bind(&self.profiles[profile], &self.placement(key, &pod, &node));
        let Ok(binding::Preparation { claims: Some((_, longest)), .. }) = prepared else { return false };
        self.expect(key, &node);
        let claims = self.write_claims(key);
        if claims.is_empty() {
            return false;
        }
        let until = self.now + longest;
        self.agenda.add(until, Task::ClaimsLate(PodId { key: key.clone(), uid: pod.uid().clone() }));
        self.emit(What::PreBinding { pod: key.clone(), node, claims, until });
        true
    }

    /// All claims of a pod that waited for them are bound.
    pub(super) fn claims_are_bound(&mut self, key: &Str) {
        let Some(id) = self.id(key) else { return };
        self.agenda.end_wait(&id);
        let Some((_, info)) = self.assumed(key) else { return };
        let profile = self.profile_of(&info.pod).unwrap_or(0);
        if self.flow.volumes_before_permit { self.ask_permit(key, profile) } else { self.pre_bind(key, profile) }
    }

    /// The node is ready for the pod: the binding is on its way to the API server.
    pub(super) fn bind_later(&mut self, key: &Str) {
        if self.timings.bind.is_zero() {
            self.bind(key);
        } else if let Some(id) = self.id(key) {
            self.agenda.add(self.now + self.timings.bind, Task::Bind(id));
        }
    }

    /// The binding reaches the API server.
    pub(super) fn bind(&mut self, key: &Str) {
        let Some(node) = self.pods.get(key).and_then(|state| state.node.clone()) else { return };
        if let Some(left) = self.bind_failures.get_mut(key).filter(|left| **left > 0) {
            *left -= 1;
            return self.fail_binding(key, &node);
        }
        self.queue.placed(key);
        self.bindings.remove(key);
        if let Some(state) = self.pods.get_mut(key) {
            state.bound = true;
        }
        let mut nominated = false;
        let info = self.write_pod(key, |pod| {
            nominated = !pod.status.nominated_node_name.is_empty();
            pod.spec.node_name = node.clone();
            pod.status.nominated_node_name = Str::default();
        });
        let Some(info) = info else { return };
        self.emit(What::Bound { pod: key.clone(), node: node.clone() });
        let wording = self.profiles[self.profile_of(&info.pod).unwrap_or(0)].wording;
        let text = wording.say(&Said::Scheduled { pod: key, node: &node });
        self.message("Pod", key, false, "Scheduled", text.into());
        self.tell(&ClusterEvent::AssignedPodAdd(&info));
        if nominated && self.flow.bound_nominations_wake {
            self.tell(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: Some(info.priority()) });
        }
        self.start_later(key);
        self.bear_taints(key);
        self.touch();
    }

    /// The API server refuses the binding.
    fn fail_binding(&mut self, key: &Str, node: &Str) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let rows = &self.profiles[self.profile_of(&info.pod).unwrap_or(0)];
        let plugin = binding::binder(rows, &self.placement(key, &info, node)).unwrap_or_default();
        let said = Said::BindError { plugin: plugin.as_str(), pod: &info.pod.metadata.name };
        let failure = Unscheduled::error(rows.wording.say(&said));
        self.forget(key, Point::Bind, failure);
    }

    /// The pod is counted on its node no more (`Unreserve`, `ForgetPod`), and goes back to the queue.
    pub(super) fn forget(&mut self, key: &Str, at: Point, failure: Unscheduled) {
        let Some((node, info)) =
            self.pods.get_mut(key).and_then(|state| Some((state.node.take()?, Rc::clone(&state.info))))
        else {
            return;
        };
        self.unreserve(key);
        self.displace(&node, info.uid());
        self.refused.insert(key.clone());
        self.emit(What::Unreserved { pod: key.clone(), node, at });
        let in_binding_cycle = !failure.fit_error && at != Point::Reserve;
        if in_binding_cycle && self.flow.forgotten_pods_wake {
            self.tell(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: None });
        }
        let nominated = &info.pod.status.nominated_node_name;
        if !nominated.is_empty() {
            self.nominator.add(Rc::clone(&info), nominated);
        }
        let profile = self.profile_of(&info.pod).unwrap_or(0);
        self.fail(key, &info, failure, None, profile);
        self.touch();
    }

    /// Gives back what plugins set aside for the pod, and calls off what was still to come.
    pub(super) fn unreserve(&mut self, key: &Str) {
        self.unreserve_volumes(key);
        self.unreserve_devices(key);
        if let Some(binding) = self.bindings.remove(key) {
            binding::unreserve(&binding.reserved);
            if let Some(id) = self.id(key) {
                self.agenda.end_wait(&id);
            }
        }
    }
}
