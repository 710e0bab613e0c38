//! The policies of v1.34: queueing hints, and asynchronous preemption.

use api::Millis;
use runlog::HostChoice;
use scheduler::{
    FlowPolicy, KubeletPolicy, UpdateRules, WaitingVictims,
    cluster::{Accounting, NonZeroRule, ResizeRule, node_tree::zone_key},
    framework::{CyclePolicy, ExtenderPolicy},
    queue::{BackoffPolicy, QueuePolicy},
};

pub(super) const QUEUE: QueuePolicy = QueuePolicy {
    backoff: BackoffPolicy::WholeSeconds,
    pops_from_backoff: true,
    unschedulable_timeout: Millis::from_seconds(300),
    has_error_backoff: true,
    uses_hints: true,
    update_ends_backoff: false,
    names_node_changes: true,
};

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    zone_key,
    has_node_cursor: false,
    keeps_deleted_nodes: false,
    marks_victims: true,
    collects_out_of_service: true,
    is_preemption_async: true,
    writes_own_status_last: false,
    ended_nominations_wake: true,
    bound_nominations_wake: true,
    assumed_deletions_wake: false,
    ignores_resource_claim_pods: true,
    errors_clear_nomination: true,
    forgotten_pods_wake: true,
    permit_first_allow_wins: false,
    binds_volumes_before_permit: false,
    writes_expected_node: false,
    waiting_victims: WaitingVictims::Rejected,
    has_pdb_unhealthy_policy: true,
    merges_label_keys: true,
    system_classes_in_kube_system: false,
    evicts_from_tainted_devices: false,
    resizes_pods: true,
    has_later_resizes: false,
    node_grace: Millis::from_seconds(50),
    jobs_count_deletions: true,
    has_later_sets: true,
    updates: UpdateRules::SchedulingDirectives,
    set_updates_await_availability: false,
    deletes_pods_of_namespace_first: true,
    kubelet: KubeletPolicy {
        has_early_predicates: false,
        checks_taints: true,
        checks_operating_system: true,
        fails_stopped_pods_early: false,
    },
};

pub(super) const ACCOUNTING: Accounting = Accounting {
    counts_overhead: true,
    counts_sidecars: true,
    counts_pod_level: true,
    counts_init_when_bound: true,
    resizes: ResizeRule::Containers,
    non_zero: NonZeroRule::LikeRequests,
};

pub(super) const CYCLE: CyclePolicy = CyclePolicy {
    percentage_of_nodes_to_score: 0,
    always_checks_all: false,
    tries_nominated_node_first: true,
    supports_skip: true,
    collects_pre_filter_rejections: true,
    takes_first_feasible_without_scores: true,
    clears_nomination_without_post_filter: false,
    batches_equal_pods: false,
    counts_surplus_node: false,
    host: HostChoice::Drawn,
    extenders: ExtenderPolicy {
        score_factor: 10,
        supports_unresolvable: true,
        dropped_nodes_unresolvable: true,
        returned_nodes_lose_pods: true,
        rejection_plugin_name: Some("Extender"),
    },
};
