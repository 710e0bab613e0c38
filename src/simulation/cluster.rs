//! Changes to objects: what the API server stores, what the scheduler's cache makes of it, and what the queue hears.

use std::rc::Rc;

use api::{
    Condition, ConditionStatus, ConditionType, EVICTION_BY_API, Millis, NamespacedName, Node, PREEMPTION_BY_SCHEDULER,
    Pod, PodPhase, PriorityClass, Str, Taint, TaintEffect, Time, admission::merge_label_keys,
};
use runlog::RowId;
use scheduler::{
    cluster::{NodeInfo, Objects, PodInfo, Snapshot},
    framework::{ClusterEvent, CycleCtx, Profile},
    queue::{QueueMove, QueueingHints, Subqueue},
};

use super::{
    action::Action,
    agenda::{NEVER, PodId, Task},
    state::{PodState, Simulation, profile_of},
};
use runlog::{Deletion, EventKind, QueueEvent};

/// What plugins make of an event, each pod's by its own profile.
fn wakes_by_profile<'s>(
    profiles: &'s [Profile],
    snapshot: &'s Snapshot,
    objects: &'s Objects,
) -> impl QueueingHints + 's {
    move |pod: &PodInfo, rejecting: &[RowId], event: &ClusterEvent<'_>| {
        let profile = profile_of(profiles, &pod.pod).and_then(|index| profiles.get(index));
        profile.is_some_and(|profile| {
            profile.may_help(&CycleCtx { pod, snapshot, objects, order: None }, rejecting, event)
        })
    }
}

/// The taints of a node that evict.
fn no_execute_taints(node: &Node) -> impl Iterator<Item = &Taint> {
    node.spec.taints.iter().filter(|taint| taint.effect == TaintEffect::NoExecute)
}

impl Simulation {
    /// Does an action of the script.
    pub(super) fn run_script_action(&mut self, index: usize) {
        if let Some(action) = self.begin_action(index) {
            self.perform_action(action);
        }
    }

    /// The same for one that [makes](Action::makes) a pod or a node: that is done without what acts beside the scheduler.
    pub(super) fn create_from_script(&mut self, index: usize) {
        match self.begin_action(index) {
            Some(Action::CreatePod(pod)) => self.request_pod_creation(*pod),
            Some(Action::AddNode(node)) => self.add_node(*node),
            other => debug_assert!(other.is_none(), "an action that makes something says so"),
        }
    }

    /// Tells of an action of the script, and gives what is to be done unless it is refused.
    fn begin_action(&mut self, index: usize) -> Option<Action> {
        let action = self.script[index].clone();
        self.emit(EventKind::Script {
            index,
            text: action.describe_command().into(),
            by_kubectl: action.is_by_kubectl(),
        });
        if let Some(text) = self.not_found_error(&action).or_else(|| self.api_error(&action)) {
            self.print_line(true, text);
            return None;
        }
        Some(match action {
            Action::CreateOnly(inner) => *inner,
            action => action,
        })
    }

    fn perform_action(&mut self, action: Action) {
        match action {
            // Nothing makes two of them.
            Action::CreateOnly(inner) => self.perform_action(*inner),
            Action::ApplyPod(pod, nulls) if self.pods.contains_key(pod.key().as_str()) => self.apply_pod(&pod, &nulls),
            Action::CreatePod(pod) | Action::ApplyPod(pod, _) => self.request_pod_creation(*pod),
            Action::CreateWorkload(kind, workload) => self.add_workload(kind, *workload),
            Action::ApplyBudget(budget) => self.apply_budget(*budget),
            Action::CreateClass(class) => self.add_class(*class),
            Action::ApplyQuota(_)
            | Action::ApplyLimits(_)
            | Action::ApplyRuntime(_)
            | Action::DeleteQuota(..)
            | Action::DeleteLimits(..)
            | Action::DeleteRuntime(_) => {
                self.change_admission_rules(action);
            }
            Action::DeletePod(key) => self.delete_pod(&key, Deletion::Deleted),
            Action::DeleteWorkload(kind, key) => self.delete_workload(kind, &key),
            Action::Scale(kind, key, replicas) => self.scale_workload(kind, &key, replicas),
            Action::AddNode(node) => self.add_node(*node),
            Action::UpdateNode(node) => self.update_node(*node),
            Action::RemoveNode(name) => self.remove_node(&name),
            Action::ApplyService(service) => self.apply_service(*service),
            Action::ApplyNamespace(namespace) => self.apply_namespace(*namespace),
            Action::ApplyStorage(object) => self.request_storage(object),
            Action::DeleteStorage(kind, namespace, name) => self.delete_storage(&kind, &namespace, &name),
            Action::ApplyDevice(object) => self.apply_device(*object),
            Action::DeleteDevice(kind, namespace, name) => self.delete_device(kind, &namespace, &name),
            Action::ApplyWorkload(kind, workload) => self.apply_workload(kind, *workload),
            Action::DeleteBudget(key) => self.delete_budget(&key),
            Action::DeleteClass(name) => self.delete_class(&name),
            Action::DeleteService(key) => self.delete_service(&key),
            Action::LabelPod(key, changes) => self.label_pod(&key, &changes),
            Action::LabelNode(name, changes) => self.label_node(&name, &changes),
            Action::ResizePod { pod, container, requests } => self.resize_pod(&pod, &container, &requests),
            Action::Ungate(key, gates) => self.remove_gates(&key, &gates),
            Action::Evict(key) => self.evict_pod(&key),
            Action::Drain(drain) => self.start_drain(&drain),
            Action::SetReadiness(name, readiness) => self.set_readiness(&name, readiness),
            Action::Cordon(name, cordoned) => self.set_cordoned(&name, cordoned),
            Action::Taint(name, taint) => self.edit_node(&name, |node| node.spec.taints.push(taint)),
            Action::Untaint(name, key) => {
                let node = self.snapshot.node(&name);
                if node.is_some_and(|info| info.node.spec.taints.iter().all(|taint| taint.key != key)) {
                    return self.print_line(true, format!("error: taint {key:?} not found"));
                }
                self.edit_node(&name, |node| node.spec.taints.retain(|t| t.key != key));
            }
        }
    }

    pub(super) fn set_cordoned(&mut self, name: &Str, cordoned: bool) {
        self.edit_node(name, |node| node.spec.unschedulable = cordoned);
        // The node lifecycle controller keeps a taint beside the field.
        self.agenda.add(self.now + self.timings.controller, Task::CheckNodeConditions(name.clone()));
    }

    pub(super) fn add_class(&mut self, class: PriorityClass) {
        let class = Rc::new(class);
        // One that is applied again may be the default from now on, or no longer.
        match self.classes.iter_mut().find(|other| other.metadata.name == class.metadata.name) {
            Some(other) => *other = Rc::clone(&class),
            None => self.classes.push(Rc::clone(&class)),
        }
        self.emit(EventKind::PriorityClassAdded(class));
    }

    // Nodes.

    pub(super) fn add_node(&mut self, mut node: Node) {
        let name = node.metadata.name.clone();
        if self.snapshot.node(&name).is_some_and(|info| !info.deleted) {
            return self.update_node(node);
        }
        self.handle_node_added(&mut node);
        let node = Rc::new(node);
        if !self.snapshot.restore_deleted(&node) {
            let ix = self.snapshot.add_node(Rc::clone(&node));
            if let Some(ghost) = self.pods_of_missing_nodes.remove(&name) {
                for pod in ghost.pods() {
                    self.snapshot.add_pod(ix, Rc::clone(pod));
                }
            }
        }
        self.tree.add(&node, self.flow.zone_key);
        self.order = None;
        self.emit(EventKind::NodeAdded(Rc::clone(&node)));
        self.notify_queue(&ClusterEvent::NodeAdd(&node));
        self.workloads.queue_daemon_sets();
        self.touch_controllers();
    }

    pub(super) fn update_node(&mut self, node: Node) {
        let Some(old) = self.snapshot.node(&node.metadata.name).map(|info| Rc::clone(&info.node)) else { return };
        let node = Rc::new(node);
        self.snapshot.update_node(Rc::clone(&node));
        self.tree.update(&old, &node, self.flow.zone_key);
        self.order = None;
        self.emit(EventKind::NodeUpdated(Rc::clone(&node)));
        for event in ClusterEvent::node_updates(&old, &node) {
            self.notify_queue(&event);
        }
        if !no_execute_taints(&old).eq(no_execute_taints(&node)) {
            self.evict_untolerating_daemons(&node);
            self.handle_taint_change(&node.metadata.name);
        }
        self.workloads.queue_daemon_sets();
        self.touch_controllers();
    }

    pub(super) fn edit_node(&mut self, name: &str, edit: impl FnOnce(&mut Node)) {
        if let Some(info) = self.snapshot.node(name) {
            let mut node = (*info.node).clone();
            edit(&mut node);
            self.update_node(node);
        }
    }

    pub(super) fn remove_node(&mut self, name: &Str) {
        let Some(info) = self.snapshot.node(name) else { return };
        let node = Rc::clone(&info.node);
        if self.flow.keeps_deleted_nodes && !info.pods().is_empty() {
            self.snapshot.mark_deleted(name);
        } else if let Some(ghost) = self.snapshot.remove_node(name)
            && !ghost.pods().is_empty()
        {
            self.pods_of_missing_nodes.insert(name.clone(), ghost);
        }
        self.tree.remove(name);
        self.order = None;
        self.emit(EventKind::NodeRemoved(name.clone()));
        self.notify_queue(&ClusterEvent::NodeDelete(&node));
        self.schedule_orphan_collection(name);
        self.handle_node_removed(&node);
        self.workloads.queue_daemon_sets();
        self.touch_controllers();
    }

    // Pods.

    pub(super) fn create_pod(&mut self, mut pod: Pod, by: Str) {
        let key = pod.key();
        // A finished pod takes no resources and is not scheduled.
        if pod.status.phase.is_over() || self.pods.contains_key(&key) {
            return;
        }
        // Nothing runs that no kubelet was given: an API server would have reset the status.
        if pod.spec.node_name.is_empty() && pod.status.phase == PodPhase::Running {
            pod.status.phase = PodPhase::Pending;
        }
        if self.flow.merges_label_keys {
            merge_label_keys(&mut pod.spec, &pod.metadata.labels);
        }
        pod.metadata.uid = self.uids.assign(&pod.metadata);
        let owner = self.workloads.claim_pod(&pod, &key);
        if pod.is_standalone() {
            // Nobody adopts it.
        } else if pod.metadata.controller().is_none() {
            self.workloads.add_orphan(key.clone());
        } else if by.is_empty() {
            self.workloads.add_unclaimed(key.clone());
        }
        let pod = Rc::new(pod);
        let info = Rc::new(PodInfo::new(Rc::clone(&pod), &self.accounting()));
        self.emit(EventKind::PodCreated { pod: Rc::clone(&pod), by });
        let node = Some(pod.spec.node_name.clone()).filter(|name| !name.is_empty());
        self.creation_seq += 1;
        let state = PodState {
            info: Rc::clone(&info),
            bound: node.is_some(),
            node: node.clone(),
            message: Str::default(),
            owner,
            creation_seq: self.creation_seq,
        };
        self.quotas.count_pod(&pod, 1);
        self.pods.insert(key.clone(), state);
        self.queue_budget_of_pod(&pod);
        self.handle_pod_volumes(&key, &info);
        if let Some(node) = node {
            self.place_pod(&node, Rc::clone(&info));
            if matches!(pod.status.phase, PodPhase::Unset | PodPhase::Pending) {
                self.schedule_start(&key);
            }
            self.notify_queue(&ClusterEvent::AssignedPodAdd(&info));
            self.start_toleration_timers(&key);
        } else if self.profile_of(&pod).is_some() {
            let place = match self.pre_enqueue_rejection(&pod) {
                Some(row) => self.queue.add_held(info, row, self.now),
                None => self.queue.add(info, self.now),
            };
            self.emit(EventKind::Queued { pod: key, queue: place.into(), by: QueueEvent::PodAdd, until: None });
        }
        self.touch_controllers();
    }

    /// Puts a pod on a node, on what is left of a deleted one, or on what one that is still to come will find.
    pub(super) fn place_pod(&mut self, node: &Str, pod: Rc<PodInfo>) {
        if let Some(ix) = self.snapshot.index(node) {
            return self.snapshot.add_pod(ix, pod);
        }
        let unseen = || {
            let mut unseen = Node::default();
            unseen.metadata.name = node.clone();
            NodeInfo::new(Rc::new(unseen))
        };
        self.pods_of_missing_nodes.or_insert_with(node.clone(), unseen).add_pod(pod);
    }

    pub(super) fn remove_from_node(&mut self, node: &Str, uid: &Str) {
        if let Some(ix) = self.snapshot.index(node) {
            self.snapshot.remove_pod(ix, uid);
            let left = &self.snapshot.nodes()[ix];
            if left.deleted && left.pods().is_empty() {
                self.snapshot.remove_node(node);
                self.order = None;
            }
        } else if let Some(ghost) = self.pods_of_missing_nodes.get_mut(node) {
            ghost.remove_pod(uid);
            if ghost.pods().is_empty() {
                self.pods_of_missing_nodes.remove(node);
            }
        }
    }

    /// Writes a change of a pod. On its node it moves to the end of the list, as upstream's cache has it.
    pub(super) fn update_pod(&mut self, key: &NamespacedName, edit: impl FnOnce(&mut Pod)) -> Option<Rc<PodInfo>> {
        let accounting = self.accounting();
        let state = self.pods.get_mut(key)?;
        let mut pod = (*state.info.pod).clone();
        edit(&mut pod);
        let info = Rc::new(PodInfo::new(Rc::new(pod), &accounting));
        let was_over = state.info.pod.status.phase.is_over();
        self.quotas.count_pod(&state.info.pod, -1);
        self.quotas.count_pod(&info.pod, 1);
        state.info = Rc::clone(&info);
        if let Some(owner) = &state.owner {
            self.workloads.queue_owner(owner);
        }
        let node = state.node.clone().filter(|_| !was_over);
        self.queue_budget_of_pod(&info.pod);
        if let Some(node) = node {
            // First in, then out: a deleted node must not vanish in between.
            if let Some(ix) = self.snapshot.index(&node) {
                self.snapshot.replace_pod(ix, Rc::clone(&info));
            } else if let Some(ghost) = self.pods_of_missing_nodes.get_mut(&node) {
                ghost.remove_pod(info.uid());
                ghost.add_pod(Rc::clone(&info));
            }
        }
        Some(info)
    }

    /// Deletes a pod: one that is bound gets its grace, one that is not is gone at once.
    pub(super) fn delete_pod(&mut self, key: &NamespacedName, why: Deletion) {
        self.delete_with_grace(key, why, None);
    }

    /// The same with so many seconds of grace instead of the pod's own. Without any, a pod that is terminating already is
    /// gone at once too.
    pub(super) fn delete_with_grace(&mut self, key: &NamespacedName, why: Deletion, grace: Option<i64>) {
        let Some(state) = self.pods.get(key) else { return };
        if state.info.pod.is_terminating() {
            if grace == Some(0) {
                self.remove_pod(key);
            }
            return;
        }
        let (bound, before) = (state.bound, Rc::clone(&state.info));
        self.count_pod_failure(key, &why);
        if !bound {
            return self.remove_pod(key);
        }
        let n = before.pod.spec.termination_grace_period_seconds.unwrap_or(30);
        // Of a pod that is done nothing is left to stop. Upstream: `podStrategy.CheckGracefulDelete`.
        let seconds = if before.pod.status.phase.is_over() { 0 } else { grace.unwrap_or(n).max(0) };
        let until = self.now + Millis::from_signed_seconds(seconds).min(NEVER);
        debug_assert!(until >= self.now, "a pod's grace ends after it begins");
        let stamp = Time(self.wall_clock(until));
        let marks = match &why {
            Deletion::Preempted { .. } => Some((PREEMPTION_BY_SCHEDULER, "")),
            Deletion::Drained => Some((EVICTION_BY_API, "Eviction API: evicting")),
            _ => None,
        };
        if let Some((reason, message)) = marks.filter(|_| self.flow.marks_victims) {
            self.update_pod(key, |pod| {
                pod.status.conditions.push(Condition {
                    r#type: ConditionType::DisruptionTarget,
                    status: ConditionStatus::True,
                    reason: reason.into(),
                    message: message.into(),
                });
            });
        }
        self.emit(EventKind::Terminating { pod: key.clone(), until, why });
        if seconds == 0 {
            return self.remove_pod(key);
        }
        let info = self.update_pod(key, |pod| {
            pod.metadata.deletion_timestamp = Some(stamp);
            pod.metadata.deletion_grace_period_seconds = Some(seconds);
        });
        self.record_message("Pod", key, false, "Killing", "Stopping container".into());
        let id = PodId { key: key.clone(), uid: before.uid().clone() };
        self.agenda.add(until, Task::FinishDeletion(id));
        if let Some(info) = info {
            self.notify_queue_of_update(&before, &info);
        }
        self.touch_controllers();
    }

    /// A pod is done: it stays as an object, but the scheduler counts it no more, as if it were gone. Upstream: the scheduler's
    /// `NewInformerFactory`, whose selector leaves pods out that have ended.
    pub(super) fn finish_pod(&mut self, key: &NamespacedName) {
        let Some(before) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return };
        let Some(info) = self.update_pod(key, |pod| pod.status.phase = PodPhase::Succeeded) else { return };
        let node = &info.pod.spec.node_name;
        self.remove_from_node(node, info.uid());
        self.node_lifecycle.finished_pods.or_default(node.clone()).insert(key.clone());
        self.handle_pod_volumes(key, &info);
        self.notify_queue(&ClusterEvent::AssignedPodDelete { pod: &before, up_to: None });
        self.touch_controllers();
    }

    /// A pod is gone from the API server.
    pub(super) fn remove_pod(&mut self, key: &NamespacedName) {
        let Some(state) = self.pods.remove(key) else { return };
        let info = state.info;
        let is_over = info.pod.status.phase.is_over();
        self.quotas.count_pod(&info.pod, -1);
        let waited = self.is_waiting_in_permit(key);
        if !state.bound {
            self.unreserve_pod(key);
        }
        let id = PodId { key: key.clone(), uid: info.uid().clone() };
        let was_to_go = self.node_lifecycle.toleration_timers.contains_key(&id);
        let nominated = self.forget_pod(&id, state.owner.as_ref());
        self.emit(EventKind::PodRemoved(key.clone()));
        if was_to_go {
            self.cancel_taint_eviction(key);
        }
        self.queue_budget_of_pod(&info.pod);
        self.notice_pod_gone(&id);
        if let Some(node) = &state.node {
            if is_over {
                self.node_lifecycle.finished_pods.or_default(node.clone()).remove(key);
            } else {
                self.remove_from_node(node, info.uid());
            }
        }
        self.handle_pod_volumes(key, &info);
        let assumed = state.node.is_some() && self.flow.assumed_deletions_wake;
        if is_over {
            // The scheduler has not known it since it was done.
        } else if state.bound || assumed || waited && self.flow.forgotten_pods_wake {
            self.notify_queue(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: None });
        } else if nominated && self.flow.ended_nominations_wake {
            self.notify_queue(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: Some(info.priority()) });
        }
        self.touch_controllers();
    }

    /// The pod's `status.nominatedNodeName` becomes `node`. Returns whether that is a change.
    pub(super) fn nominate(&mut self, key: &NamespacedName, node: Option<&Str>, by: Option<&NamespacedName>) -> bool {
        let Some(before) = self.pods.get(key).map(|state| Rc::clone(&state.info)) else { return false };
        let old = before.pod.status.nominated_node_name.clone();
        let new = node.cloned().unwrap_or_default();
        if old == new {
            return false;
        }
        let Some(info) = self.update_pod(key, |pod| pod.status.nominated_node_name = new.clone()) else { return false };
        self.emit(match node {
            Some(node) => EventKind::Nominated { pod: key.clone(), node: node.clone() },
            None => EventKind::NominationCleared { pod: key.clone(), by: by.cloned() },
        });
        match node {
            Some(node) => self.nominator.add(Rc::clone(&info), node),
            None => {
                self.nominator.remove(info.uid());
            }
        }
        self.update_pending_pod(&before, &info);
        if !old.is_empty() && self.flow.ended_nominations_wake {
            self.notify_queue(&ClusterEvent::AssignedPodDelete { pod: &info, up_to: Some(info.priority()) });
        }
        true
    }

    // What others hear.

    /// Tells the queue of an event.
    pub(super) fn notify_queue(&mut self, event: &ClusterEvent<'_>) {
        let wakes = wakes_by_profile(&self.profiles, &self.snapshot, &self.objects);
        let moves = self.queue.handle_event(event, self.now, wakes);
        self.record_moves(moves);
    }

    /// Tells the queue of what changed in a bound pod.
    pub(super) fn notify_queue_of_update(&mut self, before: &PodInfo, after: &PodInfo) {
        for event in ClusterEvent::pod_updates(before, after) {
            self.notify_queue(&event);
        }
    }

    /// Tells the queue that a pending pod of its own changed.
    pub(super) fn update_pending_pod(&mut self, before: &PodInfo, after: &Rc<PodInfo>) {
        let wakes = wakes_by_profile(&self.profiles, &self.snapshot, &self.objects);
        let moved = self.queue.update(before, after, self.now, wakes);
        self.record_moves(moved);
    }

    pub(super) fn record_moves(&mut self, moves: impl IntoIterator<Item = QueueMove>) {
        for QueueMove { pod, to, event: by, .. } in moves {
            let until = (to != Subqueue::Active).then(|| self.queue.backoff_until(&pod)).flatten();
            self.emit(EventKind::Queued { pod, queue: to.into(), by, until });
        }
    }

    pub(super) fn record_message(&mut self, kind: &str, name: &str, warning: bool, reason: &str, text: Str) {
        let about = format!("{kind}/{name}").into();
        self.emit(EventKind::Message { about, warning, reason: reason.into(), text });
    }

    /// Something changed that controllers may want to act on.
    pub(super) fn touch_controllers(&mut self) {
        if !self.workloads.is_empty() && !self.agenda.has_controllers() {
            self.agenda.add(self.now + self.timings.controller, Task::RunControllers);
        }
        self.queue_claim_controller();
        self.schedule_budget_count();
    }
}
