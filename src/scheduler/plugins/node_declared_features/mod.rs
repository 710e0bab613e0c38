//! `NodeDeclaredFeatures`: keeps pods off nodes whose kubelet lacks a feature they need.
//!
//! A kubelet lists its features in `status.declaredFeatures`. What a pod needs is inferred from its spec:
//!
//! - `RestartAllContainersOnContainerExits`: a container or init container has a restart rule with the action
//!   `RestartAllContainers`;
//! - `UserNamespacesHostNetworkSupport`: the pod has `hostNetwork: true` and `hostUsers: false`.
//!
//! A pod that needs no feature skips the plugin. Otherwise a node is feasible if it declares all features that the pod
//! needs; preemption cannot help. The registry has three more features, which concern changes of running pods, not
//! scheduling.
//!
//! Upstream has a bug in `Framework.MapSorted` of that library: it compares the node's list with the sorted registry in
//! a single pass, as if the list were sorted too. In an unsorted list, a feature is missed if it follows a name that
//! sorts after it. Test: `a_node_must_declare_all_that_is_needed_and_sort_its_list`.
//!
//! Upstream: `nodedeclaredfeatures.Filter`, with the library `component-helpers/nodedeclaredfeatures`.

use api::{Pod, RestartRuleAction, Str};
use runlog::{Failure, NodeIx, Reason, Verdict};

use crate::{
    cluster::NodeState,
    framework::{ClusterEvent, CycleCtx, Filter, Judge, NodeChange, PreFilterOutcome},
};

pub struct NodeDeclaredFeatures;

const RESTART_ALL: &str = "RestartAllContainersOnContainerExits";
const HOST_NETWORK: &str = "UserNamespacesHostNetworkSupport";

/// All registered features, sorted.
const REGISTRY: [&str; 5] = [
    "ExtendWebSocketsToKubelet",
    "InPlacePodLevelResourcesVerticalScaling",
    "InPlacePodVerticalScalingInitContainers",
    RESTART_ALL,
    HOST_NETWORK,
];

/// The features that a pod needs.
struct RequiredFeatures(Vec<&'static str>);

impl RequiredFeatures {
    fn of_pod(pod: &Pod) -> Self {
        let spec = &pod.spec;
        let mut rules =
            spec.init_containers.iter().chain(&spec.containers).flat_map(|container| &container.restart_policy_rules);
        let needed = [
            (RESTART_ALL, rules.any(|rule| rule.action == RestartRuleAction::RestartAllContainers)),
            (HOST_NETWORK, spec.host_network && spec.host_users == Some(false)),
        ];
        Self(needed.into_iter().filter(|(_, is_required)| *is_required).map(|(feature, _)| feature).collect())
    }

    fn missing_features<'n>(&'n self, declared: &'n [Str]) -> impl Iterator<Item = &'static str> + 'n {
        self.0.iter().copied().filter(|feature| !declares_feature(declared, feature))
    }
}

/// Whether a single pass over the list and the registry finds the feature in both.
fn declares_feature(list: &[Str], feature: &str) -> bool {
    let mut list = list.iter().map(Str::as_str).peekable();
    REGISTRY.into_iter().any(|registered_feature| {
        while list.peek().is_some_and(|name| *name < registered_feature) {
            list.next();
        }
        registered_feature == feature && list.peek() == Some(&registered_feature)
    })
}

impl Filter for NodeDeclaredFeatures {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        let required_features = RequiredFeatures::of_pod(&cycle.pod.pod);
        if required_features.0.is_empty() {
            PreFilterOutcome::Skip
        } else {
            PreFilterOutcome::Judge(Box::new(required_features))
        }
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        match cluster_event {
            ClusterEvent::NodeAdd(_) | ClusterEvent::NodeUpdate { change: NodeChange::DeclaredFeatures, .. } => {
                Some(true)
            }
            ClusterEvent::PodUpdate { old, new, .. } => Some(
                new.uid() == cycle.pod.uid()
                    && RequiredFeatures::of_pod(&old.pod).0 != RequiredFeatures::of_pod(&new.pod).0,
            ),
            _ => None,
        }
    }
}

impl Judge<'_> for RequiredFeatures {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        let missing: Vec<Str> = self.missing_features(&node.node.status.declared_features).map(Str::from).collect();
        if missing.is_empty() { Ok(()) } else { Err(Failure::unresolvable(Reason::UndeclaredFeatures { missing })) }
    }

    fn is_node_only(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::{Objects, Snapshot},
        plugins::testing::{judge_pod, node, node_hints, pod, pod_hint, pod_hints},
    };

    const PLUGIN: NodeDeclaredFeatures = NodeDeclaredFeatures;
    const RESTARTS: &str =
        r#"{"spec":{"initContainers":[{"restartPolicyRules":[{"action":"RestartAllContainers"}]}]}}"#;
    const SHARES: &str = r#"{"spec":{"hostNetwork":true,"hostUsers":false}}"#;

    #[test]
    fn needs_come_from_the_spec() {
        for (json, needed) in [
            ("{}", &[][..]),
            (RESTARTS, &[RESTART_ALL]),
            (r#"{"spec":{"containers":[{"restartPolicyRules":[{"action":"Restart"}]}]}}"#, &[]),
            (SHARES, &[HOST_NETWORK]),
            (r#"{"spec":{"hostNetwork":true}}"#, &[]),
            (r#"{"spec":{"hostNetwork":true,"hostUsers":true}}"#, &[]),
            (r#"{"spec":{"hostUsers":false}}"#, &[]),
        ] {
            let (pod, snapshot, objects) = (pod(json), Snapshot::default(), Objects::default());
            assert_eq!(RequiredFeatures::of_pod(&pod.pod).0, needed, "{json}");
            let prepared = PLUGIN.prepare(&CycleCtx { pod: &pod, snapshot: &snapshot, objects: &objects, order: None });
            assert_eq!(matches!(prepared, PreFilterOutcome::Skip), needed.is_empty(), "{json}");
        }
    }

    #[test]
    fn a_node_must_declare_all_that_is_needed_and_sort_its_list() {
        for (list, restarts, shares) in [
            ("[]", false, false),
            (r#"["RestartAllContainersOnContainerExits"]"#, true, false),
            (r#"["RestartAllContainersOnContainerExits","UserNamespacesHostNetworkSupport"]"#, true, true),
            (
                r#"["A","A","RestartAllContainersOnContainerExits","RestartAllContainersOnContainerExits","Z"]"#,
                true,
                false,
            ),
            // Elements after a name that sorts after it are not compared.
            (r#"["UserNamespacesHostNetworkSupport","RestartAllContainersOnContainerExits"]"#, false, true),
            (r#"["T","RestartAllContainersOnContainerExits","UserNamespacesHostNetworkSupport"]"#, false, true),
        ] {
            let node = node(&format!(r#"{{"status":{{"declaredFeatures":{list}}}}}"#));
            for (json, feature, declared) in [(RESTARTS, RESTART_ALL, restarts), (SHARES, HOST_NETWORK, shares)] {
                let missing = vec![feature.into()];
                let no = Err(Failure::unresolvable(Reason::UndeclaredFeatures { missing }));
                assert_eq!(judge_pod(&PLUGIN, &pod(json), &node), if declared { Ok(()) } else { no }, "{list} {json}");
            }
        }
    }

    #[test]
    fn another_list_and_other_needs_may_help() {
        let waiting = pod(r#"{"metadata":{"uid":"u"}}"#);
        let declares = |list: &str| format!(r#"{{"status":{{"declaredFeatures":{list}}}}}"#);
        for (old, new, expected) in [
            (r#"["A"]"#, r#"["B"]"#, vec![Some(true)]),
            (r#"["A","B"]"#, r#"["B","A"]"#, vec![Some(true)]),
            (r#"["A"]"#, r#"["A"]"#, vec![]),
        ] {
            assert_eq!(node_hints(&PLUGIN, &waiting, &declares(old), &declares(new)), expected, "{old} {new}");
        }
        assert_eq!(pod_hint(&PLUGIN, &waiting, &ClusterEvent::NodeAdd(&node("{}").node)), Some(true));
        let shares = |uid: &str, users: bool| {
            format!(r#"{{"metadata":{{"uid":"{uid}"}},"spec":{{"hostNetwork":true,"hostUsers":{users}}}}}"#)
        };
        for (uid, from, to, expected) in [("u", false, true, true), ("u", true, true, false), ("v", false, true, false)]
        {
            let hints = pod_hints(&PLUGIN, &waiting, &shares(uid, from), &shares(uid, to));
            assert_eq!(hints, [Some(expected)], "{uid} {from} {to}");
        }
    }
}
