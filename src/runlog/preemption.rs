//! The record of a preemption: candidates, dry runs, and the rules that chose the node.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{CandidateRecord, ExtenderAnswer, ExtenderRecord, Failure, RowId};
use crate::NodeIx;

/// The record of one preemption.
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
    pub chosen: Option<NodeIx>,
    /// Pods whose nomination to the chosen node is cleared.
    pub cleared: Vec<NamespacedName>,
    /// Whether the pod's own nomination is cleared.
    pub clears_own: bool,
    /// What extenders were asked about the candidates, in order.
    pub extenders: Vec<ExtenderRecord>,
    /// The candidates that extenders left over, where any was asked.
    #[serde(rename = "left")]
    pub extender_candidates: Option<Vec<CandidateRecord>>,
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
    /// The pod's group is not there.
    GroupNotFound,
    /// The pod's group is bound to placements.
    GroupHasPlacements,
    /// Room is made for the pod's group as a whole.
    GroupPreempts,
}

/// `SelectVictimsOnNode` on one node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DryRun {
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
    pub pod: NamespacedName,
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

/// One rule of `pickOneNodeForPreemption`, and the candidates that it left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    pub rule: LadderRule,
    /// Nodes still in the running, with the number that the rule compares.
    pub values: Vec<(NodeIx, i64)>,
    /// Nodes that stay.
    pub kept: Vec<NodeIx>,
}

/// The rules of `pickOneNodeForPreemption`, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LadderRule {
    /// v1.16: a node that needs no victim is taken at once.
    NoVictims,
    /// Fewest violated budgets.
    FewestViolations,
    /// Lowest priority of the first victim.
    LowestFirstPriority,
    /// Smallest sum of priorities, each raised by 2^31.
    SmallestPrioritySum,
    FewestVictims,
    /// Latest start of the earliest-started victim of highest priority.
    LatestStart,
}

impl PreemptionRecord {
    /// The candidates that a request was about: those of the dry runs, or what the extender before left of them.
    #[must_use]
    pub fn candidates_before(&self, request: usize) -> Vec<CandidateRecord> {
        let before = self.extenders.iter().take(request).rev().find_map(|before| match &before.answer {
            ExtenderAnswer::Sacrificed { candidates } => Some(candidates.clone()),
            _ => None,
        });
        before.unwrap_or_else(|| {
            let runs = self.dry_runs.iter().filter(|dry_run| dry_run.failure.is_none());
            runs.map(|dry_run| CandidateRecord {
                node: dry_run.node,
                victims: dry_run
                    .victims
                    .iter()
                    .filter_map(|at| dry_run.removed.get(*at))
                    .map(|removed| removed.pod.clone())
                    .collect(),
                violations: i64::try_from(dry_run.violations).unwrap_or(i64::MAX),
            })
            .collect()
        })
    }

    /// Which request took a candidate away.
    #[must_use]
    pub fn withdrawing_request(&self, node: NodeIx) -> Option<usize> {
        self.extenders.iter().position(|request| match &request.answer {
            ExtenderAnswer::Sacrificed { candidates } => {
                request.requested_nodes.contains(&node) && candidates.iter().all(|candidate| candidate.node != node)
            }
            _ => false,
        })
    }
}
