//! What is to happen when: a queue ordered by time, then by kind of task, then by the order of entry.

use std::collections::BTreeSet;

use crate::api::Str;

use super::Millis;

/// Something that is due. The order of the variants is the order within one instant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// An action of the script, by its number.
    Script(usize),
    /// kubectl asks for an eviction again, with so many seconds of grace.
    Evict(Str, Option<i64>),
    /// A pod's patience with a taint is over (at this time, so that it can be called off).
    TaintEviction(Millis, Str),
    /// The garbage collector looks for pods of a deleted node.
    Orphans(Str),
    /// The kubelet is done with a pod.
    Gone(Str),
    /// `backoffQ` is looked through.
    FlushBackoff,
    /// The unschedulable pool is looked through.
    FlushLeftover,
    /// Controllers look at what there is.
    Controllers,
    /// The disruption controller recomputes budgets.
    Budgets,
    /// A binding reaches the API server.
    Bind(Str),
    /// Containers run.
    Start(Str),
    /// A Job's pod is done.
    Succeed(Str),
    /// The scheduler takes the next pod.
    Cycle,
}

/// Tasks by time.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    tasks: BTreeSet<(Millis, Task)>,
}

impl Agenda {
    /// Puts a task on the agenda; the same task at the same time stands there once.
    pub fn add(&mut self, at: Millis, task: Task) {
        self.tasks.insert((at, task));
    }

    /// The next task and its time.
    pub fn pop(&mut self) -> Option<(Millis, Task)> {
        self.tasks.pop_first()
    }

    /// Whether nothing is due at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Whether nothing is due but looks through the unschedulable pool.
    #[must_use]
    pub fn has_only_leftovers(&self) -> bool {
        self.tasks.iter().all(|(_, task)| *task == Task::FlushLeftover)
    }

    /// Whether nothing is due but the scheduler trying again what failed before.
    #[must_use]
    pub fn has_only_retries(&self) -> bool {
        self.tasks.iter().all(|(_, task)| matches!(task, Task::FlushLeftover | Task::FlushBackoff | Task::Cycle))
    }

    /// When the next task is due.
    #[must_use]
    pub fn next_at(&self) -> Option<Millis> {
        self.tasks.iter().next().map(|(at, _)| *at)
    }

    /// Whether a task of this kind is due at any time.
    #[must_use]
    pub fn contains(&self, wanted: &Task) -> bool {
        self.tasks.iter().any(|(_, task)| task == wanted)
    }

    /// Takes tasks out.
    pub fn cancel(&mut self, unwanted: &Task) {
        self.tasks.retain(|(_, task)| task != unwanted);
    }
}
