//! The policies of v1.16: predicates, priorities out of 10, and preemption before the scheduling framework.

use api::Millis;
use releases::{
    DEFAULT_SCHEDULER, Release,
    documents::policy_names::{PolicyName, policy_names},
};
use runlog::{HostChoice, PluginId, Point};
use scheduler::{
    FlowPolicy, KubeletPolicy, UpdateRules, WaitingVictims,
    cluster::{Accounting, ClaimRules, NonZeroRule, ResizeRule, node_tree::zone_key_beta},
    framework::{CyclePolicy, EnabledPoints, ExtenderPolicy, Filter, FilterRow, PointRow, PreBind, Profile, ScoreRow},
    queue::{BackoffPolicy, QueuePolicy},
};

use super::{
    config::args::Args,
    early_plugins,
    extensions::{Extensions, score_row},
};

const RELEASE: Release = Release::V1_16;

pub(super) const QUEUE: QueuePolicy = QueuePolicy {
    backoff: BackoffPolicy::Map,
    pops_from_backoff: false,
    unschedulable_timeout: Millis::from_seconds(60),
    has_error_backoff: false,
    uses_hints: false,
    update_ends_backoff: true,
    names_node_changes: false,
};

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    zone_key: zone_key_beta,
    has_node_cursor: true,
    keeps_deleted_nodes: true,
    marks_victims: false,
    collects_out_of_service: false,
    is_preemption_async: false,
    writes_own_status_last: false,
    ended_nominations_wake: false,
    bound_nominations_wake: false,
    assumed_deletions_wake: false,
    ignores_resource_claim_pods: false,
    errors_clear_nomination: false,
    forgotten_pods_wake: false,
    permit_first_allow_wins: true,
    binds_volumes_before_permit: true,
    writes_expected_node: false,
    waiting_victims: WaitingVictims::Deleted,
    has_pdb_unhealthy_policy: false,
    merges_label_keys: false,
    system_classes_in_kube_system: true,
    evicts_from_tainted_devices: false,
    resizes_pods: false,
    has_later_resizes: false,
    node_grace: Millis::from_seconds(40),
    jobs_count_deletions: false,
    has_later_sets: false,
    updates: UpdateRules::Early,
    set_updates_await_availability: false,
    deletes_pods_of_namespace_first: false,
    kubelet: KubeletPolicy {
        has_early_predicates: true,
        checks_taints: false,
        checks_operating_system: false,
        fails_stopped_pods_early: true,
    },
};

/// The extension points. Predicates and priorities have their names of that time; the framework's points around the
/// binding existed already.
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

pub(super) const ACCOUNTING: Accounting = Accounting {
    counts_overhead: false,
    counts_sidecars: false,
    counts_pod_level: false,
    counts_init_when_bound: false,
    resizes: ResizeRule::Nowhere,
    non_zero: NonZeroRule::Containers,
};

pub(super) const CYCLE: CyclePolicy = CyclePolicy {
    percentage_of_nodes_to_score: 0,
    always_checks_all: false,
    tries_nominated_node_first: false,
    supports_skip: false,
    collects_pre_filter_rejections: false,
    takes_first_feasible_without_scores: false,
    clears_nomination_without_post_filter: false,
    batches_equal_pods: false,
    counts_surplus_node: true,
    host: HostChoice::Drawn,
    extenders: ExtenderPolicy {
        score_factor: 1,
        supports_unresolvable: false,
        dropped_nodes_unresolvable: false,
        returned_nodes_lose_pods: false,
        rejection_plugin_name: None,
    },
};

/// Creates a plugin's extensions.
pub(super) fn extensions(plugin: PluginId, args: &Args) -> Extensions {
    early_plugins::extensions(plugin, RELEASE, args)
}

pub(super) fn profile(args: &Args) -> Profile {
    let names = |list: &str| policy_names(list).iter().filter(|name| name.is_default(RELEASE));
    Profile {
        scheduler: DEFAULT_SCHEDULER.into(),
        points: POINTS,
        filters: names("predicates").map(|name| predicate_row(name, args)).collect(),
        pre_filters: Vec::new(),
        scores: names("priorities").filter_map(|name| priority_row(name, args)).collect(),
        best_score: early_plugins::best_score(RELEASE),
        post_filters: point_row(PluginId::DefaultPreemption, "Preempt", args, |extensions| extensions.post_filter),
        reserves: point_row(PluginId::VolumeBinding, "VolumeBinder", args, |extensions| extensions.reserve),
        permits: Vec::new(),
        pre_binds: pre_binds(args),
        binds: point_row(PluginId::DefaultBinder, "DefaultBinder", args, |extensions| extensions.bind),
        extenders: None,
        claims: ClaimRules::default(),
        accounting: ACCOUNTING,
        cycle: CYCLE,
        wording: releases::wording(RELEASE),
    }
}

/// Creates the row of `bindVolumes`, which is not a plugin yet.
pub(super) fn pre_binds(args: &Args) -> Vec<PointRow<dyn PreBind>> {
    point_row(PluginId::VolumeBinding, "VolumeBinder", args, |extensions| extensions.pre_bind)
}

fn point_row<P: ?Sized>(
    plugin: PluginId,
    name: &str,
    args: &Args,
    extension: fn(Extensions) -> Option<Box<P>>,
) -> Vec<PointRow<P>> {
    let implementation = extension(extensions(plugin, args));
    implementation.into_iter().map(|implementation| PointRow::new(plugin, name, implementation)).collect()
}

/// Creates the row of a predicate. `GeneralPredicates` has several plugins as its parts.
pub(super) fn predicate_row(predicate: &PolicyName, args: &Args) -> FilterRow {
    let part = |plugin: &PluginId| -> Option<(PluginId, Box<dyn Filter>)> {
        Some((*plugin, extensions(*plugin, args).filter?))
    };
    FilterRow {
        id: predicate.name.into(),
        plugin: if let [plugin] = predicate.plugins { *plugin } else { PluginId::GeneralPredicates },
        parts: predicate.plugins.iter().filter_map(part).collect(),
        enabled: EnabledPoints::Both,
    }
}

/// Creates the row of a priority; `None` if the plugin has no score.
pub(super) fn priority_row(priority: &PolicyName, args: &Args) -> Option<ScoreRow> {
    let plugin = *priority.plugins.first()?;
    score_row(plugin, priority.name, priority.weight, extensions(plugin, args))
}
