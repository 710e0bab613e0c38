//! Creates the plugins of v1.16, as far as it has them under other names, and of v1.20. The plugin's fields express
//! their differences.

use releases::Release;
use runlog::PluginId as Id;
use scheduler::{
    framework::ExtenderCalls,
    plugins::{
        default_binder::DefaultBinder,
        default_preemption::DefaultPreemption,
        equal_priority::EqualPriority,
        image_locality::ImageLocality,
        inter_pod_affinity::{
            Bookkeeping, CheckOrder, HintScope, InterPodAffinityFilter, InterPodAffinityScore, NamespaceRule,
        },
        node_affinity::NodeAffinityPlugin,
        node_label::{NodeLabel, NodeLabelScore},
        node_name::NodeName,
        node_ports::NodePorts,
        node_prefer_avoid_pods::NodePreferAvoidPods,
        node_resources::{AllocationScore, BalancedAllocation, Fit, ShapePoint, Strategy},
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
};

use super::{config::args::Args, extensions::Extensions};

/// Returns the best score of a plugin: `MaxPriority`, later `framework.MaxNodeScore`.
pub(super) fn best_score(release: Release) -> i64 {
    if release == Release::V1_16 { 10 } else { 100 }
}

/// Creates a plugin's extensions in v1.16 or v1.20. No plugin will be added to these releases.
pub(super) fn extensions(plugin: Id, release: Release, args: &Args) -> Extensions {
    let is_v1_20 = release == Release::V1_20;
    let max = best_score(release);
    let none = Extensions::default();
    let disks = |kind| DiskLimits { kind, reads_stable_type_label: is_v1_20 };
    match plugin {
        Id::NodeUnschedulable => none.filter(NodeUnschedulable),
        Id::NodeName => none.filter(NodeName),
        Id::TaintToleration => none.filter(TaintToleration { max }).score(TaintToleration { max }),
        Id::NodeAffinity => {
            let affinity = || NodeAffinityPlugin { max, scores_match_fields: is_v1_20, ..args.affinity() };
            none.filter(affinity()).score(affinity())
        }
        Id::NodePorts => none.filter(NodePorts { can_skip: false }),
        Id::NodeResourcesFit => none.filter(Fit { compares_unrequested: true, ..args.fit() }),
        Id::VolumeRestrictions => none.filter(VolumeRestrictions { checks_single_pod_claims: false }),
        Id::EbsLimits => none.filter(disks(DiskKind::Ebs)),
        Id::GcePdLimits => none.filter(disks(DiskKind::GcePd)),
        Id::AzureDiskLimits => none.filter(disks(DiskKind::AzureDisk)),
        Id::NodeVolumeLimits => none.filter(NodeVolumeLimits {
            reads_node_allocatable: true,
            counts_migrated_disks: false,
            always_migrates_portworx: false,
        }),
        Id::VolumeBinding => {
            let volumes = VolumeBinding { fails_by_error: !is_v1_20, checks_recent_volume_features: false };
            none.filter(volumes).reserve(volumes).pre_bind(BindVolumes { timeout: args.bind_timeout })
        }
        Id::VolumeZone => none.filter(VolumeZone { labels: if is_v1_20 { ZoneLabels::Each } else { ZoneLabels::Old } }),
        Id::PodTopologySpread => none.filter(spread(args)).score(spread(args)),
        Id::InterPodAffinity => none
            .filter(InterPodAffinityFilter {
                order: if is_v1_20 { CheckOrder::OwnFirst } else { CheckOrder::ExistingFirst },
                bookkeeping: if is_v1_20 { Bookkeeping::Exact } else { Bookkeeping::Loose },
                namespaces: NamespaceRule::Listed,
                first_pod_needs_keys: is_v1_20,
                adds_generic_reason: true,
                can_skip: false,
                hint_scope: HintScope::OwnTerms,
            })
            .score(InterPodAffinityScore {
                max,
                hard_weight: args.hard_weight,
                ignores_existing_preferences: false,
                namespaces: NamespaceRule::Listed,
                normalizes_from_zero: true,
                can_skip: false,
            }),
        Id::DefaultPreemption => none.post_filter(args.limit_candidates(DefaultPreemption {
            honors_never: is_v1_20,
            may_leave_unresolvable_node: is_v1_20,
            waits_for_own_victims_only: false,
            counts_budgets_down: is_v1_20,
            wants_victims: is_v1_20,
            sorts_victims: false,
            extender_calls: if is_v1_20 { ExtenderCalls::Never } else { ExtenderCalls::Lenient },
            tries_in_cycle_order: is_v1_20,
            min_candidate_percentage: if is_v1_20 { 10 } else { 100 },
            min_candidate_absolute: if is_v1_20 { 100 } else { 0 },
            failure_clears_nomination: false,
            clears_without_eviction: true,
        })),
        Id::NodeResourcesBalancedAllocation => none.score(BalancedAllocation::Early(max)),
        Id::ImageLocality => none.score(ImageLocality {
            max,
            counts_init_containers: false,
            scales_bound_by_containers: is_v1_20,
            counts_volume_images: false,
        }),
        Id::NodeResourcesLeastAllocated => none.score(args.least_allocated.allocation(max, false)),
        Id::NodeResourcesMostAllocated => none.score(args.most_allocated.allocation(max, false)),
        Id::RequestedToCapacityRatio => none.score(capacity_ratio(release, args)),
        Id::NodePreferAvoidPods => none.score(NodePreferAvoidPods { max }),
        Id::DefaultBinder => none.bind(DefaultBinder),
        Id::NodeLabel => none
            .filter(NodeLabel(args.labels.clone()))
            .score(NodeLabelScore { labels: args.preferred_labels.clone(), max }),
        Id::ServiceAffinity => none
            .filter(ServiceAffinity { labels: args.service_labels.clone() })
            .score(ServiceAntiAffinity { labels: args.service_spread.clone(), max, empty_selects_all: !is_v1_20 }),
        Id::SelectorSpread => none.score(SelectorSpread {
            max,
            zone_prefixes: match is_v1_20 {
                true => &["failure-domain.beta.kubernetes.io", "topology.kubernetes.io"],
                false => &["failure-domain.beta.kubernetes.io"],
            },
            ignores_constrained_pods: is_v1_20,
        }),
        Id::Equal => none.score(EqualPriority),
        _ => none,
    }
}

/// Creates the score for a requested-to-capacity ratio. Without arguments v1.16 prefers empty nodes.
fn capacity_ratio(release: Release, args: &Args) -> AllocationScore {
    let max = best_score(release);
    let allocation = args.capacity_ratio.allocation(max, false);
    if release == Release::V1_16 && allocation.strategy == Strategy::Ratio(Vec::new()) {
        let falling = [(0, max), (100, 0)].map(|(utilization, score)| ShapePoint { utilization, score });
        return AllocationScore { strategy: Strategy::Ratio(falling.to_vec()), ..allocation };
    }
    allocation
}

fn spread(args: &Args) -> PodTopologySpread {
    PodTopologySpread {
        defaults: args.default_constraints.clone(),
        selector_sources: SelectorSources::Selecting,
        counting: CountingRule::AllowedDomains,
        scores_nodes_without_default_keys: false,
        rounds_score: false,
        can_skip: false,
        hints_count_nominated: false,
    }
}
