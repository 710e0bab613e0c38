//! The group cycle that a moment belongs to, and the members that it has placed.

use std::rc::Rc;

use api::{NamespacedName, Str};
use runlog::{AttemptEnd, AttemptSummary, Event, EventKind, GroupAttemptSummary, GroupStatus, MemberSummary};

use super::{group_steps::GroupStep, steps::Step};

/// The group cycle that a moment belongs to.
#[derive(Clone, Debug)]
pub struct GroupCycle<'e> {
    pub group: &'e NamespacedName,
    /// The member that was popped from the queue.
    pub popped: &'e NamespacedName,
    /// The members, in the order in which they are tried.
    pub order: &'e [NamespacedName],
    /// Its result; `None` if the log ends before that.
    pub summary: Option<&'e GroupAttemptSummary>,
    /// The number of members that have been tried by this moment, including the current one.
    pub tried: usize,
    /// The members that are assumed on their nodes, once the group is being bound.
    pub assumed: Vec<&'e NamespacedName>,
    /// Outcomes of the members from their own attempts, used while the log has no summary of the cycle.
    seen: Vec<MemberSummary>,
}

/// The outcome of a member, derived from its own attempt.
fn member_from_attempt(attempt: &AttemptSummary) -> MemberSummary {
    let node = match &attempt.end {
        AttemptEnd::Scheduled { node, .. } => Some(node.clone()),
        _ => attempt.room().map(|room| room.node.clone()),
    };
    let requires_preemption = node.is_some() && attempt.room().is_some();
    MemberSummary { pod: attempt.pod.clone(), node, requires_preemption, reservation: None, permit: None, quorum: None }
}

impl<'e> GroupCycle<'e> {
    /// The cycle to which the last of the first `count` events belongs.
    #[must_use]
    pub fn at_event(events: &'e [Rc<Event>], count: usize) -> Option<Self> {
        let past = &events[..count.min(events.len())];
        let (mut tried, mut assumed, mut seen) = (0, Vec::new(), Vec::new());
        for (at, event) in past.iter().enumerate().rev() {
            match &event.what {
                EventKind::GroupPopped { group, by, members } => {
                    let summary = events[at..].iter().find_map(|event| match &event.what {
                        EventKind::GroupAttempted(summary) => Some(&**summary),
                        _ => None,
                    });
                    let summary = summary.filter(|summary| summary.group == *group);
                    seen.reverse();
                    return Some(Self { group, popped: by, order: members, summary, tried, assumed, seen });
                }
                EventKind::Attempted(attempt) => {
                    tried += 1;
                    seen.push(member_from_attempt(attempt));
                }
                EventKind::GroupAttempted(summary) if is_binding(summary, &assumed) => {}
                EventKind::GroupAttempted(_) if at + 1 == past.len() => {}
                // After the cycle, its members are assumed in order.
                EventKind::Assumed { pod, .. } if tried == 0 => assumed.insert(0, pod),
                EventKind::Waits { .. }
                | EventKind::VolumesReserved { .. }
                | EventKind::Message { .. }
                | EventKind::Queued { .. }
                | EventKind::HeldBack { .. }
                | EventKind::NominationCleared { .. }
                    if tried == 0 => {}
                EventKind::Drawn { .. } | EventKind::BudgetCounted(_) | EventKind::BudgetUpdated(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// The members that are placed in the snapshot at a step but not bound, each with its node.
    #[must_use]
    pub fn placements(&self, step: Step) -> Vec<(&NamespacedName, &Str)> {
        if let Step::Group(step) = step
            && let Some(nodes) = self.simulated_nodes(step)
        {
            return self
                .members()
                .iter()
                .zip(nodes)
                .filter_map(|(member, node)| Some((&member.pod, node.as_ref()?)))
                .collect();
        }
        let is_open = |member: &&MemberSummary| !self.assumed.contains(&&member.pod);
        let placed = self.placed_members(step).into_iter().filter(is_open);
        placed.filter_map(|member| Some((&member.pod, member.node.as_ref()?))).collect()
    }

    /// The members for which devices and volumes are reserved at a step, until they are bound or the cycle fails.
    #[must_use]
    pub fn reserved_members(&self, step: Step) -> Vec<&MemberSummary> {
        let is_simulated = matches!(step, Step::Group(step) if self.simulated_nodes(step).is_some());
        if is_simulated { Vec::new() } else { self.placed_members(step) }
    }

    /// The placement that a step tries.
    #[must_use]
    pub fn placement_name(&self, step: GroupStep) -> Option<&'e Str> {
        let GroupStep::Placement(at) = step else { return None };
        Some(&self.summary?.placements.as_ref()?.placements.get(at)?.name)
    }

    /// The node of each member in a placement, or in the simulation of a preemption step; after the last step, the placement without the
    /// victims.
    #[must_use]
    pub fn simulated_nodes(&self, step: GroupStep) -> Option<&'e [Option<Str>]> {
        if let GroupStep::Placement(at) = step {
            let outcome = self.summary?.placements.as_ref()?.placements.get(at)?;
            return (!outcome.members.is_empty()).then_some(outcome.members.as_slice());
        }
        let preemption = self.summary?.preemption.as_ref()?;
        let at = match step {
            GroupStep::WithoutUnits => 0,
            GroupStep::Reprieve(at) => at + 1,
            GroupStep::Victims | GroupStep::Forget => {
                preemption.reprieves.iter().rposition(|(_, is_spared)| *is_spared).map_or(0, |at| at + 1)
            }
            _ => return None,
        };
        preemption.simulations.get(at).map(Vec::as_slice)
    }

    /// The outcomes of the members that were tried, in order; without a summary, of those tried before this moment.
    #[must_use]
    pub fn members(&self) -> &[MemberSummary] {
        self.summary.map_or(&self.seen[..], |summary| &summary.members)
    }

    /// The members that are placed at a step.
    fn placed_members(&self, step: Step) -> Vec<&MemberSummary> {
        let members = self.members();
        let is_success = self.summary.is_some_and(|summary| summary.status == GroupStatus::Success);
        let count = match step {
            Step::Group(GroupStep::Member(at)) => at + 1,
            Step::Group(GroupStep::Verdict) if is_success => members.len(),
            // No member is placed yet, or all return to the queue at once.
            Step::Group(GroupStep::Snapshot | GroupStep::Verdict | GroupStep::Messages) | Step::Start => 0,
            Step::Event if self.assumed.is_empty() => 0,
            Step::Group(_) => members.len(),
            _ if !self.assumed.is_empty() => members.len(),
            _ => self.tried.saturating_sub(1),
        };
        members.iter().take(count).filter(|member| member.node.is_some()).collect()
    }
}

/// Whether a group is being bound: some members are yet to be assumed, or the last one has just been.
fn is_binding(summary: &GroupAttemptSummary, assumed: &[&NamespacedName]) -> bool {
    let is_placed =
        |pod: &&NamespacedName| summary.members.iter().any(|member| member.node.is_some() && member.pod == **pod);
    summary.status == GroupStatus::Success && !assumed.is_empty() && assumed.iter().all(is_placed)
}

#[cfg(test)]
mod tests {
    use releases::Release;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::{Trace, steps};

    #[test]
    fn placements_follow_from_attempts_before_the_cycle_ends() {
        let manifest = manifest::load_for(include_str!("../../www/scenarios/two-jobs.yaml"), Some(Release::V1_36))
            .expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let trace = Trace::new(Simulation::new(scenario).run_to_end().1);
        let is_member = |moment: &&steps::Moment| matches!(moment.step, Step::Group(GroupStep::Member(_)));
        let moments = steps::moments(trace.events());
        let mut compared = 0;
        for moment in moments.iter().filter(is_member) {
            let placed = |events: &[Rc<Event>]| {
                let cycle = GroupCycle::at_event(events, moment.events).expect("a cycle");
                let placed = cycle.placements(moment.step);
                let placed = placed.into_iter().map(|(pod, node)| (pod.clone(), node.clone()));
                (cycle.summary.is_some(), placed.collect::<Vec<_>>())
            };
            let (whole, cut) = (placed(trace.events()), placed(&trace.events()[..moment.events]));
            assert_eq!((whole.0, cut.0), (true, false));
            assert_eq!(whole.1, cut.1);
            compared += whole.1.len();
        }
        assert!(compared > 8);
    }
}
