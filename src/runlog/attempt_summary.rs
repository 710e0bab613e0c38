//! The summary of an attempt, which is all that the log of a run keeps of it.
//!
//! An [`Attempt`] on a thousand nodes takes hundreds of kilobytes. Its summary takes a few hundred bytes and says how the
//! attempt ended and which steps it took; what each step found is computed again when it is looked at (see
//! `simulation::Replay`).

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{Attempt, AttemptOutcome, Ineligible, LadderRule, PreemptionRecord};

/// The summary of an attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptSummary {
    /// Which attempt of the run it is, from 0. Its detail is asked for by this number.
    pub number: usize,
    /// The pod, `namespace/name`.
    pub pod: NamespacedName,
    /// The profile that it was scheduled with: an index into the run's [`ProfileSummary`](super::ProfileSummary)s.
    pub profile: usize,
    /// How many nodes the cluster had.
    pub nodes: usize,
    /// The result of `PreFilter`.
    pub pre_filter: PreFilterSummary,
    /// How many nodes the filters looked at.
    pub judged: usize,
    /// How many of them passed.
    pub feasible: usize,
    /// Those on which the filters ran twice: first with pods that are nominated to the node, then without them. Places in the order of
    /// the filters.
    pub twice: Vec<usize>,
    /// How often an extender was asked about the nodes that passed.
    pub extended: usize,
    /// How many plugins and extenders gave scores; none unless two or more nodes are feasible.
    pub scored: usize,
    /// How many of these are extenders; they come last.
    pub scored_by_extenders: usize,
    pub end: AttemptEnd,
    /// What the `PostFilter` plugins add to the message, if they ran.
    pub post_filter: Option<Str>,
    /// What preemption came to, if it ran.
    pub preemption: Option<PreemptionSummary>,
}

/// The result of `PreFilter`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreFilterSummary {
    /// Some filters left themselves out.
    pub skipped: bool,
    /// A plugin named the nodes that can do at all.
    pub node_set: bool,
    /// A plugin rejected the pod for all nodes.
    pub rejected: bool,
}

impl PreFilterSummary {
    /// Whether there is anything to tell of it.
    #[must_use]
    pub fn has_effect(self) -> bool {
        self.skipped || self.node_set || self.rejected
    }
}

/// How an attempt ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttemptEnd {
    /// Not known.
    #[default]
    Open,
    /// A node was found.
    Scheduled {
        node: Str,
        /// How many nodes shared the best total, itself among them.
        ties: usize,
    },
    /// No node was found.
    Failed {
        /// Upstream's message.
        message: Str,
        /// Whether some plugin rejected the pod (upstream's `FitError`), rather than an error.
        fit_error: bool,
    },
}

/// The result of preemption.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreemptionSummary {
    /// Why the pod may not preempt, if so.
    pub ineligible: Option<Ineligible>,
    /// On how many nodes taking pods away might help.
    pub potential: usize,
    /// The dry runs, in order.
    pub dry_runs: Vec<DryRunSummary>,
    /// How often an extender was asked about the candidates.
    pub extended: usize,
    /// The rules of the ladder that were asked.
    pub ladder: Vec<LadderRule>,
    /// The room that is made, if any.
    pub room: Option<PreemptionRoom>,
}

/// A dry run of preemption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DryRunSummary {
    /// Whether there were pods to take off.
    pub lifted: bool,
    /// Whether the node is a candidate.
    pub candidate: bool,
    /// How many pods were tried to be put back.
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
    /// The summary of an attempt: the `number`th of its run, from 0.
    #[must_use]
    pub fn from_attempt(attempt: &Attempt, number: usize) -> Self {
        let pre = &attempt.pre_filter;
        Self {
            number,
            pod: attempt.pod.clone(),
            profile: attempt.profile,
            nodes: attempt.nodes.len(),
            pre_filter: PreFilterSummary {
                skipped: !pre.skipped.is_empty(),
                node_set: pre.node_set.is_some(),
                rejected: pre.rejected.is_some(),
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
                AttemptOutcome::Failed { message, fit_error, .. } => {
                    AttemptEnd::Failed { message: message.clone(), fit_error: *fit_error }
                }
            },
            post_filter: attempt.post_filter.as_ref().map(|post_filter| post_filter.message.clone()),
            preemption: attempt.preemption.as_ref().map(|record| PreemptionSummary::from_record(attempt, record)),
        }
    }

    /// Whether a node was found.
    #[must_use]
    pub fn is_scheduled(&self) -> bool {
        matches!(self.end, AttemptEnd::Scheduled { .. })
    }

    /// The room that it makes by preemption, if any.
    #[must_use]
    pub fn room(&self) -> Option<&PreemptionRoom> {
        self.preemption.as_ref()?.room.as_ref()
    }
}

impl PreemptionSummary {
    fn from_record(attempt: &Attempt, preemption_record: &PreemptionRecord) -> Self {
        let dry_runs = preemption_record.dry_runs.iter().map(|dry_run| DryRunSummary {
            lifted: !dry_run.removed.is_empty(),
            candidate: dry_run.failure.is_none(),
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
    /// The name of a node; empty if there is none of this number.
    #[must_use]
    pub fn node_name(&self, ix: usize) -> Str {
        self.nodes.get(ix).cloned().unwrap_or_default()
    }
}

impl PreemptionRecord {
    /// The victims of a node, by its dry run, or by what an extender made of it.
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
