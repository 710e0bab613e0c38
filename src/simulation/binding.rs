//! The way of a pod from its node's choice to its binding: `Reserve`, `Permit`, `PreBind`, `Bind`, and what happens when one
//! of them says no.

use std::rc::Rc;

use crate::api::Str;
use crate::cluster::{NodeState, PodInfo};
use crate::framework::{ClusterEvent, Nomination, Placement, Point, RowId, Said};
use crate::scheduler::Unscheduled;
use crate::scheduler::binding::{self, Reservations, Verdict};

use super::Simulation;
use super::agenda::{PodId, Task};
use super::event::What;

/// What the scheduler keeps of a pod that is on its way.
#[derive(Clone, Debug, Default)]
pub(super) struct Binding {
    reserved: Reservations,
    /// How waiting in `Permit` is going to end, while the pod waits.
    waits: Option<binding::Ending>,
}

impl Simulation {
    /// The scheduler counts the pod on the node, and asks `Reserve` and `Permit`.
    pub(super) fn assume(&mut self, key: &Str, pod: &Rc<PodInfo>, node: &Str, profile: usize) {
        self.nominator.remove(pod.uid());
        if let Some(state) = self.pods.get_mut(key) {
            state.node = Some(node.clone());
        }
        self.place(node, Rc::clone(pod));
        self.emit(What::Assumed { pod: key.clone(), node: node.clone() });
        self.reserve_volumes(key, pod, node);
        let rows = &self.profiles[profile];
        if !rows.permits.is_empty() {
            *self.arrivals.entry(key.clone()).or_default() += 1;
        }
        let state = self.snapshot.node(node).filter(|_| !rows.permits.is_empty()).map(|info| {
            let mut state: NodeState = (**info).clone();
            // It counts on its node already.
            state.discount(pod);
            state
        });
        let nth = self.arrivals.get(key).copied().unwrap_or(1);
        let placement = Placement { pod, node, nth, state: state.as_ref() };
        let name = pod.pod.metadata.name.as_str();
        let reserved = match binding::reserve(rows, &placement) {
            Ok(reserved) => reserved,
            Err((plugin, text)) => {
                let said = Said::ReserveError { pod: name, plugin: plugin.as_str(), text: &text };
                let failure = Unscheduled::error(rows.wording.say(&said));
                return self.forget(key, Point::Reserve, failure);
            }
        };
        let verdict = binding::permit(rows, &placement);
        if !reserved.is_empty() {
            self.bindings.insert(key.clone(), Binding { reserved, waits: None });
        }
        match verdict {
            Verdict::Allowed => self.pre_bind(key, profile),
            Verdict::Refused((plugin, text)) => {
                let said = Said::Rejected { pod: name, plugin: plugin.as_str(), text: &text };
                let failure = self.rejected(self.profiles[profile].wording.say(&said), plugin);
                self.forget(key, Point::Permit, failure);
            }
            Verdict::Waits(waiting) => {
                let (after, ending) = waiting.end(self.flow.one_speaks_for_all);
                self.bindings.entry(key.clone()).or_default().waits = Some(ending);
                let id = PodId { key: key.clone(), uid: pod.uid().clone() };
                self.agenda.add(self.now.saturating_add(after), Task::Permit(id));
                let plugins = waiting.plugins().cloned().collect();
                let until = self.now.saturating_add(waiting.longest());
                self.emit(What::Waits { pod: key.clone(), node: node.clone(), plugins, until });
            }
        }
    }

    /// Waiting in `Permit` ends, as it was going to.
    pub(super) fn end_waiting(&mut self, key: &Str) {
        let Some(ending) = self.bindings.get_mut(key).and_then(|binding| binding.waits.take()) else { return };
        if ending != binding::Ending::Allowed {
            return self.reject(key, &ending);
        }
        let Some((node, info)) = self.pods.get(key).and_then(|it| Some((it.node.clone()?, Rc::clone(&it.info)))) else {
            return;
        };
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

    /// `PreBind` of a plugin fails.
    pub(super) fn fail_before_binding(&mut self, key: &Str, plugin: &str, text: &str) {
        let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let wording = self.profiles[self.profile_of(&info.pod).unwrap_or(0)].wording;
        let said = Said::PreBindError { pod: &info.pod.metadata.name, plugin, text };
        self.forget(key, Point::PreBind, Unscheduled::error(wording.say(&said)));
    }

    pub(super) fn pre_bind(&mut self, key: &Str, profile: usize) {
        if self.waits_for_volumes(key) {
            return;
        }
        let rows = &self.profiles[profile];
        if !rows.pre_binds.is_empty() {
            let Some(state) = self.pods.get(key) else { return };
            let (Some(node), pod) = (state.node.clone(), Rc::clone(&state.info)) else { return };
            let nth = self.arrivals.get(key).copied().unwrap_or(1);
            match binding::pre_bind(rows, &Placement { pod: &pod, node: &node, nth, state: None }) {
                Ok(0) => {}
                Ok(takes) => {
                    let until = self.now.saturating_add(takes);
                    let id = PodId { key: key.clone(), uid: pod.uid().clone() };
                    self.agenda.add(until, Task::PreBind(id));
                    return self.emit(What::PreBinding { pod: key.clone(), node, until });
                }
                Err((plugin, text)) => {
                    let name = pod.pod.metadata.name.as_str();
                    let said = Said::PreBindError { pod: name, plugin: plugin.as_str(), text: &text };
                    let failure = Unscheduled::error(rows.wording.say(&said));
                    return self.forget(key, Point::PreBind, failure);
                }
            }
        }
        self.bind_later(key);
    }

    /// The node is ready for the pod: the binding is on its way to the API server.
    pub(super) fn bind_later(&mut self, key: &Str) {
        if self.timings.bind == 0 {
            self.bind(key);
        } else if let Some(id) = self.id(key) {
            self.agenda.add(self.now.saturating_add(self.timings.bind), Task::Bind(id));
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
        let nth = self.arrivals.get(key).copied().unwrap_or(1);
        let plugin = binding::binder(rows, &Placement { pod: &info, node, nth, state: None }).unwrap_or_default();
        let said = Said::BindError { plugin: plugin.as_str(), pod: &info.pod.metadata.name };
        let failure = Unscheduled::error(rows.wording.say(&said));
        self.forget(key, Point::Bind, failure);
    }

    /// The pod is counted on its node no more (`Unreserve`, `ForgetPod`), and goes back to the queue.
    fn forget(&mut self, key: &Str, at: Point, failure: Unscheduled) {
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
        if let Some(binding) = self.bindings.remove(key) {
            binding::unreserve(&binding.reserved);
            if let Some(id) = self.id(key) {
                self.agenda.end_wait(&id);
            }
        }
    }
}
