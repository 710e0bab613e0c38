//! The disruption controller: keeps the status of budgets.
//!
//! expected = pods that the selector matches; healthy = those that run on a ready node and are not terminating; desired =
//! `minAvailable`, or expected − `maxUnavailable`, percentages of expected and rounded up; allowed = healthy − desired,
//! but not below 0.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::api::{PodDisruptionBudget, PodDisruptionBudgetStatus, Str};

use super::Simulation;
use super::event::What;

impl Simulation {
    pub(super) fn apply_budget(&mut self, budget: PodDisruptionBudget) {
        let mut budget = Rc::new(budget);
        let same = |other: &Rc<PodDisruptionBudget>| {
            (&other.metadata.namespace, &other.metadata.name) == (&budget.metadata.namespace, &budget.metadata.name)
        };
        if let Some(at) = self.objects.budgets.iter().position(same) {
            Rc::make_mut(&mut budget).status = self.objects.budgets[at].status.clone();
            self.objects.budgets[at] = Rc::clone(&budget);
        } else {
            self.objects.budgets.push(Rc::clone(&budget));
        }
        self.emit(What::BudgetUpdated(budget));
        self.touch();
    }

    pub(super) fn recompute_budgets(&mut self) {
        for at in 0..self.objects.budgets.len() {
            let budget = &self.objects.budgets[at];
            let status = self.status_of(budget);
            if status != budget.status {
                let mut changed = (**budget).clone();
                changed.status = status;
                let changed = Rc::new(changed);
                self.objects.budgets[at] = Rc::clone(&changed);
                self.emit(What::BudgetUpdated(changed));
            }
        }
    }

    /// Pods whose eviction was granted but is not to be seen yet.
    fn still_disrupted(&self, budget: &PodDisruptionBudget) -> BTreeMap<Str, Str> {
        let there = |name: &Str| {
            let key = format!("{}/{name}", budget.metadata.namespace);
            self.pods.get(key.as_str()).is_some_and(|state| !state.info.pod.is_terminating())
        };
        let disrupted = budget.status.disrupted_pods.iter().filter(|(name, _)| there(name));
        disrupted.map(|(name, at)| (name.clone(), at.clone())).collect()
    }

    fn status_of(&self, budget: &PodDisruptionBudget) -> PodDisruptionBudgetStatus {
        let (mut expected, mut healthy) = (0, 0);
        for state in self.pods.values() {
            let pod = &state.info.pod;
            let selected = pod.metadata.namespace == budget.metadata.namespace
                && budget.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels));
            if selected && pod.status.phase != "Succeeded" {
                expected += 1;
                let runs = pod.status.phase == "Running" && self.node_is_ready(state.node.as_ref());
                let leaving = pod.is_terminating() || budget.status.disrupted_pods.contains_key(&pod.metadata.name);
                healthy += i32::from(state.bound && runs && !leaving);
            }
        }
        let desired = match (&budget.spec.min_available, &budget.spec.max_unavailable) {
            (Some(min), _) => min.of_up(expected),
            (None, Some(max)) => (expected - max.of_up(expected)).max(0),
            (None, None) => 0,
        };
        PodDisruptionBudgetStatus {
            disruptions_allowed: if expected > 0 { (healthy - desired).max(0) } else { 0 },
            current_healthy: healthy,
            desired_healthy: desired,
            expected_pods: expected,
            disrupted_pods: self.still_disrupted(budget),
        }
    }
}
