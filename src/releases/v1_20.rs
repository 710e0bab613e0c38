//! v1.20: the scheduling framework as it was when preemption had just become a plugin.

use crate::cluster::node_tree::zone_key_beta_first;
use crate::cluster::{Accounting, NonZero};
use crate::framework::{
    CyclePolicy, FilterRow, LogEntry, PluginId, PreemptionPolicy, Profile, Reason, ScoreRow, Wording,
};
use crate::plugins::image_locality::ImageLocality;
use crate::plugins::inter_pod_affinity::{
    Bookkeeping, CheckOrder, InterPodAffinityFilter, InterPodAffinityScore, Namespaces,
};
use crate::plugins::node_affinity::NodeAffinity;
use crate::plugins::node_name::NodeName;
use crate::plugins::node_ports::NodePorts;
use crate::plugins::node_prefer_avoid_pods::NodePreferAvoidPods;
use crate::plugins::node_resources::{Balanced, Fit};
use crate::plugins::node_unschedulable::NodeUnschedulable;
use crate::plugins::pod_topology_spread::{Counting, Owners, PodTopologySpread};
use crate::plugins::taint_toleration::TaintToleration;
use crate::scheduler::FlowPolicy;
use crate::scheduler::queue::{BackoffPolicy, QueuePolicy};

use super::config::Args;
use super::{DEFAULT_SCHEDULER, FRAMEWORK_POINTS as POINTS, log};

/// `framework.MaxNodeScore`.
const MAX: i64 = 100;

pub(super) const QUEUE: QueuePolicy = QueuePolicy {
    backoff: BackoffPolicy::Attempts,
    pops_from_backoff: false,
    leftover_after: 60_000,
    error_backoff: false,
    hints: false,
    update_ends_backoff: true,
    names_node_changes: true,
};

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    zone_key: zone_key_beta_first,
    node_cursor: false,
    keeps_deleted_nodes: false,
    marks_victims: false,
    clears_before_evicting: false,
    own_status_last: true,
    ended_nominations_wake: false,
    errors_clear_nomination: false,
    forgotten_pods_wake: false,
    bind_error: "binding rejected: running Bind plugin \"DefaultBinder\": ",
    unready_pods_go_freely: false,
    resizes_pods: false,
};

pub(super) fn profile(args: &Args) -> Profile {
    Profile {
        scheduler: DEFAULT_SCHEDULER.into(),
        points: POINTS,
        filters: filters(args),
        scores: scores(args),
        accounting: Accounting {
            overhead: true,
            sidecars: false,
            pod_level: false,
            init_when_bound: true,
            non_zero: NonZero::InitAndRoundedOverhead,
        },
        cycle: CyclePolicy {
            percentage_of_nodes_to_score: 0,
            always_check_all: false,
            nominated_node_first: false,
            prefilter_runs_on: false,
            rejection_blocks_preemption: false,
            post_filter_message: false,
        },
        preemption: Some(PreemptionPolicy {
            honours_never: true,
            unresolvable_nomination_frees: true,
            waits_for_own_victims_only: false,
            counts_budgets_down: true,
            wants_victims: true,
            sorts_victims: false,
            min_candidate_percentage: 10,
            min_candidate_absolute: 100,
            tries_all: false,
            failure_clears_nomination: false,
            clears_without_eviction: true,
        }),
        wording: WORDING,
    }
}

fn filters(args: &Args) -> Vec<FilterRow> {
    use PluginId as Id;
    vec![
        FilterRow::one(Id::NodeUnschedulable, "NodeUnschedulable", NodeUnschedulable),
        FilterRow::one(Id::NodeName, "NodeName", NodeName),
        FilterRow::one(Id::TaintToleration, "TaintToleration", TaintToleration { max: MAX }),
        FilterRow::one(Id::NodeAffinity, "NodeAffinity", affinity(args)),
        FilterRow::one(Id::NodePorts, "NodePorts", NodePorts { skips: false }),
        FilterRow::one(Id::NodeResourcesFit, "NodeResourcesFit", Fit { compares_unrequested: true, ..args.fit() }),
        FilterRow::one(Id::PodTopologySpread, "PodTopologySpread", spread(args)),
        FilterRow::one(
            Id::InterPodAffinity,
            "InterPodAffinity",
            InterPodAffinityFilter {
                order: CheckOrder::OwnFirst,
                bookkeeping: Bookkeeping::Exact,
                namespaces: Namespaces::Listed,
                first_pod_needs_keys: true,
                two_reasons: true,
                skips: false,
            },
        ),
    ]
}

fn scores(args: &Args) -> Vec<ScoreRow> {
    use PluginId as Id;
    vec![
        ScoreRow::new(Id::NodeResourcesBalancedAllocation, "NodeResourcesBalancedAllocation", 1, Balanced::Early(MAX)),
        ScoreRow::new(
            Id::ImageLocality,
            "ImageLocality",
            1,
            ImageLocality { max: MAX, init_containers: false, bound_per_container: true },
        ),
        ScoreRow::new(
            Id::InterPodAffinity,
            "InterPodAffinity",
            1,
            InterPodAffinityScore {
                max: MAX,
                hard_weight: args.hard_weight,
                ignores_existing_preferences: false,
                namespaces: Namespaces::Listed,
                normalizes_from_zero: true,
                skips: false,
            },
        ),
        ScoreRow::new(
            Id::NodeResourcesLeastAllocated,
            "NodeResourcesLeastAllocated",
            1,
            args.least.allocation(MAX, false),
        ),
        ScoreRow::new(Id::NodeAffinity, "NodeAffinity", 1, affinity(args)),
        ScoreRow::new(Id::NodePreferAvoidPods, "NodePreferAvoidPods", 10_000, NodePreferAvoidPods { max: MAX }),
        ScoreRow::new(Id::PodTopologySpread, "PodTopologySpread", 2, spread(args)),
        ScoreRow::new(Id::TaintToleration, "TaintToleration", 1, TaintToleration { max: MAX }),
    ]
}

/// Scores that only a configuration switches on.
pub(super) fn more_scores(args: &Args) -> Vec<ScoreRow> {
    use PluginId as Id;
    vec![
        ScoreRow::new(
            Id::NodeResourcesMostAllocated,
            "NodeResourcesMostAllocated",
            1,
            args.most.allocation(MAX, false),
        ),
        ScoreRow::new(Id::RequestedToCapacityRatio, "RequestedToCapacityRatio", 1, args.ratio.allocation(MAX, false)),
    ]
}

fn spread(args: &Args) -> PodTopologySpread {
    PodTopologySpread {
        defaults: args.spread.clone(),
        owners: Owners::Selecting,
        counting: Counting::AllowedDomains,
        lenient_defaults: false,
        rounds: false,
        skips: false,
    }
}

fn affinity(args: &Args) -> NodeAffinity {
    NodeAffinity { max: MAX, fields_score: true, ..args.affinity() }
}

/// The words of the release.
pub const WORDING: &dyn Wording = &Words;

struct Words;

impl Wording for Words {
    fn reason(&self, wanted: &Reason) -> String {
        reason(wanted)
    }

    fn score_error(&self, plugin: &str, text: &str) -> String {
        format!("running Score plugins: plugin \"{plugin}\" failed with: {text}")
    }

    fn before_preemption(&self) -> &'static str {
        ""
    }

    fn log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_20(entry)
    }
}

/// The words of v1.20; v1.16 shares what it does not say otherwise.
pub(super) fn reason(reason: &Reason) -> String {
    match reason {
        Reason::OtherNodeNamed => "node(s) didn't match the requested hostname".into(),
        Reason::UntoleratedTaint { key, value } => {
            format!("node(s) had taint {{{key}: {value}}}, that the pod didn't tolerate")
        }
        Reason::NodeSelectorMismatch => "node(s) didn't match Pod's node affinity".into(),
        Reason::PodAffinityOrAntiAffinity => "node(s) didn't match pod affinity/anti-affinity".into(),
        other => super::v1_34::reason(other),
    }
}
