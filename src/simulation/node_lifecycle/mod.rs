//! The node lifecycle controller: detects unreachable nodes, and taints unhealthy nodes with `NoExecute` at a rate that depends on their zone.
//!
//! | what | how |
//! |---|---|
//! | monitoring | every 5 s if anything changed; a node whose kubelet was silent for the grace period becomes `Unknown` |
//! | zone | normal, partial disruption (at least 55 % and more than two nodes not ready) or full disruption |
//! | rate | 0.1 nodes per second; in partial disruption 0.01 in a zone of more than 50 nodes, otherwise none |
//! | all zones in full disruption | no node is tainted, and existing `NoExecute` taints are removed |
//!
//! Upstream: `nodelifecycle.Controller`: `monitorNodeHealth`, `processTaintBaseEviction`, `handleDisruption`,
//! `doNoExecuteTaintingPass`.

pub(crate) mod state;
mod zone_state;

use std::rc::Rc;

use api::{Kind, Millis, Node, Str, Table, Taint, TaintEffect};
use runlog::{EventKind, Zone, ZoneState};

use self::{
    state::NodeLifecycleController,
    zone_state::{ZoneTaintQueue, taint_interval, taints_per_100_s},
};
use super::{
    action::Readiness,
    client::Component,
    node_conditions::{mark_conditions_unknown, set_condition_taints},
    task::NodeLifecycleTask,
};

/// `--node-monitor-period`.
const MONITOR_PERIOD: Millis = Millis::from_seconds(5);
/// Nodes with this label are not counted in their zone.
const EXCLUDE_LABEL: &str = "node.kubernetes.io/exclude-disruption";
const NOT_READY: &str = "node.kubernetes.io/not-ready";
const UNREACHABLE: &str = "node.kubernetes.io/unreachable";

/// Region and zone for display, from the key that separates them by `:\0:`.
fn zone_title(key: &str) -> Str {
    let (region, zone) = key.split_once(":\0:").unwrap_or_default();
    let parts: Vec<&str> = [region, zone].into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("/").into()
}

impl Component<'_, NodeLifecycleController> {
    /// Schedules a monitoring pass, because nodes changed.
    pub(crate) fn schedule_monitor(&mut self) {
        if self.settings().has_node_lifecycle {
            let at = self.now().round_up_past(MONITOR_PERIOD);
            self.schedule(at, NodeLifecycleTask::MonitorNodes);
        }
    }

    fn zone_key_of(&self, node: &Node) -> Str {
        (self.settings().flow.zone_key)(node).into()
    }

    /// The state of a node's zone.
    fn zone_queue(&mut self, node: &Node) -> &mut ZoneTaintQueue {
        let key = self.zone_key_of(node);
        let name = zone_title(&key);
        self.state_mut().zones.or_insert_with(key, || ZoneTaintQueue::new(name))
    }

    /// Checks the health of all nodes. Upstream: `monitorNodeHealth`.
    fn monitor_nodes(&mut self) {
        for name in std::mem::take(&mut self.state_mut().departed) {
            self.record_node_event(&name, "RemovingNode", &format!("Removing Node {name} from Controller"));
        }
        let nodes: Vec<Rc<Node>> = self.nodes().to_vec();
        let mut counts: Table<Str, (usize, usize)> = Table::new();
        for node in nodes {
            let name = &node.metadata.name;
            if self.state_mut().newcomers.remove(name) {
                self.record_node_event(name, "RegisteredNode", &format!("Registered Node {name} in Controller"));
            }
            let readiness = self.check_health(&node);
            if node.metadata.labels.get(EXCLUDE_LABEL).is_none() {
                let count = counts.or_default(self.zone_key_of(&node));
                count.0 += 1;
                count.1 += usize::from(readiness != Readiness::Ready);
            }
            match readiness {
                Readiness::Ready => self.mark_reachable(name),
                Readiness::NotReady => self.request_taint(name, NOT_READY, UNREACHABLE),
                Readiness::Unreachable => self.request_taint(name, UNREACHABLE, NOT_READY),
            }
        }
        self.handle_disruption(&counts);
        let (now, zones) = (self.now(), self.state().zones.iter());
        let due = zones.filter(|(_, zone)| !zone.waiting.is_empty() && zone.interval.is_some());
        for (key, at) in due.map(|(key, zone)| (key.clone(), zone.free_at.max(now))).collect::<Vec<_>>() {
            self.schedule(at, NodeLifecycleTask::TaintNextNode(key));
        }
    }

    fn record_node_event(&mut self, name: &Str, reason: &str, text: &str) {
        self.record_message(Kind::Node, name, false, reason, format!("Node {name} event: {text}").into());
    }

    /// Marks a node as unknown whose kubelet was silent for the grace period, and, if the node was ready until then, its pods as not ready. Upstream:
    /// `tryUpdateNodeHealth`.
    fn check_health(&mut self, node: &Node) -> Readiness {
        let (name, before) = (&node.metadata.name, Readiness::of_node(node));
        let last_renewal = self.state().silent_since.get(name).copied();
        let grace = self.settings().flow.node_grace;
        let is_late = last_renewal.is_some_and(|at| self.now() >= at + grace);
        if !is_late || before == Readiness::Unreachable {
            return before;
        }
        self.edit_node(name, |node| {
            mark_conditions_unknown(node);
            set_condition_taints(node);
        });
        if before == Readiness::Ready {
            self.record_message(
                Kind::Node,
                name,
                false,
                "NodeNotReady",
                format!("Node {name} status is now: NodeNotReady").into(),
            );
            self.mark_pods_not_ready(name);
        }
        Readiness::Unreachable
    }

    /// Replaces the taint `other` of a node by `key` at once, or queues the node to be tainted. Upstream: `processTaintBaseEviction`,
    /// `markNodeForTainting`.
    fn request_taint(&mut self, name: &Str, key: &str, other: &str) {
        let Some(node) = self.node(name).cloned() else { return };
        if has_taint_key(&node, other) {
            return self.swap_taint(name, key, other);
        }
        let zone = self.zone_queue(&node);
        if !has_taint_key(&node, key) {
            zone.remove_node(name);
        }
        zone.add_node(name);
    }

    fn swap_taint(&mut self, name: &Str, key: &str, other: &str) {
        self.edit_node(name, |node| {
            node.spec.taints.retain(|taint| !has_key(taint, other) && !has_key(taint, key));
            node.spec.taints.push(Taint { key: key.into(), effect: TaintEffect::NoExecute, ..Taint::default() });
        });
    }

    /// Removes the `NoExecute` taints of a node, and does not taint it. Upstream: `markNodeAsReachable`.
    fn mark_reachable(&mut self, name: &Str) {
        let Some(node) = self.node(name).cloned() else { return };
        self.zone_queue(&node).remove_node(name);
        if has_taint_key(&node, NOT_READY) || has_taint_key(&node, UNREACHABLE) {
            self.edit_node(name, |node| {
                node.spec.taints.retain(|taint| !has_key(taint, NOT_READY) && !has_key(taint, UNREACHABLE));
            });
        }
    }

    /// Updates the states of the zones, and their rates. Upstream: `handleDisruption`.
    fn handle_disruption(&mut self, counts: &Table<Str, (usize, usize)>) {
        let now = self.now();
        let state = |key: &Str| counts.get(key).map(|(nodes, not_ready)| ZoneState::from_counts(*nodes, *not_ready));
        for key in counts.keys() {
            let name = zone_title(key);
            self.state_mut().zones.or_insert_with(key.clone(), || ZoneTaintQueue::new(name));
        }
        self.state_mut().zones.retain(|key, zone| counts.contains_key(key) || !zone.waiting.is_empty());
        let are_down = counts.keys().all(|key| state(key) == Some(ZoneState::Full));
        let zones = &mut self.state_mut().zones;
        let were_down = zones.values().all(|zone| zone.state == Some(ZoneState::Full));
        if are_down && !were_down {
            for zone in zones.values_mut() {
                zone.set_interval(None, now);
                zone.state = Some(ZoneState::Full);
            }
            let names: Vec<Str> = self.nodes().iter().map(|node| node.metadata.name.clone()).collect();
            for name in names {
                self.mark_reachable(&name);
            }
        } else if !are_down {
            // Heartbeats before this are ignored, because the controller itself may have been disconnected.
            if were_down {
                for renewal in self.state_mut().silent_since.values_mut() {
                    *renewal = now;
                }
            }
            let silent: Vec<Millis> = self.state_mut().silent_since.values().copied().collect();
            for (key, zone) in self.state_mut().zones.iter_mut() {
                let Some((nodes, state)) = counts.get(key).zip(state(key)).map(|((nodes, _), state)| (*nodes, state))
                else {
                    continue;
                };
                if were_down || zone.state != Some(state) {
                    zone.set_interval(taint_interval(state, nodes), now);
                    zone.state = Some(state);
                }
            }
            for renewal in silent.into_iter().filter(|_| were_down) {
                let at = renewal + self.settings().flow.node_grace;
                self.schedule(at, NodeLifecycleTask::MonitorNodes);
            }
        }
        self.report_zones(counts);
    }

    fn report_zones(&mut self, counts: &Table<Str, (usize, usize)>) {
        let mut news = Vec::new();
        for (key, zone) in self.state_mut().zones.iter_mut() {
            let (nodes, not_ready) = counts.get(key).copied().unwrap_or_default();
            let state = zone.state.unwrap_or(ZoneState::Normal);
            let current = Zone {
                name: zone.last_reported.name.clone(),
                nodes,
                not_ready,
                state,
                rate: taints_per_100_s(zone.interval),
            };
            let before = (zone.last_reported.not_ready, zone.last_reported.state, zone.last_reported.rate);
            if before != (current.not_ready, current.state, current.rate) {
                zone.last_reported = current.clone();
                news.push(current);
            }
        }
        for zone in news {
            self.emit(EventKind::ZoneChanged(Rc::new(zone)));
        }
    }

    /// Taints the next nodes of a zone, as far as its rate permits. Upstream: `doNoExecuteTaintingPass`.
    fn taint_next_nodes(&mut self, key: &Str) {
        let now = self.now();
        loop {
            let Some(zone) = self.state_mut().zones.get_mut(key) else { return };
            let Some(name) = zone.waiting.first().cloned() else { return };
            if !zone.try_accept(now) {
                let next = zone.interval.is_some().then_some(zone.free_at);
                if let Some(at) = next {
                    self.schedule(at, NodeLifecycleTask::TaintNextNode(key.clone()));
                }
                return;
            }
            zone.waiting.remove(&name);
            zone.tainted.insert(name.clone());
            match self.node_readiness(&name) {
                Some(Readiness::NotReady) => self.swap_taint(&name, NOT_READY, UNREACHABLE),
                Some(Readiness::Unreachable) => self.swap_taint(&name, UNREACHABLE, NOT_READY),
                Some(Readiness::Ready) | None => {}
            }
        }
    }

    /// Marks the pods of a node as not ready. Upstream: `MarkPodsNotReady`, which is called when the controller marks a ready node as unknown.
    fn mark_pods_not_ready(&mut self, node: &Str) {
        for key in self.pods_on(node) {
            if self.is_pod_ready(&key) {
                self.mark_pod_ready(&key, false);
                self.record_message(Kind::Pod, &key, true, "NodeNotReady", "Node is not ready".into());
            }
        }
    }

    pub(crate) fn run_task(&mut self, task: NodeLifecycleTask) {
        match task {
            NodeLifecycleTask::SyncConditionTaints(node) => self.sync_condition_taints(&node),
            NodeLifecycleTask::MonitorNodes => self.monitor_nodes(),
            NodeLifecycleTask::TaintNextNode(zone) => self.taint_next_nodes(&zone),
        }
    }

    /// Sets the `NoSchedule` taints that follow from a node's conditions and its cordon.
    pub(crate) fn sync_condition_taints(&mut self, node: &Str) {
        self.edit_node(node, set_condition_taints);
    }

    /// Called when a node was cordoned or uncordoned: the matching taint follows after the controller's delay.
    pub(crate) fn handle_cordon(&mut self, node: &Str) {
        let at = self.now() + self.settings().timings.controller;
        self.schedule(at, NodeLifecycleTask::SyncConditionTaints(node.clone()));
    }

    /// Called when a node was created. The controller removes the taint that admission added once the node is ready.
    pub(crate) fn handle_node_added(&mut self, node: &Node) {
        if !self.settings().has_node_lifecycle {
            return;
        }
        if self.now().is_zero() {
            if Readiness::of_node(node) != Readiness::Ready {
                self.schedule_monitor();
            }
            return;
        }
        let name = node.metadata.name.clone();
        self.state_mut().newcomers.insert(name.clone());
        self.handle_cordon(&name);
        self.schedule_monitor();
    }

    pub(crate) fn handle_node_deleted(&mut self, node: &Node) {
        let name = &node.metadata.name;
        self.zone_queue(node).remove_node(name);
        let is_enabled = self.settings().has_node_lifecycle;
        let state = self.state_mut();
        state.silent_since.remove(name);
        if is_enabled && !state.newcomers.remove(name) {
            state.departed.push(name.clone());
        }
        self.schedule_monitor();
    }

    /// Called when the kubelet of a node has stopped renewing its lease.
    pub(crate) fn handle_silence(&mut self, node: &Str, last_renewal: Millis) {
        self.state_mut().silent_since.insert(node.clone(), last_renewal);
        let at = last_renewal + self.settings().flow.node_grace;
        self.schedule(at, NodeLifecycleTask::MonitorNodes);
    }

    pub(crate) fn handle_lease_renewed(&mut self, node: &Str) {
        self.state_mut().silent_since.remove(node);
    }
}

fn has_key(taint: &Taint, key: &str) -> bool {
    taint.key == *key && taint.effect == TaintEffect::NoExecute
}

fn has_taint_key(node: &Node, key: &str) -> bool {
    node.spec.taints.iter().any(|taint| has_key(taint, key))
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use runlog::EventKind;

    use super::UNREACHABLE;
    use crate::test_run::run_until;

    /// Upstream: `handleDisruption` resets the probe timestamps of all nodes when a zone recovers.
    #[test]
    fn a_silent_node_gets_a_new_grace_period_when_a_zone_recovers() {
        let node = |name: &str| {
            format!("{{kind: Node, metadata: {{name: {name}}}, status: {{allocatable: {{cpu: 4}}}}}}\n---\n")
        };
        let nodes: String = ["a", "b", "c"].map(node).concat();
        let down = "{at: 3s, notReady: a}, {at: 3s, notReady: b}, {at: 3s, notReady: c}, {at: 40s, unreachable: a}";
        // The last lease renewal before 40 s was at 30 s. The controller notices at 65 s that a node is ready again.
        for (recovery, expected) in [("", 80), (", {at: 60s, ready: c}", 115)] {
            let (_, events) = run_until(&format!("{nodes}{{kind: Scenario, script: [{down}{recovery}]}}"), 150);
            let is_unreachable = |what: &EventKind| matches!(what, EventKind::NodeUpdated(node) if node.spec.taints.iter().any(|taint| taint.key == *UNREACHABLE));
            let first = events.iter().find(|event| is_unreachable(&event.what)).map(|event| event.at);
            assert_eq!(first, Some(Millis::from_seconds(expected)), "{recovery}");
        }
    }
}
