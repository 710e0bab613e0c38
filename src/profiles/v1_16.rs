//! v1.16: predicates, priorities out of 10, and preemption before the scheduling framework.

use api::Millis;
use releases::{DEFAULT_SCHEDULER, Release};
use runlog::{HostChoice, PluginId, Point};
use scheduler::{
    FlowPolicy, WaitingVictims,
    cluster::{Accounting, ClaimRules, NonZeroRule, ResizeRule, node_tree::zone_key_beta},
    framework::{
        CyclePolicy, EnabledPoints, ExtenderCalls, ExtenderPolicy, FilterRow, PointRow, PreBind, Profile, ScoreRow,
    },
    plugins::{
        default_binder::DefaultBinder,
        default_preemption::DefaultPreemption,
        equal_priority::EqualPriority,
        image_locality::ImageLocality,
        inter_pod_affinity::{
            Bookkeeping, CheckOrder, HintScope, InterPodAffinityFilter, InterPodAffinityScore, NamespaceRule,
        },
        node_affinity::NodeAffinity,
        node_label::{NodeLabel, NodeLabelScore},
        node_name::NodeName,
        node_ports::NodePorts,
        node_prefer_avoid_pods::NodePreferAvoidPods,
        node_resources::{Allocation, BalancedAllocation, Fit, ShapePoint, Strategy},
        node_unschedulable::NodeUnschedulable,
        node_volume_limits::{DiskKind, DiskLimits, NodeVolumeLimits},
        selector_spread::SelectorSpread,
        service_affinity::{ServiceAffinity, ServiceAntiAffinity},
        taint_toleration::TaintToleration,
        volume_binding::{BindVolumes, VolumeBinding},
        volume_restrictions::VolumeRestrictions,
        volume_zone::{VolumeZone, ZoneLabels},
    },
    queue::{BackoffPolicy, QueuePolicy},
};

use super::config::{
    args::Args,
    policy::{PredicateArgument, PriorityArgument},
};

/// `MaxPriority`.
const MAX: i64 = 10;

pub(super) const QUEUE: QueuePolicy = QueuePolicy {
    backoff: BackoffPolicy::Map,
    pops_from_backoff: false,
    unschedulable_timeout: Millis::from_seconds(60),
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
    ignores_resource_claim_pods: false,
    errors_clear_nomination: false,
    forgotten_pods_wake: false,
    permit_first_allow_wins: true,
    volumes_before_permit: true,
    writes_expected_node: false,
    waiting_victims: WaitingVictims::Deleted,
    pdb_unhealthy_policy: false,
    merges_label_keys: false,
    resizes_pods: false,
    node_grace: Millis::from_seconds(40),
    job_suspend_and_index: false,
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
        post_filters: vec![PointRow::new(PluginId::DefaultPreemption, "Preempt", Box::new(preemption(args)))],
        reserves: vec![PointRow::new(PluginId::VolumeBinding, "VolumeBinder", Box::new(VOLUMES))],
        permits: Vec::new(),
        pre_binds: pre_binds(args.bind_timeout),
        binds: vec![PointRow::new(PluginId::DefaultBinder, "DefaultBinder", Box::new(DefaultBinder))],
        extenders: None,
        claims: ClaimRules::default(),
        accounting: Accounting {
            overhead: false,
            sidecars: false,
            pod_level: false,
            init_when_bound: false,
            resizes: ResizeRule::Nowhere,
            non_zero: NonZeroRule::Containers,
        },
        cycle: CyclePolicy {
            percentage_of_nodes_to_score: 0,
            always_check_all: false,
            nominated_node_first: false,
            skip_supported: false,
            collects_pre_filter_rejections: false,
            first_feasible_without_scores: false,
            clears_nomination_without_post_filter: false,
            batches_equal_pods: false,
            surplus_node_counts: true,
            host: HostChoice::Drawn,
            extenders: ExtenderPolicy {
                score_factor: 1,
                knows_unresolvable: false,
                dropped_nodes_unresolvable: false,
                returned_nodes_lose_pods: false,
                rejection_plugin_name: None,
            },
        },
        wording: releases::wording(Release::V1_16),
    }
}

/// Preemption, as far as arguments say.
fn preemption(args: &Args) -> DefaultPreemption {
    args.limit_candidates(DefaultPreemption {
        honours_never: false,
        may_leave_unresolvable_node: false,
        waits_for_own_victims_only: false,
        counts_budgets_down: false,
        wants_victims: false,
        sorts_victims: false,
        extender_calls: ExtenderCalls::Lenient,
        tries_in_cycle_order: false,
        min_candidate_percentage: 100,
        min_candidate_absolute: 0,
        failure_clears_nomination: false,
        clears_without_eviction: true,
    })
}

/// `predicates.Ordering()`, as far as the default provider registers them.
/// `bindVolumes`, which is no plugin yet.
pub(super) fn pre_binds(timeout: Millis) -> Vec<PointRow<dyn PreBind>> {
    vec![PointRow::new(PluginId::VolumeBinding, "VolumeBinder", Box::new(BindVolumes { timeout }))]
}

const VOLUMES: VolumeBinding = VolumeBinding { fails_by_error: true, modern: false };

fn filters(args: &Args) -> Vec<FilterRow> {
    use PluginId as Id;
    let disks = |kind| DiskLimits { kind, stable_type_label: false };
    vec![
        FilterRow::from_filter(Id::NodeUnschedulable, "CheckNodeUnschedulable", NodeUnschedulable),
        FilterRow {
            id: "GeneralPredicates".into(),
            plugin: Id::GeneralPredicates,
            parts: vec![
                (Id::NodeResourcesFit, Box::new(Fit { compares_unrequested: true, ..args.fit() })),
                (Id::NodeName, Box::new(NodeName)),
                (Id::NodePorts, Box::new(NodePorts { can_skip: false })),
                (Id::NodeAffinity, Box::new(affinity())),
            ],
            enabled: EnabledPoints::Both,
        },
        FilterRow::from_filter(
            Id::VolumeRestrictions,
            "NoDiskConflict",
            VolumeRestrictions { single_pod_claims: false },
        ),
        FilterRow::from_filter(Id::TaintToleration, "PodToleratesNodeTaints", TaintToleration { max: MAX }),
        FilterRow::from_filter(Id::EbsLimits, "MaxEBSVolumeCount", disks(DiskKind::Ebs)),
        FilterRow::from_filter(Id::GcePdLimits, "MaxGCEPDVolumeCount", disks(DiskKind::GcePd)),
        FilterRow::from_filter(
            Id::NodeVolumeLimits,
            "MaxCSIVolumeCountPred",
            NodeVolumeLimits { node_limits: true, migrated: false, portworx_migrated: false },
        ),
        FilterRow::from_filter(Id::AzureDiskLimits, "MaxAzureDiskVolumeCount", disks(DiskKind::AzureDisk)),
        FilterRow::from_filter(Id::VolumeBinding, "CheckVolumeBinding", VOLUMES),
        FilterRow::from_filter(Id::VolumeZone, "NoVolumeZoneConflict", VolumeZone { labels: ZoneLabels::Old }),
        FilterRow::from_filter(
            Id::InterPodAffinity,
            "MatchInterPodAffinity",
            InterPodAffinityFilter {
                order: CheckOrder::ExistingFirst,
                bookkeeping: Bookkeeping::Loose,
                namespaces: NamespaceRule::Listed,
                first_pod_needs_keys: false,
                two_reasons: true,
                can_skip: false,
                hint_scope: HintScope::OwnTerms,
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
                namespaces: NamespaceRule::Listed,
                normalizes_from_zero: true,
                can_skip: false,
            },
        ),
        ScoreRow::new(
            Id::NodeResourcesLeastAllocated,
            "LeastRequestedPriority",
            1,
            args.least_allocated.allocation(MAX, false),
        ),
        ScoreRow::new(
            Id::NodeResourcesBalancedAllocation,
            "BalancedResourceAllocation",
            1,
            BalancedAllocation::Early(MAX),
        ),
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
        FilterRow::from_filter(Id::NodeName, "HostName", NodeName),
        FilterRow::from_filter(Id::NodePorts, "PodFitsHostPorts", NodePorts { can_skip: false }),
        FilterRow::from_filter(Id::NodeAffinity, "MatchNodeSelector", affinity()),
        FilterRow::from_filter(Id::NodeResourcesFit, "PodFitsResources", fit),
    ]
}

/// Priorities that only a policy switches on.
pub(super) fn more_scores() -> Vec<ScoreRow> {
    use PluginId as Id;
    let falling = [(0, MAX), (100, 0)].map(|(utilization, score)| ShapePoint { utilization, score });
    let ratio = Allocation::for_cpu_and_memory(Strategy::Ratio(falling.to_vec()), MAX, false);
    let most = Allocation::for_cpu_and_memory(Strategy::Most, MAX, false);
    vec![
        ScoreRow::new(Id::NodeResourcesMostAllocated, "MostRequestedPriority", 1, most),
        ScoreRow::new(Id::RequestedToCapacityRatio, "RequestedToCapacityRatioPriority", 1, ratio),
        ScoreRow::new(Id::SelectorSpread, "ServiceSpreadingPriority", 1, selector_spread()),
        ScoreRow::new(Id::Equal, "EqualPriority", 1, EqualPriority),
    ]
}

/// A predicate with an argument.
pub(super) fn filter_of_predicate(name: &str, argument: PredicateArgument) -> FilterRow {
    match argument {
        PredicateArgument::Labels(labels) => FilterRow::from_filter(PluginId::NodeLabel, name, NodeLabel(labels)),
        PredicateArgument::Service(labels) => {
            FilterRow::from_filter(PluginId::ServiceAffinity, name, ServiceAffinity { labels })
        }
    }
}

/// A priority with an argument.
pub(super) fn score_of_priority(name: &str, weight: i64, argument: PriorityArgument, args: &Args) -> ScoreRow {
    match argument {
        PriorityArgument::Labels(labels) => {
            ScoreRow::new(PluginId::NodeLabel, name, weight, NodeLabelScore { labels, max: MAX })
        }
        PriorityArgument::Service(label) => {
            let spread = ServiceAntiAffinity { labels: vec![label], max: MAX, empty_selects_all: true };
            ScoreRow::new(PluginId::ServiceAffinity, name, weight, spread)
        }
        PriorityArgument::Ratio => {
            ScoreRow::new(PluginId::RequestedToCapacityRatio, name, weight, args.capacity_ratio.allocation(MAX, false))
        }
    }
}

fn selector_spread() -> SelectorSpread {
    let zone_prefixes = &["failure-domain.beta.kubernetes.io"];
    SelectorSpread { max: MAX, zone_prefixes, ignores_constrained_pods: false }
}

fn affinity() -> NodeAffinity {
    NodeAffinity { max: MAX, ..NodeAffinity::default() }
}
