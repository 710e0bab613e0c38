//! What a scheduler writes into its log, as facts. The words are a release's own ([`Wording::log_line`](super::Wording::log_line)).

use super::Ineligible;

/// A line of the scheduler's log at verbosity 5. Pods are `namespace/name`.
#[derive(Clone, Copy, Debug)]
pub enum LogEntry<'e> {
    /// A pod without a node is seen.
    Seen { pod: &'e str },
    /// The pod comes out of the queue.
    Popped { pod: &'e str },
    /// Its cycle begins.
    Attempting { pod: &'e str },
    /// The pod may not preempt.
    NotEligible { pod: &'e str, why: Ineligible },
    /// No node is left on which preemption could help.
    NoHelp { pod: &'e str },
    /// A dry run cannot spare a pod.
    Victim {
        /// The potential victim.
        pod: &'e str,
        /// Where it runs.
        node: &'e str,
    },
    /// `PostFilter` is done.
    PostFilter {
        pod: &'e str,
        /// What it says; empty if it made room.
        status: &'e str,
    },
    /// No node was found.
    NoFit {
        pod: &'e str,
        /// The message.
        error: &'e str,
    },
    /// There is no node at all.
    NoNodes { pod: &'e str },
    /// The condition `PodScheduled` is written to be false.
    Condition { pod: &'e str },
    /// An event of the cluster moved a waiting pod to another queue.
    Moved {
        pod: &'e str,
        /// The event's name.
        event: &'e str,
        /// Whether it may be tried at once.
        active: bool,
    },
    /// A victim is being deleted.
    Preempted {
        /// The pod that it is for.
        preemptor: &'e str,
        victim: &'e str,
        /// Where.
        node: &'e str,
    },
    /// The API server is told.
    Binding { pod: &'e str, node: &'e str },
    /// The API server has agreed.
    Bound {
        pod: &'e str,
        node: &'e str,
        /// How many nodes were looked at.
        evaluated: usize,
        /// How many of them would do.
        feasible: usize,
    },
}
