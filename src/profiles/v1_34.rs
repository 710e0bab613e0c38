//! v1.34: queueing hints, and preemption that runs beside the next cycle.

use api::Millis;
use releases::{DEFAULT_SCHEDULER, Release};
use runlog::{HostChoice, PluginId};
use scheduler::{
    FlowPolicy, WaitingVictims,
    cluster::{Accounting, ClaimRules, NonZeroRule, ResizeRule, node_tree::zone_key},
    framework::{CyclePolicy, ExtenderCalls, ExtenderPolicy, FilterRow, PointRow, Profile, ScoreRow},
    plugins::{
        default_binder::DefaultBinder,
        default_preemption::DefaultPreemption,
        dynamic_resources::DynamicResources,
        image_locality::ImageLocality,
        inter_pod_affinity::{
            Bookkeeping, CheckOrder, HintScope, InterPodAffinityFilter, InterPodAffinityScore, NamespaceRule,
        },
        node_affinity::NodeAffinity,
        node_name::NodeName,
        node_ports::NodePorts,
        node_resources::{BalancedAllocation, Fit},
        node_unschedulable::NodeUnschedulable,
        node_volume_limits::NodeVolumeLimits,
        pod_topology_spread::{CountingRule, PodTopologySpread, SelectorSources},
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
    backoff: BackoffPolicy::WholeSeconds,
    pops_from_backoff: true,
    unschedulable_timeout: Millis::from_seconds(300),
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
    async_preemption: true,
    own_status_last: false,
    ended_nominations_wake: true,
    bound_nominations_wake: true,
    assumed_deletions_wake: false,
    ignores_resource_claim_pods: true,
    errors_clear_nomination: true,
    forgotten_pods_wake: true,
    permit_first_allow_wins: false,
    volumes_before_permit: false,
    writes_expected_node: false,
    waiting_victims: WaitingVictims::Rejected,
    pdb_unhealthy_policy: true,
    merges_label_keys: true,
    resizes_pods: true,
    node_grace: Millis::from_seconds(50),
    job_suspend_and_index: true,
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
            PointRow::new(PluginId::DynamicResources, "DynamicResources", Box::new(CLAIMS)),
            PointRow::new(PluginId::DefaultPreemption, "DefaultPreemption", Box::new(preemption(args))),
        ],
        reserves: vec![
            PointRow::new(PluginId::VolumeBinding, "VolumeBinding", Box::new(VOLUMES)),
            PointRow::new(PluginId::DynamicResources, "DynamicResources", Box::new(CLAIMS)),
        ],
        permits: Vec::new(),
        pre_binds: vec![
            PointRow::new(
                PluginId::VolumeBinding,
                "VolumeBinding",
                Box::new(BindVolumes { timeout: args.bind_timeout }),
            ),
            PointRow::new(PluginId::DynamicResources, "DynamicResources", Box::new(CLAIMS)),
        ],
        binds: vec![PointRow::new(PluginId::DefaultBinder, "DefaultBinder", Box::new(DefaultBinder))],
        extenders: None,
        claims: CLAIMS.rules,
        accounting: Accounting {
            overhead: true,
            sidecars: true,
            pod_level: true,
            init_when_bound: true,
            resizes: ResizeRule::Containers,
            non_zero: NonZeroRule::LikeRequests,
        },
        cycle: CyclePolicy {
            percentage_of_nodes_to_score: 0,
            always_check_all: false,
            nominated_node_first: true,
            skip_supported: true,
            collects_pre_filter_rejections: true,
            first_feasible_without_scores: true,
            clears_nomination_without_post_filter: false,
            batches_equal_pods: false,
            surplus_node_counts: false,
            host: HostChoice::Drawn,
            extenders: ExtenderPolicy {
                score_factor: 10,
                knows_unresolvable: true,
                dropped_nodes_unresolvable: true,
                returned_nodes_lose_pods: true,
                rejection_plugin_name: Some("Extender"),
            },
        },
        wording: releases::wording(Release::V1_34),
    }
}

/// Preemption, as far as arguments say.
fn preemption(args: &Args) -> DefaultPreemption {
    args.limit_candidates(DefaultPreemption {
        honours_never: true,
        may_leave_unresolvable_node: true,
        waits_for_own_victims_only: true,
        counts_budgets_down: true,
        wants_victims: true,
        sorts_victims: true,
        extender_calls: ExtenderCalls::Strict,
        tries_in_cycle_order: true,
        min_candidate_percentage: 10,
        min_candidate_absolute: 100,
        failure_clears_nomination: true,
        clears_without_eviction: false,
    })
}

const CLAIMS: DynamicResources = DynamicResources {
    rules: ClaimRules {
        beta_features: false,
        complete_pools_only: false,
        v1_34_alternative_bugs: true,
        class_config_names_requests: false,
        timeout_is_error: false,
        binding_timeout: Millis::from_seconds(600),
    },
};

const VOLUMES: VolumeBinding = VolumeBinding { fails_by_error: false, modern: true };

fn filters(args: &Args) -> Vec<FilterRow> {
    use PluginId as Id;
    vec![
        FilterRow::from_filter(Id::NodeUnschedulable, "NodeUnschedulable", NodeUnschedulable),
        FilterRow::from_filter(Id::NodeName, "NodeName", NodeName),
        FilterRow::from_filter(Id::TaintToleration, "TaintToleration", TaintToleration { max: MAX }),
        FilterRow::from_filter(Id::NodeAffinity, "NodeAffinity", affinity(args)),
        FilterRow::from_filter(Id::NodePorts, "NodePorts", NodePorts { can_skip: true }),
        FilterRow::from_filter(
            Id::NodeResourcesFit,
            "NodeResourcesFit",
            Fit { unresolvable_beyond_node: true, ..args.fit() },
        ),
        FilterRow::from_filter(
            Id::VolumeRestrictions,
            "VolumeRestrictions",
            VolumeRestrictions { single_pod_claims: true },
        ),
        FilterRow::from_filter(Id::NodeVolumeLimits, "NodeVolumeLimits", VOLUME_LIMITS),
        FilterRow::from_filter(Id::VolumeBinding, "VolumeBinding", VOLUMES),
        FilterRow::from_filter(Id::VolumeZone, "VolumeZone", VolumeZone { labels: ZoneLabels::Translated }),
        FilterRow::from_filter(Id::PodTopologySpread, "PodTopologySpread", spread(args)),
        FilterRow::from_filter(Id::InterPodAffinity, "InterPodAffinity", INTER_POD_AFFINITY),
        FilterRow::from_filter(Id::DynamicResources, "DynamicResources", CLAIMS),
    ]
}

fn scores(args: &Args) -> Vec<ScoreRow> {
    use PluginId as Id;
    vec![
        ScoreRow::new(Id::TaintToleration, "TaintToleration", 3, TaintToleration { max: MAX }),
        ScoreRow::new(Id::NodeAffinity, "NodeAffinity", 2, affinity(args)),
        ScoreRow::new(Id::NodeResourcesFit, "NodeResourcesFit", 1, args.fit_scoring.allocation(MAX, true)),
        ScoreRow::new(Id::VolumeBinding, "VolumeBinding", 1, VOLUMES),
        ScoreRow::new(Id::PodTopologySpread, "PodTopologySpread", 2, spread(args)),
        ScoreRow::new(
            Id::InterPodAffinity,
            "InterPodAffinity",
            2,
            InterPodAffinityScore {
                max: MAX,
                hard_weight: args.hard_weight,
                ignores_existing_preferences: args.ignores_existing_preferences,
                namespaces: NamespaceRule::SelectedOrEmpty,
                normalizes_from_zero: false,
                can_skip: true,
            },
        ),
        ScoreRow::new(
            Id::NodeResourcesBalancedAllocation,
            "NodeResourcesBalancedAllocation",
            1,
            BalancedAllocation::Deviation(args.balanced_resources.clone()),
        ),
        ScoreRow::new(Id::ImageLocality, "ImageLocality", 1, IMAGE_LOCALITY),
    ]
}

pub(super) const VOLUME_LIMITS: NodeVolumeLimits =
    NodeVolumeLimits { node_limits: false, migrated: true, portworx_migrated: false };

pub(super) const INTER_POD_AFFINITY: InterPodAffinityFilter = InterPodAffinityFilter {
    order: CheckOrder::OwnFirst,
    bookkeeping: Bookkeeping::Exact,
    namespaces: NamespaceRule::SelectedOrEmpty,
    first_pod_needs_keys: true,
    two_reasons: false,
    can_skip: true,
    hint_scope: HintScope::OwnTerms,
};

pub(super) const IMAGE_LOCALITY: ImageLocality =
    ImageLocality { max: MAX, init_containers: true, bound_per_container: true, volumes: false };

pub(super) fn spread(args: &Args) -> PodTopologySpread {
    PodTopologySpread {
        defaults: args.default_constraints.clone(),
        owners: SelectorSources::Controller,
        counting: CountingRule::Policies,
        lenient_defaults: true,
        rounds: true,
        can_skip: true,
        hints_count_nominated: false,
    }
}

fn affinity(args: &Args) -> NodeAffinity {
    NodeAffinity { max: MAX, node_sets: true, fields_score: true, skips_score: true, ..args.affinity() }
}
