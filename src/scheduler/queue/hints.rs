//! Queueing hints: which events may help a pod that certain plugins rejected.
//!
//! Upstream: `EventsToRegister` and the `QueueingHintFn` of each plugin. A pod moves if one of the plugins that rejected
//! it registered the event and its hint says so. The first event of a node update that moves the pod names the move.

use crate::api::{Node, Taint};
use crate::cluster::{PodInfo, Resource, Resources};
use crate::framework::PluginId;

use super::events::{ClusterEvent, NodeChange, selects};

/// Whether the event moves a pod that these plugins rejected, and under which name.
pub(super) fn wakes(event: &ClusterEvent<'_>, pod: &PodInfo, rejecting: &[PluginId]) -> Option<&'static str> {
    let any = |hint: &dyn Fn(PluginId) -> bool| rejecting.iter().any(|plugin| hint(*plugin));
    match event {
        ClusterEvent::AssignedPodDelete { pod: gone, up_to } => {
            let concerned = up_to.is_none_or(|priority| pod.priority() <= priority);
            (concerned && any(&|plugin| on_delete(plugin, pod, gone, up_to.is_some()))).then_some("AssignedPodDelete")
        }
        ClusterEvent::AssignedPodAdd(new) => any(&|plugin| on_add(plugin, pod, new)).then_some("AssignedPodAdd"),
        ClusterEvent::AssignedPodUpdate(_) | ClusterEvent::Service => None,
        ClusterEvent::AssignedPodChanged { old, new } => {
            if any(&|plugin| plugin == PluginId::NodeResourcesFit && frees(pod, old, new)) {
                return Some("AssignedPodUpdate");
            }
            any(&|plugin| on_relabel(plugin, pod, old, new)).then_some("AssignedPodUpdate")
        }
        ClusterEvent::NodeAdd(node) => any(&|plugin| on_node(plugin, pod, node)).then_some("NodeAdd"),
        ClusterEvent::NodeDelete(node) => {
            any(&|plugin| plugin == PluginId::PodTopologySpread && has_spread_keys(pod, node)).then_some("NodeDelete")
        }
        ClusterEvent::NodeUpdate { old, new } => NodeChange::between(old, new).into_iter().find_map(|change| {
            any(&|plugin| on_change(plugin, change, pod, old, new)).then_some(match change {
                NodeChange::Uncordoned | NodeChange::Taints => "NodeUpdateNodeTaint",
                NodeChange::Allocatable => "NodeUpdateNodeAllocatable",
                NodeChange::Labels => "NodeUpdateNodeLabel",
                NodeChange::Conditions => "NodeUpdateNodeCondition",
            })
        }),
    }
}

/// A bound pod is gone, or (`nomination`) one that was only nominated.
fn on_delete(plugin: PluginId, pod: &PodInfo, gone: &PodInfo, nomination: bool) -> bool {
    match plugin {
        PluginId::NodeResourcesFit => true,
        PluginId::NodePorts => pod.host_ports.iter().any(|port| gone.host_ports.iter().any(|g| g.conflicts(port))),
        PluginId::InterPodAffinity => {
            let terms = pod.required_anti_affinity();
            !nomination && !terms.is_empty() && terms.iter().all(|term| selects(term, pod, gone))
        }
        PluginId::PodTopologySpread => (!nomination || gone.uid() == pod.uid()) && spreads_with(pod, gone),
        _ => false,
    }
}

/// A pod was bound.
fn on_add(plugin: PluginId, pod: &PodInfo, new: &PodInfo) -> bool {
    match plugin {
        PluginId::InterPodAffinity => {
            let terms = pod.required_affinity();
            !terms.is_empty() && terms.iter().all(|term| selects(term, pod, new))
        }
        PluginId::PodTopologySpread => spreads_with(pod, new),
        _ => false,
    }
}

/// A bound pod asks for less of something that the waiting pod wants: `isSchedulableAfterPodScaleDown`.
fn frees(pod: &PodInfo, old: &PodInfo, new: &PodInfo) -> bool {
    let less = |resource: &Resource| new.used.get(resource) < old.used.get(resource) && pod.request.get(resource) > 0;
    let scalars = pod.request.scalars.iter().map(|(name, _)| Resource::Scalar(name.clone()));
    [Resource::Cpu, Resource::Memory, Resource::EphemeralStorage].into_iter().chain(scalars).any(|it| less(&it))
}

/// The labels of a bound pod changed: it may have become one that the waiting pod wants, or ceased to be one in the way.
fn on_relabel(plugin: PluginId, pod: &PodInfo, old: &PodInfo, new: &PodInfo) -> bool {
    if old.labels() == new.labels() {
        return false;
    }
    match plugin {
        PluginId::InterPodAffinity => on_add(plugin, pod, new) || on_delete(plugin, pod, old, false),
        PluginId::PodTopologySpread => spreads_with(pod, old) != spreads_with(pod, new),
        _ => false,
    }
}

/// A node came.
fn on_node(plugin: PluginId, pod: &PodInfo, node: &Node) -> bool {
    match plugin {
        PluginId::NodeResourcesFit => fits_empty(pod, node),
        PluginId::NodeAffinity => matches_node(pod, node),
        PluginId::TaintToleration => tolerates(pod, node),
        PluginId::NodeUnschedulable => !node.spec.unschedulable,
        PluginId::NodePorts | PluginId::NodeName => true,
        PluginId::InterPodAffinity => {
            pod.required_affinity().iter().any(|term| node.metadata.labels.contains(&term.topology_key))
                || !pod.required_anti_affinity().is_empty()
        }
        PluginId::PodTopologySpread => has_spread_keys(pod, node),
        _ => false,
    }
}

/// A node changed in one respect.
fn on_change(plugin: PluginId, change: NodeChange, pod: &PodInfo, old: &Node, new: &Node) -> bool {
    let spread = || {
        let (before, now) = (has_spread_keys(pod, old), has_spread_keys(pod, new));
        let keys_changed = hard_keys(pod).any(|key| old.metadata.labels.get(key) != new.metadata.labels.get(key));
        before != now || now && (keys_changed || old.spec.taints != new.spec.taints)
    };
    match (change, plugin) {
        // Plugins that hear of new nodes but not of taints are woken by taints all the same, in case the new node was
        // held back by one: a work-around of upstream's.
        (
            NodeChange::Taints | NodeChange::Uncordoned,
            PluginId::NodeResourcesFit
            | PluginId::NodeAffinity
            | PluginId::NodePorts
            | PluginId::InterPodAffinity
            | PluginId::NodeName,
        ) => true,
        (NodeChange::Taints | NodeChange::Uncordoned, PluginId::TaintToleration) => {
            !tolerates(pod, old) && tolerates(pod, new)
        }
        (NodeChange::Taints | NodeChange::Uncordoned, PluginId::NodeUnschedulable) => {
            old.spec.unschedulable && !new.spec.unschedulable
        }
        (NodeChange::Taints | NodeChange::Uncordoned | NodeChange::Labels, PluginId::PodTopologySpread) => spread(),
        (NodeChange::Labels, PluginId::NodeAffinity) => !matches_node(pod, old) && matches_node(pod, new),
        (NodeChange::Labels, PluginId::InterPodAffinity) => {
            let (before, now) = (&old.metadata.labels, &new.metadata.labels);
            let changed = |key: &str| before.get(key) != now.get(key);
            pod.required_affinity().iter().any(|t| now.contains(&t.topology_key) && changed(&t.topology_key))
                || pod
                    .required_anti_affinity()
                    .iter()
                    .any(|t| before.contains(&t.topology_key) && changed(&t.topology_key))
        }
        (NodeChange::Allocatable, PluginId::NodeResourcesFit) => fits_empty(pod, new) && grew(pod, old, new),
        _ => false,
    }
}

fn fits_empty(pod: &PodInfo, node: &Node) -> bool {
    let room = Resources::from_list(&node.status.allocatable);
    let wants = &pod.request;
    room.pods >= 1
        && wants.milli_cpu <= room.milli_cpu
        && wants.memory <= room.memory
        && wants.ephemeral_storage <= room.ephemeral_storage
        && wants.scalars.iter().all(|(name, amount)| *amount <= room.scalar(name))
}

/// Whether the pod count or a resource that the pod asks for grew.
fn grew(pod: &PodInfo, old: &Node, new: &Node) -> bool {
    let (before, now) = (Resources::from_list(&old.status.allocatable), Resources::from_list(&new.status.allocatable));
    let wants = &pod.request;
    now.pods > before.pods
        || wants.milli_cpu > 0 && now.milli_cpu > before.milli_cpu
        || wants.memory > 0 && now.memory > before.memory
        || wants.ephemeral_storage > 0 && now.ephemeral_storage > before.ephemeral_storage
        || wants.scalars.iter().any(|(name, amount)| *amount > 0 && now.scalar(name) > before.scalar(name))
}

fn matches_node(pod: &PodInfo, node: &Node) -> bool {
    let (spec, labels) = (&pod.pod.spec, &node.metadata.labels);
    let required = spec.affinity.as_ref().and_then(|a| a.node_affinity.as_ref()).and_then(|a| a.required.as_ref());
    spec.node_selector.iter().all(|(key, value)| labels.get(key) == Some(value))
        && required.is_none_or(|selector| selector.matches(&node.metadata.name, labels))
}

fn tolerates(pod: &PodInfo, node: &Node) -> bool {
    let hard = |taint: &&Taint| taint.effect == "NoSchedule" || taint.effect == "NoExecute";
    let tolerated = |taint: &Taint| pod.pod.spec.tolerations.iter().any(|toleration| toleration.tolerates(taint));
    node.spec.taints.iter().filter(hard).all(tolerated)
}

fn hard_keys(pod: &PodInfo) -> impl Iterator<Item = &str> {
    let constraints = pod.pod.spec.topology_spread_constraints.iter();
    constraints.filter(|c| c.when_unsatisfiable == "DoNotSchedule").map(|c| c.topology_key.as_str())
}

fn has_spread_keys(pod: &PodInfo, node: &Node) -> bool {
    hard_keys(pod).all(|key| node.metadata.labels.contains(key))
}

fn spreads_with(pod: &PodInfo, other: &PodInfo) -> bool {
    pod.namespace() == other.namespace()
        && pod.pod.spec.topology_spread_constraints.iter().any(|constraint| {
            constraint.when_unsatisfiable == "DoNotSchedule"
                && constraint.label_selector.as_ref().is_some_and(|selector| selector.matches(other.labels()))
        })
}
