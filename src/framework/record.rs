//! What one attempt to place a pod looked at: the columns that the playground shows, and the tap that fills them.

use serde::{Deserialize, Serialize};

use crate::api::Str;
use crate::cluster::NodeIx;

use super::{CandidateRecord, Code, ExtenderRecord, Failure, HostChoice, Reason, RowId, Verdict};

/// Everything that one scheduling attempt found. Nodes are indices into `nodes`, rows are named by the identities
/// that they have in the profile, pods are `namespace/name`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// The pod.
    pub pod: Str,
    /// The profile that it was scheduled with: an index into the run's [`Sheet`](super::Sheet)s.
    pub profile: usize,
    /// Names of all nodes of the snapshot, in the order in which a cycle goes through them.
    pub nodes: Vec<Str>,
    /// What `PreFilter` found.
    pub pre_filter: PreFilterRecord,
    /// What `Filter` found, in the order of evaluation; nodes that were not looked at have no entry.
    pub filter: Vec<NodeRecord>,
    /// The node at which the next search begins.
    pub next: Option<NodeIx>,
    /// The pod's own nominated node, where it was tried first and would not do.
    pub tried: Option<NodeRecord>,
    /// Whether the pod's own nominated node passed, so that no other node was looked at.
    pub nominated_shortcut: bool,
    /// What `Score` found; empty unless two or more nodes are feasible.
    pub scores: ScoreRecord,
    /// How one of the nodes with the best total is taken, where there are several: by chance, or by their order alone.
    pub host: HostChoice,
    /// Where the pod goes, or why it does not.
    pub outcome: Outcome,
    /// What the `PostFilter` plugins said, if they ran.
    pub post_filter: Option<PostFilterRecord>,
    /// What preemption found, if it was one of them.
    pub preemption: Option<PreemptionRecord>,
    /// What extenders were asked after the filters, in order.
    pub extenders: Vec<ExtenderRecord>,
}

/// What the `PreFilter` plugins found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreFilterRecord {
    /// Filter rows that left themselves out.
    pub skipped: Vec<RowId>,
    /// The row that rejected the pod for all nodes, and why.
    pub rejected: Option<(RowId, Failure)>,
    /// The nodes that can do at all, by name and sorted, where plugins named them.
    pub node_set: Option<Vec<Str>>,
}

/// What the filters found on one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeRecord {
    /// The node.
    pub node: NodeIx,
    /// Rows that failed, each with its reasons; none if the node is feasible. More than one only where a release
    /// checks all predicates.
    pub failed: Vec<(RowId, Failure)>,
    /// Nominated pods that were assumed to be on the node in a first pass.
    pub nominated: Vec<Str>,
    /// The pass that failed, or the last one: 1 with the nominated pods, 2 without; 1 where there is one pass only.
    pub pass: u8,
    /// The status of a node outside the node set, which no plugin owns.
    pub outside: Option<Failure>,
    /// Why an extender took the node away afterwards.
    pub refused: Option<Failure>,
}

/// What the scores found: a table with a column for each feasible node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScoreRecord {
    /// Feasible nodes.
    pub nodes: Vec<NodeIx>,
    /// Score rows that did not leave themselves out; then a row for each extender that was asked.
    pub rows: Vec<ScoreRowRecord>,
    /// Sum of the weighted scores of each node.
    pub totals: Vec<i64>,
    /// What extenders were asked: the last rows are theirs.
    pub extenders: Vec<ExtenderRecord>,
}

/// One plugin's scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreRowRecord {
    /// The score row.
    pub id: RowId,
    /// Its weight.
    pub weight: i64,
    /// As scored.
    pub raw: Vec<i64>,
    /// After `NormalizeScore`.
    pub normalized: Vec<i64>,
    /// The arithmetic behind each raw score.
    pub evidence: Vec<super::Evidence>,
}

/// How an attempt ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// Not known yet.
    #[default]
    Open,
    /// A node was found.
    Scheduled {
        /// The node.
        node: NodeIx,
        /// All nodes that share the best total.
        ties: Vec<NodeIx>,
    },
    /// No node was found.
    Failed {
        /// Upstream's message.
        message: Str,
        /// Whether some plugin rejected the pod (upstream's `FitError`), rather than an error.
        fit_error: bool,
        /// Rows that rejected the pod on some node.
        rows: Vec<RowId>,
    },
}

/// What the `PostFilter` plugins said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PostFilterRecord {
    /// Rows that ran, and what each said; nothing if it made room.
    pub rows: Vec<(RowId, Str)>,
    /// What they add to the message.
    pub message: Str,
}

/// What preemption found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreemptionRecord {
    /// Why the pod may not preempt, if so.
    pub ineligible: Option<Ineligible>,
    /// Nodes on which taking pods away might help.
    pub potential: Vec<NodeIx>,
    /// Offset in `potential` at which the dry runs began.
    pub offset: usize,
    /// A dry run for each node tried, in order.
    pub dry_runs: Vec<DryRun>,
    /// The ladder of rules that chose among the candidates.
    pub ladder: Vec<Rung>,
    /// Nodes that the ladder left over; upstream takes any of them.
    pub ties: Vec<NodeIx>,
    /// The node chosen.
    pub chosen: Option<NodeIx>,
    /// Pods whose nomination to the chosen node is cleared.
    pub cleared: Vec<Str>,
    /// Whether the pod's own nomination is cleared.
    pub clears_own: bool,
    /// What extenders were asked about the candidates, in order.
    pub extenders: Vec<ExtenderRecord>,
    /// The candidates that extenders left over, where any was asked.
    pub left: Option<Vec<CandidateRecord>>,
    /// The error that ended preemption, in upstream's words.
    pub error: Option<Str>,
}

/// Why a pod may not preempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ineligible {
    /// `preemptionPolicy: Never`.
    PolicyNever,
    /// A victim is still terminating on the nominated node.
    WaitsForVictim,
}

/// `SelectVictimsOnNode` on one node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DryRun {
    /// The node.
    pub node: NodeIx,
    /// All pods of lower priority, in order of removal.
    pub removed: Vec<VictimInfo>,
    /// Why the pod does not fit even then (or why the node was given up before).
    pub failure: Option<(Option<RowId>, Failure)>,
    /// Pods that were tried to be put back, in order.
    pub reprieves: Vec<Reprieve>,
    /// Indices into `removed` of the victims, in upstream's order; empty unless the node is a candidate.
    pub victims: Vec<usize>,
    /// How many of them violate a budget.
    pub violations: usize,
}

/// A pod that may become a victim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VictimInfo {
    /// `namespace/name`.
    pub pod: Str,
    /// Its priority.
    pub priority: i32,
    /// When it started, in milliseconds of the wall clock.
    pub start: i64,
    /// Whether it is terminating already.
    pub terminating: bool,
}

/// A pod that was put back to see whether the preemptor still fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reprieve {
    /// Index into `removed`.
    pub pod: usize,
    /// Names of the budgets that its eviction would violate.
    pub violates: Vec<Str>,
    /// Why the preemptor does not fit with it; `None` if it does and the pod is spared.
    pub failure: Option<(RowId, Failure)>,
}

/// One rule of the ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    /// The rule.
    pub rule: Rule,
    /// Nodes still in the running, with the number that the rule compares.
    pub values: Vec<(NodeIx, i64)>,
    /// Nodes that stay.
    pub kept: Vec<NodeIx>,
}

/// The rules of `pickOneNodeForPreemption`, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    /// v1.16: a node that needs no victim is taken at once.
    NoVictims,
    /// Fewest violated budgets.
    FewestViolations,
    /// Lowest priority of the first victim.
    LowestFirstPriority,
    /// Smallest sum of priorities, each raised by 2^31.
    SmallestPrioritySum,
    /// Fewest victims.
    FewestVictims,
    /// Latest start of the earliest-started victim of highest priority.
    LatestStart,
}

/// The tap. A cycle is generic over it; [`Silent`] costs nothing.
pub trait Recorder {
    /// Whether anything is kept. Costly evidence is only gathered where this is true.
    const ON: bool;
    /// Where things are kept.
    fn attempt(&mut self) -> Option<&mut Attempt>;
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    const ON: bool = false;
    fn attempt(&mut self) -> Option<&mut Attempt> {
        None
    }
}

impl Recorder for Attempt {
    const ON: bool = true;
    fn attempt(&mut self) -> Option<&mut Attempt> {
        Some(self)
    }
}

impl NodeRecord {
    /// Whether the node is feasible.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.passes() && self.refused.is_none()
    }

    /// Whether the filters let the node through, whatever extenders say of it afterwards.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.failed.is_empty() && self.outside.is_none()
    }

    /// Whether the filters ran a second time, without the nominated pods.
    #[must_use]
    pub fn is_twice(&self) -> bool {
        self.pass == 2 && !self.nominated.is_empty()
    }

    /// The verdict of filters and extenders.
    ///
    /// # Errors
    /// Why the node will not do.
    pub fn verdict(&self) -> Verdict {
        self.refused.clone().map_or_else(|| self.judged(), Err)
    }

    /// The verdict of the filters.
    ///
    /// # Errors
    /// The reasons of all failing rows, with the worst code.
    pub fn judged(&self) -> Verdict {
        let mut found = self.outside.clone().map_or(Ok(()), Err);
        for (_, failure) in &self.failed {
            super::collect(&mut found, Err(failure.clone()));
        }
        found
    }
}

/// The status of a node that no plugin looked at.
#[must_use]
pub fn outside(plugins: Vec<Str>) -> Failure {
    Failure { code: Code::UnschedulableAndUnresolvable, reasons: vec![Reason::OutsideNodeSet { plugins }] }
}
