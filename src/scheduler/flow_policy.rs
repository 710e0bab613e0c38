//! How decisions of a cycle reach the API server and come back as events, which differs between releases.

use api::{Millis, Node};

use super::kubelet_policy::KubeletPolicy;

/// What becomes of a victim that waits in `Permit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingVictims {
    /// It is rejected, and deleted as well.
    Deleted,
    /// It is rejected and stays.
    Rejected,
    /// It fails with an error and stays, and so does one for which `PreBind` has work. The event on it says so.
    Failed,
}

/// What the API server lets users change in objects that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpdateRules {
    /// Nothing of what decides where a pod may run.
    Early,
    /// Node selector and node affinity of a gated pod, and those and the tolerations of a Job that never started. Upstream:
    /// `validateNodeAffinityMutation`, `JobMutableNodeSchedulingDirectives`.
    SchedulingDirectives,
    /// The same and the requests, of any suspended Job without pods. Upstream: `MutablePodResourcesForSuspendedJobs`,
    /// `MutableSchedulingDirectivesForSuspendedJobs`.
    SuspendedJobs,
}

/// What differs between releases around a cycle.
#[derive(Clone, Copy, Debug)]
pub struct FlowPolicy {
    /// Region and zone of a node, for the order of nodes.
    pub zone_key: fn(&Node) -> String,
    /// Nodes are handed out one by one, with a cursor that lives on between cycles.
    pub node_cursor: bool,
    /// A deleted node stays in the snapshot, though it gets no pods, until its last pod is gone.
    pub keeps_deleted_nodes: bool,
    /// A victim is marked with the condition `DisruptionTarget` before it is deleted.
    pub marks_victims: bool,
    /// What is to go from a node with the taint `node.kubernetes.io/out-of-service` is deleted by force. Upstream: `PodGCController.gcTerminating`.
    pub collects_out_of_service: bool,
    /// Preemption is carried out beside the cycle: nominations are cleared before victims are evicted, and the last victim is deleted when
    /// the other deletions are answered. Else nominations are cleared after that. Upstream: `prepareCandidateAsync`.
    pub async_preemption: bool,
    /// The preemptor's own status is written after victims and cleared nominations; else before.
    pub own_status_last: bool,
    /// A nomination that ends without a binding wakes pods as a deleted pod would.
    pub ended_nominations_wake: bool,
    /// So does one that a binding ends.
    pub bound_nominations_wake: bool,
    /// A pod that is deleted between its decision and its binding wakes others as a deleted pod would.
    pub assumed_deletions_wake: bool,
    /// Pods may claim devices. Where the text has neither claims nor devices, nobody here knows them, and pods that claim some are left
    /// alone. The other releases look at no claims, and schedule such pods. Test:
    /// `a_pod_that_claims_devices_is_left_alone_where_claims_are_known`.
    pub ignores_resource_claim_pods: bool,
    /// A failure that no plugin caused ends the pod's own nomination.
    pub errors_clear_nomination: bool,
    /// A pod whose binding failed wakes others as a deleted pod would.
    pub forgotten_pods_wake: bool,
    /// In `Permit` the first plugin that answers speaks for all that let the pod wait, and the shortest time limit counts
    /// for all.
    pub permit_first_allow_wins: bool,
    /// Volumes are bound before `Permit` instead of in `PreBind`.
    pub volumes_before_permit: bool,
    /// Where a pod waits in `Permit`, or `PreBind` has work for it, its node is written to `status.nominatedNodeName` first.
    pub writes_expected_node: bool,
    /// What becomes of a victim that is on its way to its binding.
    pub waiting_victims: WaitingVictims,
    /// An eviction of a pod that is not ready costs its budget nothing, as long as enough others are healthy; budgets have conditions, and
    /// a pod without a controller does not end their count.
    pub pdb_unhealthy_policy: bool,
    /// The API server writes `matchLabelKeys` and `mismatchLabelKeys` of pod affinity into the selectors of new pods. Upstream:
    /// `MatchLabelKeysInPodAffinity`, on by default since v1.31.
    pub merges_label_keys: bool,
    /// Pods of a system class are let in only in `kube-system`. Upstream: `priorityClassPermittedInNamespace`, up to v1.16.
    pub system_classes_in_kube_system: bool,
    /// `NoExecute` taints of devices evict pods: the feature gate `DRADeviceTaints` is on. Since v1.36.
    pub evicts_from_tainted_devices: bool,
    /// Requests of a pod can be changed in place.
    pub resizes_pods: bool,
    /// The API server refuses requests beyond what the node of a pod has, and a kubelet records an event of each resize that waits or starts.
    pub later_resizes: bool,
    /// How long the node lifecycle controller waits for a sign of a kubelet before it calls the node unknown
    /// (`--node-monitor-grace-period`).
    pub node_grace: Millis,
    /// Jobs count deleted pods as failures; pods can say what their deletion costs.
    pub jobs_count_deletions: bool,
    /// The pods of a StatefulSet have their number as a label, and it waits for them to be available.
    pub later_sets: bool,
    /// What may change in objects that are there.
    pub updates: UpdateRules,
    /// The rollout of a StatefulSet waits until each pod is available, not only ready, also where its pods are managed in parallel. Since v1.35.
    pub set_updates_await_availability: bool,
    /// How kubelets admit pods.
    pub kubelet: KubeletPolicy,
}
