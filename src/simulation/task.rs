//! The tasks of each component, and the order of all tasks within one instant.

use std::cmp::Ordering;

use api::{Millis, NamespacedName, Str};

use super::{
    admission_failure::AdmissionFailure,
    ids::{PodId, WorkloadId},
};

/// The eviction of a preemption's victim.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VictimEviction {
    pub victim: PodId,
    pub preemptor: PodId,
    pub node: Str,
    /// The preemptor's profile.
    pub profile: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum KubectlTask {
    /// An action of the script, by its index.
    RunAction(usize),
    /// A drain, by its number, requests an eviction again. This is not a task about the pod: kubectl requests by name, even after the pod is removed.
    Evict(u32, PodId),
    /// A drain polls whether a pod is removed.
    CheckDrained(u32, PodId),
    /// A drain times out.
    TimeOutDrain(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SchedulerTask {
    /// Evicts the last victim of a preemption.
    Preempt(Box<VictimEviction>),
    FlushBackoff,
    FlushUnschedulable,
    /// A wait in `Permit` ends.
    EndPermit(PodId),
    /// The wait for a pod's volume claims times out.
    TimeOutClaims(PodId),
    /// Checks whether a pod's devices are ready; the time is the deadline.
    PollDevices(Millis, PodId),
    /// `PreBind` ends.
    EndPreBind(PodId),
    /// A binding reaches the API server.
    Bind(PodId),
    /// The extenders of the current cycle have responded.
    FinishCycle,
    /// Schedules the next pod.
    StartCycle,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TaintEvictionTask {
    /// A pod's toleration of a taint ends. The time is part of the task, so that it can be canceled.
    Evict(Millis, PodId),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NodeLifecycleTask {
    /// Updates the `NoSchedule` taints of a node.
    SyncConditionTaints(Str),
    /// Checks the health of all nodes.
    MonitorNodes,
    /// Taints the next nodes of a zone with `NoExecute`.
    TaintNextNode(Str),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PodGcTask {
    /// Removes the pods of a deleted node.
    CollectOrphans(Str),
    /// Removes the terminating pods of a node that is out of service.
    CollectTerminating(Str),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum KubeletTask {
    /// The grace period of a pod ends.
    FinishDeletion(PodId),
    /// The containers of a pod start to run.
    StartPod(PodId),
    /// Detaches a volume from a node that does not respond.
    DetachVolume(Str),
    /// Fails a pod that was not admitted.
    RejectPod(PodId, AdmissionFailure),
    /// Creates a mirror pod again.
    RestoreMirrorPod(NamespacedName),
    /// A pod's `activeDeadlineSeconds` end.
    ReachDeadline(PodId),
    /// The containers of a pod that exceeded its deadline have stopped.
    FailAtDeadline(PodId),
    /// Chooses the pods to stop for a critical pod.
    MakeRoom(PodId),
    /// A pod that is stopped for a critical one has stopped.
    FinishPreemption(PodId),
    /// The containers of a Job's pod succeed.
    CompletePod(PodId),
}

/// Tasks of the workload controllers, which share a work queue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WorkloadTask {
    /// Syncs the queued workloads.
    Sync,
    /// Syncs a workload after a wait.
    Resync(WorkloadId),
    /// Retries to create pods that admission rejected.
    Retry(WorkloadId),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DisruptionTask {
    /// Counts the queued budgets.
    Sync,
    /// Counts pods again whose eviction was granted and that still exist.
    Recheck,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum VolumeTask {
    /// A provisioner ends its attempt to create a volume for a claim: namespace and name of the claim.
    FinishProvisioning(Str, Str),
    /// The periodic check of all claims by the PV controller.
    Resync,
    /// Syncs claims and volumes.
    Sync,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ResourceClaimTask {
    /// Syncs device claims.
    Sync,
    /// A pod's toleration of a device taint ends.
    EvictTainted,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamespaceTask {
    /// Deletes what is left in a terminating namespace.
    Empty(Str),
}

/// A task of a component. Tasks within an instant are executed in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Kubectl(KubectlTask),
    Scheduler(SchedulerTask),
    TaintEviction(TaintEvictionTask),
    NodeLifecycle(NodeLifecycleTask),
    PodGc(PodGcTask),
    Kubelet(KubeletTask),
    Workload(WorkloadTask),
    Disruption(DisruptionTask),
    Volume(VolumeTask),
    ResourceClaim(ResourceClaimTask),
    Namespace(NamespaceTask),
}

macro_rules! from_component_tasks {
    ($($variant:ident($task:ident)),* $(,)?) => {
        $(impl From<$task> for Task {
            fn from(task: $task) -> Self {
                Self::$variant(task)
            }
        })*
    };
}

from_component_tasks! {
    Kubectl(KubectlTask), Scheduler(SchedulerTask), TaintEviction(TaintEvictionTask), NodeLifecycle(NodeLifecycleTask),
    PodGc(PodGcTask), Kubelet(KubeletTask), Workload(WorkloadTask), Disruption(DisruptionTask), Volume(VolumeTask),
    ResourceClaim(ResourceClaimTask), Namespace(NamespaceTask),
}

/// A class of tasks that are counted together on the agenda.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TaskClass {
    FlushUnschedulable,
    /// A retry of something that failed.
    Retry,
    WorkloadSync,
    BudgetSync,
    VolumeSync,
    ClaimSync,
    Other,
}

impl Task {
    /// The rank of the task within an instant, and its class. Tasks with equal ranks follow each other in the order of their names or numbers.
    fn rank_and_class(&self) -> (u8, TaskClass) {
        use TaskClass::{BudgetSync, ClaimSync, Other, Retry, VolumeSync, WorkloadSync};
        match self {
            // Devices of removed pods are released before anything else happens.
            Self::ResourceClaim(ResourceClaimTask::Sync) => (0, ClaimSync),
            Self::Kubectl(KubectlTask::RunAction(_)) => (1, Other),
            Self::Kubectl(KubectlTask::Evict(..)) => (2, Retry),
            Self::Kubectl(KubectlTask::CheckDrained(..)) => (3, Other),
            Self::Kubectl(KubectlTask::TimeOutDrain(_)) => (4, Other),
            Self::Scheduler(SchedulerTask::Preempt(_)) => (5, Other),
            Self::TaintEviction(TaintEvictionTask::Evict(..)) => (6, Other),
            Self::NodeLifecycle(NodeLifecycleTask::SyncConditionTaints(_)) => (7, Other),
            Self::NodeLifecycle(NodeLifecycleTask::MonitorNodes) => (8, Other),
            Self::NodeLifecycle(NodeLifecycleTask::TaintNextNode(_)) => (9, Other),
            Self::PodGc(PodGcTask::CollectOrphans(_) | PodGcTask::CollectTerminating(_)) => (10, Other),
            Self::Kubelet(KubeletTask::FinishDeletion(_)) => (11, Other),
            Self::Namespace(NamespaceTask::Empty(_)) => (12, Other),
            Self::Scheduler(SchedulerTask::FlushBackoff) => (13, Retry),
            Self::Scheduler(SchedulerTask::FlushUnschedulable) => (14, TaskClass::FlushUnschedulable),
            Self::Workload(WorkloadTask::Sync) => (15, WorkloadSync),
            Self::Workload(WorkloadTask::Resync(_)) => (16, Other),
            Self::Workload(WorkloadTask::Retry(_)) => (17, Retry),
            Self::Disruption(DisruptionTask::Sync) => (18, BudgetSync),
            Self::Disruption(DisruptionTask::Recheck) => (19, Other),
            Self::Volume(VolumeTask::FinishProvisioning(..) | VolumeTask::Resync) => (20, Other),
            Self::Volume(VolumeTask::Sync) => (21, VolumeSync),
            Self::ResourceClaim(ResourceClaimTask::EvictTainted) => (21, Other),
            Self::Scheduler(SchedulerTask::EndPermit(_)) => (22, Other),
            Self::Scheduler(SchedulerTask::TimeOutClaims(_)) => (23, Other),
            Self::Scheduler(SchedulerTask::PollDevices(..)) => (24, Other),
            Self::Scheduler(SchedulerTask::EndPreBind(_)) => (25, Other),
            Self::Scheduler(SchedulerTask::Bind(_)) => (26, Other),
            Self::Kubelet(
                KubeletTask::DetachVolume(_)
                | KubeletTask::StartPod(_)
                | KubeletTask::RejectPod(..)
                | KubeletTask::RestoreMirrorPod(_)
                | KubeletTask::ReachDeadline(_)
                | KubeletTask::FailAtDeadline(_)
                | KubeletTask::MakeRoom(_)
                | KubeletTask::FinishPreemption(_),
            ) => (27, Other),
            Self::Kubelet(KubeletTask::CompletePod(_)) => (28, Other),
            Self::Scheduler(SchedulerTask::FinishCycle) => (29, Other),
            Self::Scheduler(SchedulerTask::StartCycle) => (30, Retry),
        }
    }

    fn rank(&self) -> u8 {
        self.rank_and_class().0
    }

    pub(crate) fn class(&self) -> TaskClass {
        self.rank_and_class().1
    }

    /// Whether the task is executed before the flush of `backoffQ` at the same instant.
    pub(crate) fn precedes_backoff_flush(&self) -> bool {
        self.rank() < Self::Scheduler(SchedulerTask::FlushBackoff).rank()
    }

    /// The pod that the task is about, if any.
    pub(crate) fn pod(&self) -> Option<&PodId> {
        match self {
            Self::Scheduler(task) => match task {
                SchedulerTask::Preempt(eviction) => Some(&eviction.victim),
                SchedulerTask::EndPermit(pod)
                | SchedulerTask::TimeOutClaims(pod)
                | SchedulerTask::PollDevices(_, pod)
                | SchedulerTask::EndPreBind(pod)
                | SchedulerTask::Bind(pod) => Some(pod),
                _ => None,
            },
            Self::TaintEviction(TaintEvictionTask::Evict(_, pod))
            | Self::Kubelet(
                KubeletTask::FinishDeletion(pod)
                | KubeletTask::StartPod(pod)
                | KubeletTask::RejectPod(pod, _)
                | KubeletTask::ReachDeadline(pod)
                | KubeletTask::FailAtDeadline(pod)
                | KubeletTask::MakeRoom(pod)
                | KubeletTask::FinishPreemption(pod)
                | KubeletTask::CompletePod(pod),
            ) => Some(pod),
            _ => None,
        }
    }
}

impl Ord for Task {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank()).then_with(|| match (self, other) {
            (Self::Kubectl(task), Self::Kubectl(other)) => task.cmp(other),
            (Self::Scheduler(task), Self::Scheduler(other)) => task.cmp(other),
            (Self::TaintEviction(task), Self::TaintEviction(other)) => task.cmp(other),
            (Self::NodeLifecycle(task), Self::NodeLifecycle(other)) => task.cmp(other),
            (Self::PodGc(task), Self::PodGc(other)) => task.cmp(other),
            (Self::Kubelet(task), Self::Kubelet(other)) => task.cmp(other),
            (Self::Workload(task), Self::Workload(other)) => task.cmp(other),
            (Self::Disruption(task), Self::Disruption(other)) => task.cmp(other),
            (Self::Volume(task), Self::Volume(other)) => task.cmp(other),
            (Self::ResourceClaim(task), Self::ResourceClaim(other)) => task.cmp(other),
            (Self::Namespace(task), Self::Namespace(other)) => task.cmp(other),
            _ => unreachable!("tasks of one rank are of one component"),
        })
    }
}

impl PartialOrd for Task {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn victims_go_first_and_the_next_cycle_comes_last() {
        let pod = || PodId { key: "d/web".into(), uid: "1".into() };
        let order: [Task; 5] = [
            KubectlTask::RunAction(3).into(),
            KubeletTask::FinishDeletion(pod()).into(),
            WorkloadTask::Sync.into(),
            SchedulerTask::Bind(pod()).into(),
            SchedulerTask::StartCycle.into(),
        ];
        assert!(order.is_sorted());
        assert!(order[1].precedes_backoff_flush() && !order[2].precedes_backoff_flush());
        assert_eq!(order.each_ref().map(|task| task.pod().is_some()), [false, true, false, true, false]);
    }
}
