//! Decisions outside the scheduler with everything that they were based on: the count of a budget, the answer to an eviction, the state of a zone,
//! and the actions of a workload controller. The stage and the inspector draw the same [`Ruling`], so their numbers agree.

use std::rc::Rc;

use api::{Condition, ConditionStatus, Millis, NamespacedName, PodDisruptionBudget, Str, TaintEffect};
use runlog::{BudgetCount, EventKind, Eviction, Reconcile, UnhealthyReason, Zone};

use super::{Frame, LatestCount, Phase, PodView};

/// A decision, and what it is based on.
#[derive(Clone, Debug, PartialEq)]
pub enum Ruling {
    /// The disruption controller counts the pods of a budget.
    Budget(BudgetRuling),
    /// The API server answers an eviction, with the budget that it checked.
    Eviction(Rc<Eviction>, Option<BudgetRuling>),
    /// The node lifecycle controller sets the state, and so the eviction rate, of a zone.
    Zone(ZoneRuling),
    /// A workload controller acts.
    Reconcile(Rc<Reconcile>),
}

/// A PodDisruptionBudget at a moment, with its latest count and the pods that it selects.
#[derive(Clone, Debug, PartialEq)]
pub struct BudgetRuling {
    /// The object with its current status.
    pub budget: Rc<PodDisruptionBudget>,
    /// The latest count; `None` before the first count of the run.
    pub latest_count: Option<LatestCount>,
    /// The pods that it selects, those that don't count as healthy first.
    pub pods: Vec<SelectedPod>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedPod {
    pub pod: NamespacedName,
    /// Its controller, such as `ReplicaSet/web-5d4f`.
    pub owner: Option<Str>,
    /// Why it does not count as healthy; `None` if it does.
    pub unhealthy: Option<UnhealthyReason>,
}

/// A zone at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneRuling {
    /// The zone as the node lifecycle controller sees it; `None` if all its nodes are ready.
    pub zone: Option<Rc<Zone>>,
    pub name: Str,
    /// The time at which it entered this state; `None` if it has been in it from the start.
    pub since: Option<Millis>,
    /// Its nodes, those that are not ready first.
    pub nodes: Vec<ZoneNode>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneNode {
    pub node: Str,
    /// The status of its condition `Ready`; `True` without one.
    pub ready: ConditionStatus,
    /// Whether it has a taint that evicts pods.
    pub is_tainted: bool,
}

impl Ruling {
    /// The decision that an event reports, with the cluster after the event.
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
                // The zone has no entry anymore because all its nodes are ready again, so the event itself is used.
                let back = ruling.zone.is_none().then(|| (Some(Rc::clone(zone)), Some(frame.now)));
                let (zone, since) = back.unwrap_or((ruling.zone, ruling.since));
                Some(Self::Zone(ZoneRuling { zone, since, ..ruling }))
            }
            EventKind::Reconciled(reconcile) => Some(Self::Reconcile(Rc::clone(reconcile))),
            _ => None,
        }
    }

    /// The upstream function that makes the decision.
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

/// The share of nodes that are not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotReadyShare {
    pub not_ready: usize,
    pub nodes: usize,
    pub percent: usize,
}

impl ZoneRuling {
    #[must_use]
    pub fn not_ready_share(&self) -> NotReadyShare {
        let (not_ready, nodes) = self.zone.as_ref().map_or((0, self.nodes.len()), |zone| (zone.not_ready, zone.nodes));
        NotReadyShare { not_ready, nodes, percent: not_ready.saturating_mul(100).checked_div(nodes).unwrap_or(0) }
    }
}

/// Why a pod does not count as healthy: as the controller found, or as its phase shows since then.
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
    /// A budget with its latest count and the pods that it selects.
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

    /// A zone by the name that the node lifecycle controller gives it, or by its label.
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
                is_tainted: view.node.spec.taints.iter().any(|taint| evicts(&taint.effect)),
            }
        });
        let mut nodes: Vec<ZoneNode> = watched.collect();
        nodes.sort_by_key(|node| node.ready == ConditionStatus::True);
        let (zone, since) = zone_status.map(|(_, view)| (Rc::clone(&view.zone), view.since)).unzip();
        ZoneRuling { zone, name: name.into(), since, nodes }
    }

    /// The zones of the nodes according to their labels, sorted; an empty name stands for nodes without one.
    #[must_use]
    pub fn zone_names(&self) -> Vec<Str> {
        let mut names: Vec<Str> = self.nodes.values().map(|node| node.zone().into()).collect();
        names.sort();
        names.dedup();
        names
    }
}
