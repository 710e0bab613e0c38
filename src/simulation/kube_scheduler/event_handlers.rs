//! Updates the scheduler's cache after each change, and moves the pods in the queue that the change may help. Upstream:
//! `pkg/scheduler/eventhandlers.go`.

use std::rc::Rc;

use api::{NamespacedName, Node, Str};
use runlog::{EventKind, QueueEvent, RowId};
use scheduler::{
    cluster::{NodeInfo, Objects, PodInfo, Snapshot},
    framework::{ClusterEvent, CycleCtx, Profile},
    queue::{QueueMove, QueueingHints, Subqueue},
};

use super::{
    Scheduler,
    hints::HintCtx,
    state::{KubeScheduler, RemovedPodState, profile_of},
};
use crate::{
    api_server::PodRecord,
    client::{Parts, PodUpdate},
    ids::PodId,
};

/// Queueing hints that use each pod's own profile.
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

impl KubeScheduler {
    /// Counts a pod on a node. The node may be deleted, or not exist yet.
    fn count_pod(&mut self, node: &Str, pod: Rc<PodInfo>) {
        if let Some(index) = self.snapshot.index(node) {
            return self.snapshot.add_pod(index, pod);
        }
        let missing = || {
            let mut missing = Node::default();
            missing.metadata.name = node.clone();
            NodeInfo::new(Rc::new(missing))
        };
        self.missing_nodes.or_insert_with(node.clone(), missing).add_pod(pod);
    }

    pub(super) fn uncount_pod(&mut self, node: &Str, uid: &Str) {
        if let Some(index) = self.snapshot.index(node) {
            self.snapshot.remove_pod(index, uid);
            let info = &self.snapshot.nodes()[index];
            if info.is_deleted && info.pods().is_empty() {
                self.snapshot.remove_node(node);
                self.order = None;
            }
        } else if let Some(info) = self.missing_nodes.get_mut(node) {
            info.remove_pod(uid);
            if info.pods().is_empty() {
                self.missing_nodes.remove(node);
            }
        }
    }

    /// The node on which the scheduler counts a pod.
    pub(super) fn node_of_pod<'p>(&'p self, key: &str, info: &'p PodInfo) -> Option<&'p Str> {
        let assumed = self.assumed.get(key).map(|assumed| &assumed.node);
        assumed.or_else(|| Some(&info.pod.spec.node_name).filter(|node| !node.is_empty()))
    }
}

impl Scheduler<'_> {
    // Nodes.

    pub(crate) fn handle_node_added(&mut self, node: &Rc<Node>) {
        let zone_key = self.settings().flow.zone_key;
        let state = self.state_mut();
        if !state.snapshot.restore_deleted(node) {
            let index = state.snapshot.add_node(Rc::clone(node));
            if let Some(missing) = state.missing_nodes.remove(&node.metadata.name) {
                for pod in missing.pods() {
                    state.snapshot.add_pod(index, Rc::clone(pod));
                }
            }
        }
        state.tree.add(node, zone_key);
        state.order = None;
        self.handle_cluster_event(&ClusterEvent::NodeAdd(node));
    }

    pub(crate) fn handle_node_updated(&mut self, before: &Rc<Node>, after: &Rc<Node>) {
        let zone_key = self.settings().flow.zone_key;
        let state = self.state_mut();
        state.snapshot.update_node(Rc::clone(after));
        state.tree.update(before, after, zone_key);
        state.order = None;
        for event in ClusterEvent::node_updates(before, after) {
            self.handle_cluster_event(&event);
        }
    }

    pub(crate) fn handle_node_deleted(&mut self, node: &Rc<Node>) {
        let keeps_deleted_nodes = self.settings().flow.keeps_deleted_nodes;
        let name = &node.metadata.name;
        let state = self.state_mut();
        let has_pods = state.snapshot.node(name).is_some_and(|info| !info.pods().is_empty());
        if keeps_deleted_nodes && has_pods {
            state.snapshot.mark_deleted(name);
        } else if let Some(info) = state.snapshot.remove_node(name)
            && has_pods
        {
            state.missing_nodes.insert(name.clone(), info);
        }
        state.tree.remove(name);
        state.order = None;
        self.handle_cluster_event(&ClusterEvent::NodeDelete(node));
    }

    // Pods: the cache.

    pub(crate) fn cache_pod(&mut self, node: &Str, info: Rc<PodInfo>) {
        self.state_mut().count_pod(node, info);
    }

    /// Updates a counted pod, which moves to the end of its node's list as in upstream's cache.
    pub(crate) fn cache_pod_update(&mut self, update: &PodUpdate) {
        self.state_mut().queue.groups.update_pod(&update.after);
        if update.before.pod.status.phase.is_over() {
            return;
        }
        let state = self.state_mut();
        let Some(node) = state.node_of_pod(&update.key, &update.after).cloned() else { return };
        // Adds before removing, so that a deleted node does not vanish in between.
        if let Some(index) = state.snapshot.index(&node) {
            state.snapshot.replace_pod(index, Rc::clone(&update.after));
        } else if let Some(info) = state.missing_nodes.get_mut(&node) {
            info.remove_pod(update.after.uid());
            info.add_pod(Rc::clone(&update.after));
        }
    }

    // Pods: the queue.

    pub(crate) fn handle_pod_added(&mut self, key: &NamespacedName, info: &Rc<PodInfo>) {
        if self.profile_index(&info.pod).is_none() {
            return;
        }
        let now = self.now();
        if !info.pod.spec.resource_claims.is_empty() {
            self.share_claims_with_groups();
        }
        self.state_mut().queue.groups.put_pod(info);
        // A pod of the manifest may be nominated already.
        let nominated_node = &info.pod.status.nominated_node_name;
        if !nominated_node.is_empty() {
            self.state_mut().nominator.add(Rc::clone(info), nominated_node);
        }
        let place = match self.pre_enqueue_rejection(&info.pod) {
            Some(row) => self.state_mut().queue.add_held(Rc::clone(info), row, now),
            None => self.state_mut().queue.add(Rc::clone(info), now),
        };
        let (queue, by) = (place.into(), QueueEvent::PodAdd);
        self.emit(EventKind::Queued { pod: key.clone(), queue, by, until: None });
        self.report_gate(key);
        if self.settings().gates.gang_scheduling {
            self.handle_cluster_event(&ClusterEvent::PendingPodAdd(info));
        }
    }

    pub(crate) fn handle_assigned_pod_added(&mut self, info: &Rc<PodInfo>) {
        self.state_mut().queue.groups.put_pod(info);
        self.handle_cluster_event(&ClusterEvent::AssignedPodAdd(info));
    }

    /// Handles a changed pod: one on a node may help others, a pending one may have become schedulable.
    pub(crate) fn handle_pod_updated(&mut self, update: &PodUpdate) {
        if self.state().node_of_pod(&update.key, &update.after).is_some() {
            for event in ClusterEvent::pod_updates(&update.before, &update.after) {
                self.handle_cluster_event(&event);
            }
        } else if self.profile_index(&update.after.pod).is_some() {
            self.update_pending_pod(&update.before, &update.after);
        }
    }

    /// Handles a changed status of a pending pod, which includes its nomination.
    pub(crate) fn handle_pending_pod_status(&mut self, update: &PodUpdate) {
        let before = &update.before.pod.status.nominated_node_name;
        let after = &update.after.pod.status.nominated_node_name;
        if before != after {
            let nominator = &mut self.state_mut().nominator;
            if after.is_empty() {
                nominator.remove(update.after.uid());
            } else {
                nominator.add(Rc::clone(&update.after), after);
            }
        }
        self.update_pending_pod(&update.before, &update.after);
        if before != after && !before.is_empty() && self.settings().flow.ended_nominations_wake {
            let up_to = Some(update.after.priority());
            self.handle_cluster_event(&ClusterEvent::AssignedPodDelete { pod: &update.after, up_to });
        }
    }

    pub(crate) fn handle_pod_bound(&mut self, update: &PodUpdate) {
        self.handle_assigned_pod_added(&update.after);
        let was_nominated = !update.before.pod.status.nominated_node_name.is_empty();
        if was_nominated && self.settings().flow.bound_nominations_wake {
            let up_to = Some(update.after.priority());
            self.handle_cluster_event(&ClusterEvent::AssignedPodDelete { pod: &update.after, up_to });
        }
    }

    /// Handles a finished pod, which is no longer counted.
    pub(crate) fn handle_pod_finished(&mut self, update: &PodUpdate) {
        let node = &update.after.pod.spec.node_name;
        self.state_mut().queue.groups.remove_pod(&update.after);
        self.state_mut().uncount_pod(node, update.after.uid());
        self.handle_cluster_event(&ClusterEvent::AssignedPodDelete { pod: &update.before, up_to: None });
    }

    /// Handles a removed pod: releases what plugins reserved for it, and removes it from the queue.
    pub(crate) fn forget_pod(&mut self, id: &PodId, record: &PodRecord) -> RemovedPodState {
        let state = self.state();
        let node = state.node_of_pod(&id.key, &record.info).cloned();
        let was_waiting = self.is_waiting_in_permit(&id.key);
        let was_assumed = state.assumed.contains_key(&id.key);
        if !record.is_bound() {
            self.unreserve_pod(&id.key);
        }
        let state = self.state_mut();
        state.assumed.remove(&id.key);
        state.refused_bindings.remove(&id.key);
        state.queue.remove(&id.key);
        state.queue.groups.remove_pod(&record.info);
        let was_nominated = state.nominator.remove(&id.uid).is_some();
        RemovedPodState { node, was_assumed, was_waiting, was_nominated }
    }

    pub(crate) fn handle_pod_removed(&mut self, info: &Rc<PodInfo>, removed: &RemovedPodState) {
        let is_over = info.pod.status.phase.is_over();
        let state = self.state_mut();
        state.reserved_volumes.remove(info.pod.key().as_str());
        // The scheduler dropped the pod when it finished.
        if is_over {
            return;
        }
        if let Some(node) = &removed.node {
            state.uncount_pod(node, info.uid());
        }
        let flow = self.settings().flow;
        let is_bound = removed.node.is_some() && !removed.was_assumed;
        let wakes_as_assigned =
            removed.was_assumed && flow.assumed_deletions_wake || removed.was_waiting && flow.forgotten_pods_wake;
        if is_bound || wakes_as_assigned {
            self.handle_cluster_event(&ClusterEvent::AssignedPodDelete { pod: info, up_to: None });
        } else if removed.was_nominated && flow.ended_nominations_wake {
            let up_to = Some(info.priority());
            self.handle_cluster_event(&ClusterEvent::AssignedPodDelete { pod: info, up_to });
        }
    }

    /// Moves the pods in the queue that an event may help.
    pub(crate) fn handle_cluster_event(&mut self, event: &ClusterEvent<'_>) {
        let now = self.now();
        let Parts { state, api, log } = self.parts();
        let KubeScheduler { profiles, snapshot, queue, hint_recorder, .. } = state;
        if let Some(recorder) = hint_recorder {
            let ctx = HintCtx { profiles, snapshot, objects: api.objects(), queue };
            recorder.record(ctx, event, log.events().len());
        }
        let moves = queue.handle_event(event, now, wakes_by_profile(profiles, snapshot, api.objects()));
        self.record_moves(moves);
    }

    /// Updates a pending pod in the queue.
    pub(super) fn update_pending_pod(&mut self, before: &PodInfo, after: &Rc<PodInfo>) {
        let now = self.now();
        let Parts { state, api, .. } = self.parts();
        let KubeScheduler { profiles, snapshot, queue, .. } = state;
        let moved = queue.update(before, after, now, wakes_by_profile(profiles, snapshot, api.objects()));
        self.record_moves(moved);
    }

    pub(super) fn record_moves(&mut self, moves: impl IntoIterator<Item = QueueMove>) {
        for QueueMove { pod, to, event: by, .. } in moves {
            let until = (to != Subqueue::Active).then(|| self.state().queue.backoff_until(&pod)).flatten();
            self.emit(EventKind::Queued { pod, queue: to.into(), by, until });
        }
    }
}
