//! The taint eviction controller: evicts pods that do not tolerate a `NoExecute` taint of their node, or not for long. Upstream:
//! `tainteviction.Controller` (`NoExecuteTaintManager` before).

pub(crate) mod state;

use api::{Kind, Millis, NamespacedName, Node, Pod, Str, TaintEffect};
use runlog::Deletion;

use self::state::{TaintEvictionController, TolerationTimer};
use super::{client::Component, ids::PodId, task::TaintEvictionTask};

impl Component<'_, TaintEvictionController> {
    /// Called when the `NoExecute` taints of a node changed. Upstream: `handleNodeUpdate`.
    pub(crate) fn handle_node_taints(&mut self, node: &Str) {
        for pod in self.pods_on(node) {
            self.handle_pod(&pod);
        }
    }

    /// Evicts a pod now or later, or cancels its eviction, according to its node's taints and its tolerations, even if it is terminating or finished.
    /// A scheduled eviction keeps its time when further taints are added. Upstream: `processPodOnNode`.
    pub(crate) fn handle_pod(&mut self, key: &NamespacedName) {
        if !self.settings().has_node_lifecycle {
            return;
        }
        let Some(record) = self.pod(key) else { return };
        let Some(node) = record.node().and_then(|node| self.node(node)) else { return };
        let id = PodId { key: key.clone(), uid: record.info.uid().clone() };
        let tolerated = toleration_time(record.pod(), node);
        let now = self.now();
        let before = self.state().timers.get(&id).copied();
        if matches!(tolerated, TolerationTime::For(_)) && before.is_some_and(|timer| timer.start < now) {
            return;
        }
        if let Some(timer) = before {
            self.state_mut().timers.remove(&id);
            self.cancel(timer.end, TaintEvictionTask::Evict(timer.end, id.clone()));
            self.report_cancellation(key);
        }
        match tolerated {
            TolerationTime::None => self.evict_pod_for_taint(key),
            TolerationTime::For(duration) => {
                let end = now + duration;
                self.state_mut().timers.insert(id.clone(), TolerationTimer { start: now, end });
                self.schedule(end, TaintEvictionTask::Evict(end, id));
            }
            TolerationTime::Endless => {}
        }
    }

    /// Cancels the scheduled eviction of a removed pod.
    pub(crate) fn handle_pod_removed(&mut self, pod: &PodId) {
        if self.state_mut().timers.remove(pod).is_some() {
            self.report_cancellation(&pod.key);
        }
    }

    fn report_cancellation(&mut self, key: &NamespacedName) {
        let text = format!("Cancelling deletion of Pod {key}");
        self.record_message(Kind::Pod, key, false, "TaintManagerEviction", text.into());
    }

    /// Deletes a pod. Upstream: `addConditionAndDeletePod`.
    pub(crate) fn evict_pod_for_taint(&mut self, key: &NamespacedName) {
        if let Some(id) = self.pod_id(key) {
            self.state_mut().timers.remove(&id);
        }
        let text = format!("Marking for deletion Pod {key}");
        self.record_message(Kind::Pod, key, false, "TaintManagerEviction", text.into());
        self.delete_pod(key, Deletion::Tainted);
    }
}

/// How long a pod may stay on a tainted node.
#[derive(Debug, PartialEq, Eq)]
enum TolerationTime {
    None,
    For(Millis),
    Endless,
}

/// How long a pod tolerates the `NoExecute` taints of a node: `None` if one of them is not tolerated, otherwise the shortest `tolerationSeconds` of
/// the tolerations that apply. Negative seconds count as 0. Upstream: `getMinTolerationTime`.
fn toleration_time(pod: &Pod, node: &Node) -> TolerationTime {
    let mut shortest: Option<i64> = None;
    for taint in node.spec.taints.iter().filter(|taint| taint.effect == TaintEffect::NoExecute) {
        let Some(toleration) = pod.spec.tolerations.iter().find(|toleration| toleration.tolerates(taint)) else {
            return TolerationTime::None;
        };
        if let Some(seconds) = toleration.toleration_seconds {
            shortest = Some(shortest.map_or(seconds, |shortest| shortest.min(seconds)).max(0));
        }
    }
    match shortest {
        None => TolerationTime::Endless,
        Some(seconds) => TolerationTime::For(Millis::from_signed_seconds(seconds)),
    }
}

#[cfg(test)]
mod tests {
    use api::{Taint, Toleration, TolerationOperator};

    use super::*;

    #[test]
    fn the_shortest_toleration_counts() {
        let pod = |tolerations: &[(&str, Option<i64>)]| {
            let mut pod = Pod::default();
            pod.spec.tolerations = tolerations
                .iter()
                .map(|(key, seconds)| Toleration {
                    key: (*key).into(),
                    operator: TolerationOperator::Exists,
                    toleration_seconds: *seconds,
                    ..Toleration::default()
                })
                .collect();
            pod
        };
        let mut node = Node::default();
        for (key, effect) in
            [("a", TaintEffect::NoExecute), ("b", TaintEffect::NoExecute), ("c", TaintEffect::NoSchedule)]
        {
            node.spec.taints.push(Taint { key: key.into(), effect, ..Taint::default() });
        }
        for (tolerations, expected) in [
            (&[][..], TolerationTime::None),
            (&[("a", None)], TolerationTime::None),
            (&[("a", Some(5))], TolerationTime::None),
            (&[("a", None), ("b", None)], TolerationTime::Endless),
            (&[("a", Some(5)), ("b", None)], TolerationTime::For(Millis::from_seconds(5))),
            (&[("a", Some(5)), ("b", Some(3))], TolerationTime::For(Millis::from_seconds(3))),
            (&[("a", Some(3)), ("b", Some(5))], TolerationTime::For(Millis::from_seconds(3))),
            (&[("a", Some(-5)), ("b", Some(3))], TolerationTime::For(Millis::ZERO)),
            (&[("a", Some(3)), ("b", Some(-5))], TolerationTime::For(Millis::ZERO)),
            (&[("a", Some(0)), ("b", None)], TolerationTime::For(Millis::ZERO)),
        ] {
            assert_eq!(toleration_time(&pod(tolerations), &node), expected, "{tolerations:?}");
        }
    }
}
