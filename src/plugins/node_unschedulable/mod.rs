//! `NodeUnschedulable`: keeps pods off cordoned nodes.
//!
//! A node with `spec.unschedulable` takes only pods that tolerate the taint
//! `node.kubernetes.io/unschedulable:NoSchedule`, whether or not the node carries that taint.
//!
//! Upstream: `nodeunschedulable.Filter`; v1.16: `CheckNodeUnschedulablePredicate`. No release differs.

use crate::api::Taint;
use crate::cluster::NodeState;
use crate::framework::{Cycle, Failure, Filter, Judge, Prepared, Reason, Verdict};

/// The plugin.
pub struct NodeUnschedulable;

struct Cordon {
    tolerated: bool,
}

impl Filter for NodeUnschedulable {
    fn prepare<'c>(&'c self, cycle: &Cycle<'c>) -> Prepared<'c> {
        let taint =
            Taint { key: "node.kubernetes.io/unschedulable".into(), effect: "NoSchedule".into(), ..Taint::default() };
        let tolerated = cycle.pod.pod.spec.tolerations.iter().any(|toleration| toleration.tolerates(&taint));
        Prepared::Judge(Box::new(Cordon { tolerated }))
    }
}

impl Judge<'_> for Cordon {
    fn judge(&self, node: &NodeState) -> Verdict {
        if node.node.spec.unschedulable && !self.tolerated {
            Err(Failure::unresolvable(Reason::Cordoned))
        } else {
            Ok(())
        }
    }

    fn node_only(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::plugins::testing::{judge, node, pod};

    use super::*;

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
            assert_eq!(judge(&NodeUnschedulable, &pod(pod_json), &node(node_json)), expected, "{pod_json} {node_json}");
        }
    }
}
