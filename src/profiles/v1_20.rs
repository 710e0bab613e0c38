//! v1.20: the scheduling framework as it was when preemption had just become a plugin.

use api::Millis;
use releases::{DEFAULT_SCHEDULER, Release};
use runlog::{HostChoice, PluginId};
use scheduler::{
    FlowPolicy, WaitingVictims,
    cluster::{Accounting, ClaimRules, NonZeroRule, ResizeRule, node_tree::zone_key_beta_first},
    framework::{CyclePolicy, ExtenderCalls, ExtenderPolicy, FilterRow, PointRow, Profile, ScoreRow},
    plugins::{
        default_binder::DefaultBinder,
        default_preemption::DefaultPreemption,
        image_locality::ImageLocality,
        inter_pod_affinity::{
            Bookkeeping, CheckOrder, HintScope, InterPodAffinityFilter, InterPodAffinityScore, NamespaceRule,
        },
        node_affinity::NodeAffinity,
        node_label::{NodeLabel, NodeLabelScore},
        node_name::NodeName,
        node_ports::NodePorts,
        node_prefer_avoid_pods::NodePreferAvoidPods,
        node_resources::{BalancedAllocation, Fit},
        node_unschedulable::NodeUnschedulable,
        node_volume_limits::{DiskKind, DiskLimits, NodeVolumeLimits},
        pod_topology_spread::{CountingRule, PodTopologySpread, SelectorSources},
        selector_spread::SelectorSpread,
        service_affinity::{ServiceAffinity, ServiceAntiAffinity},
        taint_toleration::TaintToleration,
        volume_binding::{BindVolumes, VolumeBinding},
        volume_restrictions::VolumeRestrictions,
        volume_zone::{VolumeZone, ZoneLabels},
    },
    queue::{BackoffPolicy, QueuePolicy},
};

use super::{config::args::Args, framework_points::FRAMEWORK_POINTS as POINTS};

/// `framework.MaxNodeScore`.
const MAX: i64 = 100;

pub(super) const QUEUE: QueuePolicy = QueuePolicy {
    backoff: BackoffPolicy::Attempts,
    pops_from_backoff: false,
    unschedulable_timeout: Millis::from_seconds(60),
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
    async_preemption: false,
    own_status_last: true,
    ended_nominations_wake: false,
    bound_nominations_wake: false,
    assumed_deletions_wake: false,
    ignores_resource_claim_pods: false,
    errors_clear_nomination: false,
    forgotten_pods_wake: false,
    permit_first_allow_wins: false,
    volumes_before_permit: false,
    writes_expected_node: false,
    waiting_victims: WaitingVictims::Deleted,
    pdb_unhealthy_policy: false,
    merges_label_keys: false,
    resizes_pods: false,
    node_grace: Millis::from_seconds(40),
    job_suspend_and_index: false,
};

pub(super) fn profile(args: &Args) -> Profile {
    Profile {
        scheduler: DEFAULT_SCHEDULER.into(),
        points: POINTS,
        filters: filters(args),
        pre_filters: Vec::new(),
        scores: scores(args),
        best_score: MAX,
        post_filters: vec![PointRow::new(PluginId::DefaultPreemption, "DefaultPreemption", Box::new(preemption(args)))],
        reserves: vec![PointRow::new(PluginId::VolumeBinding, "VolumeBinding", Box::new(VOLUMES))],
        permits: Vec::new(),
        pre_binds: vec![PointRow::new(
            PluginId::VolumeBinding,
            "VolumeBinding",
            Box::new(BindVolumes { timeout: args.bind_timeout }),
        )],
        binds: vec![PointRow::new(PluginId::DefaultBinder, "DefaultBinder", Box::new(DefaultBinder))],
        extenders: None,
        claims: ClaimRules::default(),
        accounting: Accounting {
            overhead: true,
            sidecars: false,
            pod_level: false,
            init_when_bound: true,
            resizes: ResizeRule::Nowhere,
            non_zero: NonZeroRule::InitAndRoundedOverhead,
        },
        cycle: CyclePolicy {
            percentage_of_nodes_to_score: 0,
            always_check_all: false,
            nominated_node_first: false,
            skip_supported: true,
            collects_pre_filter_rejections: false,
            first_feasible_without_scores: false,
            clears_nomination_without_post_filter: false,
            batches_equal_pods: false,
            surplus_node_counts: false,
            host: HostChoice::Drawn,
            extenders: ExtenderPolicy {
                score_factor: 10,
                knows_unresolvable: false,
                dropped_nodes_unresolvable: false,
                returned_nodes_lose_pods: false,
                rejection_plugin_name: None,
            },
        },
        wording: releases::wording(Release::V1_20),
    }
}

/// Preemption, as far as arguments say.
fn preemption(args: &Args) -> DefaultPreemption {
    args.limit_candidates(DefaultPreemption {
        honours_never: true,
        may_leave_unresolvable_node: true,
        waits_for_own_victims_only: false,
        counts_budgets_down: true,
        wants_victims: true,
        sorts_victims: false,
        extender_calls: ExtenderCalls::Never,
        tries_in_cycle_order: true,
        min_candidate_percentage: 10,
        min_candidate_absolute: 100,
        failure_clears_nomination: false,
        clears_without_eviction: true,
    })
}

const VOLUMES: VolumeBinding = VolumeBinding { fails_by_error: false, modern: false };

fn filters(args: &Args) -> Vec<FilterRow> {
    use PluginId as Id;
    let disks = |kind| DiskLimits { kind, stable_type_label: true };
    vec![
        FilterRow::from_filter(Id::NodeUnschedulable, "NodeUnschedulable", NodeUnschedulable),
        FilterRow::from_filter(Id::NodeName, "NodeName", NodeName),
        FilterRow::from_filter(Id::TaintToleration, "TaintToleration", TaintToleration { max: MAX }),
        FilterRow::from_filter(Id::NodeAffinity, "NodeAffinity", affinity(args)),
        FilterRow::from_filter(Id::NodePorts, "NodePorts", NodePorts { can_skip: false }),
        FilterRow::from_filter(
            Id::NodeResourcesFit,
            "NodeResourcesFit",
            Fit { compares_unrequested: true, ..args.fit() },
        ),
        FilterRow::from_filter(
            Id::VolumeRestrictions,
            "VolumeRestrictions",
            VolumeRestrictions { single_pod_claims: false },
        ),
        FilterRow::from_filter(Id::EbsLimits, "EBSLimits", disks(DiskKind::Ebs)),
        FilterRow::from_filter(Id::GcePdLimits, "GCEPDLimits", disks(DiskKind::GcePd)),
        FilterRow::from_filter(
            Id::NodeVolumeLimits,
            "NodeVolumeLimits",
            NodeVolumeLimits { node_limits: true, migrated: false, portworx_migrated: false },
        ),
        FilterRow::from_filter(Id::AzureDiskLimits, "AzureDiskLimits", disks(DiskKind::AzureDisk)),
        FilterRow::from_filter(Id::VolumeBinding, "VolumeBinding", VOLUMES),
        FilterRow::from_filter(Id::VolumeZone, "VolumeZone", VolumeZone { labels: ZoneLabels::Each }),
        FilterRow::from_filter(Id::PodTopologySpread, "PodTopologySpread", spread(args)),
        FilterRow::from_filter(
            Id::InterPodAffinity,
            "InterPodAffinity",
            InterPodAffinityFilter {
                order: CheckOrder::OwnFirst,
                bookkeeping: Bookkeeping::Exact,
                namespaces: NamespaceRule::Listed,
                first_pod_needs_keys: true,
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
        ScoreRow::new(
            Id::NodeResourcesBalancedAllocation,
            "NodeResourcesBalancedAllocation",
            1,
            BalancedAllocation::Early(MAX),
        ),
        ScoreRow::new(
            Id::ImageLocality,
            "ImageLocality",
            1,
            ImageLocality { max: MAX, init_containers: false, bound_per_container: true, volumes: false },
        ),
        ScoreRow::new(
            Id::InterPodAffinity,
            "InterPodAffinity",
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
            "NodeResourcesLeastAllocated",
            1,
            args.least_allocated.allocation(MAX, false),
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
            args.most_allocated.allocation(MAX, false),
        ),
        ScoreRow::new(
            Id::RequestedToCapacityRatio,
            "RequestedToCapacityRatio",
            1,
            args.capacity_ratio.allocation(MAX, false),
        ),
        ScoreRow::new(
            Id::NodeLabel,
            "NodeLabel",
            1,
            NodeLabelScore { labels: args.preferred_labels.clone(), max: MAX },
        ),
        ScoreRow::new(
            Id::ServiceAffinity,
            "ServiceAffinity",
            1,
            ServiceAntiAffinity { labels: args.service_spread.clone(), max: MAX, empty_selects_all: false },
        ),
        ScoreRow::new(
            Id::SelectorSpread,
            "SelectorSpread",
            1,
            SelectorSpread {
                max: MAX,
                zone_prefixes: &["failure-domain.beta.kubernetes.io", "topology.kubernetes.io"],
                ignores_constrained_pods: true,
            },
        ),
    ]
}

/// Filters that only a configuration switches on.
pub(super) fn more_filters(args: &Args) -> Vec<FilterRow> {
    vec![
        FilterRow::from_filter(PluginId::NodeLabel, "NodeLabel", NodeLabel(args.labels.clone())),
        FilterRow::from_filter(
            PluginId::ServiceAffinity,
            "ServiceAffinity",
            ServiceAffinity { labels: args.service_labels.clone() },
        ),
    ]
}

fn spread(args: &Args) -> PodTopologySpread {
    PodTopologySpread {
        defaults: args.default_constraints.clone(),
        owners: SelectorSources::Selecting,
        counting: CountingRule::AllowedDomains,
        lenient_defaults: false,
        rounds: false,
        can_skip: false,
        hints_count_nominated: false,
    }
}

fn affinity(args: &Args) -> NodeAffinity {
    NodeAffinity { max: MAX, fields_score: true, ..args.affinity() }
}
