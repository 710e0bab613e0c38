//! The disruption controller: keeps the status of budgets.
//!
//! expected = pods that the selector matches; healthy = those that are bound and not terminating; desired =
//! `minAvailable`, or expected − `maxUnavailable`, percentages of expected and rounded up; allowed = healthy − desired,
//! but not below 0.

use std::rc::Rc;

use crate::api::{IntOrString, PodDisruptionBudget, PodDisruptionBudgetStatus};

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

    fn status_of(&self, budget: &PodDisruptionBudget) -> PodDisruptionBudgetStatus {
        let (mut expected, mut healthy) = (0, 0);
        for state in self.pods.values() {
            let pod = &state.info.pod;
            let selected = pod.metadata.namespace == budget.metadata.namespace
                && budget.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels));
            if selected && pod.status.phase != "Succeeded" {
                expected += 1;
                healthy += i32::from(state.bound && !pod.is_terminating());
            }
        }
        let desired = match (&budget.spec.min_available, &budget.spec.max_unavailable) {
            (Some(min), _) => scaled(min, expected),
            (None, Some(max)) => (expected - scaled(max, expected)).max(0),
            (None, None) => 0,
        };
        PodDisruptionBudgetStatus {
            disruptions_allowed: if expected > 0 { (healthy - desired).max(0) } else { 0 },
            current_healthy: healthy,
            desired_healthy: desired,
            expected_pods: expected,
            disrupted_pods: budget.status.disrupted_pods.clone(),
        }
    }
}

/// A number as it is, a percentage of `whole` rounded up.
fn scaled(amount: &IntOrString, whole: i32) -> i32 {
    match amount {
        IntOrString::Int(number) => *number,
        IntOrString::String(text) => {
            let percent: i32 = text.trim_end_matches('%').parse().unwrap_or(0);
            (whole * percent + 99) / 100
        }
    }
}
