//! The node lifecycle controller: which nodes are alive, how many of a zone are not, and how fast it taints those with `NoExecute`.
//!
//! | what | how |
//! |---|---|
//! | pass | every 5 s, where anything changed; a kubelet that was silent for the grace period makes its node unknown |
//! | zone | normal, partial disruption (55 % and more than two nodes not ready) or full disruption |
//! | rate | 0.1 nodes per second; in partial disruption 0.01 in a zone of more than 50 nodes, else none |
//! | all zones in full disruption | nobody is evicted: the `NoExecute` taints are taken away, and none comes |
//!
//! Upstream: `nodelifecycle.Controller`: `monitorNodeHealth`, `processTaintBaseEviction`, `handleDisruption`,
//! `doNoExecuteTaintingPass`.

use std::rc::Rc;

use api::{ConditionStatus, ConditionType, Millis, Node, Str, Table, Taint, TaintEffect};
use runlog::{EventKind, Zone, ZoneState};

use super::{
    action::Readiness,
    agenda::Task,
    node_lifecycle::set_condition_taints,
    state::Simulation,
    zone_state::{ZoneTaintQueue, taint_interval, taints_per_100_s},
};

/// `--node-monitor-period`.
const MONITOR_PERIOD: Millis = Millis::from_seconds(5);
/// Nodes with this label do not count in their zone.
const EXCLUDE_LABEL: &str = "node.kubernetes.io/exclude-disruption";
const NOT_READY: &str = "node.kubernetes.io/not-ready";
const UNREACHABLE: &str = "node.kubernetes.io/unreachable";

/// Region and zone as people write them.
fn zone_title(key: &str) -> Str {
    let (region, zone) = key.split_once(":\0:").unwrap_or_default();
    let parts: Vec<&str> = [region, zone].into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("/").into()
}

impl Simulation {
    /// Something about nodes changed: the next pass looks at it.
    pub(super) fn schedule_monitor(&mut self) {
        if self.node_lifecycle.is_enabled {
            self.agenda.add(self.now.round_up_past(MONITOR_PERIOD), Task::MonitorNodes);
        }
    }

    fn zone_key_of(&self, node: &Node) -> Str {
        (self.flow.zone_key)(node).into()
    }

    /// The zone of a node, as the controller keeps it.
    fn zone_queue(&mut self, node: &Node) -> &mut ZoneTaintQueue {
        let key = self.zone_key_of(node);
        let name = zone_title(&key);
        self.node_lifecycle.zones.or_insert_with(key, || ZoneTaintQueue::new(name))
    }

    /// A pass over all nodes. Upstream: `monitorNodeHealth`.
    pub(super) fn monitor_nodes(&mut self) {
        for name in std::mem::take(&mut self.node_lifecycle.departed) {
            self.record_node_event(&name, "RemovingNode", &format!("Removing Node {name} from Controller"));
        }
        let nodes: Vec<Rc<Node>> = self.nodes().map(|info| Rc::clone(&info.node)).collect();
        let mut counts: Table<Str, (usize, usize)> = Table::new();
        for node in nodes {
            let name = &node.metadata.name;
            if self.node_lifecycle.newcomers.remove(name) {
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
        for (key, zone) in &self.node_lifecycle.zones {
            if !zone.waiting.is_empty() && zone.interval.is_some() {
                self.agenda.add(zone.free_at.max(self.now), Task::TaintNextNode(key.clone()));
            }
        }
    }

    fn record_node_event(&mut self, name: &Str, reason: &str, text: &str) {
        self.record_message("Node", name, false, reason, format!("Node {name} event: {text}").into());
    }

    /// Takes a node for unknown whose kubelet was silent for too long, and its pods for not ready, if the node was ready until then.
    /// Upstream: `tryUpdateNodeHealth`.
    fn check_health(&mut self, node: &Node) -> Readiness {
        let (name, before) = (&node.metadata.name, Readiness::of_node(node));
        let seen = self.node_lifecycle.silent_since.get(name).copied();
        let late = seen.is_some_and(|seen| self.now >= seen + self.flow.node_grace);
        if !late || before == Readiness::Unreachable {
            return before;
        }
        self.edit_node(name, |node| {
            mark_conditions_unknown(node);
            set_condition_taints(node);
        });
        if before == Readiness::Ready {
            self.record_message(
                "Node",
                name,
                false,
                "NodeNotReady",
                format!("Node {name} status is now: NodeNotReady").into(),
            );
            self.mark_pods_not_ready(name);
        }
        Readiness::Unreachable
    }

    /// A node that bears the other taint gets this one at once in its place; else it waits for its turn. Upstream:
    /// `processTaintBaseEviction`, `markNodeForTainting`.
    fn request_taint(&mut self, name: &Str, key: &str, other: &str) {
        let Some(node) = self.snapshot.node(name).map(|info| Rc::clone(&info.node)) else { return };
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

    /// Upstream: `markNodeAsReachable`.
    fn mark_reachable(&mut self, name: &Str) {
        let Some(node) = self.snapshot.node(name).map(|info| Rc::clone(&info.node)) else { return };
        self.zone_queue(&node).remove_node(name);
        if has_taint_key(&node, NOT_READY) || has_taint_key(&node, UNREACHABLE) {
            self.edit_node(name, |node| {
                node.spec.taints.retain(|taint| !has_key(taint, NOT_READY) && !has_key(taint, UNREACHABLE));
            });
        }
    }

    /// New states of zones, and what they mean for the rates. Upstream: `handleDisruption`.
    fn handle_disruption(&mut self, counts: &Table<Str, (usize, usize)>) {
        let now = self.now;
        let state = |key: &Str| counts.get(key).map(|(nodes, not_ready)| ZoneState::from_counts(*nodes, *not_ready));
        for key in counts.keys() {
            let name = zone_title(key);
            self.node_lifecycle.zones.or_insert_with(key.clone(), || ZoneTaintQueue::new(name));
        }
        self.node_lifecycle.zones.retain(|key, zone| counts.contains_key(key) || !zone.waiting.is_empty());
        let are_down = counts.keys().all(|key| state(key) == Some(ZoneState::Full));
        let zones = &mut self.node_lifecycle.zones;
        let were_down = zones.values().all(|zone| zone.state == Some(ZoneState::Full));
        if are_down && !were_down {
            for zone in zones.values_mut() {
                zone.set_interval(None, now);
                zone.state = Some(ZoneState::Full);
            }
            let names: Vec<Str> = self.nodes().map(|info| info.name().clone()).collect();
            for name in names {
                self.mark_reachable(&name);
            }
        } else if !are_down {
            // The silence of before says nothing: perhaps it was the controller that was cut off.
            if were_down {
                for seen in self.node_lifecycle.silent_since.values_mut() {
                    *seen = now;
                }
            }
            let silent: Vec<Millis> = self.node_lifecycle.silent_since.values().copied().collect();
            for (key, zone) in self.node_lifecycle.zones.iter_mut() {
                let Some((nodes, state)) = counts.get(key).zip(state(key)).map(|((nodes, _), state)| (*nodes, state))
                else {
                    continue;
                };
                if were_down || zone.state != Some(state) {
                    zone.set_interval(taint_interval(state, nodes), now);
                    zone.state = Some(state);
                }
            }
            for seen in silent.into_iter().filter(|_| were_down) {
                self.agenda.add(seen + self.flow.node_grace, Task::MonitorNodes);
            }
        }
        self.report_zones(counts);
    }

    fn report_zones(&mut self, counts: &Table<Str, (usize, usize)>) {
        let mut news = Vec::new();
        for (key, zone) in self.node_lifecycle.zones.iter_mut() {
            let (nodes, not_ready) = counts.get(key).copied().unwrap_or_default();
            let state = zone.state.unwrap_or(ZoneState::Normal);
            let seen = Zone {
                name: zone.last_reported.name.clone(),
                nodes,
                not_ready,
                state,
                rate: taints_per_100_s(zone.interval),
            };
            let before = (zone.last_reported.not_ready, zone.last_reported.state, zone.last_reported.rate);
            if before != (seen.not_ready, seen.state, seen.rate) {
                zone.last_reported = seen.clone();
                news.push(seen);
            }
        }
        for zone in news {
            self.emit(EventKind::ZoneChanged(Rc::new(zone)));
        }
    }

    /// The next nodes of a zone get their `NoExecute` taint, as far as its rate goes. Upstream: `doNoExecuteTaintingPass`.
    pub(super) fn taint_next_nodes(&mut self, key: &Str) {
        let now = self.now;
        loop {
            let Some(zone) = self.node_lifecycle.zones.get_mut(key) else { return };
            let Some(name) = zone.waiting.first().cloned() else { return };
            if !zone.try_accept(now) {
                if zone.interval.is_some() {
                    self.agenda.add(zone.free_at, Task::TaintNextNode(key.clone()));
                }
                return;
            }
            zone.waiting.remove(&name);
            zone.tainted.insert(name.clone());
            let readiness = self.snapshot.node(&name).map(|info| Readiness::of_node(&info.node));
            match readiness {
                Some(Readiness::NotReady) => self.swap_taint(&name, NOT_READY, UNREACHABLE),
                Some(Readiness::Unreachable) => self.swap_taint(&name, UNREACHABLE, NOT_READY),
                Some(Readiness::Ready) | None => {}
            }
        }
    }

    /// A node that comes is not ready before its kubelet has said so; the taint goes when the controller sees that. Upstream: the
    /// admission plugin `TaintNodesByCondition`.
    pub(super) fn handle_node_added(&mut self, node: &mut Node) {
        if !self.node_lifecycle.is_enabled {
            return;
        }
        add_initial_condition_taints(node);
        if self.now.is_zero() {
            if Readiness::of_node(node) != Readiness::Ready {
                self.schedule_monitor();
            }
            return;
        }
        if !node.spec.taints.iter().any(|taint| taint.key == *NOT_READY && taint.effect == TaintEffect::NoSchedule) {
            let taint = Taint { key: NOT_READY.into(), effect: TaintEffect::NoSchedule, ..Taint::default() };
            node.spec.taints.push(taint);
        }
        self.node_lifecycle.newcomers.insert(node.metadata.name.clone());
        self.agenda.add(self.now + self.timings.controller, Task::CheckNodeConditions(node.metadata.name.clone()));
        self.schedule_monitor();
    }

    /// A node goes.
    pub(super) fn handle_node_removed(&mut self, node: &Node) {
        let name = &node.metadata.name;
        self.zone_queue(node).remove_node(name);
        self.node_lifecycle.silent_since.remove(name);
        if self.node_lifecycle.is_enabled && !self.node_lifecycle.newcomers.remove(name) {
            self.node_lifecycle.departed.push(name.clone());
        }
        self.schedule_monitor();
    }
}

/// What a node is at the start stays: only what its conditions add comes.
fn add_initial_condition_taints(node: &mut Node) {
    let mut tainted = node.clone();
    set_condition_taints(&mut tainted);
    for taint in tainted.spec.taints {
        if !node.spec.taints.iter().any(|other| (&other.key, &other.effect) == (&taint.key, &taint.effect)) {
            node.spec.taints.push(taint);
        }
    }
}

fn has_key(taint: &Taint, key: &str) -> bool {
    taint.key == *key && taint.effect == TaintEffect::NoExecute
}

fn has_taint_key(node: &Node, key: &str) -> bool {
    node.spec.taints.iter().any(|taint| has_key(taint, key))
}

/// What the controller writes into the conditions of a node whose kubelet is silent.
fn mark_conditions_unknown(node: &mut Node) {
    let conditions = &mut node.status.conditions;
    if conditions.iter().all(|condition| condition.r#type != ConditionType::Ready) {
        conditions.push(api::Condition { r#type: ConditionType::Ready, ..api::Condition::default() });
    }
    for condition in conditions.iter_mut().filter(|condition| {
        use ConditionType as Type;
        matches!(condition.r#type, Type::Ready | Type::MemoryPressure | Type::DiskPressure | Type::PIDPressure)
    }) {
        condition.status = ConditionStatus::Unknown;
        condition.reason = "NodeStatusUnknown".into();
        condition.message = "Kubelet stopped posting node status.".into();
    }
}
