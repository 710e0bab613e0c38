//! `NodeName`: restricts a pod with `spec.nodeName` to that node.
//!
//! Upstream: `nodename.Filter`; v1.16: `PodFitsHost`. Bound pods are never filtered; this concerns pods whose
//! `spec.nodeName` was set by hand while a scheduler still handles them. All releases behave the same.

use runlog::{Failure, NodeIx, Reason, Verdict};

use crate::{
    cluster::NodeState,
    framework::{ClusterEvent, CycleCtx, Filter, Judge, PreFilterOutcome},
};

pub struct NodeName;

struct NodeNameJudge<'c>(&'c str);

impl Filter for NodeName {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        match cycle.pod.pod.spec.node_name.as_str() {
            "" => PreFilterOutcome::Skip,
            name => PreFilterOutcome::Judge(Box::new(NodeNameJudge(name))),
        }
    }

    fn queueing_hint(&self, _: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        matches!(cluster_event, ClusterEvent::NodeAdd(_)).then_some(true)
    }
}

impl Judge<'_> for NodeNameJudge<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        if node.name() == self.0 { Ok(()) } else { Err(Failure::unresolvable(Reason::OtherNodeNamed)) }
    }

    fn is_node_only(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::testing::{judge_pod, node, pod};

    #[test]
    fn only_the_named_node_will_do() {
        for (name, fits) in [("", true), ("a", true), ("b", false)] {
            let pod = pod(&format!(r#"{{"spec":{{"nodeName":"{name}"}}}}"#));
            assert_eq!(judge_pod(&NodeName, &pod, &node(r#"{"metadata":{"name":"a"}}"#)).is_ok(), fits, "{name}");
        }
    }
}
