//! Entries of the scheduler's log, as data. Each release has its own wording ([`Wording::render_log_line`](super::Wording::render_log_line)).

use super::Ineligible;

/// A line of the scheduler's log at verbosity 5. Pods are `namespace/name`.
#[derive(Clone, Copy, Debug)]
pub enum LogEntry<'e> {
    /// An unscheduled pod was added.
    UnscheduledPodAdded { pod: &'e str },
    /// The pod was popped from the queue.
    PodPopped { pod: &'e str },
    /// Its cycle begins.
    AttemptStart { pod: &'e str },
    /// The pod may not preempt.
    NotEligible { pod: &'e str, why: Ineligible },
    /// Preemption cannot help on any node.
    PreemptionNotHelpful { pod: &'e str },
    /// A dry run could not reprieve a pod.
    PotentialVictim {
        /// The potential victim.
        pod: &'e str,
        /// The node on which it runs.
        node: &'e str,
    },
    /// `PostFilter` ended.
    PostFilter {
        pod: &'e str,
        /// Its message; empty if it made room.
        status: &'e str,
    },
    /// No node is feasible.
    PodUnschedulable {
        pod: &'e str,
        /// Upstream's message.
        error: &'e str,
    },
    /// The cluster has no nodes.
    NoNodes { pod: &'e str },
    /// The condition `PodScheduled` is set to `False`.
    ConditionUpdate { pod: &'e str },
    /// A cluster event moved a waiting pod to another queue.
    PodMoved {
        pod: &'e str,
        /// The event's name.
        event: &'e str,
        /// Whether it moved to `activeQ`.
        is_active: bool,
    },
    /// A victim is being deleted.
    VictimDeletion {
        /// The preemptor.
        preemptor: &'e str,
        victim: &'e str,
        /// The node of the victim.
        node: &'e str,
    },
    /// The binding is sent to the API server.
    BindingStart { pod: &'e str, node: &'e str },
    /// The pod was bound.
    PodBound {
        pod: &'e str,
        node: &'e str,
        /// Number of evaluated nodes.
        evaluated: usize,
        /// Number of feasible nodes among them.
        feasible: usize,
    },
}
