//! The record of a preemption: dry runs, candidates, and the rules that chose the node.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{CandidateRecord, ExtenderAnswer, ExtenderRecord, Failure, RowId};
use crate::NodeIx;

/// The record of one preemption.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreemptionRecord {
    /// Why the pod may not preempt, if it may not.
    pub ineligible: Option<Ineligible>,
    /// Nodes on which preemption might help.
    pub potential: Vec<NodeIx>,
    /// Index into `potential` at which the dry runs began.
    pub offset: usize,
    /// The dry run of each node that was tried, in order.
    pub dry_runs: Vec<DryRun>,
    /// The rules that were applied to choose among the candidates.
    pub ladder: Vec<Rung>,
    /// Nodes that remained after the rules; upstream takes any of them.
    pub ties: Vec<NodeIx>,
    pub chosen: Option<NodeIx>,
    /// Pods of lower priority whose nomination to the chosen node is cleared.
    pub cleared: Vec<NamespacedName>,
    /// Whether the pod's own nomination is cleared.
    pub clears_own: bool,
    /// The requests to extenders about the candidates, in order.
    pub extenders: Vec<ExtenderRecord>,
    /// Returns the candidates in a request to an extender: those of the dry runs, or those that the previous extender
    /// left.
    #[serde(rename = "left")]
    pub extender_candidates: Option<Vec<CandidateRecord>>,
    /// Upstream's message of the error that ended preemption.
    pub error: Option<Str>,
}

/// Why a pod may not preempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ineligible {
    /// The pod has `preemptionPolicy: Never`.
    PolicyNever,
    /// A victim is still terminating on the nominated node.
    WaitsForVictim,
    /// The pod's group does not exist.
    GroupNotFound,
    /// The pod's group has topology constraints.
    GroupHasPlacements,
    /// The pod's group preempts as a whole.
    GroupPreempts,
}

/// A dry run of preemption on one node. Upstream: `SelectVictimsOnNode`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DryRun {
    pub node: NodeIx,
    /// All pods of lower priority, in order of removal.
    pub removed: Vec<VictimInfo>,
    /// Why the pod does not fit even without these pods, or why the node was given up earlier. The row is `None` if no
    /// filter failed.
    pub failure: Option<(Option<RowId>, Failure)>,
    /// The pods that were put back to see whether the preemptor still fits, in order.
    pub reprieves: Vec<Reprieve>,
    /// Indices into `removed` of the victims, in upstream's order; empty unless the node is a candidate.
    pub victims: Vec<usize>,
    /// Number of victims whose eviction violates a budget.
    pub violations: usize,
}

/// A pod that may become a victim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VictimInfo {
    pub pod: NamespacedName,
    pub priority: i32,
    /// Start time in milliseconds since the epoch.
    pub start: i64,
    /// Whether the victim is already terminating.
    #[serde(rename = "terminating")]
    pub is_terminating: bool,
}

/// A pod that was put back to see whether the preemptor still fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reprieve {
    /// Index into the dry run's `removed`.
    pub pod: usize,
    /// Names of the budgets that its eviction would violate.
    pub violates: Vec<Str>,
    /// Why the preemptor does not fit with it; `None` if it does, so that the pod is reprieved.
    pub failure: Option<(RowId, Failure)>,
}

/// One rule of `pickOneNodeForPreemption`, and the candidates that it kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    pub rule: LadderRule,
    /// The remaining nodes, with the number that the rule compares.
    pub values: Vec<(NodeIx, i64)>,
    /// The nodes that the rule kept.
    pub kept: Vec<NodeIx>,
}

/// The rules of `pickOneNodeForPreemption`, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LadderRule {
    /// v1.16: a node that needs no victim is chosen at once.
    NoVictims,
    /// Fewest victims whose eviction violates a budget.
    FewestViolations,
    /// Lowest priority of the first victim.
    LowestFirstPriority,
    /// Smallest sum of priorities, each raised by 2^31.
    SmallestPrioritySum,
    FewestVictims,
    /// Latest start time of the earliest-started victim of the highest priority.
    LatestStart,
}

impl PreemptionRecord {
    /// Returns the candidates in a request to an extender: those of the dry runs, or those that the previous extender
    /// left.
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

    /// Returns the index of the request in which an extender removed a candidate.
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
