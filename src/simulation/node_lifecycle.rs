//! Nodes that fail, and what becomes of their pods.
//!
//! A kubelet says how its node is, or falls silent. The taint eviction controller evicts pods that do not tolerate a
//! `NoExecute` taint, or not for long; the kubelet of an unreachable node does nothing at all, so its pods stay
//! Terminating; the garbage collector deletes pods whose node is gone. Who sets those taints, and how fast, is the business of
//! `zones`. Upstream: `tainteviction.Controller` (`NoExecuteTaintManager` before), `podgc.PodGCController`.

use std::rc::Rc;

use api::{
    Condition, ConditionStatus, ConditionType, Millis, NamespacedName, Node, Pod, PodPhase, Str, Taint, TaintEffect,
};

use super::{
    action::Readiness,
    agenda::{PodId, Task},
    state::Simulation,
};
use runlog::Deletion;
use scheduler::cluster::NodeInfo;

/// How often the garbage collector looks, and how long a node is missing after that before its pods are deleted. Upstream: `gcCheckPeriod`,
/// `quarantineTime` of `PodGCController`.
const GC_INTERVAL: Millis = Millis::from_seconds(20);
const GC_QUARANTINE: Millis = Millis::from_seconds(40);
/// How often a kubelet renews its lease.
const LEASE_INTERVAL: Millis = Millis::from_seconds(10);

impl Simulation {
    /// The node's kubelet says that it is ready, or that it is not; or it says nothing from now on.
    ///
    /// A report counts at once: the condition changes, and with it the `NoSchedule` taint. Pods stay ready, since their own
    /// kubelet still runs them. Silence is noticed later, by [`Simulation::monitor_nodes`].
    pub(super) fn set_readiness(&mut self, name: &Str, readiness: Readiness) {
        self.schedule_monitor();
        if readiness == Readiness::Unreachable {
            // Its last heartbeat was before this moment.
            let seen = self.now.saturating_since(Millis::new(1)).round_down_to(LEASE_INTERVAL);
            self.node_lifecycle.silent_since.insert(name.clone(), seen);
            return self.agenda.add(seen + self.flow.node_grace, Task::MonitorNodes);
        }
        let was_silent = self.node_lifecycle.silent_since.remove(name).is_some();
        let before = self.snapshot.node(name).map(|info| Readiness::of_node(&info.node));
        if before != Some(readiness) {
            self.edit_node(name, |node| {
                report_conditions(node, readiness);
                set_condition_taints(node);
            });
            let reason = if readiness == Readiness::Ready { "NodeReady" } else { "NodeNotReady" };
            self.record_message("Node", name, false, reason, format!("Node {name} status is now: {reason}").into());
        }
        if was_silent || before == Some(Readiness::Unreachable) {
            self.mark_pods_ready(name);
            for task in std::mem::take(&mut self.node_lifecycle.postponed_tasks) {
                self.agenda.add(self.now, task);
            }
        }
    }

    /// Whether a kubelet is there to do something with the pod.
    pub(super) fn has_responsive_kubelet(&self, key: &NamespacedName) -> bool {
        let node = self.pods.get(key).and_then(|state| state.node.as_ref());
        let Some(info) = node.and_then(|node| self.snapshot.node(node)) else { return true };
        let is_silent = self.node_lifecycle.silent_since.contains_key(info.name());
        info.deleted || !is_silent && Readiness::of_node(&info.node) != Readiness::Unreachable
    }

    /// Whether a pod runs and is ready: it does not say otherwise itself, and the node lifecycle controller does not either.
    /// That its kubelet calls the node not ready changes nothing.
    pub(super) fn is_ready(&self, key: &NamespacedName) -> bool {
        self.pods.get(key).is_some_and(|state| {
            let status = &state.info.pod.status;
            let item = Condition::ready_condition(&status.conditions);
            status.phase == PodPhase::Running
                && item.is_none_or(|condition| condition.status == ConditionStatus::True)
                && !self.node_lifecycle.marked_not_ready.contains(state.info.uid())
        })
    }

    /// Leaves a kubelet's task until the node is back.
    pub(super) fn postpone_task(&mut self, task: Task) {
        self.node_lifecycle.postponed_tasks.insert(task);
    }

    /// The pods that are bound to a node, by name; those that are done as well.
    pub(super) fn pods_on(&self, node: &Str) -> Vec<NamespacedName> {
        let here = self.snapshot.node(node).or_else(|| self.pods_of_missing_nodes.get(node).map(|ghost| ghost as _));
        let mut keys: Vec<NamespacedName> =
            here.into_iter().flat_map(|info| info.pods()).map(|info| info.pod.key()).collect();
        keys.extend(self.node_lifecycle.finished_pods.get(node).into_iter().flatten().cloned());
        keys.retain(|key: &NamespacedName| self.pods.get(key).is_some_and(|state| state.bound));
        keys.sort();
        keys
    }

    /// The pods of a node are not ready any more, as far as anybody knows. Upstream: `MarkPodsNotReady`, which is called when
    /// the controller itself takes a node for unknown that was ready until then.
    pub(super) fn mark_pods_not_ready(&mut self, node: &Str) {
        for key in self.pods_on(node) {
            if !self.is_ready(&key) {
                continue;
            }
            if let Some(state) = self.pods.get(&key) {
                let pod = Rc::clone(&state.info.pod);
                self.node_lifecycle.marked_not_ready.insert(state.info.uid().clone());
                self.queue_budget_of_pod(&pod);
            }
            self.record_message("Pod", &key, true, "NodeNotReady", "Node is not ready".into());
            self.queue_pod_owner(&key);
        }
    }

    /// At the start of a run the pods of an unknown node are marked already.
    pub(super) fn mark_pods_of_lost_nodes(&mut self) {
        let lost = |info: &&NodeInfo| Readiness::of_node(&info.node) == Readiness::Unreachable;
        let names: Vec<Str> = self.nodes().filter(lost).map(|info| info.name().clone()).collect();
        for key in names.iter().flat_map(|name| self.pods_on(name)).collect::<Vec<_>>() {
            if let Some(state) = self.pods.get(&key) {
                self.node_lifecycle.marked_not_ready.insert(state.info.uid().clone());
            }
        }
    }

    /// The kubelet is back and says how its pods are.
    fn mark_pods_ready(&mut self, node: &Str) {
        for key in self.pods_on(node) {
            let Some(state) = self.pods.get(&key) else { continue };
            if self.node_lifecycle.marked_not_ready.remove(state.info.uid()) {
                let pod = Rc::clone(&state.info.pod);
                self.queue_budget_of_pod(&pod);
                self.queue_pod_owner(&key);
            }
        }
        self.touch_controllers();
    }

    /// The taint eviction controller looks at all pods of a node. Upstream: `handleNodeUpdate`.
    pub(super) fn handle_taint_change(&mut self, node: &Str) {
        for pod in self.pods_on(node) {
            self.start_toleration_timers(&pod);
        }
    }

    /// The taint eviction controller looks at a pod: it goes now, later, or stays; that it is on its way out, or done, makes no difference.
    /// A pod that is to go already keeps its time, whatever taint joins. Upstream: `processPodOnNode`.
    pub(super) fn start_toleration_timers(&mut self, key: &NamespacedName) {
        if !self.node_lifecycle.is_enabled {
            return;
        }
        let Some(state) = self.pods.get(key).filter(|state| state.bound) else { return };
        let Some(info) = state.node.as_ref().and_then(|node| self.snapshot.node(node)) else { return };
        let id = PodId { key: key.clone(), uid: state.info.uid().clone() };
        let patience = toleration_time(&state.info.pod, &info.node);
        let before = self.node_lifecycle.toleration_timers.get(&id).copied();
        if matches!(patience, TolerationTime::For(_)) && before.is_some_and(|(since, _)| since < self.now) {
            return;
        }
        if let Some((_, end)) = before {
            self.node_lifecycle.toleration_timers.remove(&id);
            self.agenda.cancel(end, &Task::TaintEviction(end, id.clone()));
            self.cancel_taint_eviction(key);
        }
        match patience {
            TolerationTime::None => self.evict_tainted(key),
            TolerationTime::For(patience) => {
                let end = self.now + patience;
                self.node_lifecycle.toleration_timers.insert(id.clone(), (self.now, end));
                self.agenda.add(end, Task::TaintEviction(end, id));
            }
            TolerationTime::Endless => {}
        }
    }

    /// A deletion that was to come is called off.
    pub(super) fn cancel_taint_eviction(&mut self, key: &NamespacedName) {
        self.record_message(
            "Pod",
            key,
            false,
            "TaintManagerEviction",
            format!("Cancelling deletion of Pod {key}").into(),
        );
    }

    /// The taint eviction controller deletes a pod. Upstream: `addConditionAndDeletePod`.
    pub(super) fn evict_tainted(&mut self, key: &NamespacedName) {
        if let Some(id) = self.pod_id(key) {
            self.node_lifecycle.toleration_timers.remove(&id);
        }
        self.record_message(
            "Pod",
            key,
            false,
            "TaintManagerEviction",
            format!("Marking for deletion Pod {key}").into(),
        );
        if self.flow.marks_victims {
            self.update_pod(key, |pod| {
                pod.status.conditions.push(Condition {
                    r#type: ConditionType::DisruptionTarget,
                    status: ConditionStatus::True,
                    reason: "DeletionByTaintManager".into(),
                    message: "Taint manager: deleting due to NoExecute taint".into(),
                });
            });
        }
        self.delete_pod(key, Deletion::Tainted);
    }

    /// The garbage collector will look at the pods of a deleted node.
    pub(super) fn schedule_orphan_collection(&mut self, node: &Str) {
        if self.node_lifecycle.is_enabled {
            self.agenda.add(self.now.round_up_past(GC_INTERVAL) + GC_QUARANTINE, Task::CollectOrphans(node.clone()));
        }
    }

    /// Deletes what is left on a node that did not come back. No kubelet is there to stop it gracefully.
    pub(super) fn collect_orphans(&mut self, node: &Str) {
        if self.snapshot.node(node).is_some_and(|info| !info.deleted) {
            return;
        }
        let here = |(_, state): &(&NamespacedName, &super::state::PodState)| state.node.as_ref() == Some(node);
        let pods: Vec<NamespacedName> = self.pods.iter().filter(here).map(|(key, _)| key.clone()).collect();
        for pod in pods {
            self.delete_with_grace(&pod, Deletion::Orphaned, Some(0));
        }
    }
}

/// What a kubelet writes into its node's conditions.
fn report_conditions(node: &mut Node, readiness: Readiness) {
    let reason = if readiness == Readiness::Ready { "KubeletReady" } else { "KubeletNotReady" };
    let ready = Condition { r#type: ConditionType::Ready, ..Condition::default() };
    if node.status.conditions.iter().all(|condition| condition.r#type != ConditionType::Ready) {
        node.status.conditions.push(ready);
    }
    for condition in &mut node.status.conditions {
        if condition.r#type == ConditionType::Ready {
            condition.status = readiness.condition();
            condition.reason = reason.into();
            condition.message = Str::default();
        } else if condition.status == ConditionStatus::Unknown {
            condition.status = ConditionStatus::False;
        }
    }
}

/// The `NoSchedule` taints of a node follow from its conditions and its cordon. Upstream: `doNoScheduleTaintingPass` with
/// `nodeConditionToTaintKeyStatusMap`.
pub(super) fn set_condition_taints(node: &mut Node) {
    let key = |condition: &Condition| match (condition.r#type.as_str(), &condition.status) {
        ("Ready", ConditionStatus::False) => Some("not-ready"),
        ("Ready", ConditionStatus::Unknown) => Some("unreachable"),
        ("MemoryPressure", ConditionStatus::True) => Some("memory-pressure"),
        ("DiskPressure", ConditionStatus::True) => Some("disk-pressure"),
        ("NetworkUnavailable", ConditionStatus::True) => Some("network-unavailable"),
        ("PIDPressure", ConditionStatus::True) => Some("pid-pressure"),
        _ => None,
    };
    let cordon = node.spec.unschedulable.then_some("unschedulable");
    let wanted: Vec<Str> = node
        .status
        .conditions
        .iter()
        .filter_map(key)
        .chain(cordon)
        .map(|name| format!("node.kubernetes.io/{name}").into())
        .collect();
    let ours = |taint: &Taint| {
        let name = taint.key.strip_prefix("node.kubernetes.io/");
        taint.effect == TaintEffect::NoSchedule && name.is_some_and(|name| CONDITIONS.contains(&name))
    };
    node.spec.taints.retain(|taint| !ours(taint) || wanted.contains(&taint.key));
    for key in wanted {
        if !node.spec.taints.iter().any(|taint| ours(taint) && taint.key == key) {
            node.spec.taints.push(Taint { key, effect: TaintEffect::NoSchedule, ..Taint::default() });
        }
    }
}

/// What the taints are called that say how a node is.
const CONDITIONS: [&str; 7] = [
    "not-ready",
    "unreachable",
    "memory-pressure",
    "disk-pressure",
    "network-unavailable",
    "pid-pressure",
    "unschedulable",
];

enum TolerationTime {
    None,
    For(Millis),
    Endless,
}

/// How long a pod tolerates the `NoExecute` taints of a node: not at all if one of them is not tolerated, otherwise
/// for the shortest time that a toleration in use gives. Upstream: `getMinTolerationTime`.
fn toleration_time(pod: &Rc<Pod>, node: &Node) -> TolerationTime {
    let mut shortest: Option<i64> = None;
    for taint in node.spec.taints.iter().filter(|taint| taint.effect == TaintEffect::NoExecute) {
        let Some(toleration) = pod.spec.tolerations.iter().find(|toleration| toleration.tolerates(taint)) else {
            return TolerationTime::None;
        };
        if let Some(seconds) = toleration.toleration_seconds {
            shortest = Some(shortest.map_or(seconds, |shortest| shortest.min(seconds)).max(0));
        }
    }
    match shortest {
        None => TolerationTime::Endless,
        Some(seconds) => TolerationTime::For(Millis::from_signed_seconds(seconds)),
    }
}
