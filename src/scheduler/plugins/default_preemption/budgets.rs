//! Which evictions of a preemption dry run would violate a PodDisruptionBudget.

use std::rc::Rc;

use api::{PodDisruptionBudget, Str};

use super::rules::DefaultPreemption;
use crate::cluster::{Objects, PodInfo};

/// The `PodDisruptionBudget` objects of the cluster that have a non-empty selector; upstream lets no other match a pod.
pub(super) struct MatchingBudgets<'c>(Vec<&'c PodDisruptionBudget>);

impl<'c> MatchingBudgets<'c> {
    pub(super) fn from_objects(objects: &'c Objects) -> Self {
        let selects = |budget: &&PodDisruptionBudget| budget.spec.selector.as_ref().is_some_and(|s| !s.is_empty());
        Self(objects.budgets.iter().map(AsRef::as_ref).filter(selects).collect())
    }

    /// Whether no budget can match a pod.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns for each pod in `lower` the names of the budgets that its eviction would violate, when pods are evicted
    /// in `order` (indices into `lower`). Returns an empty list if the cluster has no budgets. Upstream:
    /// `filterPodsWithPDBViolation`.
    ///
    /// Kept from upstream: every pod that could be evicted is counted, although most of them are reprieved later; a pod
    /// is subtracted from each budget that selects it, even if another one is already violated, whereas the eviction
    /// API would refuse such a pod; a pod without labels is covered by no budget. v1.16 compares each pod with the
    /// budget's full allowance and never counts down. Test: `victim_uses_every_matching_budget`.
    pub(super) fn violated_budgets(
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
                let is_violated = if policy.counts_budgets_down {
                    if budget.status.disrupted_pods.contains_key(&pod.pod.metadata.name) {
                        continue;
                    }
                    *allowed -= 1;
                    *allowed < 0
                } else {
                    *allowed <= 0
                };
                debug_assert!(*allowed <= budget.status.disruptions_allowed, "a budget is counted down, never up");
                if is_violated {
                    violated[at].push(budget.metadata.name.clone());
                }
            }
        }
        violated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{framework::ExtenderCalls, plugins::testing::pod};

    const LATEST: DefaultPreemption = DefaultPreemption {
        honors_never: true,
        may_leave_unresolvable_node: true,
        waits_for_own_victims_only: true,
        counts_budgets_down: true,
        wants_victims: true,
        sorts_victims: true,
        extender_calls: ExtenderCalls::Strict,
        tries_in_cycle_order: false,
        min_candidate_percentage: 10,
        min_candidate_absolute: 100,
        failure_clears_nomination: true,
        clears_without_eviction: false,
    };

    #[test]
    fn victim_uses_every_matching_budget() {
        let budget = |name: &str, selector: &str, allowed: u32| {
            let status =
                format!(r#"{{"disruptionsAllowed":{allowed},"disruptedPods":{{"gone":"2024-03-01T08:00:00Z"}}}}"#);
            let spec = format!(r#"{{"selector":{selector}}}"#);
            let json = format!(r#"{{"metadata":{{"name":"{name}"}},"spec":{spec},"status":{status}}}"#);
            Rc::new(serde_json::from_str(&json).expect("a budget"))
        };
        let (web, any) =
            (r#"{"matchLabels":{"app":"web"}}"#, r#"{"matchExpressions":[{"key":"app","operator":"Exists"}]}"#);
        let budgets = vec![budget("none", "{}", 0), budget("web", web, 0), budget("any", any, 1)];
        let objects = Objects { budgets, ..Objects::default() };
        let labeled =
            |name: &str, labels: &str| pod(&format!(r#"{{"metadata":{{"name":"{name}","labels":{labels}}}}}"#));
        let (web, db) = (r#"{"app":"web"}"#, r#"{"app":"db"}"#);
        let pods = [labeled("gone", web), labeled("bare", "{}"), labeled("a", web), labeled("b", db)];
        let lower: Vec<&Rc<PodInfo>> = pods.iter().collect();
        let early = DefaultPreemption { counts_budgets_down: false, ..LATEST };
        for (policy, expected) in [
            // Victim `a` uses up budget `any` before `b` is checked, although `web` forbids evicting `a`. Pod `gone`,
            // whose eviction is in progress, does not count again.
            (&LATEST, [&[][..], &[], &["web"], &["any"]]),
            (&early, [&["web"], &[], &["web"], &[]]),
        ] {
            let texts = MatchingBudgets::from_objects(&objects).violated_budgets(&[0, 1, 2, 3], &lower, policy);
            assert_eq!(texts, expected.map(|names| names.iter().map(|name| Str::from(*name)).collect::<Vec<_>>()));
        }
    }
}
