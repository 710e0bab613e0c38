//! v1.34: queueing hints, and preemption that runs beside the next cycle.

use api::Millis;
use record::{HostChoice, PluginId};
use scheduler::cluster::node_tree::zone_key;
use scheduler::cluster::{Accounting, ClaimRules, NonZero, Resizes};
use scheduler::framework::{Asks, CyclePolicy, ExtenderPolicy, FilterRow, Profile, Row, ScoreRow};
use scheduler::plugins::default_binder::DefaultBinder;
use scheduler::plugins::default_preemption::DefaultPreemption;
use scheduler::plugins::dynamic_resources::DynamicResources;
use scheduler::plugins::image_locality::ImageLocality;
use scheduler::plugins::inter_pod_affinity::{
    Bookkeeping, CheckOrder, Hears, InterPodAffinityFilter, InterPodAffinityScore, Namespaces,
};
use scheduler::plugins::node_affinity::NodeAffinity;
use scheduler::plugins::node_name::NodeName;
use scheduler::plugins::node_ports::NodePorts;
use scheduler::plugins::node_resources::{Balanced, Fit};
use scheduler::plugins::node_unschedulable::NodeUnschedulable;
use scheduler::plugins::node_volume_limits::NodeVolumeLimits;
use scheduler::plugins::pod_topology_spread::{Counting, Owners, PodTopologySpread};
use scheduler::plugins::taint_toleration::TaintToleration;
use scheduler::plugins::volume_binding::{BindVolumes, VolumeBinding};
use scheduler::plugins::volume_restrictions::VolumeRestrictions;
use scheduler::plugins::volume_zone::{VolumeZone, ZoneLabels};
use scheduler::queue::{BackoffPolicy, QueuePolicy};
use scheduler::{FlowPolicy, WaitingVictims};

use releases::{DEFAULT_SCHEDULER, Release};

use super::common::FRAMEWORK_POINTS as POINTS;
use super::config::args::Args;

/// `framework.MaxNodeScore`.
const MAX: i64 = 100;

pub(super) const QUEUE: QueuePolicy = QueuePolicy {
    backoff: BackoffPolicy::WholeSeconds,
    pops_from_backoff: true,
    leftover_after: Millis::of_seconds(300),
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
    leaves_claims_alone: true,
    errors_clear_nomination: true,
    forgotten_pods_wake: true,
    one_speaks_for_all: false,
    volumes_before_permit: false,
    writes_expected_node: false,
    waiting_victims: WaitingVictims::Rejected,
    later_budgets: true,
    merges_label_keys: true,
    resizes_pods: true,
    node_grace: Millis::of_seconds(50),
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
            Row::new(PluginId::DynamicResources, "DynamicResources", Box::new(CLAIMS)),
            Row::new(PluginId::DefaultPreemption, "DefaultPreemption", Box::new(preemption(args))),
        ],
        reserves: vec![
            Row::new(PluginId::VolumeBinding, "VolumeBinding", Box::new(VOLUMES)),
            Row::new(PluginId::DynamicResources, "DynamicResources", Box::new(CLAIMS)),
        ],
        permits: Vec::new(),
        pre_binds: vec![
            Row::new(PluginId::VolumeBinding, "VolumeBinding", Box::new(BindVolumes { timeout: args.bind_timeout })),
            Row::new(PluginId::DynamicResources, "DynamicResources", Box::new(CLAIMS)),
        ],
        binds: vec![Row::new(PluginId::DefaultBinder, "DefaultBinder", Box::new(DefaultBinder))],
        extenders: None,
        claims: CLAIMS.rules,
        accounting: Accounting {
            overhead: true,
            sidecars: true,
            pod_level: true,
            init_when_bound: true,
            resizes: Resizes::Containers,
            non_zero: NonZero::LikeRequests,
        },
        cycle: CyclePolicy {
            percentage_of_nodes_to_score: 0,
            always_check_all: false,
            nominated_node_first: true,
            prefilter_skips: true,
            prefilter_runs_on: true,
            one_without_scores: true,
            no_post_filter_clears: false,
            batches_equal_pods: false,
            surplus_node_counts: false,
            host: HostChoice::Drawn,
            extenders: ExtenderPolicy {
                score_factor: 10,
                knows_unresolvable: true,
                dropped_for_good: true,
                bare_nodes: true,
                rejects_as: Some("Extender"),
            },
        },
        wording: releases::wording(Release::V1_34),
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

const CLAIMS: DynamicResources = DynamicResources {
    rules: ClaimRules {
        gates: false,
        whole_pools: false,
        slips: true,
        names_requests: false,
        late_is_error: false,
        binding_timeout: Millis::of_seconds(600),
    },
};

const VOLUMES: VolumeBinding = VolumeBinding { fails_by_error: false, modern: true };

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
        FilterRow::one(Id::NodeVolumeLimits, "NodeVolumeLimits", VOLUME_LIMITS),
        FilterRow::one(Id::VolumeBinding, "VolumeBinding", VOLUMES),
        FilterRow::one(Id::VolumeZone, "VolumeZone", VolumeZone { labels: ZoneLabels::Translated }),
        FilterRow::one(Id::PodTopologySpread, "PodTopologySpread", spread(args)),
        FilterRow::one(Id::InterPodAffinity, "InterPodAffinity", INTER_POD_AFFINITY),
        FilterRow::one(Id::DynamicResources, "DynamicResources", CLAIMS),
    ]
}

fn scores(args: &Args) -> Vec<ScoreRow> {
    use PluginId as Id;
    vec![
        ScoreRow::new(Id::TaintToleration, "TaintToleration", 3, TaintToleration { max: MAX }),
        ScoreRow::new(Id::NodeAffinity, "NodeAffinity", 2, affinity(args)),
        ScoreRow::new(Id::NodeResourcesFit, "NodeResourcesFit", 1, args.fit.allocation(MAX, true)),
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
                namespaces: Namespaces::SelectedTwice,
                normalizes_from_zero: false,
                skips: true,
            },
        ),
        ScoreRow::new(
            Id::NodeResourcesBalancedAllocation,
            "NodeResourcesBalancedAllocation",
            1,
            Balanced::Deviation(args.balanced.clone()),
        ),
        ScoreRow::new(Id::ImageLocality, "ImageLocality", 1, IMAGE_LOCALITY),
    ]
}

pub(super) const VOLUME_LIMITS: NodeVolumeLimits =
    NodeVolumeLimits { node_limits: false, migrated: true, portworx_migrated: false };

pub(super) const INTER_POD_AFFINITY: InterPodAffinityFilter = InterPodAffinityFilter {
    order: CheckOrder::OwnFirst,
    bookkeeping: Bookkeeping::Exact,
    namespaces: Namespaces::SelectedTwice,
    first_pod_needs_keys: true,
    two_reasons: false,
    skips: true,
    hears: Hears::OwnTerms,
};

pub(super) const IMAGE_LOCALITY: ImageLocality =
    ImageLocality { max: MAX, init_containers: true, bound_per_container: true, volumes: false };

pub(super) fn spread(args: &Args) -> PodTopologySpread {
    PodTopologySpread {
        defaults: args.spread.clone(),
        owners: Owners::Controller,
        counting: Counting::Policies,
        lenient_defaults: true,
        rounds: true,
        skips: true,
        hears_nominated: false,
    }
}

fn affinity(args: &Args) -> NodeAffinity {
    NodeAffinity { max: MAX, node_sets: true, fields_score: true, skips_score: true, ..args.affinity() }
}
