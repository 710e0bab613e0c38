//! The node that the decision at a point is about, with its pods.

use std::{cmp::Reverse, rc::Rc};

use api::{Pod, Str, resources::Resource};
use protocol::{FieldAnswer, FieldAxis, FieldNode, FieldNumber, FieldPod};

use crate::PendingDecision;

/// The node of an answer; for a pending pod the one with the most capacity. The numbers of the point are set.
pub(super) fn describe_node(
    pending: &PendingDecision,
    axes: &[FieldAxis; 2],
    answer: &FieldAnswer,
) -> Option<FieldNode> {
    let PendingDecision { cluster, pod } = pending;
    let resource = shown_resource(axes);
    let capacity = |name: &Str| {
        let node = cluster.nodes.iter().find(|node| node.metadata.name == *name)?;
        Some(resource.amount_in(&node.status.allocatable))
    };
    let name = match answer {
        FieldAnswer::Fits { node, .. } | FieldAnswer::Preempts { node, .. } => node.clone(),
        FieldAnswer::Pending { .. } => {
            let names = cluster.nodes.iter().map(|node| &node.metadata.name);
            // Of equal ones the first.
            names.rev().max_by_key(|name| capacity(name))?.clone()
        }
    };
    let describe_pod = |pod: &Rc<Pod>| {
        let info = cluster.pod_info(pod);
        let request = if pod.spec.node_name.is_empty() { &info.request } else { &info.bound_request };
        let amount = match &resource {
            Resource::Memory => request.memory,
            _ => request.milli_cpu,
        };
        let key = pod.key();
        FieldPod { is_victim: answer.victims().contains(&key), pod: key, priority: pod.priority(), amount }
    };
    let on_node = cluster.bound_pods.iter().filter(|(node, _)| *node == name);
    let mut pods: Vec<FieldPod> = on_node.map(|(_, pod)| describe_pod(pod)).collect();
    pods.sort_by_key(|pod| Reverse(pod.priority));
    let newcomer = describe_pod(&Rc::new(pod.clone()));
    Some(FieldNode { capacity: capacity(&name)?, name, resource, pods, newcomer })
}

/// CPU, unless the axes are about memory only.
fn shown_resource(axes: &[FieldAxis; 2]) -> Resource {
    let is_cpu = |axis: &FieldAxis| matches!(axis.number, FieldNumber::PodCpu(_) | FieldNumber::NodeCpu(_));
    let is_memory = |axis: &FieldAxis| matches!(axis.number, FieldNumber::PodMemory(_) | FieldNumber::NodeMemory(_));
    if axes.iter().any(is_memory) && !axes.iter().any(is_cpu) { Resource::Memory } else { Resource::Cpu }
}
