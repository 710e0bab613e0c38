//! The disruption controller: maintains the status of budgets.
//!
//! `desired` is `minAvailable`, or `expected − maxUnavailable` but at least 0, with percentages of `expected` rounded up. `healthy` is the number of
//! matching pods that are ready and neither terminating nor about to be evicted. `allowed` is `healthy − desired` but at least 0, and 0 if nothing is
//! expected. Upstream: `DisruptionController.trySync`, `countHealthyPods`, `buildDisruptedPodMap`, `updatePdbStatus`, `failSafe`.
//!
//! For `maxUnavailable` and for percentages, `expected` is the scale of the pods' controllers ([`expected_scale`]); for an absolute `minAvailable` it
//! is the number of matching pods.

mod expected_scale;
pub(crate) mod state;

use std::rc::Rc;

use api::{
    Condition, ConditionStatus, ConditionType, Kind, Millis, NamespacedName, Pod, PodDisruptionBudget,
    PodDisruptionBudgetStatus, Str, Table, Time,
};
use runlog::{BudgetCount, Demand, EventKind, UnhealthyReason};

use self::state::DisruptionController;
use super::{
    api_server::budget_covers,
    client::Component,
    task::{DisruptionTask, TaskClass},
};

/// How long after a granted eviction a pod that is not terminating is taken to be disrupted. Upstream: `DeletionTimeout`.
const DELETION_TIMEOUT: Millis = Millis::from_seconds(120);

/// The event about a budget that matches no pod.
const NO_PODS: &str = "No matching pods found";

/// The most unhealthy pods that are listed by name.
const MAX_NAMED_PODS: usize = 20;

/// The count of a budget, or the error if it could not be computed.
struct BudgetTotals {
    /// Entries of `disrupted_pods` that have not timed out.
    count: BudgetCount,
    disrupted: Table<Str, Str>,
    /// When the first of them times out.
    recheck: Option<Millis>,
}

fn budget_demand(budget: &PodDisruptionBudget) -> Demand {
    match (&budget.spec.max_unavailable, &budget.spec.min_available) {
        (Some(value), _) => Demand::MaxUnavailable(value.clone()),
        (None, Some(value)) => Demand::MinAvailable(value.clone()),
        (None, None) => Demand::Nothing,
    }
}

impl Component<'_, DisruptionController> {
    pub(crate) fn run_task(&mut self, task: &DisruptionTask) {
        if *task == DisruptionTask::Recheck {
            self.queue_all_budgets();
        }
        self.count_budgets(|_| true);
    }

    /// Counts at the start of each cycle where the controller has no delay, as in recorded runs.
    pub(crate) fn handle_cycle_start(&mut self) {
        if self.settings().timings.disruption == Some(Millis::ZERO) {
            self.count_budgets(|_| true);
        }
    }

    /// Writes the status of budgets that had been counted before the run.
    pub(crate) fn count_initial_budgets(&mut self) {
        if self.settings().timings.disruption.is_some() {
            self.count_budgets(|status| status.expected_pods > 0 || status.current_healthy > 0);
        }
    }

    pub(crate) fn handle_budget_applied(&mut self, key: &NamespacedName, is_new: bool) {
        let is_start = self.now().is_zero();
        let state = self.state_mut();
        // A budget of the manifest without pods was reported before the run.
        if is_new && is_start {
            state.last_report.insert(key.clone(), NO_PODS.into());
        }
        state.uncounted.insert(key.clone());
    }

    /// Called when the API server subtracted a disruption from a budget.
    pub(crate) fn handle_budget_status(&mut self, key: &NamespacedName) {
        self.state_mut().uncounted.insert(key.clone());
    }

    pub(crate) fn handle_budget_deleted(&mut self, key: &NamespacedName) {
        let state = self.state_mut();
        state.uncounted.remove(key);
        state.last_report.remove(key);
    }

    /// Queues the budget that selects a pod which was added, changed or removed. Of several budgets one is queued: upstream takes a random one, here
    /// it is the first. Budgets that selected the pod before the change are not queued, nor does a new scale queue any. Upstream:
    /// `DisruptionController.addPod`, `updatePod`, `deletePod`, `getPdbForPod`.
    pub(crate) fn handle_pod_change(&mut self, pod: &Pod) {
        if self.settings().timings.disruption == Some(Millis::ZERO) {
            // In recorded runs, every budget is counted after every change.
            self.queue_all_budgets();
            return self.schedule_sync();
        }
        let mut covering = self.budgets_of(pod);
        if let Some(budget) = covering.next() {
            let (key, name) = (NamespacedName::of(&budget.metadata), budget.metadata.name.clone());
            let has_several = covering.next().is_some();
            drop(covering);
            self.state_mut().uncounted.insert(key);
            if has_several {
                self.report_several_budgets(pod, &name);
            }
        } else {
            drop(covering);
        }
        self.schedule_sync();
    }

    pub(crate) fn handle_pod_removed(&mut self, key: &NamespacedName, pod: &Pod) {
        self.state_mut().several_budgets.remove(key);
        self.handle_pod_change(pod);
    }

    /// Queues the event about a pod that several budgets select, once for each that is chosen.
    fn report_several_budgets(&mut self, pod: &Pod, chosen: &Str) {
        let (namespace, name, key) = (&pod.metadata.namespace, &pod.metadata.name, pod.key());
        let text =
            format!("Pod {namespace:?}/{name:?} matches multiple PodDisruptionBudgets.  Chose {chosen:?} arbitrarily.");
        let text: Str = text.into();
        let is_news = !self.now().is_zero() && self.pod(&key).is_some();
        let state = self.state_mut();
        if is_news && state.several_budgets.insert(key.clone(), text.clone()).as_ref() != Some(&text) {
            state.pending_reports.push((key, text));
        }
    }

    /// Schedules a sync after the controller's delay if budgets are queued.
    pub(crate) fn schedule_sync(&mut self) {
        if let Some(delay) = self.settings().timings.disruption
            && !self.state().uncounted.is_empty()
            && !self.has_task(TaskClass::BudgetSync)
        {
            let at = self.now() + delay;
            self.schedule(at, DisruptionTask::Sync);
        }
    }

    fn queue_all_budgets(&mut self) {
        let keys: Vec<NamespacedName> =
            self.objects().budgets.iter().map(|budget| NamespacedName::of(&budget.metadata)).collect();
        self.state_mut().uncounted.extend(keys);
    }

    /// Counts the queued budgets, and writes each new status for which `is_of_interest` holds.
    fn count_budgets(&mut self, is_of_interest: impl Fn(&PodDisruptionBudgetStatus) -> bool) {
        for (pod, text) in std::mem::take(&mut self.state_mut().pending_reports) {
            self.record_message(Kind::Pod, &pod, true, "MultiplePodDisruptionBudgets", text);
        }
        for budget in self.objects().budgets.clone() {
            let key = NamespacedName::of(&budget.metadata);
            if !self.state().uncounted.contains(&key) {
                continue;
            }
            let (pods, healthy, disrupted, recheck) = self.budget_pods(&budget);
            let mut totals = BudgetTotals { count: self.count_budget(&budget, &pods, healthy), disrupted, recheck };
            let status = self.budget_status(&budget, &totals);
            let is_new = status != budget.status;
            if is_new && !is_of_interest(&status) {
                continue;
            }
            self.state_mut().uncounted.remove(&key);
            self.observe_budget(&key);
            self.report_budget_count(&budget, &totals.count);
            if is_new {
                totals.count.unhealthy = self.unhealthy_pods(&budget, &pods);
                self.emit(EventKind::BudgetCounted(Rc::new(totals.count)));
                self.update_budget_status(&budget, status);
            }
            if let Some(at) = totals.recheck {
                self.schedule(at, DisruptionTask::Recheck);
            }
        }
    }

    /// The pods that a budget selects, the number of healthy ones, the pods whose eviction was granted but that are not terminating yet, and when the
    /// first of these times out.
    fn budget_pods(&self, budget: &PodDisruptionBudget) -> (Vec<Rc<Pod>>, i32, Table<Str, Str>, Option<Millis>) {
        let in_namespace = self.pods_in(&budget.metadata.namespace);
        let (mut pods, mut healthy) = (Vec::new(), 0_i32);
        let (mut disrupted, mut recheck) = (Table::new(), None::<Millis>);
        for (_, record) in in_namespace.filter(|(_, record)| budget_covers(budget, record.pod())) {
            let pod = record.pod();
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
            healthy = healthy.saturating_add(i32::from(self.is_ready(record)));
        }
        (pods, healthy, disrupted, recheck)
    }

    /// Until when the deletion of a pod whose eviction was granted at `allowed` is expected; `None` if that has timed out.
    fn expected_deletion(&self, allowed: &str) -> Option<Millis> {
        let since_start = Time::parse(allowed)?.0.saturating_sub(self.settings().epoch);
        let until = Millis::from_signed_seconds(since_start / 1000) + DELETION_TIMEOUT;
        (until >= self.now()).then_some(until + Millis::new(1))
    }

    /// Counts a budget. Percentages and `maxUnavailable` refer to the replicas of the pods' controllers; so pods without a controller add nothing and
    /// can never be evicted, and one controller without a scale makes the count fail. Upstream: `getExpectedPodCount`. Tests:
    /// `a_budget_expects_the_replicas_of_the_controllers`, `pods_without_a_controller_do_not_count_as_expected`, `a_controller_without_a_scale_is_an_error`.
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
        if count.demand.needs_scale() && !self.state().has_no_controllers {
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

    fn budget_status(&self, budget: &PodDisruptionBudget, totals: &BudgetTotals) -> PodDisruptionBudgetStatus {
        let count = &totals.count;
        let conditions =
            if self.settings().flow.has_pdb_unhealthy_policy { vec![budget_condition(count)] } else { Vec::new() };
        if count.failed.is_some() {
            return PodDisruptionBudgetStatus { disruptions_allowed: 0, conditions, ..budget.status.clone() };
        }
        PodDisruptionBudgetStatus {
            disruptions_allowed: count.allowed,
            current_healthy: count.healthy,
            desired_healthy: count.desired,
            expected_pods: count.expected,
            disrupted_pods: totals.disrupted.clone(),
            conditions,
        }
    }

    /// The first unhealthy pods of a budget, with the reason.
    fn unhealthy_pods(&self, budget: &PodDisruptionBudget, pods: &[Rc<Pod>]) -> Vec<(Str, UnhealthyReason)> {
        let why = |pod: &Rc<Pod>| {
            let name = &pod.metadata.name;
            let is_expected_to_go =
                || budget.status.disrupted_pods.get(name).is_some_and(|at| self.expected_deletion(at).is_some());
            let why = if pod.is_terminating() {
                UnhealthyReason::Terminating
            } else if is_expected_to_go() {
                UnhealthyReason::Disrupted
            } else if self.is_pod_ready(&pod.key()) {
                return None;
            } else {
                UnhealthyReason::NotReady
            };
            Some((name.clone(), why))
        };
        pods.iter().filter_map(why).take(MAX_NAMED_PODS).collect()
    }

    /// Records the event about a budget's count, unless the last one was the same.
    fn report_budget_count(&mut self, budget: &PodDisruptionBudget, count: &BudgetCount) {
        let message = if let Some(why) = &count.failed {
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
        let Some((is_warning, reason, text)) = message else {
            self.state_mut().last_report.remove(&key);
            return;
        };
        let text: Str = text.into();
        if self.state().last_report.get(&key) != Some(&text) {
            self.state_mut().last_report.insert(key.clone(), text.clone());
            self.record_message(Kind::PodDisruptionBudget, &key, is_warning, reason, text);
        }
    }
}

/// The condition `DisruptionAllowed`. Upstream: `UpdateDisruptionAllowedCondition`, and `failSafe` after an error.
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
