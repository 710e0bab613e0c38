//! Nodes that fail, and what becomes of their pods.
//!
//! A kubelet says how its node is, or falls silent. The taint eviction controller evicts pods that do not tolerate a
//! `NoExecute` taint, or not for long; the kubelet of an unreachable node does nothing at all, so its pods stay
//! Terminating; the garbage collector deletes pods whose node is gone. Who sets those taints, and how fast, is the business of
//! `zones`. Upstream: `tainteviction.Controller` (`NoExecuteTaintManager` before), `podgc.PodGCController`.

use std::rc::Rc;

use api::{Condition, ConditionStatus, ConditionType, Millis, Node, Pod, PodPhase, Str, Taint, TaintEffect};

use super::action::Readiness;
use super::agenda::{PodId, Task};
use super::state::Simulation;
use record::Deletion;
use scheduler::cluster::NodeInfo;

/// How often the garbage collector looks, and how long a node is missing after that before its pods are deleted. Upstream: `gcCheckPeriod`,
/// `quarantineTime` of `PodGCController`.
const COLLECTS: Millis = Millis::of_seconds(20);
const QUARANTINE: Millis = Millis::of_seconds(40);
/// How often a kubelet renews its lease.
const HEARTBEAT: Millis = Millis::of_seconds(10);

impl Simulation {
    /// The node's kubelet says that it is ready, or that it is not; or it says nothing from now on.
    ///
    /// A report counts at once: the condition changes, and with it the `NoSchedule` taint. Pods stay ready, since their own
    /// kubelet still runs them. Silence is noticed later, by [`Simulation::monitor_nodes`].
    pub(super) fn set_readiness(&mut self, name: &Str, readiness: Readiness) {
        self.watch_nodes();
        if readiness == Readiness::Unreachable {
            // Its last heartbeat was before this moment.
            let seen = self.now.since(Millis::new(1)).down_to(HEARTBEAT);
            self.node_life.silent.insert(name.clone(), seen);
            return self.agenda.add(seen + self.flow.node_grace, Task::Monitor);
        }
        let was_silent = self.node_life.silent.remove(name).is_some();
        let before = self.snapshot.node(name).map(|info| Readiness::of(&info.node));
        if before != Some(readiness) {
            self.edit_node(name, |node| {
                report(node, readiness);
                condition_taints(node);
            });
            let reason = if readiness == Readiness::Ready { "NodeReady" } else { "NodeNotReady" };
            self.message("Node", name, false, reason, format!("Node {name} status is now: {reason}").into());
        }
        if was_silent || before == Some(Readiness::Unreachable) {
            self.unmark_pods(name);
            for task in std::mem::take(&mut self.node_life.waiting) {
                self.agenda.add(self.now, task);
            }
        }
    }

    /// Whether a kubelet is there to do something with the pod.
    pub(super) fn kubelet_answers(&self, key: &str) -> bool {
        let node = self.pods.get(key).and_then(|state| state.node.as_ref());
        let Some(info) = node.and_then(|node| self.snapshot.node(node)) else { return true };
        let is_silent = self.node_life.silent.contains_key(info.name());
        info.deleted || !is_silent && Readiness::of(&info.node) != Readiness::Unreachable
    }

    /// Whether a pod runs and is ready: it does not say otherwise itself, and the node lifecycle controller does not either.
    /// That its kubelet calls the node not ready changes nothing.
    pub(super) fn is_ready(&self, key: &str) -> bool {
        self.pods.get(key).is_some_and(|state| {
            let status = &state.info.pod.status;
            let own = Condition::ready(&status.conditions);
            status.phase == PodPhase::Running
                && own.is_none_or(|condition| condition.status == ConditionStatus::True)
                && !self.node_life.marked.contains(state.info.uid())
        })
    }

    /// Leaves a kubelet's task until the node is back.
    pub(super) fn put_off(&mut self, task: Task) {
        self.node_life.waiting.insert(task);
    }

    /// The pods that are bound to a node, by name; those that are done as well.
    pub(super) fn pods_on(&self, node: &Str) -> Vec<Str> {
        let here = self.snapshot.node(node).or_else(|| self.ghosts.get(node).map(|ghost| ghost as _));
        let mut keys: Vec<Str> =
            here.into_iter().flat_map(|info| info.pods()).map(|info| info.pod.key().into()).collect();
        keys.extend(self.node_life.done.get(node).into_iter().flatten().cloned());
        keys.retain(|key: &Str| self.pods.get(key).is_some_and(|state| state.bound));
        keys.sort();
        keys
    }

    /// The pods of a node are not ready any more, as far as anybody knows. Upstream: `MarkPodsNotReady`, which is called when
    /// the controller itself takes a node for unknown that was ready until then.
    pub(super) fn mark_pods(&mut self, node: &Str) {
        for key in self.pods_on(node) {
            if !self.is_ready(&key) {
                continue;
            }
            if let Some(state) = self.pods.get(&key) {
                let pod = Rc::clone(&state.info.pod);
                self.node_life.marked.insert(state.info.uid().clone());
                self.pod_counts(&pod);
            }
            self.message("Pod", &key, true, "NodeNotReady", "Node is not ready".into());
            self.stir_owner(&key);
        }
    }

    /// At the start of a run the pods of an unknown node are marked already.
    pub(super) fn mark_lost_pods(&mut self) {
        let lost = |info: &&NodeInfo| Readiness::of(&info.node) == Readiness::Unreachable;
        let names: Vec<Str> = self.nodes().filter(lost).map(|info| info.name().clone()).collect();
        for key in names.iter().flat_map(|name| self.pods_on(name)).collect::<Vec<_>>() {
            if let Some(state) = self.pods.get(&key) {
                self.node_life.marked.insert(state.info.uid().clone());
            }
        }
    }

    /// The kubelet is back and says how its pods are.
    fn unmark_pods(&mut self, node: &Str) {
        for key in self.pods_on(node) {
            let Some(state) = self.pods.get(&key) else { continue };
            if self.node_life.marked.remove(state.info.uid()) {
                let pod = Rc::clone(&state.info.pod);
                self.pod_counts(&pod);
                self.stir_owner(&key);
            }
        }
        self.touch();
    }

    /// The taint eviction controller looks at all pods of a node. Upstream: `handleNodeUpdate`.
    pub(super) fn taints_changed(&mut self, node: &Str) {
        for pod in self.pods_on(node) {
            self.bear_taints(&pod);
        }
    }

    /// The taint eviction controller looks at a pod: it goes now, later, or stays; that it is on its way out, or done, makes no difference.
    /// A pod that is to go already keeps its time, whatever taint joins. Upstream: `processPodOnNode`.
    pub(super) fn bear_taints(&mut self, key: &Str) {
        if !self.node_life.on {
            return;
        }
        let Some(state) = self.pods.get(key).filter(|state| state.bound) else { return };
        let Some(info) = state.node.as_ref().and_then(|node| self.snapshot.node(node)) else { return };
        let id = PodId { key: key.clone(), uid: state.info.uid().clone() };
        let patience = patience(&state.info.pod, &info.node);
        let before = self.node_life.bearing.get(&id).copied();
        if matches!(patience, Patience::For(_)) && before.is_some_and(|(since, _)| since < self.now) {
            return;
        }
        if let Some((_, end)) = before {
            self.node_life.bearing.remove(&id);
            self.agenda.cancel(end, &Task::TaintEviction(end, id.clone()));
            self.stays(key);
        }
        match patience {
            Patience::None => self.evict_tainted(key),
            Patience::For(patience) => {
                let end = self.now + patience;
                self.node_life.bearing.insert(id.clone(), (self.now, end));
                self.agenda.add(end, Task::TaintEviction(end, id));
            }
            Patience::Endless => {}
        }
    }

    /// A deletion that was to come is called off.
    pub(super) fn stays(&mut self, key: &Str) {
        self.message("Pod", key, false, "TaintManagerEviction", format!("Cancelling deletion of Pod {key}").into());
    }

    /// The taint eviction controller deletes a pod. Upstream: `addConditionAndDeletePod`.
    pub(super) fn evict_tainted(&mut self, key: &Str) {
        if let Some(id) = self.id(key) {
            self.node_life.bearing.remove(&id);
        }
        self.message("Pod", key, false, "TaintManagerEviction", format!("Marking for deletion Pod {key}").into());
        if self.flow.marks_victims {
            self.write_pod(key, |pod| {
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
    pub(super) fn orphan(&mut self, node: &Str) {
        if self.node_life.on {
            self.agenda.add(self.now.up_past(COLLECTS) + QUARANTINE, Task::Orphans(node.clone()));
        }
    }

    /// Deletes what is left on a node that did not come back. No kubelet is there to stop it gracefully.
    pub(super) fn collect_orphans(&mut self, node: &Str) {
        if self.snapshot.node(node).is_some_and(|info| !info.deleted) {
            return;
        }
        let here = |(_, state): &(&Str, &super::state::PodState)| state.node.as_ref() == Some(node);
        let pods: Vec<Str> = self.pods.iter().filter(here).map(|(key, _)| key.clone()).collect();
        for pod in pods {
            self.delete_with_grace(&pod, Deletion::Orphaned, Some(0));
        }
    }
}

/// What a kubelet writes into its node's conditions.
fn report(node: &mut Node, readiness: Readiness) {
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
pub(super) fn condition_taints(node: &mut Node) {
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

enum Patience {
    None,
    For(Millis),
    Endless,
}

/// How long a pod tolerates the `NoExecute` taints of a node: not at all if one of them is not tolerated, otherwise
/// for the shortest time that a toleration in use gives. Upstream: `getMinTolerationTime`.
fn patience(pod: &Rc<Pod>, node: &Node) -> Patience {
    let mut shortest: Option<i64> = None;
    for taint in node.spec.taints.iter().filter(|taint| taint.effect == TaintEffect::NoExecute) {
        let Some(toleration) = pod.spec.tolerations.iter().find(|toleration| toleration.tolerates(taint)) else {
            return Patience::None;
        };
        if let Some(seconds) = toleration.toleration_seconds {
            shortest = Some(shortest.map_or(seconds, |shortest| shortest.min(seconds)).max(0));
        }
    }
    match shortest {
        None => Patience::Endless,
        Some(seconds) => Patience::For(Millis::of_signed_seconds(seconds)),
    }
}
