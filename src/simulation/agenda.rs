//! What is to happen when: a queue ordered by time, then by kind of task, then by name.
//!
//! A task about a pod names that very pod, by uid. When the pod is gone, all its tasks go with it
//! ([`Agenda::forget_pod`]), so that a successor of the same name inherits nothing.

use api::{Millis, NamespacedName, Set, Str, Table};

/// A hundred years: what would come later than that does not come in any run. Sums of times stay far below the end of
/// their type.
pub(crate) const NEVER: Millis = Millis::from_seconds(100 * 366 * 24 * 3600);

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

/// A task that is due, for whoever is given it.
pub struct Due(pub(super) Task);

/// Something that is due. The order of the variants is the order within one instant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Task {
    /// An action of the script, by its number.
    Script(usize),
    /// A drain, by its number, asks again for the eviction of a pod. Not a task of that pod: kubectl asks by name, also when the pod is gone.
    Evict(u32, PodId),
    /// A drain looks whether a pod is gone.
    CheckDrained(u32, PodId),
    /// A drain gives up.
    DrainTimeout(u32),
    /// The scheduler evicts the last victim of a preemption.
    Preempt(Box<VictimEviction>),
    /// A pod's patience with a taint is over (at this time, so that it can be called off).
    TaintEviction(Millis, PodId),
    /// The node lifecycle controller looks at the conditions of a node, for its `NoSchedule` taints.
    CheckNodeConditions(Str),
    /// The node lifecycle controller looks at the health of all nodes.
    MonitorNodes,
    /// It may taint the next node of a zone with `NoExecute`.
    TaintNextNode(Str),
    /// The garbage collector looks for pods of a deleted node.
    CollectOrphans(Str),
    /// The kubelet is done with a pod.
    FinishDeletion(PodId),
    /// `backoffQ` is looked through.
    FlushBackoff,
    /// The unschedulable pool is looked through.
    FlushUnschedulable,
    /// Controllers look at what there is.
    RunControllers,
    /// A controller comes back to the workload of this number, which it had put off.
    Resync(u64),
    /// A controller tries again to make the pods that were refused it.
    Retry(u64),
    /// The disruption controller recomputes budgets.
    RecomputeBudgets,
    /// It looks again at pods whose eviction was allowed and that are still there.
    RecheckBudgets,
    /// A provisioner is done with a claim, by namespace and name.
    Provision(Str, Str),
    /// The volume controllers look at what there is.
    RunVolumeControllers,
    /// The claim controller looks at what there is.
    RunClaimController,
    /// Waiting in `Permit` ends.
    Permit(PodId),
    /// A pod's claims are not bound in time.
    ClaimBindingTimeout(PodId),
    /// The scheduler looks whether a pod's devices are ready, until this time at most.
    PollDevices(Millis, PodId),
    /// The node is ready for a pod.
    PreBind(PodId),
    /// A binding reaches the API server.
    Bind(PodId),
    /// Containers run.
    StartPod(PodId),
    /// A Job's pod is done.
    FinishJobPod(PodId),
    /// The extenders of the cycle that is going on have answered.
    FinishCycle,
    /// The scheduler takes the next pod.
    StartCycle,
}

/// Tasks that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TaskClass {
    FlushUnschedulable,
    /// Somebody tries again what failed before.
    Retry,
    Controllers,
    Budgets,
    Volumes,
    Devices,
    Other,
}

impl Task {
    /// The pod that it is about.
    #[must_use]
    pub(crate) fn pod(&self) -> Option<&PodId> {
        match self {
            Self::Preempt(preemption) => Some(&preemption.victim),
            Self::TaintEviction(_, pod)
            | Self::PollDevices(_, pod)
            | Self::FinishDeletion(pod)
            | Self::Permit(pod)
            | Self::ClaimBindingTimeout(pod)
            | Self::PreBind(pod)
            | Self::Bind(pod)
            | Self::StartPod(pod)
            | Self::FinishJobPod(pod) => Some(pod),
            _ => None,
        }
    }

    fn class(&self) -> TaskClass {
        match self {
            Self::FlushUnschedulable => TaskClass::FlushUnschedulable,
            Self::FlushBackoff | Self::StartCycle | Self::Retry(_) | Self::Evict(..) => TaskClass::Retry,
            Self::RunControllers => TaskClass::Controllers,
            Self::RecomputeBudgets => TaskClass::Budgets,
            Self::RunVolumeControllers => TaskClass::Volumes,
            Self::RunClaimController => TaskClass::Devices,
            _ => TaskClass::Other,
        }
    }
}

/// Tasks by time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agenda {
    tasks: Set<(Millis, Task)>,
    of_pods: Table<PodId, Set<(Millis, Task)>>,
    counts: Table<TaskClass, usize>,
}

impl Agenda {
    /// Puts a task on the agenda; the same task at the same time stands there once. What is too far away is left out.
    pub(crate) fn add(&mut self, at: Millis, task: Task) {
        if at > NEVER || !self.tasks.insert((at, task.clone())) {
            return;
        }
        *self.counts.or_insert(task.class(), 0) += 1;
        if let Some(pod) = task.pod() {
            let new = self.of_pods.or_default(pod.clone()).insert((at, task));
            debug_assert!(new, "a new task of a pod is new in the pod's list");
        }
        self.check_invariants();
    }

    fn check_invariants(&self) {
        debug_assert!(self.counts.values().sum::<usize>() == self.tasks.len(), "tasks are counted by their sort");
    }

    /// Pods that tasks are about.
    pub(crate) fn pods(&self) -> impl Iterator<Item = &PodId> {
        self.of_pods.keys()
    }

    /// The next task and its time.
    pub(crate) fn pop(&mut self) -> Option<(Millis, Task)> {
        let due = self.tasks.pop_first()?;
        self.uncount(&due);
        debug_assert!(self.next_at().is_none_or(|at| at >= due.0), "tasks are done in the order of time");
        Some(due)
    }

    fn uncount(&mut self, task: &(Millis, Task)) {
        if let Some(count) = self.counts.get_mut(&task.1.class()) {
            *count -= 1;
        }
        self.check_invariants();
        let Some(pod) = task.1.pod() else { return };
        if let Some(tasks) = self.of_pods.get_mut(pod) {
            tasks.remove(task);
            if tasks.is_empty() {
                self.of_pods.remove(pod);
            }
        }
    }

    fn count(&self, sort: TaskClass) -> usize {
        self.counts.get(&sort).copied().unwrap_or(0)
    }

    /// Whether nothing is due at all.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Whether nothing is due but looks through the unschedulable pool.
    #[must_use]
    pub(crate) fn has_only_flushes(&self) -> bool {
        self.count(TaskClass::FlushUnschedulable) == self.tasks.len()
    }

    /// Whether nothing is due but that somebody tries again what failed before.
    #[must_use]
    pub(crate) fn has_only_retries(&self) -> bool {
        self.count(TaskClass::FlushUnschedulable) + self.count(TaskClass::Retry) == self.tasks.len()
    }

    /// When the next task is due.
    #[must_use]
    pub(crate) fn next_at(&self) -> Option<Millis> {
        self.tasks.first().map(|(at, _)| *at)
    }

    /// The next task.
    #[must_use]
    pub(crate) fn next(&self) -> Option<&Task> {
        self.tasks.first().map(|(_, task)| task)
    }

    /// Whether the controllers will look.
    #[must_use]
    pub(crate) fn has_controllers(&self) -> bool {
        self.count(TaskClass::Controllers) > 0
    }

    /// Whether budgets will be recomputed.
    #[must_use]
    pub(crate) fn has_budgets(&self) -> bool {
        self.count(TaskClass::Budgets) > 0
    }

    /// Whether the claim controller will look.
    #[must_use]
    pub(crate) fn has_devices(&self) -> bool {
        self.count(TaskClass::Devices) > 0
    }

    /// Whether the volume controllers will look.
    #[must_use]
    pub(crate) fn has_volumes(&self) -> bool {
        self.count(TaskClass::Volumes) > 0
    }

    /// Takes a task out.
    pub(crate) fn cancel(&mut self, at: Millis, task: &Task) {
        let unwanted = (at, task.clone());
        if self.tasks.remove(&unwanted) {
            self.uncount(&unwanted);
        }
    }

    /// What a pod waits for in `PreBind`.
    pub(crate) fn pre_bind_task(&self, pod: &PodId) -> Option<&Task> {
        let prepares =
            |task: &&Task| matches!(task, Task::PreBind(_) | Task::ClaimBindingTimeout(_) | Task::PollDevices(..));
        self.of_pods.get(pod)?.iter().map(|(_, task)| task).find(prepares)
    }

    /// Takes out the end of a pod's waiting in `Permit`, or in `PreBind`.
    pub(crate) fn cancel_wait(&mut self, pod: &PodId) {
        let wait = |(_, task): &&(Millis, Task)| {
            matches!(task, Task::Permit(_) | Task::PreBind(_) | Task::ClaimBindingTimeout(_) | Task::PollDevices(..))
        };
        let pair = self.of_pods.get(pod).and_then(|tasks| tasks.iter().find(wait)).cloned();
        if let Some((at, task)) = pair {
            self.cancel(at, &task);
        }
    }

    /// Takes out all that is about a pod.
    pub(crate) fn forget_pod(&mut self, pod: &PodId) {
        for unwanted in self.of_pods.remove(pod).unwrap_or_default() {
            let flag = self.tasks.remove(&unwanted);
            debug_assert!(flag, "a task in a pod's list stands on the agenda");
            self.uncount(&unwanted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pod(key: &str, uid: &str) -> PodId {
        PodId { key: key.into(), uid: uid.into() }
    }

    #[test]
    fn a_pod_takes_its_tasks_along_and_leaves_those_of_its_successor() {
        let (old, new) = (pod("d/web-0", "1"), pod("d/web-0", "2"));
        let mut agenda = Agenda::default();
        agenda.add(Millis::new(10), Task::FinishDeletion(old.clone()));
        agenda.add(Millis::new(10), Task::FinishDeletion(old.clone()));
        agenda.add(Millis::new(20), Task::TaintEviction(Millis::new(20), old.clone()));
        agenda.add(Millis::new(5), Task::StartPod(new.clone()));
        agenda.add(Millis::new(30), Task::FlushUnschedulable);
        assert!(!agenda.has_only_retries());
        agenda.forget_pod(&old);
        assert_eq!(agenda.pop(), Some((Millis::new(5), Task::StartPod(new))));
        assert!(agenda.has_only_flushes() && agenda.has_only_retries());
        agenda.add(Millis::new(31), Task::StartCycle);
        assert!(!agenda.has_only_flushes() && agenda.has_only_retries());
        agenda.cancel(Millis::new(30), &Task::FlushUnschedulable);
        assert_eq!(agenda.next_at(), Some(Millis::new(31)));
        agenda.add(NEVER + Millis::new(1), Task::RunControllers);
        assert!(!agenda.has_controllers());
    }
}
