//! Observes, for each attempt of a member, the devices that each node would allocate and what `Reserve` would reserve there. The engine records this for
//! one pod at a time, so it is read between two members.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use schedscope::{
    api::{NamespacedName, Str},
    runlog::Purpose,
    scheduler::{
        cluster::{ClaimPlan, Claims, PodInfo},
        framework::Chooser,
    },
};
use serde_json::{Map, Value};

use super::super::choices::Recorded;
use crate::support::cases;

/// The observations about a member, by node.
#[derive(Clone, Default)]
pub(super) struct MemberNotes {
    offers: BTreeMap<Str, Vec<(Str, Str)>>,
    plans: BTreeMap<Str, ClaimPlan>,
}

impl MemberNotes {
    /// What a node would allocate to each unallocated claim.
    pub(super) fn offers_json(&self, node: &str, namespace: &str) -> Option<Value> {
        let offers = self.offers.get(node)?;
        let key = |name: &str| if name.starts_with('<') { name.to_owned() } else { format!("{namespace}/{name}") };
        let entries = offers.iter().map(cases::offer_json).map(|(name, value)| (key(&name), value));
        Some(entries.collect::<Map<_, _>>().into())
    }

    /// The requests that provide the containers' extended resources on a node.
    pub(super) fn mappings(&self, node: &str) -> Option<Value> {
        let offers = self.offers.get(node)?;
        offers.iter().map(cases::offer_json).find(|(name, _)| name == "<mappings>").map(|(_, value)| value)
    }

    pub(super) fn plan(&self, node: &str) -> Option<&ClaimPlan> {
        self.plans.get(node)
    }
}

/// Reads what the engine records.
#[derive(Default)]
pub(super) struct Observer {
    claims: Option<Rc<dyn Claims>>,
    pods: BTreeMap<NamespacedName, Rc<PodInfo>>,
    nodes: Vec<Str>,
    current: Option<NamespacedName>,
    /// One entry per attempt of a member, in all simulations of the cycle, in order.
    notes: Vec<(NamespacedName, MemberNotes)>,
    /// The number of entries that have been read.
    read: usize,
}

impl Observer {
    pub(super) fn begin_cycle(&mut self, claims: Option<&Rc<dyn Claims>>, pods: &[Rc<PodInfo>], nodes: Vec<Str>) {
        self.claims = claims.cloned();
        self.pods = pods.iter().map(|pod| (pod.pod.key(), Rc::clone(pod))).collect();
        self.nodes = nodes;
    }

    /// Reads what was recorded for the last member.
    pub(super) fn end_member(&mut self) {
        let Some(pod) = self.current.take() else { return };
        let mut notes = MemberNotes::default();
        if let (Some(claims), Some(pod)) = (&self.claims, self.pods.get(&pod)) {
            for node in &self.nodes {
                // There is none if the last record belongs to something else.
                if let Ok(Some(plan)) = claims.reserve_plan(pod, node) {
                    notes.offers.extend(claims.node_offers(node).map(|offers| (node.clone(), offers)));
                    notes.plans.insert(node.clone(), plan);
                }
            }
        }
        self.notes.push((pod, notes));
    }

    /// Returns the entry of the next attempt.
    pub(super) fn next_notes(&mut self) -> MemberNotes {
        self.read += 1;
        self.notes.get(self.read - 1).map(|(_, notes)| notes.clone()).unwrap_or_default()
    }

    /// The requests of a pod that provide its containers' extended resources on a node.
    pub(super) fn mappings_of(&self, pod: &NamespacedName, node: &str) -> Option<Value> {
        let mut notes = self.notes.iter().filter(|(member, _)| member == pod);
        notes.find_map(|(_, notes)| notes.mappings(node))
    }
}

/// A chooser that uses upstream's choices and notifies an [`Observer`].
#[derive(Clone, Default)]
pub(super) struct ObservedChooser {
    pub recorded: Recorded,
    pub observer: Rc<RefCell<Observer>>,
}

impl Chooser for ObservedChooser {
    fn choose(&mut self, purpose: Purpose, n: usize, name: &dyn Fn(usize) -> Str) -> usize {
        self.recorded.choose(purpose, n, name)
    }

    fn begin_member(&mut self, pod: &NamespacedName) {
        let mut observer = self.observer.borrow_mut();
        observer.end_member();
        observer.current = Some(pod.clone());
        self.recorded.begin_member(pod);
    }
}
