//! `NodeUnschedulable`: keeps pods off cordoned nodes.
//!
//! A node with `spec.unschedulable` admits only pods that tolerate the taint
//! `node.kubernetes.io/unschedulable:NoSchedule`, whether or not the node has that taint.
//!
//! Upstream: `nodeunschedulable.Filter`; v1.16: `CheckNodeUnschedulablePredicate`. All releases behave the same.

use api::{Taint, TaintEffect};
use runlog::{Failure, NodeIx, Reason, Verdict};

use crate::{
    cluster::NodeState,
    framework::{ClusterEvent, CycleCtx, Filter, Judge, NodeChange, PreFilterOutcome},
};

pub struct NodeUnschedulable;

struct CordonJudge {
    is_tolerated: bool,
    has_cordons: bool,
}

impl Filter for NodeUnschedulable {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        let taint = Taint {
            key: "node.kubernetes.io/unschedulable".into(),
            effect: TaintEffect::NoSchedule,
            ..Taint::default()
        };
        let is_tolerated = cycle.pod.pod.spec.tolerations.iter().any(|toleration| toleration.tolerates(&taint));
        PreFilterOutcome::Judge(Box::new(CordonJudge { is_tolerated, has_cordons: cycle.snapshot.has_cordons() }))
    }

    fn queueing_hint(&self, _: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        match cluster_event {
            ClusterEvent::NodeAdd(node) => Some(!node.spec.unschedulable),
            ClusterEvent::NodeUpdate { change: NodeChange::Taints | NodeChange::Uncordoned, old, new } => {
                Some(old.spec.unschedulable && !new.spec.unschedulable)
            }
            _ => None,
        }
    }
}

impl Judge<'_> for CordonJudge {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        if node.is_cordoned && !self.is_tolerated { Err(Failure::unresolvable(Reason::Cordoned)) } else { Ok(()) }
    }

    fn is_node_only(&self) -> bool {
        true
    }

    fn admits_every_node(&self) -> bool {
        self.is_tolerated || !self.has_cordons
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::testing::{judge_pod, node, node_hints, pod, pod_hint};

    #[test]
    fn only_the_cordon_and_its_toleration_matter() {
        let tolerates = r#"{"spec":{"tolerations":[{"key":"node.kubernetes.io/unschedulable","operator":"Exists"}]}}"#;
        let cordoned = r#"{"spec":{"unschedulable":true}}"#;
        let no = Err(Failure::unresolvable(Reason::Cordoned));
        for (pod_json, node_json, expected) in [
            ("{}", "{}", Ok(())),
            ("{}", cordoned, no),
            (tolerates, cordoned, Ok(())),
            ("{}", r#"{"spec":{"taints":[{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"}]}}"#, Ok(())),
        ] {
            assert_eq!(
                judge_pod(&NodeUnschedulable, &pod(pod_json), &node(node_json)),
                expected,
                "{pod_json} {node_json}"
            );
        }
    }

    #[test]
    fn an_uncordoned_node_may_help() {
        let (open, cordoned) = ("{}", r#"{"spec":{"unschedulable":true}}"#);
        let waiting = pod("{}");
        assert_eq!(node_hints(&NodeUnschedulable, &waiting, cordoned, open), [Some(true)]);
        assert_eq!(node_hints(&NodeUnschedulable, &waiting, open, cordoned), []);
        for (json, helps) in [(open, true), (cordoned, false)] {
            assert_eq!(pod_hint(&NodeUnschedulable, &waiting, &ClusterEvent::NodeAdd(&node(json).node)), Some(helps));
        }
    }
}
