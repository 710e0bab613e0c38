//! The DaemonSet controller: a pod on each node that is the daemon's.

use api::{
    Affinity, Node, NodeAffinity, NodeSelector, NodeSelectorTerm, Operator, Pod, PodSpec, RequiredNodeAffinity,
    Requirement, Str, Table, Taint, TaintEffect, Toleration, TolerationOperator, untolerated,
};

use super::super::state::Simulation;
use super::workloads::Number;
use record::Deletion;

impl Simulation {
    /// Upstream: `DaemonSetsController.podsShouldBeOnNode`.
    pub(super) fn reconcile_daemon_set(&mut self, number: Number) {
        let Some(workload) = self.workload(number) else { return };
        let spec = &workload.spec.template.spec;
        let tolerations = tolerations_of(spec);
        let affinity = RequiredNodeAffinity::of(spec);
        // A pod that terminates still covers its node: the next one waits until it is gone.
        let mut covering: Table<Str, Vec<(u64, Str)>> = Table::new();
        for key in self.workloads.pods(&workload.metadata.uid) {
            let Some(state) = self.pods.get(&key) else { continue };
            if let Some(node) = target(&state.info.pod) {
                covering.or_default(node).push((state.born, key));
            }
        }
        let (mut missing, mut surplus) = (Vec::new(), Vec::new());
        for info in self.snapshot.nodes().iter().filter(|info| !info.deleted) {
            let there = covering.remove(info.name());
            match (belongs(&affinity, &tolerations, &info.node), there) {
                (Belongs::Fully, None) => missing.push(info.name().clone()),
                (Belongs::Not, Some(pods)) => surplus.extend(pods.into_iter().map(|(_, key)| key)),
                (_, Some(pods)) => surplus.extend(self.younger(pods)),
                (_, None) => {}
            }
        }
        // What waits for a node that is gone waits for ever.
        let lost = covering.into_values().flatten().map(|(_, key)| key);
        surplus.extend(lost.filter(|key| self.pods.get(key).is_some_and(|state| !state.bound)));
        for key in surplus.into_iter().filter(|key| self.is_active(key)).collect::<Vec<_>>() {
            if !self.workloads.takes_one() {
                return;
            }
            self.delete_pod(&key, Deletion::ScaledDown);
        }
        for node in missing {
            if !self.make_pod_with(number, None, |pod| pin(pod, &node)) {
                return;
            }
        }
    }

    /// Of several daemons on a node the oldest stays.
    fn younger(&self, mut pods: Vec<(u64, Str)>) -> Vec<Str> {
        pods.retain(|(_, key)| self.is_active(key));
        pods.sort();
        pods.into_iter().skip(1).map(|(_, key)| key).collect()
    }
}

/// Whether a daemon set makes a pod for a node.
#[must_use]
pub fn runs_daemons(spec: &PodSpec, node: &Node) -> bool {
    matches!(belongs(&RequiredNodeAffinity::of(spec), &tolerations_of(spec), node), Belongs::Fully)
}

fn tolerations_of(spec: &PodSpec) -> Vec<Toleration> {
    spec.tolerations.iter().cloned().chain(every_daemon_tolerates(spec)).collect()
}

/// The node that a daemon's pod is meant for.
fn target(pod: &Pod) -> Option<Str> {
    if !pod.spec.node_name.is_empty() {
        return Some(pod.spec.node_name.clone());
    }
    let fields = pod.spec.required_node_affinity()?.node_selector_terms.iter().flat_map(|term| &term.match_fields);
    fields.filter(|field| field.key == "metadata.name").find_map(|field| field.values.first().cloned())
}

enum Belongs {
    /// It is to run there.
    Fully,
    /// It may stay if it is there.
    Stays,
    Not,
}

/// Whether a daemon belongs on a node, by selector, affinity and taints. Upstream: `NodeShouldRunDaemonPod`.
fn belongs(affinity: &RequiredNodeAffinity<'_>, tolerations: &[Toleration], node: &Node) -> Belongs {
    let drives_out: Vec<Taint> =
        node.spec.taints.iter().filter(|taint| taint.effect == TaintEffect::NoExecute).cloned().collect();
    if !affinity.allows(node) || untolerated(&drives_out, tolerations).is_some() {
        Belongs::Not
    } else if untolerated(&node.spec.taints, tolerations).is_some() {
        Belongs::Stays
    } else {
        Belongs::Fully
    }
}

/// Upstream: `AddOrUpdateDaemonPodTolerations`.
fn every_daemon_tolerates(spec: &PodSpec) -> impl Iterator<Item = Toleration> + use<> {
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

/// Ties a daemon's pod to its node, as the DaemonSet controller does: by node affinity.
fn pin(pod: &mut Pod, node: &Str) {
    let field = Requirement { key: "metadata.name".into(), operator: Operator::In, values: vec![node.clone()] };
    let tolerations: Vec<Toleration> = every_daemon_tolerates(&pod.spec).collect();
    let affinity = pod.spec.affinity.get_or_insert_with(Affinity::default);
    let node_affinity = affinity.node_affinity.get_or_insert_with(NodeAffinity::default);
    let required = node_affinity
        .required
        .get_or_insert_with(|| NodeSelector { node_selector_terms: vec![NodeSelectorTerm::default()] });
    for term in &mut required.node_selector_terms {
        term.match_fields = vec![field.clone()];
    }
    // Admission has given it five minutes on a failing node; a daemon stays for good.
    pod.spec
        .tolerations
        .retain(|own| !tolerations.iter().any(|all| (&all.key, &all.effect) == (&own.key, &own.effect)));
    pod.spec.tolerations.extend(tolerations);
}
