//! v1.20: the scheduling framework as it was when preemption had just become a plugin.

use api::Millis;
use record::{HostChoice, PluginId};
use scheduler::cluster::node_tree::zone_key_beta_first;
use scheduler::cluster::{Accounting, ClaimRules, NonZero, Resizes};
use scheduler::framework::{Asks, CyclePolicy, ExtenderPolicy, FilterRow, Profile, Row, ScoreRow};
use scheduler::plugins::default_binder::DefaultBinder;
use scheduler::plugins::default_preemption::DefaultPreemption;
use scheduler::plugins::image_locality::ImageLocality;
use scheduler::plugins::inter_pod_affinity::{
    Bookkeeping, CheckOrder, Hears, InterPodAffinityFilter, InterPodAffinityScore, Namespaces,
};
use scheduler::plugins::node_affinity::NodeAffinity;
use scheduler::plugins::node_label::{NodeLabel, NodeLabelScore};
use scheduler::plugins::node_name::NodeName;
use scheduler::plugins::node_ports::NodePorts;
use scheduler::plugins::node_prefer_avoid_pods::NodePreferAvoidPods;
use scheduler::plugins::node_resources::{Balanced, Fit};
use scheduler::plugins::node_unschedulable::NodeUnschedulable;
use scheduler::plugins::node_volume_limits::{DiskKind, DiskLimits, NodeVolumeLimits};
use scheduler::plugins::pod_topology_spread::{Counting, Owners, PodTopologySpread};
use scheduler::plugins::selector_spread::SelectorSpread;
use scheduler::plugins::service_affinity::{ServiceAffinity, ServiceAntiAffinity};
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
    backoff: BackoffPolicy::Attempts,
    pops_from_backoff: false,
    leftover_after: Millis::of_seconds(60),
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
    leaves_claims_alone: false,
    errors_clear_nomination: false,
    forgotten_pods_wake: false,
    one_speaks_for_all: false,
    volumes_before_permit: false,
    writes_expected_node: false,
    waiting_victims: WaitingVictims::Deleted,
    later_budgets: false,
    merges_label_keys: false,
    resizes_pods: false,
    node_grace: Millis::of_seconds(40),
    later_workloads: false,
};

pub(super) fn profile(args: &Args) -> Profile {
    Profile {
        scheduler: DEFAULT_SCHEDULER.into(),
        points: POINTS,
        filters: filters(args),
        pre_filters: Vec::new(),
        scores: scores(args),
        best_score: MAX,
        post_filters: vec![Row::new(PluginId::DefaultPreemption, "DefaultPreemption", Box::new(preemption(args)))],
        reserves: vec![Row::new(PluginId::VolumeBinding, "VolumeBinding", Box::new(VOLUMES))],
        permits: Vec::new(),
        pre_binds: vec![Row::new(
            PluginId::VolumeBinding,
            "VolumeBinding",
            Box::new(BindVolumes { timeout: args.bind_timeout }),
        )],
        binds: vec![Row::new(PluginId::DefaultBinder, "DefaultBinder", Box::new(DefaultBinder))],
        extenders: None,
        claims: ClaimRules::default(),
        accounting: Accounting {
            overhead: true,
            sidecars: false,
            pod_level: false,
            init_when_bound: true,
            resizes: Resizes::Nowhere,
            non_zero: NonZero::InitAndRoundedOverhead,
        },
        cycle: CyclePolicy {
            percentage_of_nodes_to_score: 0,
            always_check_all: false,
            nominated_node_first: false,
            prefilter_skips: true,
            prefilter_runs_on: false,
            one_without_scores: false,
            no_post_filter_clears: false,
            batches_equal_pods: false,
            surplus_node_counts: false,
            host: HostChoice::Drawn,
            extenders: ExtenderPolicy {
                score_factor: 10,
                knows_unresolvable: false,
                dropped_for_good: false,
                bare_nodes: false,
                rejects_as: None,
            },
        },
        wording: releases::wording(Release::V1_20),
    }
}

/// Preemption, as far as arguments say.
fn preemption(args: &Args) -> DefaultPreemption {
    args.limit(DefaultPreemption {
        honours_never: true,
        unresolvable_nomination_frees: true,
        waits_for_own_victims_only: false,
        counts_budgets_down: true,
        wants_victims: true,
        sorts_victims: false,
        asks: Asks::Never,
        walks_in_order: true,
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
        FilterRow::one(Id::NodeUnschedulable, "NodeUnschedulable", NodeUnschedulable),
        FilterRow::one(Id::NodeName, "NodeName", NodeName),
        FilterRow::one(Id::TaintToleration, "TaintToleration", TaintToleration { max: MAX }),
        FilterRow::one(Id::NodeAffinity, "NodeAffinity", affinity(args)),
        FilterRow::one(Id::NodePorts, "NodePorts", NodePorts { skips: false }),
        FilterRow::one(Id::NodeResourcesFit, "NodeResourcesFit", Fit { compares_unrequested: true, ..args.fit() }),
        FilterRow::one(Id::VolumeRestrictions, "VolumeRestrictions", VolumeRestrictions { single_pod_claims: false }),
        FilterRow::one(Id::EbsLimits, "EBSLimits", disks(DiskKind::Ebs)),
        FilterRow::one(Id::GcePdLimits, "GCEPDLimits", disks(DiskKind::GcePd)),
        FilterRow::one(
            Id::NodeVolumeLimits,
            "NodeVolumeLimits",
            NodeVolumeLimits { node_limits: true, migrated: false, portworx_migrated: false },
        ),
        FilterRow::one(Id::AzureDiskLimits, "AzureDiskLimits", disks(DiskKind::AzureDisk)),
        FilterRow::one(Id::VolumeBinding, "VolumeBinding", VOLUMES),
        FilterRow::one(Id::VolumeZone, "VolumeZone", VolumeZone { labels: ZoneLabels::Each }),
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
                hears: Hears::OwnTerms,
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
                leaves_constrained: true,
            },
        ),
    ]
}

/// Filters that only a configuration switches on.
pub(super) fn more_filters(args: &Args) -> Vec<FilterRow> {
    vec![
        FilterRow::one(PluginId::NodeLabel, "NodeLabel", NodeLabel(args.labels.clone())),
        FilterRow::one(
            PluginId::ServiceAffinity,
            "ServiceAffinity",
            ServiceAffinity { labels: args.service_labels.clone() },
        ),
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
        hears_nominated: false,
    }
}

fn affinity(args: &Args) -> NodeAffinity {
    NodeAffinity { max: MAX, fields_score: true, ..args.affinity() }
}
