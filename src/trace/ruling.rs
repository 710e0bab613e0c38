//! Decisions outside the scheduler, with everything that they were based on: a budget's count, the answer to an eviction, a zone's state, and
//! what the controller of a workload does. The stage and the inspector draw the same [`Ruling`], so their numbers are the same.

use std::rc::Rc;

use api::{Condition, ConditionStatus, Millis, NamespacedName, PodDisruptionBudget, Str, TaintEffect};
use runlog::{BudgetCount, EventKind, Eviction, Reconcile, UnhealthyReason, Zone};

use super::{Frame, LatestCount, Phase, PodView};

/// Something that is decided, and what from.
#[derive(Clone, Debug, PartialEq)]
pub enum Ruling {
    /// A budget counts.
    Budget(BudgetRuling),
    /// An eviction is answered, by this budget.
    Eviction(Rc<Eviction>, Option<BudgetRuling>),
    /// A zone has a state, and with it a rate.
    Zone(ZoneRuling),
    /// A controller acts.
    Reconcile(Rc<Reconcile>),
}

/// A budget at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct BudgetRuling {
    /// The object, with its status.
    pub budget: Rc<PodDisruptionBudget>,
    /// How it was counted last; nothing before the first count of the run.
    pub latest_count: Option<LatestCount>,
    /// The pods that it selects: those that do not count come first.
    pub pods: Vec<SelectedPod>,
}

/// A pod that a budget selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedPod {
    pub pod: NamespacedName,
    /// Its controller, `ReplicaSet/web-5d4f`.
    pub owner: Option<Str>,
    /// Why it does not count as healthy.
    pub unhealthy: Option<UnhealthyReason>,
}

/// A zone at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneRuling {
    /// As the node lifecycle controller sees it; nothing where it has nothing to see, as all nodes are ready.
    pub zone: Option<Rc<Zone>>,
    /// Its name.
    pub name: Str,
    /// Since when it is in this state; nothing if from the start.
    pub since: Option<Millis>,
    /// Its nodes: those that are not ready come first.
    pub nodes: Vec<ZoneNode>,
}

/// A node of a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneNode {
    pub node: Str,
    /// Its condition `Ready`; `True` where it has none.
    pub ready: ConditionStatus,
    /// Whether it has a taint with which pods are evicted.
    pub tainted: bool,
}

impl Ruling {
    /// What an event decides, in the cluster after it.
    #[must_use]
    pub fn from_event(event_kind: &EventKind, frame: &Frame) -> Option<Self> {
        match event_kind {
            EventKind::BudgetCounted(count) => Some(Self::Budget(frame.ruling_of_budget(&count.budget)?)),
            EventKind::EvictionAnswered(eviction) => {
                let budget = eviction.budget.as_ref().and_then(|key| frame.ruling_of_budget(key));
                Some(Self::Eviction(Rc::clone(eviction), budget))
            }
            EventKind::ZoneChanged(zone) => {
                let ruling = frame.ruling_of_zone(&zone.name);
                // All its nodes are ready again: that is news only now.
                let back = ruling.zone.is_none().then(|| (Some(Rc::clone(zone)), Some(frame.now)));
                let (zone, since) = back.unwrap_or((ruling.zone, ruling.since));
                Some(Self::Zone(ZoneRuling { zone, since, ..ruling }))
            }
            EventKind::Reconciled(reconcile) => Some(Self::Reconcile(Rc::clone(reconcile))),
            _ => None,
        }
    }

    /// The function that decides it upstream.
    #[must_use]
    pub fn function(&self) -> &'static str {
        match self {
            Self::Budget(_) => "DisruptionController.trySync",
            Self::Eviction(..) => "EvictionREST.Create",
            Self::Zone(_) => "nodelifecycle.Controller.handleDisruption",
            Self::Reconcile(reconcile) => reconcile.by.upstream_name(),
        }
    }
}

impl BudgetRuling {
    /// The last count, if it came to an end.
    #[must_use]
    pub fn count(&self) -> Option<&BudgetCount> {
        self.latest_count.as_ref().map(|latest| &*latest.count)
    }

    /// How many evictions were allowed since the last count.
    #[must_use]
    pub fn evictions_since_count(&self) -> i32 {
        self.count().map_or(0, |count| count.allowed.saturating_sub(self.budget.status.disruptions_allowed))
    }
}

/// Of how many nodes so many are not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotReadyShare {
    pub not_ready: usize,
    pub nodes: usize,
    pub percent: usize,
}

impl ZoneRuling {
    /// How many of the zone's nodes are not ready.
    #[must_use]
    pub fn not_ready_share(&self) -> NotReadyShare {
        let (not_ready, nodes) = self.zone.as_ref().map_or((0, self.nodes.len()), |zone| (zone.not_ready, zone.nodes));
        NotReadyShare { not_ready, nodes, percent: not_ready.saturating_mul(100).checked_div(nodes).unwrap_or(0) }
    }
}

/// Why a pod does not count as healthy: as the controller found, or as is to be seen since.
fn unhealthy_reason(pod: &PodView, count: Option<&BudgetCount>) -> Option<UnhealthyReason> {
    let name = &pod.pod.metadata.name;
    let unhealthy = count.and_then(|count| count.unhealthy.iter().find(|(other, _)| other == name));
    match (pod.phase, unhealthy) {
        (Phase::Terminating, _) => Some(UnhealthyReason::Terminating),
        (_, Some((_, why))) => Some(*why),
        (Phase::Running, None) => None,
        _ => Some(UnhealthyReason::NotReady),
    }
}

impl Frame {
    /// A budget, and what it counts.
    #[must_use]
    pub fn ruling_of_budget(&self, key: &str) -> Option<BudgetRuling> {
        let budget = Rc::clone(self.budgets.get(key)?);
        let latest_count = self.counts.get(key).cloned();
        let count = latest_count.as_ref().map(|latest| &*latest.count);
        let selects = |pod: &PodView| {
            budget.metadata.namespace == pod.pod.metadata.namespace
                && budget.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.pod.metadata.labels))
        };
        let selected = self.pods.iter().filter(|(_, pod)| selects(pod)).map(|(key, pod)| SelectedPod {
            pod: key.clone(),
            owner: pod.pod.metadata.controller().map(|owner| format!("{}/{}", owner.kind, owner.name).into()),
            unhealthy: unhealthy_reason(pod, count),
        });
        let mut pods: Vec<SelectedPod> = selected.collect();
        pods.sort_by_key(|pod| (pod.unhealthy.is_none(), pod.owner.is_some()));
        Some(BudgetRuling { budget, latest_count, pods })
    }

    /// A zone, by the name that the node lifecycle controller gives it, or by its label.
    #[must_use]
    pub fn ruling_of_zone(&self, name: &str) -> ZoneRuling {
        let label = name.rsplit('/').next().unwrap_or(name);
        let zone_status = self.zones.iter().find(|(key, _)| **key == *name || key.rsplit('/').next() == Some(name));
        let watched = self.nodes.values().filter(|node| node.zone() == label).map(|view| {
            let ready = Condition::ready_condition(&view.node.status.conditions);
            let evicts = |effect: &TaintEffect| *effect == TaintEffect::NoExecute;
            ZoneNode {
                node: view.node.metadata.name.clone(),
                ready: ready.map_or(ConditionStatus::True, |condition| condition.status.clone()),
                tainted: view.node.spec.taints.iter().any(|taint| evicts(&taint.effect)),
            }
        });
        let mut nodes: Vec<ZoneNode> = watched.collect();
        nodes.sort_by_key(|node| node.ready == ConditionStatus::True);
        let (zone, since) = zone_status.map(|(_, view)| (Rc::clone(&view.zone), view.since)).unzip();
        ZoneRuling { zone, name: name.into(), since, nodes }
    }

    /// The zones of the nodes, by their labels; of nodes without one, the empty name.
    #[must_use]
    pub fn zone_names(&self) -> Vec<Str> {
        let mut names: Vec<Str> = self.nodes.values().map(|node| node.zone().into()).collect();
        names.sort();
        names.dedup();
        names
    }
}
