//! What differs between releases in preemption.

use crate::framework::ExtenderCalls;

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct DefaultPreemption {
    /// `preemptionPolicy: Never` is honored.
    pub honours_never: bool,
    /// A pod whose nominated node has become unresolvable may preempt elsewhere while victims still terminate there.
    pub may_leave_unresolvable_node: bool,
    /// Only victims of the scheduler's own preemption (by condition) make the preemptor wait.
    pub waits_for_own_victims_only: bool,
    /// Budgets are counted down victim by victim, and `disruptedPods` are left out.
    pub counts_budgets_down: bool,
    /// A node without lower pods is no candidate (else it may be one without victims).
    pub wants_victims: bool,
    /// Victims are put in order of importance once more after the reprieve.
    pub sorts_victims: bool,
    /// What extenders are asked about the candidates.
    pub extender_calls: ExtenderCalls,
    /// Nodes are tried in the order of the cycle, not in that of the cache.
    pub tries_in_cycle_order: bool,
    /// Candidates wanted: this percentage of the potential nodes …
    pub min_candidate_percentage: i64,
    /// … but at least this many.
    pub min_candidate_absolute: i64,
    /// A failed attempt to preempt ends the pod's own nomination.
    pub failure_clears_nomination: bool,
    /// Nominations below are cleared also if every victim was terminating already.
    pub clears_without_eviction: bool,
}
