//! The DaemonSet controller: one pod on each eligible node.

pub(crate) mod state;

use api::{
    Affinity, IntOrString, NamespacedName, Node, NodeAffinity, NodeSelector, NodeSelectorTerm, Operator, Pod, PodPhase,
    PodSpec, RequiredNodeAffinity, Requirement, Str, Table, Taint, TaintEffect, Toleration, TolerationOperator,
    UpdateStrategyType, find_untolerated_taint,
};
use runlog::{Deletion, ReconcileFunction};

use self::state::DaemonSetController;
use super::pod_control::{ReplicaCounts, to_i32};
use crate::{api_server::PodRecord, client::Component, ids::WorkloadId};

impl Component<'_, DaemonSetController> {
    /// Creates and deletes pods so that each eligible node has one, and updates them when there is nothing else to do. Upstream:
    /// `DaemonSetsController.manage`, `podsShouldBeOnNode`, `rollingUpdate`.
    pub(crate) fn sync(&mut self, id: WorkloadId) {
        let Some(workload) = self.workload(id) else { return };
        let spec = &workload.spec.template.spec;
        let tolerations = daemon_tolerations(spec);
        let affinity = RequiredNodeAffinity::from_spec(spec);
        // A terminating pod still occupies its node: the next one is created after its removal.
        let mut pods_by_node: Table<Str, Vec<(u64, NamespacedName)>> = Table::new();
        for key in self.workloads().pods_of(&workload.metadata.uid) {
            let Some(record) = self.pod(&key) else { continue };
            if let Some(node) = target_node(record.pod()) {
                pods_by_node.or_default(node).push((record.creation_seq, key));
            }
        }
        let active = self.pod_tally_of(&workload).active;
        // Any percentage of a single node is a node. Upstream: `AllowsSurge`.
        let surges = self.rolling_limits(id, 1).is_some_and(|(_, surge)| surge > 0);
        let (mut uncovered, mut surplus, mut covered, mut desired) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let mut ended: Vec<(NamespacedName, Str)> = Vec::new();
        for node in self.nodes() {
            let name = &node.metadata.name;
            let covering_pods = pods_by_node.remove(name);
            let fit = match workload.spec.excluded_nodes.contains(name) {
                true => DaemonFit::ShouldNotRun,
                false => daemon_fit(&affinity, &tolerations, node),
            };
            desired += usize::from(matches!(fit, DaemonFit::ShouldRun));
            match (fit, covering_pods) {
                (DaemonFit::ShouldRun, None) => uncovered.push(name.clone()),
                (DaemonFit::ShouldNotRun, Some(pods)) => surplus.extend(pods.into_iter().map(|(_, key)| key)),
                (_, Some(pods)) => {
                    ended.extend(self.ended_daemons(&pods));
                    surplus.extend(self.surplus_daemons(id, &pods, surges));
                    covered.push((name.clone(), pods.into_iter().map(|(_, key)| key).collect()));
                }
                (_, None) => {}
            }
        }
        // An unbound pod for a deleted node would stay pending forever.
        let orphaned = pods_by_node.into_values().flatten().map(|(_, key)| key);
        surplus.extend(orphaned.filter(|key| self.pod(key).is_some_and(|record: &PodRecord| !record.is_bound())));
        surplus.retain(|key| self.is_pod_active(key));
        surplus.extend(self.report_ended_daemons(id, ended));
        self.record_decision(
            id,
            ReconcileFunction::DaemonSet,
            ReplicaCounts { desired, existing: active },
            0,
            &surplus,
        );
        self.record_decision(
            id,
            ReconcileFunction::DaemonSet,
            ReplicaCounts { desired, existing: active },
            uncovered.len(),
            &[],
        );
        if surplus.is_empty() && uncovered.is_empty() {
            return self.update_daemons(id, desired, &covered);
        }
        for key in surplus {
            let has_ended = self.pod(&key).is_some_and(|record: &PodRecord| record.is_over());
            let why = if has_ended { Deletion::Ended } else { Deletion::Unwanted };
            if !self.delete_owned_pod(id, &key, why) {
                return;
            }
        }
        for node in uncovered {
            let revision = self.current_revision(id);
            if !self.create_pod_of_revision(id, None, revision, |pod| pin_to_node(pod, &node)) {
                return;
            }
        }
    }

    /// Deletes the pods that do not tolerate a node's new `NoExecute` taints. The DaemonSet controller deletes them before the taint eviction
    /// controller does, because it needs one request for that, the other one two. Upstream: `podsShouldBeOnNode`, `addConditionAndDeletePod`.
    pub(crate) fn evict_untolerating_pods(&mut self, node: &Node) {
        for key in self.pods_on(&node.metadata.name) {
            let Some(record) = self.pod(&key).filter(|record| record.is_active()) else { continue };
            let Some(id) = record.owner.as_ref().and_then(|owner| self.daemon_set_of(owner)) else { continue };
            let Some(workload) = self.workload(id) else { continue };
            let spec = &workload.spec.template.spec;
            if matches!(
                daemon_fit(&RequiredNodeAffinity::from_spec(spec), &daemon_tolerations(spec), node),
                DaemonFit::ShouldNotRun
            ) {
                let has = self.pod_tally_of(&workload).active;
                self.record_decision(
                    id,
                    ReconcileFunction::DaemonSet,
                    ReplicaCounts { desired: has.saturating_sub(1), existing: has },
                    0,
                    std::slice::from_ref(&key),
                );
                self.delete_owned_pod(id, &key, Deletion::Unwanted);
            }
        }
    }

    fn daemon_set_of(&self, owner: &Str) -> Option<WorkloadId> {
        self.workloads().id_of_uid(owner).filter(|id| self.state().daemon_sets.contains(id))
    }

    pub(crate) fn handle_daemon_set_added(&mut self, id: WorkloadId) {
        self.state_mut().daemon_sets.insert(id);
    }

    pub(crate) fn handle_workload_removed(&mut self, id: WorkloadId) {
        self.state_mut().daemon_sets.remove(&id);
    }

    /// Queues all `DaemonSets`, because nodes changed.
    pub(crate) fn handle_node_change(&mut self) {
        for id in self.state().daemon_sets.clone() {
            self.work_queue_mut().add(id);
        }
    }

    /// The finished pods on a node, each with the node. They are deleted, and replaced after their removal.
    fn ended_daemons(&self, pods: &[(u64, NamespacedName)]) -> Vec<(NamespacedName, Str)> {
        let ended = |key: &NamespacedName| {
            let record = self.pod(key).filter(|record| record.is_over() && !record.pod().is_terminating())?;
            Some((key.clone(), target_node(record.pod())?))
        };
        pods.iter().filter_map(|(_, key)| ended(key)).collect()
    }

    /// Records the events about finished pods, and returns these pods. Upstream: `podsShouldBeOnNode`.
    fn report_ended_daemons(&mut self, id: WorkloadId, ended: Vec<(NamespacedName, Str)>) -> Vec<NamespacedName> {
        for (key, node) in &ended {
            let has_failed = self.pod(key).is_some_and(|record| record.pod().status.phase == PodPhase::Failed);
            let (reason, how, verb) = if has_failed {
                ("FailedDaemonPod", "failed", "kill")
            } else {
                ("SucceededDaemonPod", "succeeded", "delete")
            };
            let text = format!("Found {how} daemon pod {key} on node {node}, will try to {verb} it");
            self.record_workload_message(id, has_failed, reason, text.into());
        }
        ended.into_iter().map(|(key, _)| key).collect()
    }

    /// The pods to delete on a node with several of them: all but the oldest one or, with `maxSurge`, all but the oldest of each revision.
    fn surplus_daemons(&self, id: WorkloadId, pods: &[(u64, NamespacedName)], surges: bool) -> Vec<NamespacedName> {
        let is_updated = |key: &NamespacedName| self.is_pod_updated(id, key);
        let mut active: Vec<&(u64, NamespacedName)> = pods.iter().filter(|(_, key)| self.is_pod_active(key)).collect();
        active.sort();
        let (new, old): (Vec<&NamespacedName>, Vec<&NamespacedName>) =
            active.into_iter().map(|(_, key)| key).partition(|key| is_updated(key));
        if surges {
            return new.into_iter().skip(1).chain(old.into_iter().skip(1)).cloned().collect();
        }
        let mut all: Vec<&(u64, NamespacedName)> = pods.iter().filter(|(_, key)| self.is_pod_active(key)).collect();
        all.sort();
        all.into_iter().skip(1).map(|(_, key)| key.clone()).collect()
    }

    /// `maxUnavailable` and `maxSurge` of a rolling update as numbers of nodes, of `desired` eligible ones; `None` for the strategy `OnDelete`.
    /// Upstream: `updatedDesiredNodeCounts`.
    fn rolling_limits(&self, id: WorkloadId, desired: usize) -> Option<(i32, i32)> {
        let strategy = &self.workloads().get(id)?.workload.spec.update_strategy;
        if strategy.r#type == UpdateStrategyType::OnDelete {
            return None;
        }
        let count = |value: &IntOrString| value.round_up_of(to_i32(desired)).max(0);
        let max_surge = strategy.rolling_update.max_surge.as_ref().map_or(0, count);
        let max_unavailable = strategy.rolling_update.max_unavailable.as_ref().map_or(1, count);
        Some(if max_surge > 0 { (0, max_surge) } else { (max_unavailable.max(1), 0) })
    }

    /// Replaces pods with an older template: unavailable ones first, then as many available ones as `maxUnavailable` allows. With `maxSurge`, the new
    /// pod is created before the old one is deleted. Upstream: `rollingUpdate`.
    fn update_daemons(&mut self, id: WorkloadId, desired: usize, nodes: &[(Str, Vec<NamespacedName>)]) {
        let Some(workload) = self.workload(id) else { return };
        let Some((max_unavailable, max_surge)) = self.rolling_limits(id, desired) else { return };
        let (mut unavailable, mut surging) = (0, 0);
        let (mut unavailable_old, mut available_old, mut doomed, mut surge_nodes) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (node, pods) in nodes {
            let active: Vec<&NamespacedName> = pods.iter().filter(|key| self.is_pod_active(key)).collect();
            let is_updated = |key: &&&NamespacedName| self.is_pod_updated(id, key);
            let new = active.iter().find(is_updated).copied();
            let old = active.iter().find(|key| !is_updated(key)).copied();
            let is_available = |key: &NamespacedName| self.is_pod_available(&workload, key);
            match (new, old) {
                (None, Some(old)) if max_surge > 0 => {
                    let list = if is_available(old) { &mut available_old } else { &mut unavailable_old };
                    list.push(old.clone());
                    surge_nodes.push((old.clone(), node.clone()));
                }
                (Some(new), Some(old)) if max_surge > 0 && is_available(new) => doomed.push(old.clone()),
                (Some(_), Some(_)) => surging += 1,
                (None, None) => unavailable += 1,
                (Some(new), None) => unavailable += i32::from(!is_available(new)),
                (None, Some(old)) if is_available(old) => available_old.push(old.clone()),
                (None, Some(old)) => {
                    unavailable += 1;
                    unavailable_old.push(old.clone());
                }
            }
        }
        let spare = if max_surge > 0 { max_surge - surging } else { max_unavailable - unavailable };
        let replaced =
            unavailable_old.into_iter().chain(available_old.into_iter().take(usize::try_from(spare).unwrap_or(0)));
        if max_surge == 0 {
            doomed.extend(replaced);
        } else {
            let replaced: Vec<NamespacedName> = replaced.collect();
            self.record_decision(
                id,
                ReconcileFunction::DaemonSetUpdate,
                ReplicaCounts { desired, existing: nodes.len() },
                replaced.len(),
                &[],
            );
            for (_, node) in surge_nodes.iter().filter(|(old, _)| replaced.contains(old)) {
                let revision = self.current_revision(id);
                if !self.create_pod_of_revision(id, None, revision, |pod| pin_to_node(pod, node)) {
                    return;
                }
            }
        }
        self.record_decision(
            id,
            ReconcileFunction::DaemonSetUpdate,
            ReplicaCounts { desired, existing: nodes.len() },
            0,
            &doomed,
        );
        for key in doomed {
            if !self.delete_owned_pod(id, &key, Deletion::Updated) {
                return;
            }
        }
    }
}

/// Whether a DaemonSet whose pods have this spec creates a pod on a node.
#[must_use]
pub fn should_run_daemon(spec: &PodSpec, node: &Node) -> bool {
    matches!(daemon_fit(&RequiredNodeAffinity::from_spec(spec), &daemon_tolerations(spec), node), DaemonFit::ShouldRun)
}

fn daemon_tolerations(spec: &PodSpec) -> Vec<Toleration> {
    spec.tolerations.iter().cloned().chain(default_daemon_tolerations(spec)).collect()
}

/// The node that a DaemonSet's pod is bound or pinned to.
fn target_node(pod: &Pod) -> Option<Str> {
    if !pod.spec.node_name.is_empty() {
        return Some(pod.spec.node_name.clone());
    }
    let fields = pod.spec.required_node_affinity()?.node_selector_terms.iter().flat_map(|term| &term.match_fields);
    fields.filter(|field| field.key == "metadata.name").find_map(|field| field.values.first().cloned())
}

/// Whether a DaemonSet's pod belongs on a node.
enum DaemonFit {
    /// The node gets a pod.
    ShouldRun,
    /// The node gets no pod, but keeps one that is there.
    MayStay,
    /// The node gets no pod, and one that is there is deleted.
    ShouldNotRun,
}

/// Evaluates node selector, affinity and taints. Upstream: `NodeShouldRunDaemonPod`.
fn daemon_fit(affinity: &RequiredNodeAffinity<'_>, tolerations: &[Toleration], node: &Node) -> DaemonFit {
    let drives_out: Vec<Taint> =
        node.spec.taints.iter().filter(|taint| taint.effect == TaintEffect::NoExecute).cloned().collect();
    if !affinity.matches(node) || find_untolerated_taint(&drives_out, tolerations).is_some() {
        DaemonFit::ShouldNotRun
    } else if find_untolerated_taint(&node.spec.taints, tolerations).is_some() {
        DaemonFit::MayStay
    } else {
        DaemonFit::ShouldRun
    }
}

/// The tolerations that every DaemonSet's pod gets. Upstream: `AddOrUpdateDaemonPodTolerations`.
fn default_daemon_tolerations(spec: &PodSpec) -> impl Iterator<Item = Toleration> + use<> {
    let network = spec.host_network.then_some(("network-unavailable", TaintEffect::NoSchedule));
    let keys = [
        ("not-ready", TaintEffect::NoExecute),
        ("unreachable", TaintEffect::NoExecute),
        ("disk-pressure", TaintEffect::NoSchedule),
        ("memory-pressure", TaintEffect::NoSchedule),
        ("pid-pressure", TaintEffect::NoSchedule),
        ("unschedulable", TaintEffect::NoSchedule),
    ];
    keys.into_iter().chain(network).map(|(key, effect)| Toleration {
        key: format!("node.kubernetes.io/{key}").into(),
        operator: TolerationOperator::Exists,
        effect,
        ..Toleration::default()
    })
}

/// Pins a pod to its node by node affinity.
fn pin_to_node(pod: &mut Pod, node: &Str) {
    let field = Requirement { key: "metadata.name".into(), operator: Operator::In, values: vec![node.clone()] };
    let tolerations: Vec<Toleration> = default_daemon_tolerations(&pod.spec).collect();
    let affinity = pod.spec.affinity.get_or_insert_with(Affinity::default);
    let node_affinity = affinity.node_affinity.get_or_insert_with(NodeAffinity::default);
    let required = node_affinity
        .required
        .get_or_insert_with(|| NodeSelector { node_selector_terms: vec![NodeSelectorTerm::default()] });
    for term in &mut required.node_selector_terms {
        term.match_fields = vec![field.clone()];
    }
    // Admission added tolerations of 300 s for failing nodes; a DaemonSet's pod tolerates them without a limit.
    pod.spec.tolerations.retain(|toleration| {
        !tolerations.iter().any(|other| (&other.key, &other.effect) == (&toleration.key, &toleration.effect))
    });
    pod.spec.tolerations.extend(tolerations);
}
