//! The policies of v1.20, shortly after preemption became a plugin, as changes from v1.16.

use scheduler::{
    FlowPolicy, KubeletPolicy,
    cluster::{Accounting, NonZeroRule, ResizeRule, node_tree::zone_key_beta_first},
    framework::{CyclePolicy, ExtenderPolicy},
    queue::{BackoffPolicy, QueuePolicy},
};

use super::v1_16;

pub(super) const QUEUE: QueuePolicy =
    QueuePolicy { backoff: BackoffPolicy::Attempts, names_node_changes: true, ..v1_16::QUEUE };

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    zone_key: zone_key_beta_first,
    has_node_cursor: false,
    keeps_deleted_nodes: false,
    writes_own_status_last: true,
    permit_first_allow_wins: false,
    binds_volumes_before_permit: false,
    system_classes_in_kube_system: false,
    kubelet: KubeletPolicy { has_early_predicates: false, ..v1_16::FLOW.kubelet },
    ..v1_16::FLOW
};

pub(super) const ACCOUNTING: Accounting = Accounting {
    counts_overhead: true,
    counts_sidecars: false,
    counts_pod_level: false,
    counts_init_when_bound: true,
    resizes: ResizeRule::Nowhere,
    non_zero: NonZeroRule::InitAndRoundedOverhead,
};

pub(super) const CYCLE: CyclePolicy = CyclePolicy {
    supports_skip: true,
    counts_surplus_node: false,
    extenders: ExtenderPolicy { score_factor: 10, ..v1_16::CYCLE.extenders },
    ..v1_16::CYCLE
};
