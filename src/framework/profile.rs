//! A scheduler's configuration as tables: which plugins, in which order, with which weight, and how a cycle goes.

use crate::api::Str;
use crate::cluster::Accounting;

use super::{FilterRow, LogEntry, Point, Reason, ScoreRow};

/// One scheduler profile of one release.
pub struct Profile {
    /// The `schedulerName` by which pods choose it.
    pub scheduler: Str,
    /// The points of a cycle, by the names that the release gives them, in running order.
    pub points: &'static [(Point, &'static str)],
    /// Filters in running order.
    pub filters: Vec<FilterRow>,
    /// Scores in running order.
    pub scores: Vec<ScoreRow>,
    /// How requests add up.
    pub accounting: Accounting,
    /// How a cycle goes.
    pub cycle: CyclePolicy,
    /// How preemption goes; `None` where it is switched off.
    pub preemption: Option<PreemptionPolicy>,
    /// How reasons and messages read.
    pub wording: &'static dyn Wording,
}

/// What differs between releases in the course of a cycle.
#[derive(Clone, Copy, Debug)]
pub struct CyclePolicy {
    /// Percentage of nodes after which the search for feasible ones may stop; 0 adapts to the cluster's size.
    pub percentage_of_nodes_to_score: i64,
    /// Go on after the first failing row of a node and collect the reasons of all.
    pub always_check_all: bool,
    /// Try the pod's own nominated node alone first.
    pub nominated_node_first: bool,
    /// A pre-filter rejection that preemption may help lets the other pre-filters run.
    pub prefilter_runs_on: bool,
    /// An unresolvable pre-filter rejection ends `PostFilter` in an error before preemption is reached.
    pub rejection_blocks_preemption: bool,
    /// Message of `PostFilter` joins the error text.
    pub post_filter_message: bool,
}

/// What differs between releases in preemption.
#[derive(Clone, Copy, Debug)]
pub struct PreemptionPolicy {
    /// `preemptionPolicy: Never` is honoured.
    pub honours_never: bool,
    /// A pod whose nominated node has become unresolvable may preempt elsewhere while victims still terminate there.
    pub unresolvable_nomination_frees: bool,
    /// Only victims of the scheduler's own preemption (by condition) make the preemptor wait.
    pub waits_for_own_victims_only: bool,
    /// Budgets are counted down victim by victim, and `disruptedPods` are left out.
    pub counts_budgets_down: bool,
    /// A node without lower pods is no candidate (else it may be one without victims).
    pub wants_victims: bool,
    /// Victims are put in order of importance once more after the reprieve.
    pub sorts_victims: bool,
    /// Candidates wanted: this percentage of the potential nodes …
    pub min_candidate_percentage: i64,
    /// … but at least this many.
    pub min_candidate_absolute: i64,
    /// All potential nodes are tried, whatever the two above say.
    pub tries_all: bool,
    /// A failed attempt to preempt ends the pod's own nomination.
    pub failure_clears_nomination: bool,
    /// Nominations below are cleared also if every victim was terminating already.
    pub clears_without_eviction: bool,
}

/// A release's own words.
pub trait Wording {
    /// A reason as it stands in messages.
    fn reason(&self, reason: &Reason) -> String;
    /// Whether two reasons certainly read alike, told without making words.
    fn reads_alike(&self, a: &Reason, b: &Reason) -> bool {
        match (a, b) {
            (Reason::Insufficient { resource: a, .. }, Reason::Insufficient { resource: b, .. }) => a == b,
            _ => a == b,
        }
    }
    /// The error that ends a cycle when a score cannot be prepared.
    fn score_error(&self, plugin: &str, text: &str) -> String;
    /// What `PostFilter` plugins ahead of preemption say; empty where nothing is said.
    fn before_preemption(&self) -> &'static str;
    /// The line that the scheduler's log has for this, without the head that the logger puts before every line; `None`
    /// where the release has none.
    fn log_line(&self, entry: &LogEntry<'_>) -> Option<String>;
}
