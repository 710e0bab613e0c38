//! `NodeName`: a pod that names a node goes there or nowhere.
//!
//! Upstream: `nodename.Filter`; v1.16: `PodFitsHost`. Pods that are bound already never come here; this is for pods
//! whose `spec.nodeName` was set by hand while a scheduler still handles them. No release differs.

use crate::cluster::NodeState;
use crate::framework::{ClusterEvent, Cycle, Filter, Judge, Prepared};
use record::{Failure, Reason, Verdict};

/// The plugin.
pub struct NodeName;

struct Named<'c>(&'c str);

impl Filter for NodeName {
    fn prepare<'c>(&'c self, cycle: &Cycle<'c>) -> Prepared<'c> {
        match cycle.pod.pod.spec.node_name.as_str() {
            "" => Prepared::Skip,
            name => Prepared::Judge(Box::new(Named(name))),
        }
    }

    fn hint(&self, _: &Cycle<'_>, event: &ClusterEvent<'_>) -> Option<bool> {
        matches!(event, ClusterEvent::NodeAdd(_)).then_some(true)
    }
}

impl Judge<'_> for Named<'_> {
    fn judge(&self, node: &NodeState) -> Verdict {
        if node.name() == self.0 { Ok(()) } else { Err(Failure::unresolvable(Reason::OtherNodeNamed)) }
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
    fn only_the_named_node_will_do() {
        for (name, fits) in [("", true), ("a", true), ("b", false)] {
            let pod = pod(&format!(r#"{{"spec":{{"nodeName":"{name}"}}}}"#));
            assert_eq!(judge(&NodeName, &pod, &node(r#"{"metadata":{"name":"a"}}"#)).is_ok(), fits, "{name}");
        }
    }
}
