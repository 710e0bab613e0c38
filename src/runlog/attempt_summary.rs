//! The summary of an attempt, which is all that the log of a run keeps of it.
//!
//! An [`Attempt`] on a thousand nodes takes hundreds of kilobytes. Its summary takes a few hundred bytes and has the
//! outcome and the steps of the attempt; what each step found is recomputed when it is inspected (see
//! `simulation::Replay`).

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{Attempt, AttemptOutcome, Ineligible, LadderRule, PreemptionRecord};

/// The summary of an attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptSummary {
    /// Number of the attempt in the run, starting at 0. Its details are requested by this number.
    pub number: usize,
    pub pod: NamespacedName,
    /// Index of the profile among the run's [`ProfileSummary`](super::ProfileSummary)s.
    pub profile: usize,
    /// Number of nodes in the cluster.
    pub nodes: usize,
    /// The result of `PreFilter`.
    pub pre_filter: PreFilterSummary,
    /// Number of nodes that the filters evaluated.
    pub judged: usize,
    /// Number of evaluated nodes that are feasible.
    pub feasible: usize,
    /// Nodes on which the filters ran twice: first with the pods that are nominated to the node, then without them.
    /// Indices in the order of evaluation.
    pub twice: Vec<usize>,
    /// Number of requests to extenders after the filters.
    pub extended: usize,
    /// Number of plugins and extenders that scored; 0 unless two or more nodes are feasible.
    pub scored: usize,
    /// Number of extenders that scored; they come last.
    pub scored_by_extenders: usize,
    pub end: AttemptEnd,
    /// The message of the `PostFilter` plugins, if they ran.
    pub post_filter: Option<Str>,
    /// The result of preemption, if it ran.
    pub preemption: Option<PreemptionSummary>,
}

/// The result of `PreFilter`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreFilterSummary {
    /// Whether some filters skipped the pod.
    #[serde(rename = "skipped")]
    pub has_skipped_filters: bool,
    /// Whether a plugin restricted the filters to some nodes.
    #[serde(rename = "node_set")]
    pub has_node_set: bool,
    /// Whether a plugin rejected the pod for all nodes.
    #[serde(rename = "rejected")]
    pub is_rejected: bool,
}

impl PreFilterSummary {
    /// Whether `PreFilter` changed anything.
    #[must_use]
    pub fn has_effect(self) -> bool {
        self.has_skipped_filters || self.has_node_set || self.is_rejected
    }
}

/// How an attempt ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttemptEnd {
    /// Not decided.
    #[default]
    Open,
    /// A node was chosen.
    Scheduled {
        node: Str,
        /// Number of nodes with the best total, including the chosen one.
        ties: usize,
    },
    /// No node was chosen.
    Failed {
        /// Upstream's message.
        message: Str,
        /// Whether plugins rejected the pod (upstream's `FitError`); otherwise it failed by an error.
        #[serde(rename = "fit_error")]
        is_fit_error: bool,
    },
}

/// The result of preemption.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreemptionSummary {
    /// Why the pod may not preempt, if it may not.
    pub ineligible: Option<Ineligible>,
    /// Number of nodes on which preemption might help.
    pub potential: usize,
    /// The dry runs, in order.
    pub dry_runs: Vec<DryRunSummary>,
    /// Number of requests to extenders about the candidates.
    pub extended: usize,
    /// The rules of the ladder that were applied.
    pub ladder: Vec<LadderRule>,
    /// The chosen node and its victims, if preemption succeeded.
    pub room: Option<PreemptionRoom>,
}

/// A dry run of preemption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DryRunSummary {
    /// Whether there were pods to remove.
    pub has_removed_pods: bool,
    /// Whether the node is a candidate.
    pub is_candidate: bool,
    /// Number of pods that were put back to see whether the preemptor still fits.
    #[serde(rename = "asked")]
    pub reprieves: u32,
}

/// The node that preemption nominates, and the victims on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreemptionRoom {
    pub node: Str,
    /// The victims, in upstream's order.
    pub victims: Vec<NamespacedName>,
}

impl AttemptSummary {
    /// Summarizes the attempt with this number, counted from 0.
    #[must_use]
    pub fn from_attempt(attempt: &Attempt, number: usize) -> Self {
        let pre = &attempt.pre_filter;
        Self {
            number,
            pod: attempt.pod.clone(),
            profile: attempt.profile,
            nodes: attempt.nodes.len(),
            pre_filter: PreFilterSummary {
                has_skipped_filters: !pre.skipped.is_empty(),
                has_node_set: pre.node_set.is_some(),
                is_rejected: pre.rejected.is_some(),
            },
            judged: attempt.filter.len(),
            feasible: attempt.filter.iter().filter(|record| record.is_feasible()).count(),
            twice: attempt
                .filter
                .iter()
                .enumerate()
                .filter(|(_, node_record)| node_record.has_second_pass())
                .map(|(at, _)| at)
                .collect(),
            extended: attempt.extenders.len(),
            scored: attempt.scores.rows.len(),
            scored_by_extenders: attempt.scores.extenders.len(),
            end: match &attempt.outcome {
                AttemptOutcome::Open => AttemptEnd::Open,
                AttemptOutcome::Scheduled { node, ties } => {
                    AttemptEnd::Scheduled { node: attempt.node_name(*node), ties: ties.len() }
                }
                AttemptOutcome::Failed { message, is_fit_error, .. } => {
                    AttemptEnd::Failed { message: message.clone(), is_fit_error: *is_fit_error }
                }
            },
            post_filter: attempt.post_filter.as_ref().map(|post_filter| post_filter.message.clone()),
            preemption: attempt.preemption.as_ref().map(|record| PreemptionSummary::from_record(attempt, record)),
        }
    }

    /// Whether a node was chosen.
    #[must_use]
    pub fn is_scheduled(&self) -> bool {
        matches!(self.end, AttemptEnd::Scheduled { .. })
    }

    /// Returns the node that preemption chose and its victims, if it succeeded.
    #[must_use]
    pub fn room(&self) -> Option<&PreemptionRoom> {
        self.preemption.as_ref()?.room.as_ref()
    }
}

impl PreemptionSummary {
    fn from_record(attempt: &Attempt, preemption_record: &PreemptionRecord) -> Self {
        let dry_runs = preemption_record.dry_runs.iter().map(|dry_run| DryRunSummary {
            has_removed_pods: !dry_run.removed.is_empty(),
            is_candidate: dry_run.failure.is_none(),
            reprieves: u32::try_from(dry_run.reprieves.len()).unwrap_or(u32::MAX),
        });
        Self {
            ineligible: preemption_record.ineligible,
            potential: preemption_record.potential.len(),
            dry_runs: dry_runs.collect(),
            extended: preemption_record.extenders.len(),
            ladder: preemption_record.ladder.iter().map(|rung| rung.rule).collect(),
            room: preemption_record.chosen.map(|node| PreemptionRoom {
                node: attempt.node_name(node),
                victims: preemption_record.victims_on(node),
            }),
        }
    }
}

impl Attempt {
    /// Returns the name of the node at index `ix`; empty if there is none.
    #[must_use]
    pub fn node_name(&self, ix: usize) -> Str {
        self.nodes.get(ix).cloned().unwrap_or_default()
    }
}

impl PreemptionRecord {
    /// Returns the victims on a node: those of its dry run, or as changed by an extender.
    #[must_use]
    pub fn victims_on(&self, node: usize) -> Vec<NamespacedName> {
        if let Some(candidates) = &self.extender_candidates {
            return candidates
                .iter()
                .find(|candidate_record| candidate_record.node == node)
                .map_or_else(Vec::new, |candidate_record| candidate_record.victims.clone());
        }
        let dry_run = self.dry_runs.iter().find(|dry_run| dry_run.node == node);
        let victims =
            dry_run.into_iter().flat_map(|dry_run| dry_run.victims.iter().filter_map(|&at| dry_run.removed.get(at)));
        victims.map(|victim| victim.pod.clone()).collect()
    }
}
