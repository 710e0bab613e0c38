//! The summary of a group's cycle in the log of a run.

use std::fmt::Write;

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{GroupAttempt, GroupPreemptionRecord, GroupRun, GroupStatus, GroupUnit, MemberReservation, PermitCode};

/// The summary of a group's cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupAttemptSummary {
    pub group: NamespacedName,
    pub status: GroupStatus,
    /// Whether the group waits for victims to terminate.
    pub is_waiting: bool,
    /// The outcome of each member that was tried, in order.
    pub members: Vec<MemberSummary>,
    /// Only for a group with placements.
    pub placements: Option<PlacementSummary>,
    /// Only if the group preempts as a whole.
    pub preemption: Option<GroupPreemptionSummary>,
}

/// A member in the cycle of its group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberSummary {
    pub pod: NamespacedName,
    /// The node on which it is assumed.
    pub node: Option<Str>,
    pub requires_preemption: bool,
    /// The devices and volumes that are reserved for it, if it needs any.
    pub reservation: Option<Box<MemberReservation>>,
    pub permit: Option<PermitCode>,
    /// For a gang: the number of members that had a node then, including this one, and the number required.
    pub quorum: Option<(usize, usize)>,
}

/// The summary of placements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacementSummary {
    pub placements: Vec<PlacementOutcome>,
    pub chosen: Option<Str>,
}

/// The outcome of a placement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacementOutcome {
    pub name: Str,
    /// The number of its nodes.
    pub node_count: usize,
    /// The node of each member there, in the order of the cycle; empty if the placement was not tried.
    pub members: Vec<Option<Str>>,
    pub fits: bool,
    /// Its score, if there was a choice.
    pub score: Option<i64>,
}

impl PlacementOutcome {
    /// Returns the number of members that fit.
    #[must_use]
    pub fn placed_count(&self) -> usize {
        self.members.iter().flatten().count()
    }
}

/// The summary of preemption for a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupPreemptionSummary {
    pub priority: Option<i32>,
    /// Units with a lower priority, the most important first.
    pub potential: Vec<GroupUnit>,
    /// Whether the group fits with all of them removed; `None` if that was not tried.
    pub fits_without_any: Option<bool>,
    /// Indices of the units that were put back, in that order, and whether the group still fits.
    pub reprieves: Vec<(usize, bool)>,
    /// The placement of each member in each simulation: first with all units removed, then after each one that was put back.
    pub simulations: Vec<Vec<Option<Str>>>,
    /// Indices of the victims.
    pub victims: Vec<usize>,
    /// Upstream's message if there are none.
    pub message: Str,
}

impl GroupAttemptSummary {
    /// Summarizes a group's cycle.
    #[must_use]
    pub fn from_attempt(attempt: &GroupAttempt) -> Self {
        let placements = attempt.placements.as_ref().map(|record| {
            let placements = record.placements.iter().enumerate().map(|(at, (name, nodes))| {
                let score = record.scores.iter().find(|score| score.placement == at).map(|score| score.total);
                let run = record.runs.get(at);
                PlacementOutcome {
                    name: name.clone(),
                    node_count: nodes.len(),
                    members: run.iter().flat_map(|run| &run.members).map(|member| member.node.clone()).collect(),
                    fits: record.successful.contains(&at),
                    score,
                }
            });
            let chosen = record.chosen.and_then(|at| record.placements.get(at)).map(|(name, _)| name.clone());
            PlacementSummary { placements: placements.collect(), chosen }
        });
        Self {
            group: attempt.group.clone(),
            status: attempt.status.clone(),
            is_waiting: attempt.is_waiting,
            members: member_summaries(&attempt.run),
            placements,
            preemption: attempt.preemption.as_ref().map(preemption_summary),
        }
    }

    /// Returns its line in the story of a run.
    #[must_use]
    pub fn story_line(&self) -> String {
        let member = |member: &MemberSummary| {
            let node = member.node.as_deref().unwrap_or("-");
            let permit = member.permit.map_or_else(String::new, |permit| format!(" {permit:?}"));
            let preempts = if member.requires_preemption { " by preemption" } else { "" };
            let reserves = member.reservation.as_ref().map_or_else(String::new, |reservation| reservation.story_text());
            format!("{} {node}{permit}{preempts}{reserves}", member.pod)
        };
        let members: Vec<String> = self.members.iter().map(member).collect();
        let waits = if self.is_waiting { ", waits" } else { "" };
        let mut line = format!("podgroup {} {}{waits} [{}]", self.group, self.status.code(), members.join(", "));
        if let Some(placements) = &self.placements {
            let _ = write!(line, ", placement {:?} of {}", placements.chosen, placements.placements.len());
        }
        if let Some(preemption) = &self.preemption {
            let victims = preemption.victims.iter().filter_map(|at| preemption.potential.get(*at));
            let victims: Vec<&str> = victims.flat_map(|unit| &unit.pods).map(NamespacedName::as_str).collect();
            let _ = write!(
                line,
                ", {} units, victims [{}] {}",
                preemption.potential.len(),
                victims.join(", "),
                preemption.message
            );
        }
        line
    }
}

fn member_summaries(run: &GroupRun) -> Vec<MemberSummary> {
    let summary = |member: &super::MemberRecord| MemberSummary {
        pod: member.pod.clone(),
        node: member.node.clone(),
        requires_preemption: member.requires_preemption,
        reservation: member.reservation.clone(),
        permit: member.permit.as_ref().map(|permit| permit.code),
        quorum: member.permit.as_ref().and_then(|permit| permit.quorum),
    };
    run.members.iter().map(summary).collect()
}

fn preemption_summary(record: &GroupPreemptionRecord) -> GroupPreemptionSummary {
    let simulations = record.without_any.iter().chain(record.reprieves.iter().map(|reprieve| &reprieve.run));
    let nodes = |run: &GroupRun| run.members.iter().map(|member| member.node.clone()).collect();
    GroupPreemptionSummary {
        simulations: simulations.map(nodes).collect(),
        priority: record.priority,
        potential: record.potential.clone(),
        fits_without_any: record.without_any.as_ref().map(|run| run.status == GroupStatus::Success),
        reprieves: record.reprieves.iter().map(|reprieve| (reprieve.unit, reprieve.is_spared)).collect(),
        victims: record.victims.clone(),
        message: record.ineligible.clone().unwrap_or_else(|| record.status.message().into()),
    }
}
