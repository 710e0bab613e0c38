//! v1.16: predicates, priorities out of 10, and preemption before the scheduling framework.

use api::Millis;
use record::{HostChoice, PluginId, Point};
use scheduler::cluster::node_tree::zone_key_beta;
use scheduler::cluster::{Accounting, ClaimRules, NonZero, Resizes};
use scheduler::framework::{Asks, CyclePolicy, Enabled, ExtenderPolicy, FilterRow, PreBind, Profile, Row, ScoreRow};
use scheduler::plugins::default_binder::DefaultBinder;
use scheduler::plugins::default_preemption::DefaultPreemption;
use scheduler::plugins::equal::Equal;
use scheduler::plugins::image_locality::ImageLocality;
use scheduler::plugins::inter_pod_affinity::{
    Bookkeeping, CheckOrder, Hears, InterPodAffinityFilter, InterPodAffinityScore, Namespaces,
};
use scheduler::plugins::node_affinity::NodeAffinity;
use scheduler::plugins::node_label::{NodeLabel, NodeLabelScore};
use scheduler::plugins::node_name::NodeName;
use scheduler::plugins::node_ports::NodePorts;
use scheduler::plugins::node_prefer_avoid_pods::NodePreferAvoidPods;
use scheduler::plugins::node_resources::{Allocation, Balanced, Fit, ShapePoint, Strategy};
use scheduler::plugins::node_unschedulable::NodeUnschedulable;
use scheduler::plugins::node_volume_limits::{DiskKind, DiskLimits, NodeVolumeLimits};
use scheduler::plugins::selector_spread::SelectorSpread;
use scheduler::plugins::service_affinity::{ServiceAffinity, ServiceAntiAffinity};
use scheduler::plugins::taint_toleration::TaintToleration;
use scheduler::plugins::volume_binding::{BindVolumes, VolumeBinding};
use scheduler::plugins::volume_restrictions::VolumeRestrictions;
use scheduler::plugins::volume_zone::{VolumeZone, ZoneLabels};
use scheduler::queue::{BackoffPolicy, QueuePolicy};
use scheduler::{FlowPolicy, WaitingVictims};

use super::config::args::Args;
use super::config::policy::{PredicateArgument, PriorityArgument};
use releases::{DEFAULT_SCHEDULER, Release};

/// `MaxPriority`.
const MAX: i64 = 10;

pub(super) const QUEUE: QueuePolicy = QueuePolicy {
    backoff: BackoffPolicy::Map,
    pops_from_backoff: false,
    leftover_after: Millis::of_seconds(60),
    error_backoff: false,
    hints: false,
    update_ends_backoff: true,
    names_node_changes: false,
};

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    zone_key: zone_key_beta,
    node_cursor: true,
    keeps_deleted_nodes: true,
    marks_victims: false,
    async_preemption: false,
    own_status_last: false,
    ended_nominations_wake: false,
    bound_nominations_wake: false,
    assumed_deletions_wake: false,
    leaves_claims_alone: false,
    errors_clear_nomination: false,
    forgotten_pods_wake: false,
    one_speaks_for_all: true,
    volumes_before_permit: true,
    writes_expected_node: false,
    waiting_victims: WaitingVictims::Deleted,
    later_budgets: false,
    merges_label_keys: false,
    resizes_pods: false,
    node_grace: Millis::of_seconds(40),
    later_workloads: false,
};

/// Predicates and priorities under the names of their time; the framework's points around a binding were there already.
const POINTS: &[(Point, &str)] = &[
    (Point::QueueSort, "QueueSort"),
    (Point::PreFilter, "Predicate metadata"),
    (Point::Filter, "Predicates"),
    (Point::PostFilter, "Preempt"),
    (Point::PreScore, "Priority metadata"),
    (Point::Score, "Priorities (map)"),
    (Point::NormalizeScore, "Priorities (reduce)"),
    (Point::Reserve, "Reserve"),
    (Point::Permit, "Permit"),
    (Point::PreBind, "Prebind"),
    (Point::Bind, "Bind"),
    (Point::PostBind, "Postbind"),
];

pub(super) fn profile(args: &Args) -> Profile {
    Profile {
        scheduler: DEFAULT_SCHEDULER.into(),
        points: POINTS,
        filters: filters(args),
        pre_filters: Vec::new(),
        scores: scores(args),
        best_score: MAX,
        post_filters: vec![Row::new(PluginId::DefaultPreemption, "Preempt", Box::new(preemption(args)))],
        reserves: vec![Row::new(PluginId::VolumeBinding, "VolumeBinder", Box::new(VOLUMES))],
        permits: Vec::new(),
        pre_binds: pre_binds(args.bind_timeout),
        binds: vec![Row::new(PluginId::DefaultBinder, "DefaultBinder", Box::new(DefaultBinder))],
        extenders: None,
        claims: ClaimRules::default(),
        accounting: Accounting {
            overhead: false,
            sidecars: false,
            pod_level: false,
            init_when_bound: false,
            resizes: Resizes::Nowhere,
            non_zero: NonZero::Containers,
        },
        cycle: CyclePolicy {
            percentage_of_nodes_to_score: 0,
            always_check_all: false,
            nominated_node_first: false,
            prefilter_skips: false,
            prefilter_runs_on: false,
            one_without_scores: false,
            no_post_filter_clears: false,
            batches_equal_pods: false,
            surplus_node_counts: true,
            host: HostChoice::Drawn,
            extenders: ExtenderPolicy {
                score_factor: 1,
                knows_unresolvable: false,
                dropped_for_good: false,
                bare_nodes: false,
                rejects_as: None,
            },
        },
        wording: releases::wording(Release::V1_16),
    }
}

/// Preemption, as far as arguments say.
fn preemption(args: &Args) -> DefaultPreemption {
    args.limit(DefaultPreemption {
        honours_never: false,
        unresolvable_nomination_frees: false,
        waits_for_own_victims_only: false,
        counts_budgets_down: false,
        wants_victims: false,
        sorts_victims: false,
        asks: Asks::ForgetsBudgets,
        walks_in_order: false,
        min_candidate_percentage: 100,
        min_candidate_absolute: 0,
        failure_clears_nomination: false,
        clears_without_eviction: true,
    })
}

/// `predicates.Ordering()`, as far as the default provider registers them.
/// `bindVolumes`, which is no plugin yet.
pub(super) fn pre_binds(timeout: Millis) -> Vec<Row<dyn PreBind>> {
    vec![Row::new(PluginId::VolumeBinding, "VolumeBinder", Box::new(BindVolumes { timeout }))]
}

const VOLUMES: VolumeBinding = VolumeBinding { fails_by_error: true, modern: false };

fn filters(args: &Args) -> Vec<FilterRow> {
    use PluginId as Id;
    let disks = |kind| DiskLimits { kind, stable_type_label: false };
    vec![
        FilterRow::one(Id::NodeUnschedulable, "CheckNodeUnschedulable", NodeUnschedulable),
        FilterRow {
            id: "GeneralPredicates".into(),
            plugin: Id::GeneralPredicates,
            parts: vec![
                (Id::NodeResourcesFit, Box::new(Fit { compares_unrequested: true, ..args.fit() })),
                (Id::NodeName, Box::new(NodeName)),
                (Id::NodePorts, Box::new(NodePorts { skips: false })),
                (Id::NodeAffinity, Box::new(affinity())),
            ],
            enabled: Enabled::Both,
        },
        FilterRow::one(Id::VolumeRestrictions, "NoDiskConflict", VolumeRestrictions { single_pod_claims: false }),
        FilterRow::one(Id::TaintToleration, "PodToleratesNodeTaints", TaintToleration { max: MAX }),
        FilterRow::one(Id::EbsLimits, "MaxEBSVolumeCount", disks(DiskKind::Ebs)),
        FilterRow::one(Id::GcePdLimits, "MaxGCEPDVolumeCount", disks(DiskKind::GcePd)),
        FilterRow::one(
            Id::NodeVolumeLimits,
            "MaxCSIVolumeCountPred",
            NodeVolumeLimits { node_limits: true, migrated: false, portworx_migrated: false },
        ),
        FilterRow::one(Id::AzureDiskLimits, "MaxAzureDiskVolumeCount", disks(DiskKind::AzureDisk)),
        FilterRow::one(Id::VolumeBinding, "CheckVolumeBinding", VOLUMES),
        FilterRow::one(Id::VolumeZone, "NoVolumeZoneConflict", VolumeZone { labels: ZoneLabels::Old }),
        FilterRow::one(
            Id::InterPodAffinity,
            "MatchInterPodAffinity",
            InterPodAffinityFilter {
                order: CheckOrder::ExistingFirst,
                bookkeeping: Bookkeeping::Loose,
                namespaces: Namespaces::Listed,
                first_pod_needs_keys: false,
                two_reasons: true,
                skips: false,
                hears: Hears::OwnTerms,
            },
        ),
    ]
}

fn scores(args: &Args) -> Vec<ScoreRow> {
    use PluginId as Id;
    vec![
        ScoreRow::new(Id::SelectorSpread, "SelectorSpreadPriority", 1, selector_spread()),
        ScoreRow::new(
            Id::InterPodAffinity,
            "InterPodAffinityPriority",
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
        ScoreRow::new(Id::NodeResourcesLeastAllocated, "LeastRequestedPriority", 1, args.least.allocation(MAX, false)),
        ScoreRow::new(Id::NodeResourcesBalancedAllocation, "BalancedResourceAllocation", 1, Balanced::Early(MAX)),
        ScoreRow::new(Id::NodePreferAvoidPods, "NodePreferAvoidPodsPriority", 10_000, NodePreferAvoidPods { max: MAX }),
        ScoreRow::new(Id::NodeAffinity, "NodeAffinityPriority", 1, affinity()),
        ScoreRow::new(Id::TaintToleration, "TaintTolerationPriority", 1, TaintToleration { max: MAX }),
        ScoreRow::new(
            Id::ImageLocality,
            "ImageLocalityPriority",
            1,
            ImageLocality { max: MAX, init_containers: false, bound_per_container: false, volumes: false },
        ),
    ]
}

/// Predicates that only a policy switches on: the parts of `GeneralPredicates` on their own.
pub(super) fn more_filters(args: &Args) -> Vec<FilterRow> {
    use PluginId as Id;
    let fit = Fit { compares_unrequested: true, ..args.fit() };
    vec![
        FilterRow::one(Id::NodeName, "HostName", NodeName),
        FilterRow::one(Id::NodePorts, "PodFitsHostPorts", NodePorts { skips: false }),
        FilterRow::one(Id::NodeAffinity, "MatchNodeSelector", affinity()),
        FilterRow::one(Id::NodeResourcesFit, "PodFitsResources", fit),
    ]
}

/// Priorities that only a policy switches on.
pub(super) fn more_scores() -> Vec<ScoreRow> {
    use PluginId as Id;
    let falling = [(0, MAX), (100, 0)].map(|(utilization, score)| ShapePoint { utilization, score });
    let ratio = Allocation::cpu_and_memory(Strategy::Ratio(falling.to_vec()), MAX, false);
    let most = Allocation::cpu_and_memory(Strategy::Most, MAX, false);
    vec![
        ScoreRow::new(Id::NodeResourcesMostAllocated, "MostRequestedPriority", 1, most),
        ScoreRow::new(Id::RequestedToCapacityRatio, "RequestedToCapacityRatioPriority", 1, ratio),
        ScoreRow::new(Id::SelectorSpread, "ServiceSpreadingPriority", 1, selector_spread()),
        ScoreRow::new(Id::Equal, "EqualPriority", 1, Equal),
    ]
}

/// A predicate with an argument.
pub(super) fn custom_filter(name: &str, argument: PredicateArgument) -> FilterRow {
    match argument {
        PredicateArgument::Labels(labels) => FilterRow::one(PluginId::NodeLabel, name, NodeLabel(labels)),
        PredicateArgument::Service(labels) => {
            FilterRow::one(PluginId::ServiceAffinity, name, ServiceAffinity { labels })
        }
    }
}

/// A priority with an argument.
pub(super) fn custom_score(name: &str, weight: i64, argument: PriorityArgument, args: &Args) -> ScoreRow {
    match argument {
        PriorityArgument::Labels(labels) => {
            ScoreRow::new(PluginId::NodeLabel, name, weight, NodeLabelScore { labels, max: MAX })
        }
        PriorityArgument::Service(label) => {
            let spread = ServiceAntiAffinity { labels: vec![label], max: MAX, empty_selects_all: true };
            ScoreRow::new(PluginId::ServiceAffinity, name, weight, spread)
        }
        PriorityArgument::Ratio => {
            ScoreRow::new(PluginId::RequestedToCapacityRatio, name, weight, args.ratio.allocation(MAX, false))
        }
    }
}

fn selector_spread() -> SelectorSpread {
    let zone_prefixes = &["failure-domain.beta.kubernetes.io"];
    SelectorSpread { max: MAX, zone_prefixes, leaves_constrained: false }
}

fn affinity() -> NodeAffinity {
    NodeAffinity { max: MAX, ..NodeAffinity::default() }
}
