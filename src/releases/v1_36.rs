//! v1.36: the scheduler of today. Beside v1.34 it asks nodes for features, scores balance by what the pod changes, and takes the
//! first of equally good nodes.

use crate::cluster::node_tree::zone_key;
use crate::cluster::{Accounting, NonZero, Resizes};
use crate::framework::{
    CyclePolicy, ExtenderPolicy, FilterRow, HostChoice, LogEntry, PluginId, Profile, Reason, Row, Said, ScoreRow,
    Wording,
};
use crate::plugins::default_binder::DefaultBinder;
use crate::plugins::default_preemption::{Asks, DefaultPreemption};
use crate::plugins::dynamic_resources::DynamicResources;
use crate::plugins::image_locality::ImageLocality;
use crate::plugins::inter_pod_affinity::{
    Bookkeeping, CheckOrder, Hears, InterPodAffinityFilter, InterPodAffinityScore, Namespaces,
};
use crate::plugins::node_affinity::NodeAffinity;
use crate::plugins::node_declared_features::NodeDeclaredFeatures;
use crate::plugins::node_name::NodeName;
use crate::plugins::node_ports::NodePorts;
use crate::plugins::node_resources::{Balanced, Fit};
use crate::plugins::node_unschedulable::NodeUnschedulable;
use crate::plugins::node_volume_limits::NodeVolumeLimits;
use crate::plugins::pod_topology_spread::{Counting, Owners, PodTopologySpread};
use crate::plugins::taint_toleration::TaintToleration;
use crate::plugins::volume_binding::VolumeBinding;
use crate::plugins::volume_restrictions::VolumeRestrictions;
use crate::plugins::volume_zone::{VolumeZone, ZoneLabels};
use crate::scheduler::FlowPolicy;
use crate::scheduler::queue::{BackoffPolicy, QueuePolicy};

use super::config::Args;
use super::{DEFAULT_SCHEDULER, FRAMEWORK_POINTS as POINTS, log, said};

/// `framework.MaxNodeScore`.
const MAX: i64 = 100;

pub(super) const QUEUE: QueuePolicy = QueuePolicy {
    backoff: BackoffPolicy::WholeSeconds,
    pops_from_backoff: true,
    leftover_after: 300_000,
    error_backoff: true,
    hints: true,
    update_ends_backoff: false,
    names_node_changes: true,
};

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    zone_key,
    node_cursor: false,
    keeps_deleted_nodes: false,
    marks_victims: true,
    clears_before_evicting: true,
    own_status_last: false,
    ended_nominations_wake: true,
    bound_nominations_wake: false,
    assumed_deletions_wake: true,
    leaves_claims_alone: true,
    errors_clear_nomination: true,
    forgotten_pods_wake: true,
    one_speaks_for_all: false,
    waiting_victims_stay: true,
    unready_pods_go_freely: true,
    resizes_pods: true,
    later_workloads: true,
};

pub(super) fn profile(args: &Args) -> Profile {
    Profile {
        scheduler: DEFAULT_SCHEDULER.into(),
        points: POINTS,
        filters: filters(args),
        pre_filters: Vec::new(),
        scores: scores(args),
        best_score: MAX,
        post_filters: vec![
            Row::new(PluginId::DynamicResources, "DynamicResources", Box::new(DynamicResources)),
            Row::new(PluginId::DefaultPreemption, "DefaultPreemption", Box::new(preemption(args))),
        ],
        reserves: Vec::new(),
        permits: Vec::new(),
        pre_binds: Vec::new(),
        binds: vec![Row::new(PluginId::DefaultBinder, "DefaultBinder", Box::new(DefaultBinder))],
        extenders: Vec::new(),
        accounting: Accounting {
            overhead: true,
            sidecars: true,
            pod_level: true,
            init_when_bound: true,
            resizes: Resizes::ContainersAndPods,
            non_zero: NonZero::LikeRequests,
        },
        cycle: CyclePolicy {
            percentage_of_nodes_to_score: 0,
            always_check_all: false,
            nominated_node_first: true,
            prefilter_skips: true,
            prefilter_runs_on: true,
            one_without_scores: true,
            no_post_filter_clears: true,
            surplus_node_counts: false,
            host: HostChoice::TopOfHeap,
            extenders: ExtenderPolicy {
                score_factor: 10,
                knows_unresolvable: true,
                dropped_for_good: true,
                bare_nodes: true,
                rejects_as: Some("Extender"),
            },
        },
        wording: WORDING,
    }
}

/// Preemption, as far as arguments say.
fn preemption(args: &Args) -> DefaultPreemption {
    args.limit(DefaultPreemption {
        honours_never: true,
        unresolvable_nomination_frees: true,
        waits_for_own_victims_only: true,
        counts_budgets_down: true,
        wants_victims: true,
        sorts_victims: true,
        asks: Asks::Checked,
        walks_in_order: true,
        min_candidate_percentage: 10,
        min_candidate_absolute: 100,
        failure_clears_nomination: true,
        clears_without_eviction: false,
    })
}

fn filters(args: &Args) -> Vec<FilterRow> {
    use PluginId as Id;
    vec![
        FilterRow::one(Id::NodeUnschedulable, "NodeUnschedulable", NodeUnschedulable),
        FilterRow::one(Id::NodeName, "NodeName", NodeName),
        FilterRow::one(Id::TaintToleration, "TaintToleration", TaintToleration { max: MAX }),
        FilterRow::one(Id::NodeAffinity, "NodeAffinity", affinity(args)),
        FilterRow::one(Id::NodePorts, "NodePorts", NodePorts { skips: true }),
        FilterRow::one(Id::NodeResourcesFit, "NodeResourcesFit", Fit { unresolvable_beyond_node: true, ..args.fit() }),
        FilterRow::one(Id::VolumeRestrictions, "VolumeRestrictions", VolumeRestrictions { single_pod_claims: true }),
        FilterRow::one(
            Id::NodeVolumeLimits,
            "NodeVolumeLimits",
            NodeVolumeLimits { node_limits: false, migrated: true, portworx_migrated: true },
        ),
        FilterRow::one(Id::VolumeBinding, "VolumeBinding", VolumeBinding { fails_by_error: false, modern: true }),
        FilterRow::one(Id::VolumeZone, "VolumeZone", VolumeZone { labels: ZoneLabels::Translated }),
        FilterRow::one(Id::PodTopologySpread, "PodTopologySpread", spread(args)),
        FilterRow::one(
            Id::InterPodAffinity,
            "InterPodAffinity",
            InterPodAffinityFilter {
                order: CheckOrder::OwnFirst,
                bookkeeping: Bookkeeping::Exact,
                namespaces: Namespaces::SelectedTwice,
                first_pod_needs_keys: true,
                two_reasons: false,
                skips: true,
                hears: Hears::BothSides,
            },
        ),
        FilterRow::one(Id::NodeDeclaredFeatures, "NodeDeclaredFeatures", NodeDeclaredFeatures),
    ]
}

fn scores(args: &Args) -> Vec<ScoreRow> {
    use PluginId as Id;
    vec![
        ScoreRow::new(Id::TaintToleration, "TaintToleration", 3, TaintToleration { max: MAX }),
        ScoreRow::new(Id::NodeAffinity, "NodeAffinity", 2, affinity(args)),
        ScoreRow::new(Id::NodeResourcesFit, "NodeResourcesFit", 1, args.fit.allocation(MAX, true)),
        ScoreRow::new(Id::VolumeBinding, "VolumeBinding", 1, VolumeBinding { fails_by_error: false, modern: true }),
        ScoreRow::new(Id::PodTopologySpread, "PodTopologySpread", 2, spread(args)),
        ScoreRow::new(
            Id::InterPodAffinity,
            "InterPodAffinity",
            2,
            InterPodAffinityScore {
                max: MAX,
                hard_weight: args.hard_weight,
                ignores_existing_preferences: args.ignores_existing_preferences,
                namespaces: Namespaces::SelectedTwice,
                normalizes_from_zero: false,
                skips: true,
            },
        ),
        ScoreRow::new(Id::DynamicResources, "DynamicResources", 2, DynamicResources),
        ScoreRow::new(
            Id::NodeResourcesBalancedAllocation,
            "NodeResourcesBalancedAllocation",
            1,
            Balanced::Improvement(args.balanced.clone()),
        ),
        ScoreRow::new(
            Id::ImageLocality,
            "ImageLocality",
            1,
            ImageLocality { max: MAX, init_containers: true, bound_per_container: true, volumes: true },
        ),
    ]
}

fn spread(args: &Args) -> PodTopologySpread {
    PodTopologySpread {
        defaults: args.spread.clone(),
        owners: Owners::Controller,
        counting: Counting::Policies,
        lenient_defaults: true,
        rounds: true,
        skips: true,
        hears_nominated: true,
    }
}

fn affinity(args: &Args) -> NodeAffinity {
    NodeAffinity { max: MAX, node_sets: true, fields_score: true, skips_score: true, ..args.affinity() }
}

/// The words of the release.
pub const WORDING: &dyn Wording = &Words;

struct Words;

impl Wording for Words {
    fn reason(&self, wanted: &Reason) -> String {
        match wanted {
            Reason::UntoleratedTaint { .. } => "node(s) had untolerated taint(s)".into(),
            other => super::v1_34::reason(other),
        }
    }

    fn reads_alike(&self, a: &Reason, b: &Reason) -> bool {
        match (a, b) {
            (Reason::UntoleratedTaint { .. }, Reason::UntoleratedTaint { .. }) => true,
            _ => super::v1_34::WORDING.reads_alike(a, b),
        }
    }

    fn say(&self, said: &Said<'_>) -> String {
        said::v1_34(self, said)
    }

    fn log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_34(entry)
    }
}
