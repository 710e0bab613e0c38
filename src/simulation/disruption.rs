//! The disruption controller: keeps the status of budgets.
//!
//! expected = pods that the selector matches; healthy = those that run on a ready node and are not terminating; desired =
//! `minAvailable`, or expected − `maxUnavailable`, percentages of expected and rounded up; allowed = healthy − desired,
//! but not below 0.

use std::rc::Rc;

use api::{PodDisruptionBudget, PodDisruptionBudgetStatus, PodPhase, Str, Table};

use super::state::Simulation;
use record::What;

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
        self.count_budgets(|_| true);
    }

    /// Counts for each budget, and writes those counts that are of interest and new.
    pub(super) fn count_budgets(&mut self, of_interest: impl Fn(&PodDisruptionBudgetStatus) -> bool) {
        for at in 0..self.objects.budgets.len() {
            let budget = &self.objects.budgets[at];
            let status = self.status_of(budget);
            if status != budget.status && of_interest(&status) {
                let mut changed = (**budget).clone();
                changed.status = status;
                let changed = Rc::new(changed);
                self.objects.budgets[at] = Rc::clone(&changed);
                self.emit(What::BudgetUpdated(changed));
            }
        }
    }

    /// Pods whose eviction was granted but is not to be seen yet.
    fn still_disrupted(&self, budget: &PodDisruptionBudget) -> Table<Str, Str> {
        let there = |name: &Str| {
            let key = format!("{}/{name}", budget.metadata.namespace);
            self.pods.get(key.as_str()).is_some_and(|state| !state.info.pod.is_terminating())
        };
        let disrupted = budget.status.disrupted_pods.iter().filter(|(name, _)| there(name));
        disrupted.map(|(name, at)| (name.clone(), at.clone())).collect()
    }

    fn status_of(&self, budget: &PodDisruptionBudget) -> PodDisruptionBudgetStatus {
        let (mut expected, mut healthy) = (0_i32, 0_i64);
        let namespace: Str = format!("{}/", budget.metadata.namespace).into();
        let here = self.pods.range_from(&namespace).take_while(|(key, _)| key.starts_with(namespace.as_str()));
        for (key, state) in here {
            let pod = &state.info.pod;
            let selected = budget.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels));
            if selected && pod.status.phase != PodPhase::Succeeded {
                expected += 1;
                let leaving = pod.is_terminating() || budget.status.disrupted_pods.contains_key(&pod.metadata.name);
                healthy += i64::from(state.bound && self.is_ready(key) && !leaving);
            }
        }
        let desired = match (&budget.spec.min_available, &budget.spec.max_unavailable) {
            (Some(min), _) => i64::from(min.of_up(expected)),
            (None, Some(max)) => (i64::from(expected) - i64::from(max.of_up(expected))).max(0),
            (None, None) => 0,
        };
        debug_assert!(healthy <= i64::from(expected), "healthy pods are among those that are expected");
        debug_assert!(desired >= 0 || budget.spec.min_available.is_some(), "no fewer pods than none are desired");
        let int32 = |number: i64| i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX });
        PodDisruptionBudgetStatus {
            disruptions_allowed: if expected > 0 { int32((healthy - desired).max(0)) } else { 0 },
            current_healthy: int32(healthy),
            desired_healthy: int32(desired),
            expected_pods: expected,
            disrupted_pods: self.still_disrupted(budget),
        }
    }
}
