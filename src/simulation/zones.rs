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
use record::{Disruption, Zone};

use super::action::Readiness;
use super::agenda::Task;
use super::node_life::condition_taints;
use super::state::Simulation;
use super::watched::{Watched, interval, rate};
use record::What;

/// `--node-monitor-period`.
const PERIOD: Millis = Millis::of_seconds(5);
/// Nodes with this label do not count in their zone.
const EXCLUDED: &str = "node.kubernetes.io/exclude-disruption";
const NOT_READY: &str = "node.kubernetes.io/not-ready";
const UNREACHABLE: &str = "node.kubernetes.io/unreachable";

/// Region and zone as people write them.
fn title(key: &str) -> Str {
    let (region, zone) = key.split_once(":\0:").unwrap_or_default();
    let parts: Vec<&str> = [region, zone].into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("/").into()
}

impl Simulation {
    /// Something about nodes changed: the next pass looks at it.
    pub(super) fn watch_nodes(&mut self) {
        if self.node_life.on {
            self.agenda.add(self.now.up_past(PERIOD), Task::Monitor);
        }
    }

    fn zone_of(&self, node: &Node) -> Str {
        (self.flow.zone_key)(node).into()
    }

    /// The zone of a node, as the controller keeps it.
    fn zone_watched(&mut self, node: &Node) -> &mut Watched {
        let key = self.zone_of(node);
        let name = title(&key);
        self.node_life.zones.or_insert_with(key, || Watched::new(name))
    }

    /// A pass over all nodes. Upstream: `monitorNodeHealth`.
    pub(super) fn monitor_nodes(&mut self) {
        for name in std::mem::take(&mut self.node_life.left) {
            self.node_event(&name, "RemovingNode", &format!("Removing Node {name} from Controller"));
        }
        let nodes: Vec<Rc<Node>> = self.nodes().map(|info| Rc::clone(&info.node)).collect();
        let mut counts: Table<Str, (usize, usize)> = Table::new();
        for node in nodes {
            let name = &node.metadata.name;
            if self.node_life.newcomers.remove(name) {
                self.node_event(name, "RegisteredNode", &format!("Registered Node {name} in Controller"));
            }
            let readiness = self.check_health(&node);
            if node.metadata.labels.get(EXCLUDED).is_none() {
                let count = counts.or_default(self.zone_of(&node));
                count.0 += 1;
                count.1 += usize::from(readiness != Readiness::Ready);
            }
            match readiness {
                Readiness::Ready => self.make_reachable(name),
                Readiness::NotReady => self.wish_taint(name, NOT_READY, UNREACHABLE),
                Readiness::Unreachable => self.wish_taint(name, UNREACHABLE, NOT_READY),
            }
        }
        self.handle_disruption(&counts);
        for (key, zone) in &self.node_life.zones {
            if !zone.waiting.is_empty() && zone.interval.is_some() {
                self.agenda.add(zone.free_at.max(self.now), Task::Taint(key.clone()));
            }
        }
    }

    fn node_event(&mut self, name: &Str, reason: &str, text: &str) {
        self.message("Node", name, false, reason, format!("Node {name} event: {text}").into());
    }

    /// Takes a node for unknown whose kubelet was silent for too long, and its pods for not ready, if the node was ready until then.
    /// Upstream: `tryUpdateNodeHealth`.
    fn check_health(&mut self, node: &Node) -> Readiness {
        let (name, before) = (&node.metadata.name, Readiness::of(node));
        let seen = self.node_life.silent.get(name).copied();
        let late = seen.is_some_and(|seen| self.now >= seen + self.flow.node_grace);
        if !late || before == Readiness::Unreachable {
            return before;
        }
        self.edit_node(name, |node| {
            unknown(node);
            condition_taints(node);
        });
        if before == Readiness::Ready {
            self.message(
                "Node",
                name,
                false,
                "NodeNotReady",
                format!("Node {name} status is now: NodeNotReady").into(),
            );
            self.mark_pods(name);
        }
        Readiness::Unreachable
    }

    /// A node that bears the other taint gets this one at once in its place; else it waits for its turn. Upstream:
    /// `processTaintBaseEviction`, `markNodeForTainting`.
    fn wish_taint(&mut self, name: &Str, key: &str, other: &str) {
        let Some(node) = self.snapshot.node(name).map(|info| Rc::clone(&info.node)) else { return };
        if has(&node, other) {
            return self.swap(name, key, other);
        }
        let zone = self.zone_watched(&node);
        if !has(&node, key) {
            zone.remove(name);
        }
        zone.add(name);
    }

    fn swap(&mut self, name: &Str, key: &str, other: &str) {
        self.edit_node(name, |node| {
            node.spec.taints.retain(|taint| !is(taint, other) && !is(taint, key));
            node.spec.taints.push(Taint { key: key.into(), effect: TaintEffect::NoExecute, ..Taint::default() });
        });
    }

    /// Upstream: `markNodeAsReachable`.
    fn make_reachable(&mut self, name: &Str) {
        let Some(node) = self.snapshot.node(name).map(|info| Rc::clone(&info.node)) else { return };
        self.zone_watched(&node).remove(name);
        if has(&node, NOT_READY) || has(&node, UNREACHABLE) {
            self.edit_node(name, |node| {
                node.spec.taints.retain(|taint| !is(taint, NOT_READY) && !is(taint, UNREACHABLE));
            });
        }
    }

    /// New states of zones, and what they mean for the rates. Upstream: `handleDisruption`.
    fn handle_disruption(&mut self, counts: &Table<Str, (usize, usize)>) {
        let now = self.now;
        let state = |key: &Str| counts.get(key).map(|(nodes, not_ready)| Disruption::of(*nodes, *not_ready));
        for key in counts.keys() {
            let name = title(key);
            self.node_life.zones.or_insert_with(key.clone(), || Watched::new(name));
        }
        self.node_life.zones.retain(|key, zone| counts.contains_key(key) || !zone.waiting.is_empty());
        let are_down = counts.keys().all(|key| state(key) == Some(Disruption::Full));
        let zones = &mut self.node_life.zones;
        let were_down = zones.values().all(|zone| zone.state == Some(Disruption::Full));
        if are_down && !were_down {
            for zone in zones.values_mut() {
                zone.limit(None, now);
                zone.state = Some(Disruption::Full);
            }
            let names: Vec<Str> = self.nodes().map(|info| info.name().clone()).collect();
            for name in names {
                self.make_reachable(&name);
            }
        } else if !are_down {
            // The silence of before says nothing: perhaps it was the controller that was cut off.
            if were_down {
                for seen in self.node_life.silent.values_mut() {
                    *seen = now;
                }
            }
            let silent: Vec<Millis> = self.node_life.silent.values().copied().collect();
            for (key, zone) in self.node_life.zones.iter_mut() {
                let Some((nodes, state)) = counts.get(key).zip(state(key)).map(|((nodes, _), state)| (*nodes, state))
                else {
                    continue;
                };
                if were_down || zone.state != Some(state) {
                    zone.limit(interval(state, nodes), now);
                    zone.state = Some(state);
                }
            }
            for seen in silent.into_iter().filter(|_| were_down) {
                self.agenda.add(seen + self.flow.node_grace, Task::Monitor);
            }
        }
        self.tell_zones(counts);
    }

    fn tell_zones(&mut self, counts: &Table<Str, (usize, usize)>) {
        let mut news = Vec::new();
        for (key, zone) in self.node_life.zones.iter_mut() {
            let (nodes, not_ready) = counts.get(key).copied().unwrap_or_default();
            let state = zone.state.unwrap_or(Disruption::Normal);
            let seen = Zone { name: zone.told.name.clone(), nodes, not_ready, state, rate: rate(zone.interval) };
            let before = (zone.told.not_ready, zone.told.state, zone.told.rate);
            if before != (seen.not_ready, seen.state, seen.rate) {
                zone.told = seen.clone();
                news.push(seen);
            }
        }
        for zone in news {
            self.emit(What::ZoneChanged(Rc::new(zone)));
        }
    }

    /// The next nodes of a zone get their `NoExecute` taint, as far as its rate goes. Upstream: `doNoExecuteTaintingPass`.
    pub(super) fn taint_next(&mut self, key: &Str) {
        let now = self.now;
        loop {
            let Some(zone) = self.node_life.zones.get_mut(key) else { return };
            let Some(name) = zone.waiting.first().cloned() else { return };
            if !zone.accepts(now) {
                if zone.interval.is_some() {
                    self.agenda.add(zone.free_at, Task::Taint(key.clone()));
                }
                return;
            }
            zone.waiting.remove(&name);
            zone.handled.insert(name.clone());
            let readiness = self.snapshot.node(&name).map(|info| Readiness::of(&info.node));
            match readiness {
                Some(Readiness::NotReady) => self.swap(&name, NOT_READY, UNREACHABLE),
                Some(Readiness::Unreachable) => self.swap(&name, UNREACHABLE, NOT_READY),
                Some(Readiness::Ready) | None => {}
            }
        }
    }

    /// A node that comes is not ready before its kubelet has said so; the taint goes when the controller sees that. Upstream: the
    /// admission plugin `TaintNodesByCondition`.
    pub(super) fn node_comes(&mut self, node: &mut Node) {
        if !self.node_life.on {
            return;
        }
        condition_taints_of_start(node);
        if self.now.is_zero() {
            if Readiness::of(node) != Readiness::Ready {
                self.watch_nodes();
            }
            return;
        }
        if !node.spec.taints.iter().any(|taint| taint.key == *NOT_READY && taint.effect == TaintEffect::NoSchedule) {
            let taint = Taint { key: NOT_READY.into(), effect: TaintEffect::NoSchedule, ..Taint::default() };
            node.spec.taints.push(taint);
        }
        self.node_life.newcomers.insert(node.metadata.name.clone());
        self.agenda.add(self.now + self.timings.controller, Task::Conditions(node.metadata.name.clone()));
        self.watch_nodes();
    }

    /// A node goes.
    pub(super) fn node_goes(&mut self, node: &Node) {
        let name = &node.metadata.name;
        self.zone_watched(node).remove(name);
        self.node_life.silent.remove(name);
        if self.node_life.on && !self.node_life.newcomers.remove(name) {
            self.node_life.left.push(name.clone());
        }
        self.watch_nodes();
    }
}

/// What a node is at the start stays: only what its conditions add comes.
fn condition_taints_of_start(node: &mut Node) {
    let mut tainted = node.clone();
    condition_taints(&mut tainted);
    for taint in tainted.spec.taints {
        if !node.spec.taints.iter().any(|other| (&other.key, &other.effect) == (&taint.key, &taint.effect)) {
            node.spec.taints.push(taint);
        }
    }
}

fn is(taint: &Taint, key: &str) -> bool {
    taint.key == *key && taint.effect == TaintEffect::NoExecute
}

fn has(node: &Node, key: &str) -> bool {
    node.spec.taints.iter().any(|taint| is(taint, key))
}

/// What the controller writes into the conditions of a node whose kubelet is silent.
fn unknown(node: &mut Node) {
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
