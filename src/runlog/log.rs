//! Entries of the scheduler's log, as data. Each release has its own wording ([`Wording::render_log_line`](super::Wording::render_log_line)).

use super::Ineligible;

/// A line of the scheduler's log at verbosity 5. Pods are `namespace/name`.
#[derive(Clone, Copy, Debug)]
pub enum LogEntry<'e> {
    /// A pod without a node is seen.
    UnscheduledPodAdded { pod: &'e str },
    /// The pod comes out of the queue.
    PodPopped { pod: &'e str },
    /// Its cycle begins.
    AttemptStart { pod: &'e str },
    /// The pod may not preempt.
    NotEligible { pod: &'e str, why: Ineligible },
    /// No node is left on which preemption could help.
    PreemptionNotHelpful { pod: &'e str },
    /// A dry run cannot spare a pod.
    PotentialVictim {
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
    PodUnschedulable {
        pod: &'e str,
        /// The message.
        error: &'e str,
    },
    /// There is no node at all.
    NoNodes { pod: &'e str },
    /// The condition `PodScheduled` is written to be false.
    ConditionUpdate { pod: &'e str },
    /// An event of the cluster moved a waiting pod to another queue.
    PodMoved {
        pod: &'e str,
        /// The event's name.
        event: &'e str,
        /// Whether it may be tried at once.
        active: bool,
    },
    /// A victim is being deleted.
    VictimDeletion {
        /// The pod that it is for.
        preemptor: &'e str,
        victim: &'e str,
        /// Where.
        node: &'e str,
    },
    /// The API server is sent the binding.
    BindingStart { pod: &'e str, node: &'e str },
    /// The API server has agreed.
    PodBound {
        pod: &'e str,
        node: &'e str,
        /// How many nodes were looked at.
        evaluated: usize,
        /// How many of them would do.
        feasible: usize,
    },
}
