//! `NodePorts`: rejects nodes on which one of the pod's host ports is in use.
//!
//! Each container port with a `hostPort` greater than 0 has to be free on the node: no pod there may use the same
//! number and protocol (empty: TCP) with the same address, where `0.0.0.0` (also if empty) matches every address.
//! Preemption can help. Upstream: `nodeports.Filter`; v1.16: `PodFitsHostPorts`, a part of `GeneralPredicates`. From
//! v1.34 on the ports of sidecars count too, and a pod without host ports skips the plugin.
//!
//! A node's used ports are a *set*: if two pods there use the same port (because of a race, or because one was placed
//! by hand), then removing one of them in a dry run frees the port although the other still uses it. That is a bug in
//! upstream's `HostPortInfo.Remove`. Test: `a_port_that_two_have_is_free_when_one_goes`, at `HostPorts`.

use runlog::{Failure, NodeIx, Reason, Verdict};

use crate::{
    cluster::{HostPort, NodeState},
    framework::{ClusterEvent, CycleCtx, Filter, Judge, PreFilterOutcome, SameVerdictJudge},
};

pub struct NodePorts {
    /// Whether a pod without host ports skips the plugin.
    pub can_skip: bool,
}

struct HostPortJudge<'c>(&'c [HostPort]);

impl Filter for NodePorts {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        let requested_ports = &cycle.pod.host_ports;
        if self.can_skip && requested_ports.is_empty() {
            PreFilterOutcome::Skip
        } else {
            PreFilterOutcome::Judge(Box::new(HostPortJudge(requested_ports)))
        }
    }

    fn prepare_without_pre_filter<'c>(&'c self, _: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        SameVerdictJudge::state_missing("PreFilterNodePorts")
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        match cluster_event {
            ClusterEvent::AssignedPodDelete { pod, .. } => {
                let requested_ports = &cycle.pod.host_ports;
                Some(requested_ports.iter().any(|port| pod.host_ports.iter().any(|freed| freed.conflicts_with(port))))
            }
            ClusterEvent::NodeAdd(_) => Some(true),
            _ => None,
        }
    }
}

impl Judge<'_> for HostPortJudge<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        match self.0.iter().find(|port| node.used_ports.has_conflict(port)) {
            None => Ok(()),
            Some(port) => Err(Failure::unschedulable(Reason::PortTaken { port: port.port })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::{Objects, Snapshot},
        plugins::testing::{judge_all, pod, pod_hint, snapshot},
    };

    fn with_ports(ports: &str) -> String {
        format!(r#"{{"spec":{{"containers":[{{"ports":[{ports}]}}]}}}}"#)
    }

    #[test]
    fn a_port_is_taken_with_its_address_and_protocol() {
        for (text, wanted, free) in [
            (r#"{"hostPort":80}"#, r#"{"hostPort":81}"#, true),
            (r#"{"hostPort":80}"#, r#"{"hostPort":80}"#, false),
            (r#"{"hostPort":80}"#, r#"{"containerPort":80}"#, true),
            (r#"{"hostPort":80}"#, r#"{"hostPort":80,"protocol":"UDP"}"#, true),
            (r#"{"hostPort":80}"#, r#"{"hostPort":80,"protocol":"TCP"}"#, false),
            (r#"{"hostPort":80,"hostIP":"10.0.0.1"}"#, r#"{"hostPort":80,"hostIP":"10.0.0.2"}"#, true),
            (r#"{"hostPort":80,"hostIP":"10.0.0.1"}"#, r#"{"hostPort":80,"hostIP":"10.0.0.1"}"#, false),
            (r#"{"hostPort":80,"hostIP":"10.0.0.1"}"#, r#"{"hostPort":80}"#, false),
            (r#"{"hostPort":80}"#, r#"{"hostPort":80,"hostIP":"10.0.0.1"}"#, false),
        ] {
            let snapshot = snapshot(&[(r#"{"metadata":{"name":"a"}}"#, &[&with_ports(text)])]);
            for skips in [false, true] {
                let verdict = judge_all(&NodePorts { can_skip: skips }, &pod(&with_ports(wanted)), &snapshot).remove(0);
                let expected = if free { Ok(()) } else { Err(Failure::unschedulable(Reason::PortTaken { port: 80 })) };
                assert_eq!(verdict, expected, "{text} {wanted}");
            }
        }
    }

    #[test]
    fn a_pod_without_host_ports_may_be_left_out() {
        let (pod, snapshot, objects) = (pod("{}"), Snapshot::default(), Objects::default());
        let cycle = CycleCtx { pod: &pod, snapshot: &snapshot, objects: &objects, order: None };
        assert!(matches!(NodePorts { can_skip: true }.prepare(&cycle), PreFilterOutcome::Skip));
        assert!(matches!(NodePorts { can_skip: false }.prepare(&cycle), PreFilterOutcome::Judge(_)));
    }

    #[test]
    fn a_pod_that_gives_the_port_back_may_help() {
        let waiting = pod(&with_ports(r#"{"hostPort":80}"#));
        for (gone, expected) in [(r#"{"hostPort":80}"#, true), (r#"{"hostPort":81}"#, false)] {
            let event = ClusterEvent::AssignedPodDelete { pod: &pod(&with_ports(gone)), up_to: None };
            assert_eq!(pod_hint(&NodePorts { can_skip: true }, &waiting, &event), Some(expected), "{gone}");
        }
    }
}
