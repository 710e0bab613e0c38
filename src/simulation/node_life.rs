//! Nodes that fail, and what becomes of their pods.
//!
//! The node lifecycle controller taints a node that is not ready; the taint manager evicts pods that do not tolerate a
//! `NoExecute` taint, or not for long; the kubelet of an unreachable node does nothing at all, so its pods stay
//! Terminating; the garbage collector deletes pods whose node is gone. Upstream: `nodelifecycle.Controller`,
//! `tainteviction.Controller` (`NoExecuteTaintManager` before), `podgc.PodGCController`.

use std::rc::Rc;

use api::{Condition, ConditionStatus, ConditionType, Millis, Node, Pod, PodPhase, Str, Taint, TaintEffect};

use super::action::Readiness;
use super::agenda::{PodId, Task};
use super::state::{PodState, Simulation};
use record::Deletion;

/// How long a node is missing before its pods are deleted.
const QUARANTINE: Millis = Millis::of_seconds(40);

impl Simulation {
    /// The node becomes ready, or no longer is.
    pub(super) fn set_readiness(&mut self, name: &Str, readiness: Readiness) {
        self.edit_node(name, |node| {
            let status = readiness.condition();
            match node.status.conditions.iter_mut().find(|condition| condition.r#type == ConditionType::Ready) {
                Some(condition) => condition.status = status,
                None => {
                    let ready = Condition { r#type: ConditionType::Ready, status, ..Condition::default() };
                    node.status.conditions.push(ready);
                }
            }
            let ours = |taint: &Taint| {
                [Readiness::NotReady, Readiness::Unreachable]
                    .iter()
                    .any(|state| Some(taint.key.as_str()) == state.taint())
            };
            node.spec.taints.retain(|taint| !ours(taint));
            if let Some(key) = readiness.taint() {
                for effect in [TaintEffect::NoSchedule, TaintEffect::NoExecute] {
                    node.spec.taints.push(Taint { key: key.into(), effect, ..Taint::default() });
                }
            }
        });
        let (reason, text) = match readiness {
            Readiness::Ready => ("NodeReady", format!("Node {name} status is now: NodeReady")),
            _ => ("NodeNotReady", format!("Node {name} status is now: NodeNotReady")),
        };
        self.message("Node", name, false, reason, text.into());
        if readiness == Readiness::Ready {
            for task in std::mem::take(&mut self.node_life.waiting) {
                self.agenda.add(self.now, task);
            }
        }
    }

    /// Whether a kubelet is there to do something with the pod.
    pub(super) fn kubelet_answers(&self, key: &str) -> bool {
        let node = self.pods.get(key).and_then(|state| state.node.as_ref());
        let info = node.and_then(|node| self.snapshot.node(node));
        info.is_none_or(|info| info.deleted || Readiness::of(&info.node) != Readiness::Unreachable)
    }

    /// Whether the pod's node is ready, which its own readiness depends on.
    pub(super) fn node_is_ready(&self, node: Option<&Str>) -> bool {
        let info = node.and_then(|node| self.snapshot.node(node));
        info.is_some_and(|info| !info.deleted && Readiness::of(&info.node) == Readiness::Ready)
    }

    /// Whether a pod runs and is ready: its node is, and it does not say otherwise itself.
    pub(super) fn is_ready(&self, key: &str) -> bool {
        self.pods.get(key).is_some_and(|state| {
            let status = &state.info.pod.status;
            let own = status.conditions.iter().find(|condition| condition.r#type == ConditionType::Ready);
            status.phase == PodPhase::Running
                && own.is_none_or(|condition| condition.status == ConditionStatus::True)
                && self.node_is_ready(state.node.as_ref())
        })
    }

    /// Leaves a kubelet's task until the node is back.
    pub(super) fn put_off(&mut self, task: Task) {
        self.node_life.waiting.insert(task);
    }

    /// The taint manager looks at all pods of a node.
    pub(super) fn taints_changed(&mut self, node: &Str) {
        let here = |(_, state): &(&Str, &PodState)| state.bound && state.node.as_ref() == Some(node);
        let pods: Vec<Str> = self.pods.iter().filter(here).map(|(key, _)| key.clone()).collect();
        for pod in pods {
            self.bear_taints(&pod);
        }
    }

    /// The taint manager looks at a pod: it goes now, later, or stays.
    pub(super) fn bear_taints(&mut self, key: &Str) {
        if !self.node_life.on {
            return;
        }
        let Some(state) = self.pods.get(key).filter(|state| state.bound && !state.info.pod.is_terminating()) else {
            return;
        };
        let Some(info) = state.node.as_ref().and_then(|node| self.snapshot.node(node)) else { return };
        let id = PodId { key: key.clone(), uid: state.info.uid().clone() };
        let patience = patience(&state.info.pod, &info.node);
        let before = self.node_life.bearing.remove(&id);
        if let Some((_, end)) = before {
            self.agenda.cancel(end, &Task::TaintEviction(end, id.clone()));
        }
        match patience {
            Patience::None => self.evict_tainted(key),
            Patience::For(patience) => {
                let since = before.map_or(self.now, |(since, _)| since);
                let end = (since + patience).max(self.now);
                self.node_life.bearing.insert(id.clone(), (since, end));
                self.agenda.add(end, Task::TaintEviction(end, id));
            }
            Patience::Endless => {
                if before.is_some() {
                    self.message(
                        "Pod",
                        key,
                        false,
                        "TaintManagerEviction",
                        format!("Cancelling deletion of Pod {key}").into(),
                    );
                }
            }
        }
    }

    /// The taint manager deletes a pod.
    pub(super) fn evict_tainted(&mut self, key: &Str) {
        if let Some(id) = self.id(key) {
            self.node_life.bearing.remove(&id);
        }
        self.message("Pod", key, false, "TaintManagerEviction", format!("Marking for deletion Pod {key}").into());
        self.delete_pod(key, Deletion::Tainted);
    }

    /// The garbage collector will look at the pods of a deleted node.
    pub(super) fn orphan(&mut self, node: &Str) {
        if self.node_life.on {
            self.agenda.add(self.now + QUARANTINE, Task::Orphans(node.clone()));
        }
    }

    /// Deletes what is left on a node that did not come back. No kubelet is there to stop it gracefully.
    pub(super) fn collect_orphans(&mut self, node: &Str) {
        if self.snapshot.node(node).is_some_and(|info| !info.deleted) {
            return;
        }
        let here = |(_, state): &(&Str, &PodState)| state.node.as_ref() == Some(node);
        let pods: Vec<Str> = self.pods.iter().filter(here).map(|(key, _)| key.clone()).collect();
        for pod in pods {
            self.delete_with_grace(&pod, Deletion::Orphaned, Some(0));
        }
    }
}

enum Patience {
    None,
    For(Millis),
    Endless,
}

/// How long a pod tolerates the `NoExecute` taints of a node: not at all if one of them is not tolerated, otherwise
/// for the shortest time that a toleration in use gives. Upstream: `getMinTolerationTime`.
fn patience(pod: &Rc<Pod>, node: &Node) -> Patience {
    let mut shortest: Option<i64> = None;
    for taint in node.spec.taints.iter().filter(|taint| taint.effect == TaintEffect::NoExecute) {
        let Some(toleration) = pod.spec.tolerations.iter().find(|toleration| toleration.tolerates(taint)) else {
            return Patience::None;
        };
        if let Some(seconds) = toleration.toleration_seconds {
            shortest = Some(shortest.map_or(seconds, |shortest| shortest.min(seconds)).max(0));
        }
    }
    match shortest {
        None => Patience::Endless,
        Some(seconds) => Patience::For(Millis::of_signed_seconds(seconds)),
    }
}
