//! The differences between releases in how decisions reach the API server and come back as events.

use api::{Millis, Node};

use super::kubelet_policy::KubeletPolicy;

/// What happens to a victim that waits in `Permit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingVictims {
    /// It is rejected and deleted.
    Deleted,
    /// It is rejected, but not deleted.
    Rejected,
    /// It fails with an error and is not deleted; the same goes for a victim in `PreBind`. An event on the victim
    /// records it.
    Failed,
}

/// Which updates of existing objects the API server allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpdateRules {
    /// No update of fields that restrict where a pod can run.
    Early,
    /// Node selector and node affinity of a gated pod, and these and the tolerations of a Job that never started.
    /// Upstream: `validateNodeAffinityMutation`, `JobMutableNodeSchedulingDirectives`.
    SchedulingDirectives,
    /// In addition the resource requests of any suspended Job that has no pods. Upstream:
    /// `MutablePodResourcesForSuspendedJobs`, `MutableSchedulingDirectivesForSuspendedJobs`.
    SuspendedJobs,
}

/// The differences between releases outside of the scheduling cycle.
#[derive(Clone, Copy, Debug)]
pub struct FlowPolicy {
    /// Returns region and zone of a node, which determine the order of nodes.
    pub zone_key: fn(&Node) -> String,
    /// Whether nodes are visited with a cursor that is kept between cycles.
    pub has_node_cursor: bool,
    /// Whether a deleted node stays in the snapshot, without getting pods, until its last pod is gone.
    pub keeps_deleted_nodes: bool,
    /// Whether a victim gets the condition `DisruptionTarget` before it is deleted.
    pub marks_victims: bool,
    /// Whether terminating pods are force-deleted from a node with the taint `node.kubernetes.io/out-of-service`.
    /// Upstream: `PodGCController.gcTerminating`.
    pub collects_out_of_service: bool,
    /// Whether preemption runs asynchronously: nominations are cleared before victims are evicted, and the last victim
    /// is deleted after the requests for the others have returned. Otherwise nominations are cleared after the
    /// evictions. Upstream: `prepareCandidateAsync`.
    pub is_preemption_async: bool,
    /// Whether the preemptor's own status is written after evictions and cleared nominations; otherwise before them.
    pub writes_own_status_last: bool,
    /// Whether a nomination that ends without a binding moves pods like a deleted pod does.
    pub ended_nominations_wake: bool,
    /// Whether a nomination that a binding ends moves pods as well.
    pub bound_nominations_wake: bool,
    /// Whether a pod that is deleted between its decision and its binding moves pods like a deleted pod does.
    pub assumed_deletions_wake: bool,
    /// Whether the release supports claims for devices, so that pods with claims are left unscheduled in a run without
    /// the implementation of claims. Releases without support ignore claims and schedule such pods. Test:
    /// `a_pod_whose_claim_is_missing_is_not_scheduled_in_releases_with_claims`.
    pub ignores_resource_claim_pods: bool,
    /// Whether a failure by an error clears the pod's own nomination.
    pub errors_clear_nomination: bool,
    /// Whether a pod whose binding failed moves pods like a deleted pod does.
    pub forgotten_pods_wake: bool,
    /// Whether in `Permit` the first plugin that decides counts for all that made the pod wait, with the shortest
    /// timeout.
    pub permit_first_allow_wins: bool,
    /// Whether volumes are bound before `Permit` instead of in `PreBind`.
    pub binds_volumes_before_permit: bool,
    /// Whether the chosen node is written to `status.nominatedNodeName` before the pod waits in `Permit` or `PreBind`.
    pub writes_expected_node: bool,
    /// What happens to a victim that is being bound.
    pub waiting_victims: WaitingVictims,
    /// Whether `unhealthyPodEvictionPolicy` applies: evicting a pod that is not ready does not use up its budget as
    /// long as enough others are healthy. Budgets then also have conditions, and a pod without a controller does not
    /// stop their calculation.
    pub has_pdb_unhealthy_policy: bool,
    /// Whether the API server merges `matchLabelKeys` and `mismatchLabelKeys` of pod affinity into the selectors of new
    /// pods. Upstream: `MatchLabelKeysInPodAffinity`, on by default since v1.31.
    pub merges_label_keys: bool,
    /// Whether pods with a system priority class are admitted only in `kube-system`. Upstream:
    /// `priorityClassPermittedInNamespace`, up to v1.16.
    pub system_classes_in_kube_system: bool,
    /// Whether `NoExecute` taints of devices evict pods: the feature gate `DRADeviceTaints` is on. Since v1.36.
    pub evicts_from_tainted_devices: bool,
    /// Whether requests of a pod can be changed in place.
    pub resizes_pods: bool,
    /// Whether the API server rejects a resize beyond the node's allocatable resources, and a kubelet records an event
    /// when a resize is deferred or starts.
    pub has_later_resizes: bool,
    /// `--node-monitor-grace-period`: how long the node lifecycle controller waits for a heartbeat before it marks a
    /// node as unknown.
    pub node_grace: Millis,
    /// Whether Jobs count deleted pods as failures, and `pod-deletion-cost` is honored.
    pub jobs_count_deletions: bool,
    /// Whether the pods of a StatefulSet have their ordinal as a label, and it waits for them to be available.
    pub has_later_sets: bool,
    /// Which updates of existing objects the API server allows.
    pub updates: UpdateRules,
    /// Whether the rollout of a StatefulSet waits until each pod is available, not only ready, even with parallel pod
    /// management. Since v1.35.
    pub set_updates_await_availability: bool,
    /// Whether the other objects of a deleted namespace stay until its pods are gone. Upstream:
    /// `OrderedNamespaceDeletion`, on by default since v1.33.
    pub deletes_pods_of_namespace_first: bool,
    /// How kubelets admit pods.
    pub kubelet: KubeletPolicy,
}
