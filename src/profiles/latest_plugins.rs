//! Creates the plugins of v1.34 and v1.36. The plugin's fields express their differences.

use api::Millis;
use releases::Release;
use runlog::PluginId as Id;
use scheduler::{
    cluster::ClaimRules,
    framework::ExtenderCalls,
    plugins::{
        default_binder::DefaultBinder,
        default_preemption::DefaultPreemption,
        dynamic_resources::DynamicResources,
        image_locality::ImageLocality,
        node_affinity::NodeAffinityPlugin,
        node_declared_features::NodeDeclaredFeatures,
        node_name::NodeName,
        node_ports::NodePorts,
        node_resources::{BalancedAllocation, Fit},
        node_unschedulable::NodeUnschedulable,
        pod_topology_spread::{CountingRule, PodTopologySpread, SelectorSources},
        taint_toleration::TaintToleration,
    },
};

use super::{
    config::args::Args,
    extensions::{Extensions, MAX},
};

/// Creates the plugins that do nothing for simple pods: `lazy_extensions` or `idle_extensions` of `lazy_plugins`.
pub(super) type LazyPlugins = fn(Id, Release, &Args) -> Extensions;

/// Creates a plugin's extensions in one of the latest releases. The table of plugins determines which of them run.
/// `lazy_plugins` creates those that do nothing for simple pods.
pub(super) fn extensions(plugin: Id, release: Release, args: &Args, lazy_plugins: LazyPlugins) -> Extensions {
    let since_v1_36 = release >= Release::V1_36;
    let none = Extensions::default();
    match plugin {
        Id::NodeUnschedulable => none.filter(NodeUnschedulable),
        Id::NodeName => none.filter(NodeName),
        Id::TaintToleration => none.filter(TaintToleration { max: MAX }).score(TaintToleration { max: MAX }),
        Id::NodeAffinity => none.filter(affinity(args)).score(affinity(args)),
        Id::NodePorts => none.filter(NodePorts { can_skip: true }),
        Id::NodeResourcesFit => {
            let fit = Fit { is_unresolvable_beyond_node: true, defers_to_dra: since_v1_36, ..args.fit() };
            none.filter(fit).score(args.fit_scoring.allocation(MAX, true))
        }
        Id::PodTopologySpread => none.filter(spread(args, since_v1_36)).score(spread(args, since_v1_36)),
        Id::VolumeRestrictions
        | Id::NodeVolumeLimits
        | Id::VolumeBinding
        | Id::VolumeZone
        | Id::InterPodAffinity => lazy_plugins(plugin, release, args),
        Id::DynamicResources => {
            let claims = DynamicResources { rules: claim_rules(release, args) };
            none.filter(claims).score(claims).post_filter(claims).reserve(claims).pre_bind(claims)
        }
        Id::DefaultPreemption => none.post_filter(args.limit_candidates(DefaultPreemption {
            honors_never: true,
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
        })),
        Id::NodeResourcesBalancedAllocation => {
            let resources = args.balanced_resources.clone();
            none.score(match since_v1_36 {
                true => BalancedAllocation::Improvement(resources),
                false => BalancedAllocation::Deviation(resources),
            })
        }
        Id::ImageLocality => none.score(ImageLocality {
            max: MAX,
            counts_init_containers: true,
            scales_bound_by_containers: true,
            counts_volume_images: since_v1_36,
        }),
        Id::DefaultBinder => none.bind(DefaultBinder),
        Id::NodeDeclaredFeatures => none.filter(NodeDeclaredFeatures),
        // The queue implements these.
        Id::SchedulingGates
        | Id::PrioritySort
        // Only early releases have these: `early_plugins`.
        | Id::EbsLimits
        | Id::GcePdLimits
        | Id::AzureDiskLimits
        | Id::CinderLimits
        | Id::NodeResourcesLeastAllocated
        | Id::NodeResourcesMostAllocated
        | Id::RequestedToCapacityRatio
        | Id::NodePreferAvoidPods
        | Id::NodeLabel
        | Id::ServiceAffinity
        | Id::SelectorSpread
        | Id::GeneralPredicates
        | Id::Equal
        // Created from the documents of a scenario: `config/user_plugins`.
        | Id::GangScheduling
        | Id::Scripted => none,
    }
}

fn spread(args: &Args, hints_count_nominated: bool) -> PodTopologySpread {
    PodTopologySpread {
        defaults: args.default_constraints.clone(),
        selector_sources: SelectorSources::Controller,
        counting: CountingRule::Policies,
        scores_nodes_without_default_keys: true,
        rounds_score: true,
        can_skip: true,
        hints_count_nominated,
    }
}

/// Returns the release's rules for claims.
pub(super) fn claim_rules(release: Release, args: &Args) -> ClaimRules {
    let since_v1_36 = release >= Release::V1_36;
    ClaimRules {
        has_beta_features: since_v1_36,
        requires_complete_pools: since_v1_36,
        reuses_results_of_previous_alternative: !since_v1_36,
        forgets_current_alternative: !since_v1_36,
        restarts_search_for_each_device: !since_v1_36,
        class_config_names_requests: since_v1_36,
        timeout_is_error: since_v1_36,
        // v1.34 has no argument for it.
        binding_timeout: if since_v1_36 { args.device_timeout } else { Millis::from_seconds(600) },
    }
}

fn affinity(args: &Args) -> NodeAffinityPlugin {
    NodeAffinityPlugin {
        max: MAX,
        returns_node_set: true,
        scores_match_fields: true,
        can_skip_score: true,
        ..args.affinity()
    }
}
