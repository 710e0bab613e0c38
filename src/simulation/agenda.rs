//! The agenda of future tasks: a queue ordered by time, then by the rank of the task, then by name.
//!
//! A task about a pod refers to the pod by uid. When the pod is deleted, its tasks are removed ([`Agenda::forget_pod`]), so that a successor of the
//! same name does not inherit them.

use api::{Millis, Set, Table};

use super::{
    ids::PodId,
    task::{SchedulerTask, Task, TaskClass},
};

/// 100 years: tasks later than this are dropped. It keeps sums of times far below the overflow of their type.
pub(crate) const NEVER: Millis = Millis::from_seconds(100 * 366 * 24 * 3600);

/// A task that is due, opaque to callers: only [`CONTROLLERS`](super::CONTROLLERS) can run it.
pub struct Due(pub(crate) Task);

/// When a task is due, and the task.
type Entry = (Millis, Task);

/// Future tasks, ordered by time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agenda {
    entries: Set<Entry>,
    of_pods: Table<PodId, Set<Entry>>,
    counts: Table<TaskClass, usize>,
}

impl Agenda {
    /// Adds a task. Adding the same task for the same time again has no effect; tasks later than [`NEVER`] are dropped.
    pub(crate) fn add(&mut self, at: Millis, task: Task) {
        let entry = (at, task);
        if at > NEVER || !self.entries.insert(entry.clone()) {
            return;
        }
        *self.counts.or_insert(entry.1.class(), 0) += 1;
        if let Some(pod) = entry.1.pod() {
            let is_new = self.of_pods.or_default(pod.clone()).insert(entry);
            debug_assert!(is_new, "a new task of a pod is new in the pod's list");
        }
        self.check_invariants();
    }

    fn check_invariants(&self) {
        debug_assert!(self.counts.values().sum::<usize>() == self.entries.len(), "tasks are counted by their class");
    }

    /// The pods that have tasks.
    pub(crate) fn pods(&self) -> impl Iterator<Item = &PodId> {
        self.of_pods.keys()
    }

    /// Removes the next task, and returns it with its time.
    pub(crate) fn pop(&mut self) -> Option<(Millis, Task)> {
        let next = self.entries.pop_first()?;
        self.uncount(&next);
        debug_assert!(self.next_at().is_none_or(|at| at >= next.0), "tasks are done in the order of time");
        Some(next)
    }

    fn uncount(&mut self, entry: &Entry) {
        if let Some(count) = self.counts.get_mut(&entry.1.class()) {
            *count -= 1;
        }
        self.check_invariants();
        let Some(pod) = entry.1.pod() else { return };
        if let Some(entries) = self.of_pods.get_mut(pod) {
            entries.remove(entry);
            if entries.is_empty() {
                self.of_pods.remove(pod);
            }
        }
    }

    fn count(&self, class: TaskClass) -> usize {
        self.counts.get(&class).copied().unwrap_or(0)
    }

    /// Whether any task of this class is scheduled.
    pub(crate) fn has(&self, class: TaskClass) -> bool {
        self.count(class) > 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether all scheduled tasks are flushes of the unschedulable pool.
    pub(crate) fn has_only_flushes(&self) -> bool {
        self.count(TaskClass::FlushUnschedulable) == self.entries.len()
    }

    /// Whether all scheduled tasks are retries of failed attempts, or flushes of the unschedulable pool.
    pub(crate) fn has_only_retries(&self) -> bool {
        self.count(TaskClass::FlushUnschedulable) + self.count(TaskClass::Retry) == self.entries.len()
    }

    pub(crate) fn next_at(&self) -> Option<Millis> {
        self.entries.first().map(|(at, _)| *at)
    }

    pub(crate) fn next(&self) -> Option<&Task> {
        self.entries.first().map(|(_, task)| task)
    }

    pub(crate) fn cancel(&mut self, at: Millis, task: Task) {
        let entry = (at, task);
        if self.entries.remove(&entry) {
            self.uncount(&entry);
        }
    }

    /// The task that ends the `PreBind` phase of a pod, if the pod is in that phase.
    pub(crate) fn pre_bind_task(&self, pod: &PodId) -> Option<&SchedulerTask> {
        let tasks = self.of_pods.get(pod)?.iter().filter_map(|(_, task)| match task {
            Task::Scheduler(task) => Some(task),
            _ => None,
        });
        tasks.into_iter().find(|task| is_pre_bind(task))
    }

    /// Removes the task that ends a pod's wait in `Permit` or its `PreBind` phase.
    pub(crate) fn cancel_wait(&mut self, pod: &PodId) {
        let is_wait = |(_, task): &&Entry| match task {
            Task::Scheduler(task) => matches!(task, SchedulerTask::EndPermit(_)) || is_pre_bind(task),
            _ => false,
        };
        let wait = self.of_pods.get(pod).and_then(|entries| entries.iter().find(is_wait)).cloned();
        if let Some((at, task)) = wait {
            self.cancel(at, task);
        }
    }

    /// Removes all tasks about a pod.
    pub(crate) fn forget_pod(&mut self, pod: &PodId) {
        for entry in self.of_pods.remove(pod).unwrap_or_default() {
            let is_removed = self.entries.remove(&entry);
            debug_assert!(is_removed, "a task in a pod's list is on the agenda");
            self.uncount(&entry);
        }
    }
}

fn is_pre_bind(task: &SchedulerTask) -> bool {
    matches!(task, SchedulerTask::EndPreBind(_) | SchedulerTask::TimeOutClaims(_) | SchedulerTask::PollDevices(..))
}

#[cfg(test)]
mod tests {
    use super::{
        super::task::{KubeletTask, TaintEvictionTask, WorkloadTask},
        *,
    };

    fn pod(key: &str, uid: &str) -> PodId {
        PodId { key: key.into(), uid: uid.into() }
    }

    #[test]
    fn removed_pod_drops_its_tasks_but_not_those_of_its_successor() {
        let (old, new) = (pod("d/web-0", "1"), pod("d/web-0", "2"));
        let mut agenda = Agenda::default();
        agenda.add(Millis::new(10), KubeletTask::FinishDeletion(old.clone()).into());
        agenda.add(Millis::new(10), KubeletTask::FinishDeletion(old.clone()).into());
        agenda.add(Millis::new(20), TaintEvictionTask::Evict(Millis::new(20), old.clone()).into());
        agenda.add(Millis::new(5), KubeletTask::StartPod(new.clone()).into());
        agenda.add(Millis::new(30), SchedulerTask::FlushUnschedulable.into());
        assert!(!agenda.has_only_retries());
        agenda.forget_pod(&old);
        assert_eq!(agenda.pop(), Some((Millis::new(5), KubeletTask::StartPod(new).into())));
        assert!(agenda.has_only_flushes() && agenda.has_only_retries());
        agenda.add(Millis::new(31), SchedulerTask::StartCycle.into());
        assert!(!agenda.has_only_flushes() && agenda.has_only_retries());
        agenda.cancel(Millis::new(30), SchedulerTask::FlushUnschedulable.into());
        assert_eq!(agenda.next_at(), Some(Millis::new(31)));
        agenda.add(NEVER + Millis::new(1), WorkloadTask::Sync.into());
        assert!(!agenda.has(TaskClass::WorkloadSync));
    }

    #[test]
    fn within_an_instant_the_rank_decides_before_the_component() {
        let mut agenda = Agenda::default();
        for task in [SchedulerTask::StartCycle.into(), WorkloadTask::Sync.into(), SchedulerTask::FlushBackoff.into()] {
            agenda.add(Millis::ZERO, task);
        }
        let tasks: Vec<Task> = std::iter::from_fn(|| agenda.pop()).map(|(_, task)| task).collect();
        assert_eq!(
            tasks,
            [SchedulerTask::FlushBackoff.into(), WorkloadTask::Sync.into(), SchedulerTask::StartCycle.into()]
        );
    }
}
