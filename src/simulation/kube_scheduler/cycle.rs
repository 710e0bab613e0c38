//! The scheduling cycle: pops a pod, makes a decision, and applies it.

use std::rc::Rc;

use api::{Kind, Millis, NamespacedName, Str};
use runlog::{Attempt, AttemptSummary, Event, EventKind, Purpose, QueueEvent, Silent};
use scheduler::{
    Context, RecordDepth, ScheduleResult, SchedulingFailure,
    cluster::{FreedClaim, PodInfo},
    framework::{Chooser, ExtenderWait, Nomination},
    queue::PoppedPod,
    schedule_pod,
};

use super::{
    Scheduler,
    state::{CycleDecision, KubeScheduler},
};
use crate::{
    client::{Parts, ReservationStep},
    ids::PodId,
    task::SchedulerTask,
};

/// Records every random draw as an event.
pub(super) struct RecordingChooser<'a> {
    pub(super) inner: &'a mut dyn Chooser,
    pub(super) at: Millis,
    pub(super) draws: Vec<Event>,
}

impl Chooser for RecordingChooser<'_> {
    fn choose(&mut self, purpose: Purpose, of: usize, name: &dyn Fn(usize) -> Str) -> usize {
        let drew = self.inner.choose(purpose, of, name);
        self.draws.push(Event { at: self.at, what: EventKind::Drawn { purpose, of, drew } });
        drew
    }

    fn begin_member(&mut self, pod: &NamespacedName) {
        self.inner.begin_member(pod);
    }
}

impl Scheduler<'_> {
    pub(super) fn start_cycle(&mut self) {
        if let Some(popped) = self.state_mut().queue.pop() {
            self.run_pod_cycle(&popped);
        }
    }

    /// Runs the scheduling cycle of a popped pod.
    pub(super) fn run_pod_cycle(&mut self, popped: &PoppedPod) {
        let key = popped.pod.pod.key();
        // The pod as currently stored; the queue's copy may be older.
        let Some(pod) = self.pod_info(&key) else { return };
        let Some(profile) = self.profile_index(&pod.pod) else { return };
        self.state_mut().refused_bindings.remove(&key);
        if self.state().attempts == 0 {
            self.count_initial_budgets();
        }
        self.emit(EventKind::Popped { pod: key.clone(), attempt: popped.attempt });
        self.deliver_cycle_start();
        let (result, waited) = self.decide(&pod, profile);
        let state = self.state();
        let name = |node: usize| state.snapshot.nodes()[node].name().clone();
        assert!(state.pending_decision.is_none(), "the scheduler decides one pod at a time");
        let outcome = match result {
            ScheduleResult::Scheduled { node, .. } => Ok(name(node)),
            ScheduleResult::Failed(failure) => {
                let node = failure.preemption_plan.as_ref().map(|plan| name(plan.node));
                Err((failure, node))
            }
        };
        if let (Err((failure, _)), true) = (&outcome, !waited.is_zero()) {
            self.state_mut().queue.expect_failure(&key, &failure.rejecting);
        }
        let decision = CycleDecision { pod: PodId { key, uid: pod.uid().clone() }, profile, outcome };
        self.state_mut().pending_decision = Some(decision);
        match waited {
            Millis::ZERO => self.finish_cycle(),
            // Extenders are called within the cycle, so no other pod is popped until they have responded.
            waited => {
                let at = self.now() + waited;
                self.schedule(at, SchedulerTask::FinishCycle);
            }
        }
    }

    /// Runs the algorithm for a pod. Returns the result, and how long its extenders take.
    fn decide(&mut self, pod: &Rc<PodInfo>, profile: usize) -> (ScheduleResult, Millis) {
        let has_cursor = self.settings().flow.has_node_cursor;
        let (now, order) = (self.now(), self.node_order());
        let mut start = if has_cursor { 0 } else { self.state().next_start };
        let mut attempt = Attempt { profile, ..Attempt::default() };
        let extender_wait = ExtenderWait::default();
        let nominated = pod.pod.status.nominated_node_name.as_str();
        self.set_device_clock();
        let Parts { state, api, log } = self.parts();
        let recording = state.recording;
        let KubeScheduler { chooser, profiles, snapshot, nominator, memo, .. } = &mut *state;
        let mut memo = memo.0.as_mut().filter(|_| recording.is_none());
        let mut chooser = RecordingChooser { inner: &mut **chooser, at: now, draws: Vec::new() };
        let context = Context {
            profile: &profiles[profile],
            pod,
            nominated_node: (!nominated.is_empty()).then_some(nominated),
            snapshot,
            objects: api.objects(),
            nominator,
            order: Some(&order),
            extender_wait: &extender_wait,
            record_depth: recording.unwrap_or(RecordDepth::Summary),
            member: None,
            weights: &[],
        };
        let recalled = memo.as_mut().and_then(|memo| memo.recall(&context, &mut chooser));
        let result = match (recalled, recording.is_some()) {
            (Some(result), _) => result,
            (None, true) => schedule_pod(&context, &mut start, &mut chooser, &mut attempt),
            (None, false) => {
                let result = schedule_pod(&context, &mut start, &mut chooser, &mut Silent);
                if let Some(memo) = memo {
                    memo.note(&context, &result);
                }
                result
            }
        };
        log.extend_draws(chooser.draws);
        if has_cursor {
            // The cursor advances by the nodes that were examined.
            state.tree.advance(if start == 0 { order.len() } else { start });
        } else {
            state.next_start = start;
        }
        if recording.is_some() {
            let summary = AttemptSummary::from_attempt(&attempt, state.attempts);
            state.last_group_attempt = None;
            state.last_attempt = Some(Rc::new(attempt));
            log.push(now, EventKind::Attempted(Rc::new(summary)));
        }
        state.attempts += 1;
        (result, extender_wait.get())
    }

    /// Ends the cycle: applies its decision if the pod still exists.
    pub(super) fn finish_cycle(&mut self) {
        let Some(CycleDecision { pod: id, profile, outcome }) = self.state_mut().pending_decision.take() else {
            return;
        };
        let Some(pod) = self.pod_info(&id.key).filter(|info| *info.uid() == id.uid) else { return };
        match outcome {
            Ok(node) => self.assume(&id.key, &pod, &node, profile),
            Err((failure, node)) => self.fail_attempt(&id.key, &pod, failure, node, profile),
        }
    }

    /// The order in which a cycle examines the nodes, as indices in the snapshot.
    pub(super) fn node_order(&mut self) -> Vec<usize> {
        let has_cursor = self.settings().flow.has_node_cursor;
        let state = self.state_mut();
        if has_cursor {
            let names = state.tree.clone().next_round();
            return names.iter().filter_map(|name| state.snapshot.index(name)).collect();
        }
        if state.order.is_none() {
            state.order = Some(state.tree.list().iter().filter_map(|name| state.snapshot.index(name)).collect());
        }
        state.order.clone().unwrap_or_default()
    }

    /// Handles a failed attempt: requeues the pod and starts preemption on `node`, if any. Upstream: `handleSchedulingFailure`.
    pub(super) fn fail_attempt(
        &mut self,
        key: &NamespacedName,
        pod: &Rc<PodInfo>,
        failure: SchedulingFailure,
        node: Option<Str>,
        profile: usize,
    ) {
        let (now, flow) = (self.now(), self.settings().flow);
        let message: Str = failure.message.as_str().into();
        self.record_message(Kind::Pod, key, true, "FailedScheduling", message.clone());
        let state = self.state_mut();
        let rows = &state.profiles[profile];
        let place =
            state.queue.requeue_failed(key, failure.rejecting, now, |row, event| rows.subscribes_to(row, event));
        let until = state.queue.backoff_until(key);
        let (queue, by) = (place.into(), QueueEvent::ScheduleAttemptFailure);
        self.emit(EventKind::Queued { pod: key.clone(), queue, by, until });
        self.report_gate(key);
        let nominator = &mut self.state_mut().nominator;
        if let Some(node) = nominator.node_of(pod.uid()).cloned() {
            // Requeueing renews the nomination: it becomes the youngest on its node.
            nominator.add(Rc::clone(pod), &node);
        }
        let keeps_nomination = failure.is_fit_error || !flow.errors_clear_nomination;
        let nomination = match (failure.nomination, &node) {
            (Nomination::Set, Some(node)) => Some(Some(node.clone())),
            (Nomination::Clear, _) => Some(None),
            (Nomination::Unseen, _) => None,
            _ if !keeps_nomination => Some(None),
            _ => None,
        };
        let is_new_message = self.set_scheduled_message(key, message);
        if !flow.writes_own_status_last {
            self.write_own_status(key, nomination.as_ref(), is_new_message);
        }
        if let Some(freed @ (FreedClaim::Deleted(..) | FreedClaim::Deallocated(..))) = failure.freed_claim {
            self.handle_reservation(key, profile, ReservationStep::Release(freed));
        }
        if let (Some(node), Some(plan)) = (node, failure.preemption_plan) {
            self.evict_victims(key, &node, plan, profile);
        }
        if flow.writes_own_status_last {
            self.write_own_status(key, nomination.as_ref(), is_new_message);
        }
    }

    /// Writes the pod's condition `PodScheduled` and its nomination in one update.
    fn write_own_status(&mut self, key: &NamespacedName, nomination: Option<&Option<Str>>, is_new_message: bool) {
        let is_nominated = nomination.is_some_and(|node| self.nominate(key, node.as_ref(), None));
        if is_new_message
            && !is_nominated
            && let Some(info) = self.pod_info(key)
        {
            self.update_pending_pod(&info, &info);
        }
    }

    /// Sets the pod's `status.nominatedNodeName`. `by` is the pod on whose behalf it is cleared. Returns whether it changed.
    pub(super) fn nominate(&mut self, key: &NamespacedName, node: Option<&Str>, by: Option<&NamespacedName>) -> bool {
        let Some(before) = self.pod_info(key) else { return false };
        let nominated = node.cloned().unwrap_or_default();
        if before.pod.status.nominated_node_name == nominated {
            return false;
        }
        let event = match node {
            Some(node) => EventKind::Nominated { pod: key.clone(), node: node.clone() },
            None => EventKind::NominationCleared { pod: key.clone(), by: by.cloned() },
        };
        self.patch_pending_pod_status(key, |pod| pod.status.nominated_node_name = nominated, Some(event));
        true
    }
}
