//! Units, which preemption for a group evicts together: a single pod, or all pods of a group that is disrupted as a
//! whole.
//!
//! Upstream: `newDomainForWorkloadPreemption`, `moreImportantVictim`, `filterVictimsWithPDBViolation`. They have two
//! peculiarities, which recorded cycles show. A pod of any group counts as a group of one pod, even if it is evicted
//! alone, and so outranks older pods without a group. And the start time of a group is that of the first pod in the
//! list, not the earliest one.

use std::{cmp::Reverse, rc::Rc};

use api::{NamespacedName, Str, Table};
use runlog::{GroupUnit, NodeIx, Purpose};

use super::registry::GroupRegistry;
use crate::{
    cluster::{Objects, PodInfo, Snapshot},
    framework::Chooser,
};

/// A single pod, or pods that are evicted together.
pub(super) struct Unit {
    /// The pods, each with its node.
    pub pods: Vec<(NodeIx, Rc<PodInfo>)>,
    pub priority: i32,
    group: Option<NamespacedName>,
    start: i64,
}

/// Sort key, smallest for the most important unit: priority, groups before single pods, larger groups, earlier start
/// times.
type Importance = (Reverse<i32>, bool, Reverse<usize>, i64);

impl Unit {
    fn new(node: NodeIx, pod: &Rc<PodInfo>, priority: i32) -> Self {
        Self { pods: vec![(node, Rc::clone(pod))], priority, group: pod.pod.group_key(), start: pod.start() }
    }

    pub(super) fn importance(&self) -> Importance {
        let size = if self.group.is_some() { self.pods.len() } else { 0 };
        (Reverse(self.priority), self.group.is_none(), Reverse(size), self.start)
    }

    /// Returns the record of the unit.
    pub(super) fn record(&self, is_violating: bool) -> GroupUnit {
        GroupUnit {
            pods: self.pods.iter().map(|(_, pod)| pod.pod.key()).collect(),
            priority: self.priority,
            group: self.group.clone(),
            start: self.start,
            is_violating,
        }
    }
}

/// Collects all units of a cluster, in order of first occurrence.
pub(super) fn collect_units(snapshot: &Snapshot, order: &[NodeIx], registry: &GroupRegistry) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut by_group: Table<Str, usize> = Table::new();
    for &node in order {
        for pod in snapshot.nodes()[node].pods() {
            let group = pod.pod.group_key().and_then(|key| registry.group(&key));
            let Some(group) = group.filter(|group| group.is_disrupted_as_a_whole()) else {
                units.push(Unit::new(node, pod, pod.priority()));
                continue;
            };
            let uid = &group.metadata.uid;
            match by_group.get(uid) {
                Some(&at) => units[at].pods.push((node, Rc::clone(pod))),
                None => {
                    by_group.insert(uid.clone(), units.len());
                    units.push(Unit::new(node, pod, group.priority()));
                }
            }
        }
    }
    units
}

/// Sorts units, the most important first. Units of equal importance are in the random order of a map; returns the
/// indices of each such set.
pub(super) fn sort_units(units: &mut Vec<Unit>, chooser: &mut dyn Chooser) -> Vec<Vec<usize>> {
    units.sort_by_key(Unit::importance);
    let mut ties = Vec::new();
    let mut sorted: Vec<Unit> = Vec::with_capacity(units.len());
    while !units.is_empty() {
        let importance = units[0].importance();
        let count = units.iter().take_while(|unit| unit.importance() == importance).count();
        let mut equal: Vec<Unit> = units.drain(..count).collect();
        if count > 1 {
            ties.push((sorted.len()..sorted.len() + count).collect());
        }
        while !equal.is_empty() {
            let name = |at: usize| -> Str { equal[at].pods[0].1.pod.key().into() };
            let at = if equal.len() == 1 { 0 } else { chooser.choose(Purpose::VictimOrder, equal.len(), &name) };
            sorted.push(equal.remove(at));
        }
    }
    *units = sorted;
    ties
}

/// Returns which units violate a budget if they are evicted in this order. The first budget that a pod violates ends
/// the check of the pod, and the first such pod ends that of its unit: later ones are not subtracted from any budget.
pub(super) fn violating_units(units: &[Unit], objects: &Objects) -> Vec<bool> {
    let budgets = &objects.budgets;
    let mut allowed: Vec<i32> = budgets.iter().map(|budget| budget.status.disruptions_allowed).collect();
    let mut overdraws = |pod: &PodInfo| {
        if pod.labels().is_empty() {
            return false;
        }
        budgets.iter().zip(&mut allowed).any(|(budget, allowed)| {
            let selector = budget.spec.selector.as_ref().filter(|selector| !selector.is_empty());
            let covers = budget.metadata.namespace == *pod.namespace()
                && selector.is_some_and(|selector| selector.matches(pod.labels()))
                && !budget.status.disrupted_pods.contains_key(&pod.pod.metadata.name);
            if covers {
                *allowed = allowed.saturating_sub(1);
            }
            covers && *allowed < 0
        })
    };
    units.iter().map(|unit| unit.pods.iter().any(|(_, pod)| overdraws(pod))).collect()
}
