//! The policies of v1.36, as changes from v1.34. It checks features of nodes, scores balance by how the pod changes it,
//! and chooses the first of equally good nodes.

use runlog::HostChoice;
use scheduler::{
    FlowPolicy, UpdateRules, WaitingVictims,
    cluster::{Accounting, ResizeRule},
    framework::CyclePolicy,
    queue::QueuePolicy,
};

use super::v1_34;

pub(super) const QUEUE: QueuePolicy = v1_34::QUEUE;

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    bound_nominations_wake: false,
    assumed_deletions_wake: true,
    evicts_from_tainted_devices: true,
    writes_expected_node: true,
    has_later_resizes: true,
    updates: UpdateRules::SuspendedJobs,
    set_updates_await_availability: true,
    waiting_victims: WaitingVictims::Failed,
    ..v1_34::FLOW
};

pub(super) const ACCOUNTING: Accounting = Accounting { resizes: ResizeRule::ContainersAndPods, ..v1_34::ACCOUNTING };

pub(super) const CYCLE: CyclePolicy =
    CyclePolicy { clears_nomination_without_post_filter: true, host: HostChoice::TopOfHeap, ..v1_34::CYCLE };
