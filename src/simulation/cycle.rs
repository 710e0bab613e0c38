//! The scheduler's loop: pops a pod, runs its cycle, and carries out the decision.

use std::rc::Rc;

use api::{Millis, NamespacedName, PodPhase, Str, Time};
use runlog::{
    Attempt, AttemptSummary, Deletion, Event, EventKind, PluginId, Purpose, QueueEvent, Silent, UpstreamMessage,
};
use scheduler::{
    Context, ScheduleResult, SchedulingFailure, WaitingVictims,
    cluster::PodInfo,
    framework::{Chooser, ExtenderWait, Nomination, PreemptionPlan},
    schedule_pod,
};

use super::{
    agenda::{PodId, Task, VictimEviction},
    component_state::CycleDecision,
    state::Simulation,
};

/// Notes every draw, so that a trace shows where chance came in.
struct RecordingChooser<'a> {
    inner: &'a mut dyn Chooser,
    at: Millis,
    draws: Vec<Event>,
}

impl Chooser for RecordingChooser<'_> {
    fn choose(&mut self, purpose: Purpose, of: usize, name: &dyn Fn(usize) -> Str) -> usize {
        let drew = self.inner.choose(purpose, of, name);
        self.draws.push(Event { at: self.at, what: EventKind::Drawn { purpose, of, drew } });
        drew
    }
}

impl Simulation {
    /// Schedules the next pod of the queue.
    pub(super) fn start_cycle(&mut self) {
        let Some(popped) = self.queue.pop() else { return };
        let key = popped.pod.pod.key();
        // The pod as the API server has it now; the queue's copy may be older.
        let Some(pod) = self.pods.get(&key).map(|state| Rc::clone(&state.info)) else { return };
        let Some(profile) = self.profile_of(&pod.pod) else { return };
        let waited = ExtenderWait::default();
        self.binding_refused.remove(&key);
        if self.attempts == 0 && self.timings.disruption.is_some() {
            // What is there at the start was counted long since.
            self.count_budgets(|status| status.expected_pods > 0);
        }
        self.emit(EventKind::Popped { pod: key.clone(), attempt: popped.attempt });
        if self.timings.disruption == Some(Millis::ZERO) {
            self.recompute_budgets();
        }
        let order = self.node_order();
        let mut start = if self.flow.node_cursor { 0 } else { self.start };
        let mut attempt = Attempt { profile, ..Attempt::default() };
        let nominated = pod.pod.status.nominated_node_name.as_str();
        if let Some(claims) = &self.objects.claims {
            claims.set_clock(self.wall_clock(self.now));
        }
        let mut chooser = RecordingChooser { inner: &mut *self.chooser, at: self.now, draws: Vec::new() };
        let context = Context {
            profile: &self.profiles[profile],
            pod: &pod,
            nominated_node: (!nominated.is_empty()).then_some(nominated),
            snapshot: &self.snapshot,
            objects: &self.objects,
            nominator: &self.nominator,
            order: Some(&order),
            extender_wait: &waited,
            records_details: self.records_details,
        };
        let decision = match self.records_attempts {
            true => schedule_pod(&context, &mut start, &mut chooser, &mut attempt),
            false => schedule_pod(&context, &mut start, &mut chooser, &mut Silent),
        };
        let draws = chooser.draws;
        if self.flow.node_cursor {
            // The cursor moves on by the nodes that were looked at.
            let looked_at = if start == 0 { order.len() } else { start };
            self.tree.advance(looked_at);
        } else {
            self.start = start;
        }
        self.events.extend(draws);
        if self.records_attempts {
            self.emit(EventKind::Attempted(Rc::new(AttemptSummary::from_attempt(&attempt, self.attempts))));
            self.attempt = Some(Rc::new(attempt));
        }
        self.attempts += 1;
        let name = |node: usize| self.snapshot.nodes()[node].name().clone();
        debug_assert!(self.pending_decision.is_none(), "the scheduler decides one pod at a time");
        let decision = match decision {
            ScheduleResult::Scheduled { node, .. } => Ok(name(node)),
            ScheduleResult::Failed(failure) => {
                let room = failure.preemption_plan.as_ref().map(|room| name(room.node));
                Err((failure, room))
            }
        };
        if let (Err((failure, _)), true) = (&decision, !waited.get().is_zero()) {
            self.queue.expect_failure(&key, &failure.rejecting);
        }
        self.pending_decision = Some(CycleDecision { pod: PodId { key, uid: pod.uid().clone() }, profile, decision });
        match waited.get() {
            Millis::ZERO => self.finish_cycle(),
            // Extenders are asked within the cycle: no other pod is taken meanwhile.
            waited => self.agenda.add(self.now + waited, Task::FinishCycle),
        }
    }

    /// The cycle ends: what it decided is carried out, if the pod is still there.
    pub(super) fn finish_cycle(&mut self) {
        let Some(CycleDecision { pod: id, profile, decision }) = self.pending_decision.take() else { return };
        let state = self.pods.get(&id.key).filter(|state| *state.info.uid() == id.uid);
        let Some(pod) = state.map(|state| Rc::clone(&state.info)) else { return };
        match decision {
            Ok(node) => self.assume(&id.key, &pod, &node, profile),
            Err((failure, room)) => self.fail_attempt(&id.key, &pod, failure, room, profile),
        }
    }

    /// The order in which a cycle looks at the nodes.
    fn node_order(&mut self) -> Vec<usize> {
        if self.flow.node_cursor {
            let names = self.tree.clone().next_round();
            return names.iter().filter_map(|name| self.snapshot.index(name)).collect();
        }
        if self.order.is_none() {
            self.order = Some(self.tree.list().iter().filter_map(|name| self.snapshot.index(name)).collect());
        }
        self.order.clone().unwrap_or_default()
    }

    // The kubelet.

    /// The kubelet sees the pod and begins to create its containers.
    pub(super) fn schedule_start(&mut self, key: &NamespacedName) {
        if self.timings.start.is_zero() {
            self.start_pod(key);
        } else {
            self.emit(EventKind::Creating(key.clone()));
            if let Some(id) = self.pod_id(key) {
                self.agenda.add(self.now + self.timings.start, Task::StartPod(id));
            }
        }
    }

    /// All containers run.
    pub(super) fn start_pod(&mut self, key: &NamespacedName) {
        // The kubelet sees the pod when it is bound; that is its start, in whole seconds, as all API times are.
        let seen = self.now.saturating_since(self.timings.start);
        let start = self.wall_clock(seen).div_euclid(1000) * 1000;
        let Some(before) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        if before.pod.is_terminating() {
            return;
        }
        let info = self.update_pod(key, |pod| {
            pod.status.phase = PodPhase::Running;
            pod.status.start_time = Some(Time(start));
        });
        self.next_ip += 1;
        let ip = format!("10.244.{}.{}", self.next_ip / 250, self.next_ip % 250 + 2).into();
        self.emit(EventKind::Running { pod: key.clone(), start, ip });
        if let Some(info) = info {
            self.notify_queue_of_update(&before, &info);
        }
        self.schedule_job_completion(key);
        self.count_started_pod(key);
        self.touch_controllers();
    }

    // Failure: back into the queue, and what preemption decided.

    /// The pod goes back into the queue; on this node preemption makes room.
    pub(super) fn fail_attempt(
        &mut self,
        key: &NamespacedName,
        pod: &Rc<PodInfo>,
        failure: SchedulingFailure,
        room: Option<Str>,
        profile: usize,
    ) {
        let message: Str = failure.message.as_str().into();
        self.record_message("Pod", key, true, "FailedScheduling", message.clone());
        let place = {
            let rows = &self.profiles[profile];
            self.queue.requeue_failed(key, failure.rejecting, self.now, |row, event| rows.subscribes_to(row, event))
        };
        let until = self.queue.backoff_until(key);
        self.emit(EventKind::Queued {
            pod: key.clone(),
            queue: place.into(),
            by: QueueEvent::ScheduleAttemptFailure,
            until,
        });
        if let Some(node) = self.nominator.node_of(pod.uid()).cloned() {
            // Coming back into the queue renews the nomination: it is now the youngest on its node.
            self.nominator.add(Rc::clone(pod), &node);
        }
        let keeps = failure.fit_error || !self.flow.errors_clear_nomination;
        let target = match (failure.nomination, &room) {
            (Nomination::Set, Some(node)) => Some(Some(node.clone())),
            (Nomination::Clear, _) => Some(None),
            _ if !keeps => Some(None),
            _ => None,
        };
        let new_message = self.pods.get(key).is_some_and(|state| state.message != message);
        if let Some(state) = self.pods.get_mut(key) {
            state.message = message;
        }
        if !self.flow.own_status_last {
            self.write_own_status(key, target.as_ref(), new_message);
        }
        if let Some(freed) = failure.freed_claim {
            self.release_claim(freed);
        }
        if let (Some(node), Some(preempted)) = (room, failure.preemption_plan) {
            self.evict_victims(key, &node, preempted, profile);
        }
        if self.flow.own_status_last {
            self.write_own_status(key, target.as_ref(), new_message);
        }
    }

    /// The pod's condition and nomination are written in one go.
    fn write_own_status(&mut self, key: &NamespacedName, target: Option<&Option<Str>>, new_message: bool) {
        let nominated = target.is_some_and(|node| self.nominate(key, node.as_ref(), None));
        if new_message && !nominated {
            let Some(info) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
            self.update_pending_pod(&info, &info);
        }
    }

    /// Evicts the victims and clears nominations of less important pods.
    fn evict_victims(&mut self, key: &NamespacedName, node: &Str, room: PreemptionPlan, profile: usize) {
        let Some(by) = self.pod_id(key) else { return };
        if self.flow.async_preemption {
            self.clear_nominations(key, &room.cleared_nominations);
        }
        let live_victims = room.victims.iter().filter(|victim| !victim.pod.is_terminating());
        let mut victims: Vec<NamespacedName> = live_victims.map(|victim| victim.pod.key()).collect();
        // The preemptor is not tried before the last deletion has begun: where another victim goes at once, so does the last one.
        let waits = self.flow.async_preemption
            && !self.timings.bind.is_zero()
            && victims.split_last().is_some_and(|(_, others)| {
                !others.is_empty() && others.iter().all(|victim| self.terminates_gracefully(victim))
            });
        let last = if waits { victims.pop() } else { None };
        let preemption = |victim| VictimEviction { victim, preemptor: by.clone(), node: node.clone(), profile };
        for victim in victims.iter().filter_map(|victim| self.pod_id(victim)).collect::<Vec<_>>() {
            self.evict_victim(&preemption(victim));
        }
        if let Some(victim) = last.and_then(|victim| self.pod_id(&victim)) {
            // A deletion takes as long as a binding to reach the API server.
            self.agenda.add(self.now + self.timings.bind, Task::Preempt(Box::new(preemption(victim))));
        }
        if !self.flow.async_preemption {
            self.clear_nominations(key, &room.cleared_nominations);
        }
    }

    /// Whether a victim will take its time to go.
    fn terminates_gracefully(&self, key: &NamespacedName) -> bool {
        let Some(state) = self.pods.get(key) else { return false };
        state.bound && state.info.pod.spec.termination_grace_period_seconds != Some(0)
    }

    /// Evicts a victim. Upstream: `PreemptPod`.
    pub(super) fn evict_victim(&mut self, VictimEviction { victim, preemptor: by, node, profile }: &VictimEviction) {
        let key = &victim.key;
        let rows = &self.profiles[*profile];
        let preempts = rows.post_filters.iter().find(|row| row.plugin == PluginId::DefaultPreemption);
        let plugin = preempts.map(|row| row.id.clone()).unwrap_or_default();
        let (waits, way) = (self.is_waiting_in_permit(key), self.flow.waiting_victims);
        let fails = way == WaitingVictims::Failed && (waits || self.is_in_pre_bind(key));
        let upstream_message = UpstreamMessage::Preempted { preemptor: &by.key, uid: &by.uid, node, is_binding: fails };
        let text = rows.wording.render(&upstream_message).into();
        self.record_message("Pod", key, false, "Preempted", text);
        if fails {
            return self.fail_preempted(key, &plugin);
        }
        match way {
            WaitingVictims::Rejected if waits => return self.reject_preempted_waiting(key, plugin),
            WaitingVictims::Deleted if waits => self.reject_deleted(key, "preempted"),
            _ => {}
        }
        self.delete_pod(key, Deletion::Preempted { by: by.key.clone() });
    }

    fn clear_nominations(&mut self, key: &NamespacedName, cleared: &[Rc<PodInfo>]) {
        for pod in cleared {
            self.nominate(&pod.pod.key(), None, Some(key));
        }
    }
}
