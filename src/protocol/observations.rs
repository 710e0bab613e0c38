//! Explanations: facts about a pod, each with the position in the run where it can be seen.

use api::{Millis, NamespacedName, Str};
use runlog::{Deletion, Failure, LadderRule, PluginId, Queue, QueueEvent, Rollout};
use serde::{Deserialize, Serialize};
use trace::group_wait::GroupWait;

use super::Position;

/// A fact that answers a question about a pod, with the moment that shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    pub fact: Fact,
    /// The position at which it can be seen, if it happened at one moment.
    pub place: Option<Position>,
}

/// A fact about a pod in a run. Plugins have their names in the run's release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// The pod was created with this node, without a scheduler.
    CameBound(Str),
    /// No attempt was made.
    NeverTried,
    /// The number of feasible nodes, of nodes that were filtered, and of all nodes.
    Feasible(usize, usize, usize),
    /// The pod was nominated to its node, which was feasible, so no other node was checked.
    NominatedFirst(Str),
    /// Only this node was feasible.
    OnlyNode(Str),
    /// The node with the highest total; and the best of the others, if there were any.
    Best(Str, i64, Option<(Str, i64)>),
    /// These nodes shared the highest total, and one was drawn at random.
    Drawn(Vec<Str>),
    /// These nodes shared the highest total, and the one on top of the heap was taken.
    TopOfHeap(Vec<Str>),
    /// The plugin that made most of the difference, and by how many points.
    MadeBy(Str, i64),
    /// The pod had preempted these pods on the node.
    RoomMade(Str, Vec<NamespacedName>),
    /// The pod is on this node.
    IsThere(Str),
    /// The node did not exist at the time of the attempt.
    NoSuchNode(Str),
    /// The node was not checked, because enough feasible ones had been found.
    NotLooked(Str),
    /// A plugin rejected the pod on all nodes.
    RejectedEverywhere(Str, Failure),
    /// A plugin rejected the node: node, plugin (empty if it is no particular one), failure.
    Rejected(Str, Str, Failure),
    /// The node had a lower total: node and total of the loser, node and total of the winner.
    Outscored(Str, i64, Str, i64),
    /// The plugin by which the node lost most, and by how many points.
    LostBy(Str, i64),
    /// Evicting pods could not help on the node.
    NotPotential(Str),
    /// Preemption had found enough candidates before it reached the node.
    NotTried(Str),
    /// The dry run on the node failed.
    NoCandidate(Str, Failure),
    /// A rule of the tie-break eliminated the node: node, rule, its value and number of victims, the best value and its number of victims.
    Dropped(Str, LadderRule, (i64, usize), (i64, usize)),
    /// An extender (first) removed the node (second) from the candidates.
    Withdrawn(Str, Str),
    /// The node was equal by all rules to the chosen one (second).
    EqualNode(Str, Str),
    /// The node was chosen, with this number of victims.
    ChosenNode(Str, usize),
    OnlyCandidate(Str),
    /// The rule that decided for a node, and the number of candidates that it compared.
    DecidedBy(Str, LadderRule, usize),
    /// Scheduling gates hold the pod back.
    Gated,
    /// It is in its scheduling cycle at this moment.
    InCycle,
    /// Its attempt failed at this moment, and it has not been queued yet.
    AttemptFailed,
    /// Upstream's message about the last attempt.
    Message(Str),
    /// Nodes that were rejected for the same reason in the last attempt.
    RejectedFor {
        /// The reason in upstream's wording.
        words: Str,
        nodes: Vec<Str>,
    },
    /// It waits for these victims to leave its nominated node; each with the time at which it will be gone.
    WaitsFor(Str, Vec<(NamespacedName, Option<Millis>)>),
    /// The queue that it is in, and the earliest time at which it leaves it.
    Waits(Queue, Option<Millis>),
    /// Plugins rejected it in its last attempt.
    RejectedBy {
        plugins: Vec<PluginId>,
        /// Whether only events that one of them has registered for let it be retried (queueing hints); otherwise any change does.
        #[serde(rename = "hints")]
        has_hints: bool,
        /// After this time it is retried in any case.
        longest: Millis,
    },
    /// In this run, this event moves it to this queue at this time.
    MovedBy(QueueEvent, Queue, Millis),
    /// In this run, it is retried at this time.
    TriedAgain(Millis),
    /// In this run, nothing moves it any more.
    NeverMoved,
    /// The run was stopped at this time, and nothing had moved it.
    NotMovedUntil(Millis),
    /// It is a new pod of a rollout that has not completed.
    RolloutWaits(Box<Rollout>),
    /// Its group waits, and why.
    GroupWaits(NamespacedName, GroupWait),
    /// It was preempted: the preemptor, and the node.
    PreemptedBy(NamespacedName, Str),
    /// It was not reprieved: the preemptor, the plugin that failed with the pod on the node, its failure, and the budgets that the eviction
    /// violates.
    NoReprieve(NamespacedName, Str, Failure, Vec<Str>),
    /// It was not reprieved, because its group of victims is evicted together: the group that preempts, the other victims, and whether the eviction
    /// violates a budget.
    NoUnitReprieve(NamespacedName, Vec<NamespacedName>, bool),
    /// It was deleted for another reason.
    Gone(Deletion),
    /// It was deleted before it had a node.
    GoneUnbound,
    /// It was reprieved: the preemptor also fits with it on the node.
    Spared(NamespacedName, Str),
    /// Its priority, the preemptor, and the preemptor's priority, which is not higher.
    NotLower(i32, NamespacedName, i32),
    /// It is on this node; preemption chose another one (second).
    OtherNode(Str, Str),
}
