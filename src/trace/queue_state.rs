//! The pods in the scheduler's queue at a moment, with what decides their order: since when they wait, and until when they back off.

use std::{cmp::Reverse, rc::Rc};

use api::{Millis, NamespacedName, Table};
use runlog::{AttemptEnd, Event, EventKind, Queue, QueueEvent};

use crate::Frame;

/// A pod in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingPod {
    pub pod: NamespacedName,
    pub priority: i32,
    pub queue: Queue,
    /// The time at which it was created, or at which its last attempt failed. Moves within the queue do not change it.
    pub since: Millis,
    /// The index of that event in the log, by which pods of the same instant are ordered.
    pub order: usize,
    /// The number of attempts that failed.
    pub failures: usize,
    /// Whether its last attempt failed by an error, not by plugins that rejected the pod.
    pub has_error: bool,
    /// The time at which its backoff ends; `None` in `activeQ`.
    pub until: Option<Millis>,
    /// The event that moved it to its queue, and the index of that move in the log.
    pub moved: Option<(usize, QueueEvent)>,
}

impl WaitingPod {
    /// The whole backoff: from the failed attempt to its end.
    #[must_use]
    pub fn backoff(&self) -> Option<Millis> {
        self.until.filter(|_| self.failures > 0).map(|until| until.saturating_since(self.since))
    }
}

/// What the log says about a pod until it is bound.
#[derive(Clone, Copy, Default)]
struct PodQueueing {
    since: Millis,
    order: usize,
    failures: usize,
    has_error: bool,
    moved: Option<(usize, QueueEvent)>,
}

/// The pods in the queue after these events, each queue in its order: `activeQ` and `backoffQ` as they are popped, unschedulable pods with the
/// latest failure first, gated ones in order of creation.
#[must_use]
pub fn waiting_pods(past: &[Rc<Event>], frame: &Frame) -> Vec<WaitingPod> {
    let mut records: Table<NamespacedName, PodQueueing> = Table::new();
    for (index, event) in past.iter().enumerate() {
        match &event.what {
            EventKind::PodCreated { pod, .. } => {
                let record = PodQueueing { since: event.at, order: index, ..PodQueueing::default() };
                records.insert(pod.key(), record);
            }
            EventKind::Attempted(summary) => {
                if let AttemptEnd::Failed { is_fit_error, .. } = &summary.end {
                    let record = records.or_default(summary.pod.clone());
                    record.failures += 1;
                    record.has_error = !is_fit_error;
                }
            }
            EventKind::Queued { pod, by, .. } => {
                let record = records.or_default(pod.clone());
                if matches!(by, QueueEvent::PodAdd | QueueEvent::ScheduleAttemptFailure) {
                    (record.since, record.order) = (event.at, index);
                }
                record.moved = Some((index, *by));
            }
            _ => {}
        }
    }
    let waiting = frame.pods.iter().filter_map(|(key, view)| {
        let record = records.get(key).copied().unwrap_or_default();
        Some(WaitingPod {
            pod: key.clone(),
            priority: view.pod.priority(),
            queue: view.queue?,
            since: record.since,
            order: record.order,
            failures: record.failures,
            has_error: record.has_error,
            until: view.backoff_until,
            moved: record.moved,
        })
    });
    let mut waiting: Vec<WaitingPod> = waiting.collect();
    waiting.sort_by_key(|pod| {
        let rank = (Reverse(pod.priority), pod.order);
        match pod.queue {
            Queue::Active => (0, Millis::ZERO, rank),
            // A pod that failed by an error is not popped before its backoff ends.
            Queue::Backoff if !pod.has_error => (1, pod.until.unwrap_or_default(), rank),
            Queue::Backoff => (2, pod.until.unwrap_or_default(), rank),
            Queue::Unschedulable => (3, Millis::ZERO, (Reverse(0), usize::MAX - pod.order)),
            Queue::Gated => (4, Millis::ZERO, (Reverse(0), pod.order)),
        }
    });
    waiting
}

/// Whether something that happens in the cluster moved a pod, not the queue itself.
#[must_use]
pub fn is_cluster_event(queue_event: QueueEvent) -> bool {
    !matches!(
        queue_event,
        QueueEvent::PodAdd
            | QueueEvent::ScheduleAttemptFailure
            | QueueEvent::BackoffComplete
            | QueueEvent::UnschedulableTimeout
            | QueueEvent::ForceActivate
    )
}
