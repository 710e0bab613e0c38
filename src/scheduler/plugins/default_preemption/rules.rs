//! What differs between releases in preemption, as the plugin's fields.

use crate::framework::ExtenderCalls;

#[derive(Clone, Copy, Debug)]
pub struct DefaultPreemption {
    /// Whether `preemptionPolicy: Never` is honored.
    pub honors_never: bool,
    /// Whether a pod may preempt on another node, although victims still terminate on its nominated node, if that node
    /// has become `UnschedulableAndUnresolvable`.
    pub may_leave_unresolvable_node: bool,
    /// Whether the preemptor waits only for pods that the scheduler's own preemption evicted (recognized by their
    /// condition), not for any terminating pod.
    pub waits_for_own_victims_only: bool,
    /// Whether each victim reduces the budgets that select it, and pods in `disruptedPods` are skipped.
    pub counts_budgets_down: bool,
    /// Whether a node without pods of lower priority is no candidate. Otherwise it can be a candidate without victims.
    pub wants_victims: bool,
    /// Whether victims are sorted by importance after the reprieve.
    pub sorts_victims: bool,
    /// How extenders are called with the candidates.
    pub extender_calls: ExtenderCalls,
    /// Whether nodes are tried in the order of the scheduling cycle instead of the snapshot's.
    pub tries_in_cycle_order: bool,
    /// `minCandidateNodesPercentage`: the number of candidates to find, in percent of the potential nodes.
    pub min_candidate_percentage: i64,
    /// `minCandidateNodesAbsolute`: the minimum number of candidates to find.
    pub min_candidate_absolute: i64,
    /// Whether a failed preemption clears the pod's own nomination.
    pub failure_clears_nomination: bool,
    /// Whether nominations of lower priority are cleared even if all victims were terminating already.
    pub clears_without_eviction: bool,
}
