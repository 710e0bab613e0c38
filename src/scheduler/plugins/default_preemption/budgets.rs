//! Disruption budgets in dry runs: which evictions would violate one.

use std::rc::Rc;

use crate::cluster::{Objects, PodInfo};
use api::{PodDisruptionBudget, Str};

use super::rules::DefaultPreemption;

/// Disruption budgets that can match anything.
pub(super) struct Budgets<'c>(Vec<&'c PodDisruptionBudget>);

impl<'c> Budgets<'c> {
    /// The budgets of a cluster.
    pub(super) fn of(objects: &'c Objects) -> Self {
        let selects = |budget: &&PodDisruptionBudget| budget.spec.selector.as_ref().is_some_and(|s| !s.is_empty());
        Self(objects.budgets.iter().map(AsRef::as_ref).filter(selects).collect())
    }

    /// `filterPodsWithPDBViolation`: for each pod of `lower` the budgets that its eviction would violate, where pods are
    /// evicted in `order`. Nothing where there are no budgets.
    pub(super) fn violated(
        &self,
        order: &[usize],
        lower: &[&Rc<PodInfo>],
        policy: &DefaultPreemption,
    ) -> Vec<Vec<Str>> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let mut violated = vec![Vec::new(); lower.len()];
        debug_assert!(order.len() == lower.len(), "each pod is evicted once");
        let mut allowed: Vec<i32> = self.0.iter().map(|budget| budget.status.disruptions_allowed).collect();
        for &at in order {
            let pod = lower[at];
            for (budget, allowed) in self.0.iter().zip(&mut allowed) {
                let matches = budget.metadata.namespace == *pod.namespace()
                    && !pod.labels().is_empty()
                    && budget.spec.selector.as_ref().is_some_and(|selector| selector.matches(pod.labels()));
                if !matches {
                    continue;
                }
                let over = if policy.counts_budgets_down {
                    if budget.status.disrupted_pods.contains_key(&pod.pod.metadata.name) {
                        continue;
                    }
                    *allowed -= 1;
                    *allowed < 0
                } else {
                    *allowed <= 0
                };
                debug_assert!(*allowed <= budget.status.disruptions_allowed, "a budget is counted down, never up");
                if over {
                    violated[at].push(budget.metadata.name.clone());
                }
            }
        }
        violated
    }
}
