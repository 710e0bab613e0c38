//! The disruption controller: keeps the status of budgets.
//!
//! desired = `minAvailable`, or expected − `maxUnavailable`, but not below 0; percentages of expected and rounded up; healthy = matching pods
//! that are ready and stay; allowed = healthy − desired, but not below 0, and 0 where nothing is expected. Upstream:
//! `DisruptionController.trySync`, `countHealthyPods`, `buildDisruptedPodMap`, `updatePdbStatus`, `failSafe`.
//!
//! What is expected stands in [`scale`](super::scale): for `maxUnavailable` and for percentages it is the scale of the pods' controllers,
//! and only for a plain `minAvailable` the number of pods that match.

use std::rc::Rc;

use api::{
    Condition, ConditionStatus, ConditionType, Millis, NamespacedName, Pod, PodDisruptionBudget,
    PodDisruptionBudgetStatus, Str, Table, Time,
};

use super::{agenda::Task, state::Simulation};
use runlog::{BudgetCount, Demand, EventKind, UnhealthyReason};

/// After so long a pod that was to be deleted is taken to stay. Upstream: `DeletionTimeout`.
const DELETION_TIMEOUT: Millis = Millis::from_seconds(120);

/// What the controller says of a budget that no pod matches.
const NO_PODS: &str = "No matching pods found";

/// So many pods that are not healthy are named.
const MAX_NAMED_PODS: usize = 20;

/// What there is to see of a budget: its numbers, or why there are none.
struct BudgetTotals {
    count: BudgetCount,
    disrupted: Table<Str, Str>,
    /// When entries of `disrupted` are to be looked at again.
    recheck: Option<Millis>,
}

pub(super) fn budget_covers(budget: &PodDisruptionBudget, pod: &Pod) -> bool {
    budget.metadata.namespace == pod.metadata.namespace
        && !pod.is_standalone()
        && budget.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels))
}

pub(super) fn budget_demand(budget: &PodDisruptionBudget) -> Demand {
    match (&budget.spec.max_unavailable, &budget.spec.min_available) {
        (Some(value), _) => Demand::MaxUnavailable(value.clone()),
        (None, Some(value)) => Demand::MinAvailable(value.clone()),
        (None, None) => Demand::Nothing,
    }
}

impl Simulation {
    /// `kubectl apply` of a budget. Its status stays until the controller has seen the new spec; evictions wait for that.
    pub(super) fn apply_budget(&mut self, budget: PodDisruptionBudget) {
        let mut budget = Rc::new(budget);
        let key = NamespacedName::of(&budget.metadata);
        if let Some(at) = self.objects.budgets.iter().position(|other| NamespacedName::of(&other.metadata) == key) {
            Rc::make_mut(&mut budget).status = self.objects.budgets[at].status.clone();
            if budget.spec != self.objects.budgets[at].spec {
                self.disruptions.unobserved.insert(key);
            }
            self.objects.budgets[at] = Rc::clone(&budget);
        } else {
            // What is there at the start was counted long since, and if there was nothing to count, that was said.
            if self.now.is_zero() {
                self.disruptions.last_report.insert(key, NO_PODS.into());
            } else {
                self.disruptions.unobserved.insert(key);
            }
            self.objects.budgets.push(Rc::clone(&budget));
        }
        self.disruptions.uncounted.insert(NamespacedName::of(&budget.metadata));
        self.emit(EventKind::BudgetUpdated(budget));
        self.touch_controllers();
    }

    pub(super) fn recompute_budgets(&mut self) {
        self.count_budgets(|_| true);
    }

    /// A pod came, changed or went: the budget that selects it as it is now is to be counted again. Of several it is one alone, which a
    /// cluster takes at random; here it is the first. One that selected the pod before hears nothing of it, and neither does any hear of a
    /// new scale. Upstream: `DisruptionController.addPod`, `updatePod`, `deletePod`, `getPdbForPod`.
    pub(super) fn queue_budget_of_pod(&mut self, pod: &Pod) {
        let mut covering = self.objects.budgets.iter().filter(|budget| budget_covers(budget, pod));
        if let Some(budget) = covering.next() {
            let (key, name, is_one) =
                (NamespacedName::of(&budget.metadata), budget.metadata.name.clone(), covering.next().is_none());
            self.disruptions.uncounted.insert(key);
            if !is_one {
                self.report_several_budgets(pod, &name);
            }
        }
        self.schedule_budget_count();
    }

    /// The controller will tell of a pod with several budgets: once for each that it takes.
    fn report_several_budgets(&mut self, pod: &Pod, chosen: &Str) {
        let (namespace, name, key) = (&pod.metadata.namespace, &pod.metadata.name, pod.key());
        let text =
            format!("Pod {namespace:?}/{name:?} matches multiple PodDisruptionBudgets.  Chose {chosen:?} arbitrarily.");
        let text: Str = text.into();
        let is_news = !self.now.is_zero() && self.pods.contains_key(&key);
        if is_news && self.disruptions.several_budgets.insert(key.clone(), text.clone()).as_ref() != Some(&text) {
            self.disruptions.pending_reports.push((key, text));
        }
    }

    /// The controller comes to what it has heard of.
    pub(super) fn schedule_budget_count(&mut self) {
        if let Some(delay) = self.timings.disruption
            && !self.disruptions.uncounted.is_empty()
            && !self.agenda.has_budgets()
        {
            self.agenda.add(self.now + delay, Task::RecomputeBudgets);
        }
    }

    /// All budgets are to be counted again.
    pub(super) fn queue_all_budgets(&mut self) {
        self.disruptions
            .uncounted
            .extend(self.objects.budgets.iter().map(|budget| NamespacedName::of(&budget.metadata)));
    }

    /// Counts for each budget of which there is anything new, and writes those counts that are of interest and new.
    pub(super) fn count_budgets(&mut self, of_interest: impl Fn(&PodDisruptionBudgetStatus) -> bool) {
        for (pod, text) in std::mem::take(&mut self.disruptions.pending_reports) {
            self.record_message("Pod", &pod, true, "MultiplePodDisruptionBudgets", text);
        }
        for at in 0..self.objects.budgets.len() {
            let budget = Rc::clone(&self.objects.budgets[at]);
            let key = NamespacedName::of(&budget.metadata);
            if !self.disruptions.uncounted.contains(&key) {
                continue;
            }
            let (pods, healthy, disrupted, recheck) = self.budget_pods(&budget);
            let mut sum = BudgetTotals { count: self.count_budget(&budget, &pods, healthy), disrupted, recheck };
            let status = self.budget_status(&budget, &sum);
            let is_new = status != budget.status;
            if is_new && !of_interest(&status) {
                continue;
            }
            self.disruptions.uncounted.remove(&key);
            self.disruptions.unobserved.remove(&key);
            self.report_budget_count(&budget, &sum.count);
            if is_new {
                sum.count.unhealthy = self.unhealthy_pods(&budget, &pods);
                let mut changed = (*budget).clone();
                changed.status = status;
                let changed = Rc::new(changed);
                self.objects.budgets[at] = Rc::clone(&changed);
                self.emit(EventKind::BudgetCounted(Rc::new(sum.count)));
                self.emit(EventKind::BudgetUpdated(changed));
            }
            if let Some(at) = sum.recheck {
                self.agenda.add(at, Task::RecheckBudgets);
            }
        }
    }

    /// The pods that a budget selects, how many of them are healthy, those whose eviction was allowed but is not to be seen yet, and when to
    /// look at these again.
    fn budget_pods(&self, budget: &PodDisruptionBudget) -> (Vec<Rc<Pod>>, i32, Table<Str, Str>, Option<Millis>) {
        let namespace = NamespacedName::new(&budget.metadata.namespace, "");
        let here = self.pods.range_from(&namespace).take_while(|(key, _)| key.starts_with(namespace.as_str()));
        let (mut pods, mut healthy) = (Vec::new(), 0_i32);
        let (mut disrupted, mut recheck) = (Table::new(), None::<Millis>);
        for (key, state) in here.filter(|(_, state)| budget_covers(budget, &state.info.pod)) {
            let pod = &state.info.pod;
            pods.push(Rc::clone(pod));
            if pod.is_terminating() {
                continue;
            }
            if let Some(at) = budget.status.disrupted_pods.get(&pod.metadata.name)
                && let Some(expected) = self.expected_deletion(at)
            {
                disrupted.insert(pod.metadata.name.clone(), at.clone());
                recheck = Some(recheck.map_or(expected, |other| other.min(expected)));
                continue;
            }
            healthy = healthy.saturating_add(i32::from(self.is_ready(key)));
        }
        (pods, healthy, disrupted, recheck)
    }

    /// Until when a deletion is expected that was allowed at a time of the wall clock; nothing if that is over.
    fn expected_deletion(&self, allowed: &str) -> Option<Millis> {
        let since_start = Time::parse(allowed)?.0.saturating_sub(self.epoch);
        let until = Millis::from_signed_seconds(since_start / 1000) + DELETION_TIMEOUT;
        (until >= self.now).then_some(until + Millis::new(1))
    }

    /// What the controller finds. Upstream: `getExpectedPodCount`, with its oddities: a percentage or `maxUnavailable` is taken of what the
    /// controllers of the pods want, so bare pods add nothing and may never go, and one controller without a scale ends the count (tests:
    /// `a_budget_counts_what_the_controllers_want`, `pods_without_a_controller_add_nothing`,
    /// `a_controller_without_a_scale_ends_the_count`).
    fn count_budget(&self, budget: &PodDisruptionBudget, pods: &[Rc<Pod>], healthy: i32) -> BudgetCount {
        let demand = budget_demand(budget);
        let matching = i32::try_from(pods.len()).unwrap_or(i32::MAX);
        let mut count = BudgetCount {
            budget: NamespacedName::of(&budget.metadata),
            demand,
            pods: matching,
            healthy,
            ..BudgetCount::default()
        };
        count.expected = matching;
        if count.demand.needs_scale() && !self.disruptions.without_controllers {
            match self.expected_scale(pods) {
                Ok(scale) => {
                    count.expected = scale.sum();
                    (count.scales, count.unmanaged) = (scale.controllers, scale.unmanaged);
                }
                Err(why) => {
                    let status = &budget.status;
                    count.expected = status.expected_pods;
                    (count.desired, count.healthy) = (status.desired_healthy, status.current_healthy);
                    count.failed = Some(why.into());
                    return count;
                }
            }
        }
        count.desired = match &count.demand {
            Demand::Nothing => 0,
            Demand::MinAvailable(value) => value.round_up_of(count.expected),
            Demand::MaxUnavailable(value) => count.expected.saturating_sub(value.round_up_of(count.expected)).max(0),
        };
        if matches!(count.demand, Demand::Nothing) {
            count.expected = 0;
        }
        if count.expected > 0 {
            count.allowed = healthy.saturating_sub(count.desired).max(0);
        }
        count
    }

    fn budget_status(&self, budget: &PodDisruptionBudget, sum: &BudgetTotals) -> PodDisruptionBudgetStatus {
        let count = &sum.count;
        let conditions = if self.flow.pdb_unhealthy_policy { vec![budget_condition(count)] } else { Vec::new() };
        if count.failed.is_some() {
            return PodDisruptionBudgetStatus { disruptions_allowed: 0, conditions, ..budget.status.clone() };
        }
        PodDisruptionBudgetStatus {
            disruptions_allowed: count.allowed,
            current_healthy: count.healthy,
            desired_healthy: count.desired,
            expected_pods: count.expected,
            disrupted_pods: sum.disrupted.clone(),
            conditions,
        }
    }

    /// Why pods of a budget do not count as healthy: of the first of them.
    fn unhealthy_pods(&self, budget: &PodDisruptionBudget, pods: &[Rc<Pod>]) -> Vec<(Str, UnhealthyReason)> {
        let why = |pod: &Rc<Pod>| {
            let name = &pod.metadata.name;
            let is_expected_to_go =
                || budget.status.disrupted_pods.get(name).is_some_and(|at| self.expected_deletion(at).is_some());
            let why = if pod.is_terminating() {
                UnhealthyReason::Terminating
            } else if is_expected_to_go() {
                UnhealthyReason::Disrupted
            } else if self.is_ready(&pod.key()) {
                return None;
            } else {
                UnhealthyReason::NotReady
            };
            Some((name.clone(), why))
        };
        pods.iter().filter_map(why).take(MAX_NAMED_PODS).collect()
    }

    /// The controller's events on a budget: each once, as long as nothing else comes in between.
    fn report_budget_count(&mut self, budget: &PodDisruptionBudget, count: &BudgetCount) {
        let pair = if let Some(why) = &count.failed {
            let text = format!("Failed to calculate the number of expected pods: {why}");
            Some((true, "CalculateExpectedPodCountFailed", text))
        } else if count.pods == 0 {
            Some((false, "NoPods", NO_PODS.to_owned()))
        } else if count.unmanaged > 0 {
            let selector = budget
                .spec
                .selector
                .as_ref()
                .map_or_else(|| "nil".to_owned(), |label_selector| label_selector.go_string());
            let text = format!(
                "Pods selected by this PodDisruptionBudget (selector: {selector}) were found to be unmanaged. As a result, the status of the \
                 PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set \
                 \".spec.minAvailable\" field of the PDB to an integer value."
            );
            Some((true, "UnmanagedPods", text))
        } else {
            None
        };
        let key = NamespacedName::of(&budget.metadata);
        let Some((warning, reason, text)) = pair else {
            self.disruptions.last_report.remove(&key);
            return;
        };
        let text: Str = text.into();
        if self.disruptions.last_report.get(&key) != Some(&text) {
            self.disruptions.last_report.insert(key.clone(), text.clone());
            self.record_message("PodDisruptionBudget", &key, warning, reason, text);
        }
    }
}

/// Upstream: `UpdateDisruptionAllowedCondition`, and `failSafe` where the count failed.
fn budget_condition(count: &BudgetCount) -> Condition {
    let (status, reason) = match (&count.failed, count.allowed > 0) {
        (Some(_), _) => (ConditionStatus::False, "SyncFailed"),
        (None, true) => (ConditionStatus::True, "SufficientPods"),
        (None, false) => (ConditionStatus::False, "InsufficientPods"),
    };
    Condition {
        r#type: ConditionType::DisruptionAllowed,
        status,
        reason: reason.into(),
        message: count.failed.clone().unwrap_or_default(),
    }
}
