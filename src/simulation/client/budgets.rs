//! Requests about disruption budgets, and the Eviction API: unlike preemption, it never violates a budget.
//!
//! The API server answers a request for an eviction once: it either grants it and deletes the pod, or refuses it, and the client may retry. Upstream:
//! `EvictionREST.Create` and `checkAndDecrement` in the API server.

use std::rc::Rc;

use api::{NamespacedName, Pod, PodDisruptionBudget, PodDisruptionBudgetStatus, PodPhase, Time, UnhealthyPodEviction};
use runlog::{Deletion, EventKind, Eviction, EvictionAnswer};

use super::{Client, watchers::Watchers};

/// The most pods in a budget's `status.disruptedPods`: evictions that the controller has not yet confirmed. Upstream: `MaxDisruptedPodSize`.
const MOST_DISRUPTED: usize = 2000;

/// The message of a refusal with code 429, after which the client may retry.
const BUDGET_MESSAGE: &str = "Cannot evict pod as it would violate the pod's disruption budget.";

impl Client<'_> {
    /// `kubectl apply` of a budget. The budget keeps its status; evictions are refused until the controller has observed the new spec.
    pub(crate) fn apply_budget(&mut self, budget: PodDisruptionBudget) {
        let mut budget = Rc::new(budget);
        let key = NamespacedName::of(&budget.metadata);
        let before = self.budget(&key).cloned();
        let is_new_spec = match &before {
            Some(before) => {
                Rc::make_mut(&mut budget).status = before.status.clone();
                budget.spec != before.spec
            }
            // The controller observed the budgets of the manifest before the run began.
            None => !self.now().is_zero(),
        };
        if is_new_spec {
            self.api_mut().unobserved_budgets_mut().insert(key.clone());
        }
        self.store_budget(&budget);
        self.emit(EventKind::BudgetUpdated(budget));
        self.cluster.deliver_budget_applied(&key, before.is_none());
    }

    fn store_budget(&mut self, budget: &Rc<PodDisruptionBudget>) {
        let budgets = &mut self.api_mut().objects_mut().budgets;
        let is_same = |other: &&mut Rc<PodDisruptionBudget>| {
            (&other.metadata.namespace, &other.metadata.name) == (&budget.metadata.namespace, &budget.metadata.name)
        };
        match budgets.iter_mut().find(is_same) {
            Some(other) => *other = Rc::clone(budget),
            None => budgets.push(Rc::clone(budget)),
        }
    }

    /// Writes a budget's status, on behalf of the disruption controller.
    pub(crate) fn update_budget_status(&mut self, budget: &PodDisruptionBudget, status: PodDisruptionBudgetStatus) {
        let changed = Rc::new(PodDisruptionBudget { status, ..budget.clone() });
        self.store_budget(&changed);
        self.emit(EventKind::BudgetUpdated(changed));
    }

    /// Records that the disruption controller has observed a budget's spec (`status.observedGeneration`).
    pub(crate) fn observe_budget(&mut self, key: &NamespacedName) {
        self.api_mut().unobserved_budgets_mut().remove(key);
    }

    /// `kubectl delete pdb`.
    pub(crate) fn delete_budget(&mut self, key: &NamespacedName) {
        let api = self.api_mut();
        api.objects_mut().budgets.retain(|budget| NamespacedName::of(&budget.metadata) != *key);
        api.unobserved_budgets_mut().remove(key);
        self.cluster.deliver_budget_deleted(key);
        self.emit(EventKind::BudgetRemoved(key.clone()));
    }

    /// Requests the eviction of a pod, and begins the pod's deletion if it is granted. `grace` is in seconds, instead of the pod's own.
    pub(crate) fn evict_pod(&mut self, key: &NamespacedName, why: Deletion, grace: Option<i64>) -> EvictionAnswer {
        let Some(pod) = self.pod(key).map(|record| Rc::clone(record.pod())) else {
            return EvictionAnswer::NotDisrupted;
        };
        let (budget, answer) = self.answer_eviction(key, &pod);
        let eviction = Eviction { pod: key.clone(), budget, answer: answer.clone() };
        self.emit(EventKind::EvictionAnswered(Rc::new(eviction)));
        if answer.is_allowed() {
            self.delete_pod_with_grace(key, why, grace);
        }
        answer
    }

    /// The answer to an eviction, and the budget that decided it. A granted disruption is subtracted from that budget's status.
    fn answer_eviction(&mut self, pod_key: &NamespacedName, pod: &Pod) -> (Option<NamespacedName>, EvictionAnswer) {
        if can_ignore_budgets(pod) {
            return (None, EvictionAnswer::NotDisrupted);
        }
        let mut covering = self.budgets_of(pod);
        let Some(budget) = covering.next().cloned() else { return (None, EvictionAnswer::Unprotected) };
        // `EvictionREST.Create` supports one budget only; preemption takes such a pod nevertheless. Test: `a_pod_with_two_budgets_cannot_be_evicted`.
        if covering.next().is_some() {
            let message =
                "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
            return (None, refuse_eviction(500, message, String::new()));
        }
        drop(covering);
        let key = NamespacedName::of(&budget.metadata);
        if self.settings().flow.has_pdb_unhealthy_policy && !self.is_pod_ready(pod_key) {
            let status = &budget.status;
            if budget.spec.unhealthy_pod_eviction_policy == UnhealthyPodEviction::AlwaysAllow {
                return (Some(key), EvictionAnswer::AlwaysAllowed);
            }
            if status.current_healthy >= status.desired_healthy && status.desired_healthy > 0 {
                return (Some(key), EvictionAnswer::EnoughHealthy);
            }
        }
        if let Some(refusal) = budget_refusal(&budget, self.is_budget_unobserved(&key)) {
            return (Some(key), refusal);
        }
        let mut status = budget.status.clone();
        assert!(status.disruptions_allowed > 0, "a budget allows what is taken off it");
        status.disruptions_allowed -= 1;
        let left = status.disruptions_allowed;
        let now = Time(self.wall_clock());
        status.disrupted_pods.insert(pod.metadata.name.clone(), now.to_string().into());
        self.update_budget_status(&budget, status);
        self.cluster.deliver_budget_status(&key);
        (Some(key), EvictionAnswer::Granted { left })
    }
}

/// Whether no budget applies to the eviction, because the pod has not started, has finished or is terminating. Upstream: `canIgnorePDB`.
fn can_ignore_budgets(pod: &Pod) -> bool {
    let phase = &pod.status.phase;
    matches!(phase, PodPhase::Unset | PodPhase::Pending) || phase.is_over() || pod.is_terminating()
}

/// The answer if the budget refuses the eviction. Upstream: `checkAndDecrement`.
fn budget_refusal(budget: &PodDisruptionBudget, unobserved: bool) -> Option<EvictionAnswer> {
    let (name, status) = (&budget.metadata.name, &budget.status);
    let forbidden = |why: &str| {
        let message = format!("poddisruptionbudget.policy \"{name}\" is forbidden: {why}");
        Some(refuse_eviction(403, &message, String::new()))
    };
    if unobserved {
        return Some(refuse_eviction(
            429,
            BUDGET_MESSAGE,
            format!("The disruption budget {name} is still being processed by the server."),
        ));
    }
    if status.disruptions_allowed < 0 {
        return forbidden("pdb disruptions allowed is negative");
    }
    if status.disrupted_pods.len() > MOST_DISRUPTED {
        return forbidden("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    }
    if status.disruptions_allowed > 0 {
        return None;
    }
    let failed =
        status.conditions.iter().find(|condition| condition.reason == "SyncFailed" && !condition.message.is_empty());
    let cause = match failed {
        Some(condition) => format!(
            "The disruption budget {name} does not allow evicting pods currently because it failed sync: {}",
            condition.message
        ),
        None if status.current_healthy <= status.desired_healthy => format!(
            "The disruption budget {name} needs {} healthy pods and has {} currently",
            status.desired_healthy, status.current_healthy
        ),
        None => format!("The disruption budget {name} does not allow evicting pods currently"),
    };
    Some(refuse_eviction(429, BUDGET_MESSAGE, cause))
}

fn refuse_eviction(code: u16, message: &str, cause: String) -> EvictionAnswer {
    EvictionAnswer::Refused { code, message: message.into(), cause: cause.into() }
}

#[cfg(test)]
mod tests {
    use api::{Condition, PodDisruptionBudgetStatus};

    use super::*;

    #[test]
    fn budget_refuses_eviction_with_its_cause() {
        let failed = Condition {
            reason: "SyncFailed".into(),
            message: "found no controllers for pod \"web\"".into(),
            ..Condition::default()
        };
        let status = |allowed: i32, healthy: i32, desired: i32| PodDisruptionBudgetStatus {
            disruptions_allowed: allowed,
            current_healthy: healthy,
            desired_healthy: desired,
            ..PodDisruptionBudgetStatus::default()
        };
        let crowded = PodDisruptionBudgetStatus {
            disrupted_pods: (0..=MOST_DISRUPTED).map(|at| (format!("{at}").into(), api::Str::default())).collect(),
            ..status(1, 1, 0)
        };
        for (status, unobserved, wanted) in [
            (status(1, 3, 2), false, None),
            (status(1, 3, 2), true, Some((429, "The disruption budget web is still being processed by the server."))),
            (status(0, 2, 2), false, Some((429, "The disruption budget web needs 2 healthy pods and has 2 currently"))),
            (status(0, 3, 2), false, Some((429, "The disruption budget web does not allow evicting pods currently"))),
            (
                PodDisruptionBudgetStatus { conditions: vec![failed], ..status(0, 1, 2) },
                false,
                Some((
                    429,
                    "The disruption budget web does not allow evicting pods currently because it failed sync: found no \
                     controllers for pod \"web\"",
                )),
            ),
            (status(-1, 3, 2), false, Some((403, ""))),
            (crowded, false, Some((403, ""))),
        ] {
            let mut budget = PodDisruptionBudget { status, ..PodDisruptionBudget::default() };
            budget.metadata.name = "web".into();
            let eviction_answer = budget_refusal(&budget, unobserved);
            let refusal = eviction_answer.map(|answer| match answer {
                EvictionAnswer::Refused { code, cause, .. } => (code, cause.to_string()),
                other => panic!("{other:?}"),
            });
            assert_eq!(refusal, wanted.map(|(code, cause)| (code, cause.to_owned())));
        }
    }

    #[test]
    fn what_disrupts_nothing_asks_no_budget() {
        for (phase, terminating, wanted) in [
            (PodPhase::Unset, false, true),
            (PodPhase::Pending, false, true),
            (PodPhase::Running, false, false),
            (PodPhase::Unknown, false, false),
            (PodPhase::Running, true, true),
            (PodPhase::Succeeded, false, true),
            (PodPhase::Failed, false, true),
        ] {
            let mut pod = Pod::default();
            pod.status.phase = phase;
            pod.metadata.deletion_timestamp = terminating.then_some(Time(0));
            assert_eq!(can_ignore_budgets(&pod), wanted, "{:?} {terminating}", pod.status.phase);
        }
    }
}
