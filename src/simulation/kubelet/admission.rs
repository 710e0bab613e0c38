//! What a kubelet admits: a pod that its node has no room for, or that does not belong there, fails. Upstream:
//! `lifecycle.predicateAdmitHandler`, `scheduler.AdmissionCheck`.

use std::rc::Rc;

use api::{
    NamespacedName, Node, RequiredNodeAffinity, Str,
    resources::{Resource, Resources},
};
use scheduler::cluster::PodInfo;

use super::{admission_failure::AdmissionFailure, state::Kubelets};
use crate::client::Component;

impl Component<'_, Kubelets> {
    /// Why the kubelet of its node does not admit a pod, if it does not.
    pub(super) fn admission_failure(&self, key: &NamespacedName) -> Option<AdmissionFailure> {
        let record = self.pod(key)?;
        let node = self.node(record.node()?)?;
        let names = self.pods_on(&node.metadata.name).into_iter().filter(|other| other != key);
        let records = names.filter_map(|name| self.pod(&name)).filter(|record| !record.is_over());
        let others: Vec<Rc<PodInfo>> = records.map(|record| self.admitted_pod(&record.info)).collect();
        check_admission(&record.info, node, &others)
    }
}

fn check_admission(pod: &PodInfo, node: &Node, others: &[Rc<PodInfo>]) -> Option<AdmissionFailure> {
    if let Some(failure) = insufficient_resource(pod, node, others) {
        return Some(failure);
    }
    if !RequiredNodeAffinity::from_spec(&pod.pod.spec).matches(node) {
        let description = "node(s) didn't match Pod's node affinity/selector";
        return Some(AdmissionFailure::of_predicate("NodeAffinity", description));
    }
    let mut open_ports = others.iter().flat_map(|other| &other.host_ports);
    if open_ports.any(|open| pod.host_ports.iter().any(|port| port.conflicts_with(open))) {
        let description = "node(s) didn't have free ports for the requested pod ports";
        return Some(AdmissionFailure::of_predicate("NodePorts", description));
    }
    None
}

/// Of the resources that the node has too little of, the first. Upstream: `noderesources.Fits`.
fn insufficient_resource(pod: &PodInfo, node: &Node, others: &[Rc<PodInfo>]) -> Option<AdmissionFailure> {
    let capacity = Resources::from_list(&node.status.allocatable);
    let shortage = |name: &str, requested: i64, used: i64, capacity: i64| {
        (requested > capacity.saturating_sub(used)).then(|| AdmissionFailure {
            reason: format!("OutOf{name}").into(),
            message: format!(
                "Node didn't have enough resource: {name}, requested: {requested}, used: {used}, capacity: {capacity}"
            )
            .into(),
        })
    };
    let pods = i64::try_from(others.len()).unwrap_or(i64::MAX);
    if let Some(failure) = shortage("pods", 1, pods, capacity.pods) {
        return Some(failure);
    }
    let check = |name: &str, resource: &Resource| {
        let requested = pod.request.get(resource);
        let used = || others.iter().fold(0_i64, |sum, other| sum.saturating_add(other.bound_request.get(resource)));
        if requested > 0 { shortage(name, requested, used(), capacity.get(resource)) } else { None }
    };
    let basic =
        [("cpu", Resource::Cpu), ("memory", Resource::Memory), ("ephemeral-storage", Resource::EphemeralStorage)];
    // An extended resource that the node does not know is somebody else's: of the whole cluster, or of a device driver.
    let is_known =
        |name: &Str| name.starts_with("hugepages-") || capacity.scalars.iter().any(|(other, _)| other == name);
    let named = pod.request.scalars.iter().map(|(name, _)| name).filter(|name| is_known(name));
    basic
        .iter()
        .find_map(|(name, resource)| check(name, resource))
        .or_else(|| named.clone().find_map(|name| check(name, &Resource::Scalar(name.clone()))))
}
