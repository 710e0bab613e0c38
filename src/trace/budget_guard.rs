//! The budgets that protect a pod, and how many disruptions they allow. The stage draws them as a shield on the pod.

use std::rc::Rc;

use api::{Pod, PodDisruptionBudget, PodDisruptionBudgetStatus};

use super::Frame;

/// How many disruptions a budget allows, the least strict first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BudgetState {
    /// The disruption controller has not counted the pods yet, so the API server allows no eviction.
    Uncounted,
    /// At least one of its pods may be evicted.
    Open,
    /// No pod may be evicted.
    Closed,
    /// Fewer pods are healthy than required: the budget was violated, or a pod has failed.
    Short,
}

impl BudgetState {
    /// The state of a budget, from its status.
    #[must_use]
    pub fn from_budget(budget: &PodDisruptionBudget) -> Self {
        let status = &budget.status;
        match status {
            status if *status == PodDisruptionBudgetStatus::default() => Self::Uncounted,
            status if status.disruptions_allowed > 0 => Self::Open,
            status if status.current_healthy < status.desired_healthy => Self::Short,
            _ => Self::Closed,
        }
    }

    /// The state's name in pictures.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uncounted => "uncounted",
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Short => "short",
        }
    }
}

impl Frame {
    /// The budgets that protect a pod.
    #[must_use]
    pub fn guarding_budgets(&self, pod: &Pod) -> GuardingBudgets {
        if self.budgets.is_empty() {
            return GuardingBudgets::default();
        }
        GuardingBudgets(self.budgets_of(pod).into_iter().cloned().collect())
    }
}

/// The budgets that protect a pod or several pods.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GuardingBudgets(pub Vec<Rc<PodDisruptionBudget>>);

impl GuardingBudgets {
    /// The budgets of several pods together, each once.
    #[must_use]
    pub fn union<'a>(guards: impl Iterator<Item = &'a Self>) -> Self {
        let mut budgets: Vec<Rc<PodDisruptionBudget>> = Vec::new();
        for budget in guards.flat_map(|guarding_budgets| &guarding_budgets.0) {
            if !budgets.iter().any(|other| Rc::ptr_eq(other, budget)) {
                budgets.push(Rc::clone(budget));
            }
        }
        Self(budgets)
    }

    /// The state of the strictest budget for one pod. With two budgets it is at least `Closed`, since the Eviction API rejects pods that have more
    /// than one. `None` if no budget protects the pod.
    #[must_use]
    pub fn tightest_state(&self) -> Option<BudgetState> {
        let tightest = self.0.iter().map(|budget| BudgetState::from_budget(budget)).max()?;
        Some(if self.0.len() > 1 { tightest.max(BudgetState::Closed) } else { tightest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_budget_is_the_shield() {
        let budget = |allowed: i32, healthy: i32, desired: i32, expected: i32| {
            let json = format!(
                r#"{{"metadata":{{"name":"b"}},"status":{{"disruptionsAllowed":{allowed},"currentHealthy":{healthy},"desiredHealthy":{desired},"expectedPods":{expected}}}}}"#
            );
            Rc::new(serde_json::from_str::<PodDisruptionBudget>(&json).expect("a budget"))
        };
        let (uncounted, open, closed, short) =
            (budget(0, 0, 0, 0), budget(1, 3, 2, 3), budget(0, 2, 2, 3), budget(0, 1, 2, 3));
        for (budgets, wanted) in [
            (vec![], None),
            (vec![&uncounted], Some(BudgetState::Uncounted)),
            (vec![&open], Some(BudgetState::Open)),
            (vec![&open, &open], Some(BudgetState::Closed)),
            (vec![&closed, &open], Some(BudgetState::Closed)),
            (vec![&open, &short, &closed], Some(BudgetState::Short)),
        ] {
            let guards = GuardingBudgets(budgets.into_iter().cloned().collect());
            assert_eq!(guards.tightest_state(), wanted, "{guards:?}");
            assert!(GuardingBudgets::union([&guards, &guards].into_iter()).0.len() <= guards.0.len());
        }
    }

    #[test]
    fn budgets_of_several_pods_are_taken_together_once() {
        let [a, b] = ["a", "b"].map(|name| {
            let json = format!(r#"{{"metadata":{{"name":"{name}"}}}}"#);
            Rc::new(serde_json::from_str::<PodDisruptionBudget>(&json).expect("a budget"))
        });
        let (one, both) = (GuardingBudgets(vec![Rc::clone(&b)]), GuardingBudgets(vec![Rc::clone(&a), Rc::clone(&b)]));
        assert_eq!(GuardingBudgets::union([&one, &both, &one].into_iter()), GuardingBudgets(vec![b, a]));
    }
}
