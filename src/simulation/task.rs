//! What a component can put on the agenda: a kind of task for each component, and the order of all of them within one instant.

use std::cmp::Ordering;

use api::{Millis, NamespacedName, Str};

use super::{api_server::workloads::WorkloadId, kubelet::admission_failure::AdmissionFailure};

/// A pod, and no other of its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PodId {
    pub key: NamespacedName,
    /// Its identity.
    pub uid: Str,
}

/// The eviction of a victim.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VictimEviction {
    pub victim: PodId,
    /// Who preempts it, and on which node.
    pub preemptor: PodId,
    pub node: Str,
    /// The preemptor's profile.
    pub profile: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum KubectlTask {
    /// An action of the script, by its index.
    RunAction(usize),
    /// A drain, by its number, requests the eviction of a pod again. Not a task of that pod: kubectl goes by the name, also when the pod
    /// is gone.
    Evict(u32, PodId),
    /// A drain checks whether a pod is gone.
    CheckDrained(u32, PodId),
    /// A drain gives up.
    TimeOutDrain(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SchedulerTask {
    /// The last victim of a preemption is evicted.
    Preempt(Box<VictimEviction>),
    FlushBackoff,
    FlushUnschedulable,
    /// Waiting in `Permit` ends.
    EndPermit(PodId),
    /// A pod's volume claims are not bound in time.
    TimeOutClaims(PodId),
    /// The scheduler checks whether a pod's devices are ready, until this time at most.
    PollDevices(Millis, PodId),
    /// `PreBind` is done.
    EndPreBind(PodId),
    /// A binding reaches the API server.
    Bind(PodId),
    /// The extenders of the current cycle have answered.
    FinishCycle,
    /// The scheduler takes the next pod.
    StartCycle,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TaintEvictionTask {
    /// A pod has tolerated a taint for as long as it does. The time is part of the task, so that it can be canceled.
    Evict(Millis, PodId),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NodeLifecycleTask {
    /// The `NoSchedule` taints of a node follow its conditions.
    SyncConditionTaints(Str),
    /// A pass over the health of all nodes.
    MonitorNodes,
    /// The next node of a zone may be tainted with `NoExecute`.
    TaintNextNode(Str),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PodGcTask {
    /// Pods of a deleted node are looked for.
    CollectOrphans(Str),
    /// Pods that are to go from a node which is down for good are looked for.
    CollectTerminating(Str),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum KubeletTask {
    /// The grace period of a pod is over.
    FinishDeletion(PodId),
    /// The containers of a pod run.
    StartPod(PodId),
    /// A volume is taken off a node that did not answer.
    DetachVolume(Str),
    /// A pod is not admitted.
    RejectPod(PodId, AdmissionFailure),
    /// A kubelet shows a static pod again.
    RestoreMirrorPod(NamespacedName),
    /// A pod has run for as long as it may.
    ReachDeadline(PodId),
    /// The containers of such a pod have stopped.
    FailAtDeadline(PodId),
    /// The kubelet makes room for a critical pod.
    MakeRoom(PodId),
    /// A pod that gives way to a critical one has stopped.
    FinishPreemption(PodId),
    /// The containers of a Job's pod have succeeded.
    CompletePod(PodId),
}

/// Tasks of the controllers of workloads, which share a work queue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WorkloadTask {
    /// The controllers sync the workloads in their queue.
    Sync,
    /// A controller comes back to a workload that it had put off.
    Resync(WorkloadId),
    /// A controller tries again to create the pods that a quota refused.
    Retry(WorkloadId),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DisruptionTask {
    /// Budgets are recomputed.
    Sync,
    /// Pods whose eviction was granted and that are still there are counted again.
    Recheck,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum VolumeTask {
    /// A provisioner has created the volume of a claim, or has failed to: namespace and name of the claim.
    FinishProvisioning(Str, Str),
    /// The PV controller looks at all claims, as it does from time to time.
    Resync,
    /// The volume controllers sync claims and volumes.
    Sync,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ResourceClaimTask {
    /// The controller syncs claims for devices.
    Sync,
    /// A pod has tolerated a taint of its devices for as long as it does.
    EvictTainted,
}

/// A task of some component. Tasks are ordered as they follow each other within an instant.
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
    ResourceClaim(ResourceClaimTask),
}

/// Tasks that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TaskClass {
    FlushUnschedulable,
    /// Something that failed before is tried again.
    Retry,
    WorkloadSync,
    BudgetSync,
    VolumeSync,
    ClaimSync,
    Other,
}

impl Task {
    /// The order of tasks within one instant, and how they are counted. Tasks of the same rank follow each other in the order of their
    /// names or numbers.
    fn rank_and_class(&self) -> (u8, TaskClass) {
        use TaskClass::{BudgetSync, ClaimSync, Other, Retry, VolumeSync, WorkloadSync};
        match self {
            // Devices of a pod that is gone are free before anything else happens.
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
            Self::Scheduler(SchedulerTask::FlushBackoff) => (12, Retry),
            Self::Scheduler(SchedulerTask::FlushUnschedulable) => (13, TaskClass::FlushUnschedulable),
            Self::Workload(WorkloadTask::Sync) => (14, WorkloadSync),
            Self::Workload(WorkloadTask::Resync(_)) => (15, Other),
            Self::Workload(WorkloadTask::Retry(_)) => (16, Retry),
            Self::Disruption(DisruptionTask::Sync) => (17, BudgetSync),
            Self::Disruption(DisruptionTask::Recheck) => (18, Other),
            Self::Volume(VolumeTask::FinishProvisioning(..) | VolumeTask::Resync) => (19, Other),
            Self::Volume(VolumeTask::Sync) => (20, VolumeSync),
            Self::ResourceClaim(ResourceClaimTask::EvictTainted) => (20, Other),
            Self::Scheduler(SchedulerTask::EndPermit(_)) => (21, Other),
            Self::Scheduler(SchedulerTask::TimeOutClaims(_)) => (22, Other),
            Self::Scheduler(SchedulerTask::PollDevices(..)) => (23, Other),
            Self::Scheduler(SchedulerTask::EndPreBind(_)) => (24, Other),
            Self::Scheduler(SchedulerTask::Bind(_)) => (25, Other),
            Self::Kubelet(
                KubeletTask::DetachVolume(_)
                | KubeletTask::StartPod(_)
                | KubeletTask::RejectPod(..)
                | KubeletTask::RestoreMirrorPod(_)
                | KubeletTask::ReachDeadline(_)
                | KubeletTask::FailAtDeadline(_)
                | KubeletTask::MakeRoom(_)
                | KubeletTask::FinishPreemption(_),
            ) => (26, Other),
            Self::Kubelet(KubeletTask::CompletePod(_)) => (27, Other),
            Self::Scheduler(SchedulerTask::FinishCycle) => (28, Other),
            Self::Scheduler(SchedulerTask::StartCycle) => (29, Retry),
        }
    }

    /// Its place within an instant.
    fn rank(&self) -> u8 {
        self.rank_and_class().0
    }

    pub(crate) fn class(&self) -> TaskClass {
        self.rank_and_class().1
    }

    /// Whether it comes before the scheduler flushes `backoffQ` at the same instant.
    pub(crate) fn precedes_backoff_flush(&self) -> bool {
        self.rank() < Self::Scheduler(SchedulerTask::FlushBackoff).rank()
    }

    /// The pod that it is about.
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
