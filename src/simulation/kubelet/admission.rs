//! Pod admission: a kubelet rejects a pod that does not fit on its node or does not belong there; the pod fails. Upstream:
//! `lifecycle.predicateAdmitHandler`, `scheduler.AdmissionCheck`, and `Admit` of the eviction manager.

use std::rc::Rc;

use api::{
    Condition, ConditionStatus, ConditionType, NamespacedName, Node, Pod, QosClass, RequiredNodeAffinity, Str, Table,
    Taint, TaintEffect,
    resources::{Resource, Resources},
};
use runlog::Reason;
use scheduler::cluster::PodInfo;

use super::{is_unseen, state::Kubelets, verdict::KubeletVerdict};
use crate::{admission_failure::AdmissionFailure, api_server::PodRecord, client::Component, settings::Settings};

/// The lowest priority of a critical pod. Upstream: `scheduling.SystemCriticalPriority`.
const CRITICAL_PRIORITY: i32 = 2_000_000_000;

/// The label with the operating system of a node or a pod.
const OS_LABEL: &str = "kubernetes.io/os";

/// A resource of which a node has too little for a pod.
#[derive(Clone, Debug)]
pub(super) struct Shortage {
    /// `None` for the number of pods.
    pub resource: Option<Resource>,
    requested: i64,
    used: i64,
    capacity: i64,
}

impl Shortage {
    /// The amount that other pods would have to release.
    pub(super) fn missing(&self) -> i64 {
        self.requested.saturating_sub(self.capacity.saturating_sub(self.used))
    }

    fn failure(&self) -> AdmissionFailure {
        let Self { resource, requested, used, capacity } = self;
        let name = resource.as_ref().map_or("pods", Resource::name);
        AdmissionFailure {
            reason: format!("OutOf{name}").into(),
            message: format!(
                "Node didn't have enough resource: {name}, requested: {requested}, used: {used}, capacity: {capacity}"
            )
            .into(),
        }
    }
}

/// Whether a kubelet makes room for a pod instead of rejecting it. Upstream: `kubetypes.IsCriticalPod`.
pub(super) fn is_critical(pod: &Pod) -> bool {
    pod.is_mirror() || pod.priority() >= CRITICAL_PRIORITY
}

impl Component<'_, Kubelets> {
    /// Why the kubelet of the pod's node would reject the pod, if it would.
    pub(super) fn admission_failure(&self, key: &NamespacedName) -> Option<AdmissionFailure> {
        let record = self.pod(key)?;
        let node = self.node(record.node()?)?;
        Admission { settings: self.settings(), node, others: &self.admitted_pods(node, key) }.failure(&record.info)
    }

    /// The decision of the kubelet of the pod's node.
    pub(super) fn judge_pod(&self, key: &NamespacedName) -> KubeletVerdict {
        let Some(record) = self.pod(key) else { return KubeletVerdict::Admitted };
        let Some(node) = record.node().and_then(|node| self.node(node)) else { return KubeletVerdict::Admitted };
        if self.state().preemptions.contains_key(&node.metadata.name) {
            return KubeletVerdict::Waits;
        }
        Admission { settings: self.settings(), node, others: &self.admitted_pods(node, key) }.judge(&record.info)
    }

    /// The resources of which the pod's node has too little.
    pub(super) fn shortages(&self, record: &PodRecord) -> Vec<Shortage> {
        let Some(node) = record.node().and_then(|node| self.node(node)) else { return Vec::new() };
        insufficient_resources(&record.info, node, &self.admitted_pods(node, &record.pod().key()))
    }

    /// The other unfinished pods that a node's kubelet has admitted.
    pub(super) fn admitted_pods(&self, node: &Node, pod: &NamespacedName) -> Vec<Rc<PodInfo>> {
        let names = self.pods_on(&node.metadata.name).into_iter();
        let names = names.filter(|other| other != pod && !self.state().unadmitted.contains(other));
        let records = names.filter_map(|name| self.pod(&name)).filter(|record| !record.is_over());
        records.map(|record| self.admitted_pod(&record.info)).collect()
    }

    /// Before a run begins, decides about the pods of the manifest that name a node and have no status yet: in the order of their creation, beside
    /// the pods that are there already. Upstream: `Kubelet.HandlePodAdditions`.
    pub(crate) fn judge_initial_pods(&mut self, pods: &[Pod]) {
        let mut unseen: Vec<&Pod> = pods.iter().filter(|pod| is_unseen(pod)).collect();
        if unseen.is_empty() || !self.settings().has_node_lifecycle {
            return;
        }
        unseen.sort_by_key(|pod| pod.metadata.creation_timestamp.map_or(i64::MAX, |time| time.0));
        let info = |pod: &Pod| Rc::new(PodInfo::new(Rc::new(pod.clone()), &self.settings().accounting));
        let mut admitted: Table<&Str, Vec<Rc<PodInfo>>> = Table::new();
        for pod in &unseen {
            admitted.or_default(&pod.spec.node_name);
        }
        for pod in pods.iter().filter(|pod| !is_unseen(pod) && !pod.status.phase.is_over()) {
            if let Some(others) = admitted.get_mut(&pod.spec.node_name) {
                others.push(self.admitted_pod(&info(pod)));
            }
        }
        let mut verdicts: Table<NamespacedName, KubeletVerdict> = Table::new();
        let mut busy: Vec<&Str> = Vec::new();
        for pod in unseen {
            let name = &pod.spec.node_name;
            let (Some(node), Some(others)) = (self.node(name), admitted.get_mut(name)) else { continue };
            let info = info(pod);
            let verdict = if busy.contains(&name) {
                KubeletVerdict::Waits
            } else {
                Admission { settings: self.settings(), node, others }.judge(&info)
            };
            match &verdict {
                KubeletVerdict::Admitted => others.push(info),
                KubeletVerdict::NeedsRoom => busy.push(name),
                KubeletVerdict::Rejected(_) | KubeletVerdict::Waits => {}
            }
            verdicts.insert(pod.key(), verdict);
        }
        self.state_mut().initial_verdicts = verdicts;
    }
}

/// A node whose kubelet decides about a pod, and the pods that it has admitted.
struct Admission<'n> {
    settings: &'n Settings,
    node: &'n Node,
    others: &'n [Rc<PodInfo>],
}

impl Admission<'_> {
    fn judge(&self, info: &PodInfo) -> KubeletVerdict {
        if let Some(failure) = self.failure_beside_room(&info.pod) {
            return KubeletVerdict::Rejected(failure);
        }
        let shortages = insufficient_resources(info, self.node, self.others);
        let mismatch = self.mismatch(info);
        match (shortages.first(), mismatch) {
            (None, None) => KubeletVerdict::Admitted,
            // A critical pod is not rejected for lack of resources.
            (Some(_), None) if is_critical(&info.pod) => KubeletVerdict::NeedsRoom,
            (Some(shortage), mismatch) => {
                let failure = mismatch.filter(|_| is_critical(&info.pod));
                KubeletVerdict::Rejected(failure.unwrap_or_else(|| shortage.failure()))
            }
            (None, Some(mismatch)) => KubeletVerdict::Rejected(mismatch),
        }
    }

    /// The first reason to reject a pod, including lack of resources.
    fn failure(&self, info: &PodInfo) -> Option<AdmissionFailure> {
        self.failure_beside_room(&info.pod)
            .or_else(|| insufficient_resources(info, self.node, self.others).first().map(Shortage::failure))
            .or_else(|| self.mismatch(info))
    }

    /// The checks before those that stopping other pods could help.
    fn failure_beside_room(&self, pod: &Pod) -> Option<AdmissionFailure> {
        let failure =
            |reason: &str, message: &str| Some(AdmissionFailure { reason: reason.into(), message: message.into() });
        let pressures = pressures_against(pod, self.node);
        if !pressures.is_empty() {
            return failure("Evicted", &format!("The node had condition: [{}]. ", pressures.join(" ")));
        }
        if !self.settings.flow.kubelet.checks_operating_system {
            return None;
        }
        let node_os = self.node.metadata.labels.get(OS_LABEL).map_or("linux", Str::as_str);
        if pod.metadata.labels.get(OS_LABEL).is_some_and(|os| *os != *node_os) {
            let message = "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label";
            return failure("PodOSSelectorNodeLabelDoesNotMatch", message);
        }
        if pod.spec.os.0.as_ref().is_some_and(|os| os.name != *node_os) {
            return failure("PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS");
        }
        None
    }

    /// The first predicate that a pod fails on its node, apart from resources.
    fn mismatch(&self, info: &PodInfo) -> Option<AdmissionFailure> {
        let policy = &self.settings.flow.kubelet;
        let (labels, ports) = if policy.has_early_predicates {
            ("MatchNodeSelector", "PodFitsHostPorts")
        } else {
            ("NodeAffinity", "NodePorts")
        };
        let affinity = || {
            (!RequiredNodeAffinity::from_spec(&info.pod.spec).matches(self.node)).then(|| {
                let description = self.settings.wording.render_reason(&Reason::NodeSelectorMismatch);
                AdmissionFailure::of_predicate(labels, &description)
            })
        };
        let ports = || {
            let mut open_ports = self.others.iter().flat_map(|other| &other.host_ports);
            open_ports.any(|open| info.host_ports.iter().any(|port| port.conflicts_with(open))).then(|| {
                AdmissionFailure::of_predicate(ports, "node(s) didn't have free ports for the requested pod ports")
            })
        };
        let mismatch = if policy.has_early_predicates { ports().or_else(affinity) } else { affinity().or_else(ports) };
        mismatch.or_else(|| {
            (policy.checks_taints && !info.pod.is_mirror() && has_untolerated_taint(&info.pod, self.node)).then(|| {
                AdmissionFailure::of_predicate("TaintToleration", "node(s) had taints that the pod didn't tolerate")
            })
        })
    }
}

fn has_untolerated_taint(pod: &Pod, node: &Node) -> bool {
    let is_tolerated = |taint: &Taint| pod.spec.tolerations.iter().any(|toleration| toleration.tolerates(taint));
    node.spec.taints.iter().any(|taint| taint.effect == TaintEffect::NoExecute && !is_tolerated(taint))
}

/// The pressure conditions of a node for which it rejects the pod. Upstream: `managerImpl.Admit`.
fn pressures_against(pod: &Pod, node: &Node) -> Vec<&'static str> {
    use ConditionType::{DiskPressure, MemoryPressure, PIDPressure};
    let has = |wanted: &ConditionType| {
        let holds = |condition: &Condition| condition.r#type == *wanted && condition.status == ConditionStatus::True;
        node.status.conditions.iter().any(holds)
    };
    let mut pressures: Vec<&str> = [MemoryPressure, DiskPressure, PIDPressure]
        .iter()
        .filter(|pressure| has(pressure))
        .map(|pressure| match pressure {
            MemoryPressure => "MemoryPressure",
            DiskPressure => "DiskPressure",
            _ => "PIDPressure",
        })
        .collect();
    if pressures == ["MemoryPressure"] {
        let key = Str::from("node.kubernetes.io/memory-pressure");
        let taint = Taint { key, effect: TaintEffect::NoSchedule, ..Taint::default() };
        let is_tolerated = || pod.spec.tolerations.iter().any(|toleration| toleration.tolerates(&taint));
        if QosClass::of_pod(pod) != QosClass::BestEffort || is_tolerated() {
            pressures.clear();
        }
    }
    if is_critical(pod) {
        pressures.clear();
    }
    pressures
}

/// The resources of which a node has too little. Upstream: `noderesources.Fits`.
fn insufficient_resources(pod: &PodInfo, node: &Node, others: &[Rc<PodInfo>]) -> Vec<Shortage> {
    let capacity = Resources::from_list(&node.status.allocatable);
    let mut shortages = Vec::new();
    let mut check = |resource: Option<Resource>, requested: i64, used: i64, capacity: i64| {
        if requested > capacity.saturating_sub(used) {
            shortages.push(Shortage { resource, requested, used, capacity });
        }
    };
    check(None, 1, i64::try_from(others.len()).unwrap_or(i64::MAX), capacity.pods);
    // An extended resource that the node does not list belongs to the whole cluster or to a device driver.
    let is_known =
        |name: &Str| name.starts_with("hugepages-") || capacity.scalars.iter().any(|(other, _)| other == name);
    let scalars = pod.request.scalars.iter().map(|(name, _)| name).filter(|name| is_known(name));
    let resources = [Resource::Cpu, Resource::Memory, Resource::EphemeralStorage].into_iter();
    for resource in resources.chain(scalars.map(|name| Resource::Scalar(name.clone()))) {
        let requested = pod.request.get(&resource);
        if requested > 0 {
            let used = others.iter().fold(0_i64, |sum, other| sum.saturating_add(other.bound_request.get(&resource)));
            let capacity = capacity.get(&resource);
            check(Some(resource), requested, used, capacity);
        }
    }
    shortages
}
