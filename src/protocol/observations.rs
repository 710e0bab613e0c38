//! Explanations: facts about a pod, each with the position in the run where it can be seen.

use api::{Millis, NamespacedName, Str};
use runlog::{Deletion, Failure, LadderRule, PluginId, Queue, QueueEvent, Rollout};
use serde::{Deserialize, Serialize};
use trace::group_wait::GroupWait;

use super::Position;

/// A fact, and where it can be seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    pub fact: Fact,
    /// Where, if it happened at one moment.
    pub place: Option<Position>,
}

/// A fact about a pod that was found in a run. Plugins have their names in the run's release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// The pod came with its node; no scheduler was asked.
    CameBound(Str),
    /// No attempt was made.
    NeverTried,
    /// How many nodes were feasible, how many were filtered, and how many there are.
    Feasible(usize, usize, usize),
    /// The pod was nominated to its node, which passed, so no other was looked at.
    NominatedFirst(Str),
    /// Only this node was feasible.
    OnlyNode(Str),
    /// The node had the best total, and the best of the others had that.
    Best(Str, i64, Option<(Str, i64)>),
    /// These nodes shared the best total, and one was drawn.
    Drawn(Vec<Str>),
    /// These nodes shared the best total, and the one on top of the heap was taken.
    TopOfHeap(Vec<Str>),
    /// The plugin that made most of the difference, and by how much.
    MadeBy(Str, i64),
    /// Room had been made there by evicting these pods.
    RoomMade(Str, Vec<NamespacedName>),
    /// The pod is on that very node.
    IsThere(Str),
    /// The node was not part of the cluster then.
    NoSuchNode(Str),
    /// The node was not looked at: enough others had been found.
    NotLooked(Str),
    /// A plugin rejected the pod for all nodes.
    RejectedEverywhere(Str, Failure),
    /// A plugin rejected the node; the empty name is none's in particular.
    Rejected(Str, Str, Failure),
    /// Node and total of the loser, node and total of the winner.
    Outscored(Str, i64, Str, i64),
    /// The plugin by which the node lost most, and how many points.
    LostBy(Str, i64),
    /// Taking pods away could not help on the node.
    NotPotential(Str),
    /// Preemption had found enough candidates before it came to the node.
    NotTried(Str),
    /// The dry run failed.
    NoCandidate(Str, Failure),
    /// The ladder dropped the node: rule, its number and victims, the best number and its victims.
    Dropped(Str, LadderRule, (i64, usize), (i64, usize)),
    /// An extender no longer named the node as a candidate.
    Withdrawn(Str, Str),
    /// The node was equal to the one taken by all rules.
    EqualNode(Str, Str),
    /// The node is the one on which room was made, by evicting so many pods.
    ChosenNode(Str, usize),
    OnlyCandidate(Str),
    /// The rule that decided for a node, and among how many it did.
    DecidedBy(Str, LadderRule, usize),
    /// Scheduling gates hold the pod back.
    Gated,
    /// It is being scheduled right now.
    InCycle,
    /// Its attempt failed at this moment, and it is not in a queue yet.
    AttemptFailed,
    /// Upstream's message of the last attempt.
    Message(Str),
    /// Nodes that gave one reason in the last attempt.
    RejectedFor {
        /// The reason in upstream's words.
        words: Str,
        nodes: Vec<Str>,
    },
    /// It waits for these victims to leave its nominated node; each with the time at which it will be gone.
    WaitsFor(Str, Vec<(NamespacedName, Option<Millis>)>),
    /// Where it waits, and until when at least.
    Waits(Queue, Option<Millis>),
    /// Plugins rejected it in its last attempt.
    RejectedBy {
        plugins: Vec<PluginId>,
        /// Only events that one of them waits for let it try again (queueing hints); otherwise any change does.
        hints: bool,
        /// After so long a wait it is tried again anyhow.
        longest: Millis,
    },
    /// In this run it is moved by that, then.
    MovedBy(QueueEvent, Queue, Millis),
    /// In this run it is tried again then.
    TriedAgain(Millis),
    /// In this run nothing moves it any more.
    NeverMoved,
    /// The run was stopped then, and nothing had moved it.
    NotMovedUntil(Millis),
    /// It is a new pod of a rollout that is not complete.
    RolloutWaits(Box<Rollout>),
    /// Its group waits, and why.
    GroupWaits(NamespacedName, GroupWait),
    /// A preemptor made it go: the preemptor and the node.
    PreemptedBy(NamespacedName, Str),
    /// With it back on the node, the preemptor did not fit; budgets violated by its going.
    NoReprieve(NamespacedName, Str, Failure, Vec<Str>),
    /// With it and these others back, all at once, the group that preempts did not fit; whether its going violates a budget.
    NoUnitReprieve(NamespacedName, Vec<NamespacedName>, bool),
    /// It had to go for another reason.
    Gone(Deletion),
    /// It was deleted while it had no node yet.
    GoneUnbound,
    /// With it back on the node, the preemptor still fitted.
    Spared(NamespacedName, Str),
    /// Its priority is not lower than the preemptor's.
    NotLower(i32, NamespacedName, i32),
    /// It is on this node; room was made on that one.
    OtherNode(Str, Str),
}
