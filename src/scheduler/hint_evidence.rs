//! What a queueing hint compared, to show it: the numbers and labels behind the plugin's answer.
//!
//! Hints answer yes or no, because an event may meet thousands of pods. This repeats their comparison for the few that
//! somebody looks at, and is not part of what a simple run needs.

use api::{Node, Operator, find_untolerated_taint};
use runlog::{HintAnswer, HintEvidence, PluginHint, PluginId, RowId};

use crate::{
    cluster::{PodInfo, Resource, Resources},
    framework::{ClusterEvent, CycleCtx, NodeChange, Profile},
};

/// Returns the hint of a row that rejected the pod, with what it compared.
#[must_use]
pub fn explain_hint(
    profile: &Profile,
    cycle: &CycleCtx<'_>,
    row: &RowId,
    cluster_event: &ClusterEvent<'_>,
) -> PluginHint {
    let answer = match profile.hint_of_row(cycle, row, cluster_event) {
        None => HintAnswer::Unregistered,
        Some(true) => HintAnswer::Queue,
        Some(false) => HintAnswer::Skip,
    };
    let plugin = profile.filters.iter().find(|filter| filter.id == *row).map(|filter| filter.plugin);
    let evidence = match plugin {
        Some(plugin) if answer != HintAnswer::Unregistered => {
            compare(plugin, cycle.pod, cluster_event, answer == HintAnswer::Queue)
        }
        _ => HintEvidence::Unknown,
    };
    PluginHint { plugin: row.clone(), answer, evidence }
}

fn compare(plugin: PluginId, pod: &PodInfo, cluster_event: &ClusterEvent<'_>, helps: bool) -> HintEvidence {
    match (plugin, cluster_event) {
        (PluginId::NodeResourcesFit, ClusterEvent::AssignedPodDelete { pod: removed, .. }) => {
            let resource = main_resource(&pod.request);
            HintEvidence::Freed { amount: removed.request.get(&resource), resource }
        }
        (PluginId::NodeResourcesFit, ClusterEvent::NodeAdd(node)) => compare_amounts(pod, node),
        (PluginId::NodeResourcesFit, ClusterEvent::NodeUpdate { change: NodeChange::Allocatable, new, .. }) => {
            match compare_amounts(pod, new) {
                HintEvidence::Amount { needed, offered, .. } if !helps && needed <= offered => {
                    HintEvidence::NotIncreased
                }
                amounts => amounts,
            }
        }
        (
            PluginId::NodeAffinity,
            ClusterEvent::NodeAdd(node) | ClusterEvent::NodeUpdate { change: NodeChange::Labels, new: node, .. },
        ) => compare_labels(pod, node, helps),
        (
            PluginId::TaintToleration,
            ClusterEvent::NodeAdd(node)
            | ClusterEvent::NodeUpdate { change: NodeChange::Taints | NodeChange::Uncordoned, new: node, .. },
        ) => match find_untolerated_taint(&node.spec.taints, &pod.pod.spec.tolerations) {
            Some(taint) => HintEvidence::Taint { key: taint.key.clone(), value: taint.value.clone() },
            None => HintEvidence::Tolerated,
        },
        (
            PluginId::NodeUnschedulable,
            ClusterEvent::NodeAdd(node)
            | ClusterEvent::NodeUpdate { change: NodeChange::Taints | NodeChange::Uncordoned, new: node, .. },
        ) => HintEvidence::Cordon(node.spec.unschedulable),
        (_, ClusterEvent::NodeUpdate { change: NodeChange::Taints | NodeChange::Uncordoned, .. }) if helps => {
            HintEvidence::AnyTaintChange
        }
        _ => HintEvidence::Unknown,
    }
}

/// Returns the resource that a pod requests, preferably cpu.
fn main_resource(request: &Resources) -> Resource {
    let plain = [Resource::Cpu, Resource::Memory, Resource::EphemeralStorage];
    let requested = plain.into_iter().find(|resource| request.get(resource) > 0);
    let scalar = || request.scalars.first().map(|(name, _)| Resource::Scalar(name.clone()));
    requested.or_else(scalar).unwrap_or_else(Resource::pods)
}

/// Compares a request with an empty node: the first resource that is short, or else the main one.
fn compare_amounts(pod: &PodInfo, node: &Node) -> HintEvidence {
    let offered = Resources::from_list(&node.status.allocatable);
    let amount = |resource: Resource| {
        let (needed, offered) =
            if resource.is_pods() { (1, offered.pods) } else { (pod.request.get(&resource), offered.get(&resource)) };
        (needed, offered, resource)
    };
    let plain = [Resource::pods(), Resource::Cpu, Resource::Memory, Resource::EphemeralStorage];
    let scalars = pod.request.scalars.iter().map(|(name, _)| Resource::Scalar(name.clone()));
    let short = plain.into_iter().chain(scalars).map(amount).find(|(needed, offered, _)| needed > offered);
    let (needed, offered, resource) = short.unwrap_or_else(|| amount(main_resource(&pod.request)));
    HintEvidence::Amount { resource, needed, offered }
}

/// Compares the labels of a node with those that the pod requires: the first that differs, or else the first.
fn compare_labels(pod: &PodInfo, node: &Node, helps: bool) -> HintEvidence {
    let spec = &pod.pod.spec;
    let selected = spec.node_selector.iter().map(|(key, value)| (key.clone(), vec![value.clone()]));
    let terms = spec.required_node_affinity().map_or(&[][..], |required| &required.node_selector_terms);
    let only_term = if let [term] = terms { &term.match_expressions[..] } else { &[] };
    let expressions = only_term
        .iter()
        .filter(|requirement| requirement.operator == Operator::In)
        .map(|requirement| (requirement.key.clone(), requirement.values.clone()));
    let value_of = |key: &str| node.metadata.labels.iter().find(|(label, _)| **label == *key).map(|(_, value)| value);
    let mut wanted = selected.chain(expressions).map(|(key, wanted)| {
        let value = value_of(&key).cloned();
        (value.as_ref().is_some_and(|value| wanted.contains(value)), HintEvidence::Label { key, wanted, value })
    });
    wanted.find(|(matches, _)| *matches == helps).map_or(HintEvidence::Unknown, |(_, label)| label)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::plugins::testing::{node, pod};

    #[test]
    fn hints_compare_numbers_and_labels() {
        let big =
            pod(r#"{"spec":{"nodeSelector":{"disk":"ssd"},"containers":[{"resources":{"requests":{"cpu":"6"}}}]}}"#);
        let event = |json: &str| Rc::clone(&node(json).node);
        let compared = |plugin, json: &str, helps| compare(plugin, &big, &ClusterEvent::NodeAdd(&event(json)), helps);
        let amount = |needed, offered, resource| HintEvidence::Amount { resource, needed, offered };
        let label = |value: Option<&str>| HintEvidence::Label {
            key: "disk".into(),
            wanted: vec!["ssd".into()],
            value: value.map(Into::into),
        };
        let fit = PluginId::NodeResourcesFit;
        let affinity = PluginId::NodeAffinity;
        for (plugin, json, helps, expected) in [
            (fit, r#"{"status":{"allocatable":{"cpu":"8","pods":"9"}}}"#, true, amount(6000, 8000, Resource::Cpu)),
            (fit, r#"{"status":{"allocatable":{"cpu":"4","pods":"9"}}}"#, false, amount(6000, 4000, Resource::Cpu)),
            (fit, r#"{"status":{"allocatable":{"cpu":"8"}}}"#, false, amount(1, 0, Resource::pods())),
            (affinity, r#"{"metadata":{"labels":{"disk":"ssd"}}}"#, true, label(Some("ssd"))),
            (affinity, r#"{"metadata":{"labels":{"disk":"hdd"}}}"#, false, label(Some("hdd"))),
            (affinity, "{}", false, label(None)),
            (PluginId::TaintToleration, "{}", true, HintEvidence::Tolerated),
            (
                PluginId::TaintToleration,
                r#"{"spec":{"taints":[{"key":"a","value":"b","effect":"NoSchedule"}]}}"#,
                false,
                HintEvidence::Taint { key: "a".into(), value: "b".into() },
            ),
            (PluginId::NodeUnschedulable, r#"{"spec":{"unschedulable":true}}"#, false, HintEvidence::Cordon(true)),
            (PluginId::InterPodAffinity, "{}", true, HintEvidence::Unknown),
        ] {
            assert_eq!(compared(plugin, json, helps), expected, "{plugin:?} {json}");
        }
    }
}
