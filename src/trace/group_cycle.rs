//! The cycle of a group that a moment is in, and who is placed in it.

use std::rc::Rc;

use api::NamespacedName;
use runlog::{AttemptEnd, AttemptSummary, Event, EventKind, GroupAttemptSummary, GroupStatus, MemberSummary};

use super::{group_steps::GroupStep, steps::Step};

/// The cycle of a group that a moment is in.
#[derive(Clone, Debug)]
pub struct GroupCycle<'e> {
    pub group: &'e NamespacedName,
    /// The member that was popped.
    pub popped: &'e NamespacedName,
    /// In the order in which they are tried.
    pub order: &'e [NamespacedName],
    /// What it comes to; nothing while the run is cut off before.
    pub summary: Option<&'e GroupAttemptSummary>,
    /// How many members were tried before this moment or are being tried.
    pub tried: usize,
    /// What became of those, as far as their own attempts tell: all that is known while the run is cut off.
    seen: Vec<MemberSummary>,
}

/// What the attempt of a member tells of it.
fn seen_member(attempt: &AttemptSummary) -> MemberSummary {
    let node = match &attempt.end {
        AttemptEnd::Scheduled { node, .. } => Some(node.clone()),
        _ => attempt.room().map(|room| room.node.clone()),
    };
    let requires_preemption = node.is_some() && attempt.room().is_some();
    MemberSummary { pod: attempt.pod.clone(), node, requires_preemption, permit: None, quorum: None }
}

impl<'e> GroupCycle<'e> {
    /// The cycle that the last of so many events belongs to.
    #[must_use]
    pub fn at_event(events: &'e [Rc<Event>], count: usize) -> Option<Self> {
        let past = &events[..count.min(events.len())];
        let (mut tried, mut seen) = (0, Vec::new());
        for (at, event) in past.iter().enumerate().rev() {
            match &event.what {
                EventKind::GroupPopped { group, by, members } => {
                    let summary = events[at..].iter().find_map(|event| match &event.what {
                        EventKind::GroupAttempted(summary) => Some(&**summary),
                        _ => None,
                    });
                    let summary = summary.filter(|summary| summary.group == *group);
                    seen.reverse();
                    return Some(Self { group, popped: by, order: members, summary, tried, seen });
                }
                EventKind::Attempted(attempt) => {
                    tried += 1;
                    seen.push(seen_member(attempt));
                }
                EventKind::GroupAttempted(_) if at + 1 == past.len() => {}
                EventKind::Drawn { .. } | EventKind::BudgetCounted(_) | EventKind::BudgetUpdated(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// The members that have a place in the snapshot at a step, each with its node: placed, and not bound.
    #[must_use]
    pub fn placed_members(&self, step: Step) -> Vec<&MemberSummary> {
        let members = self.summary.map_or(&self.seen[..], |summary| &summary.members);
        let is_success = self.summary.is_some_and(|summary| summary.status == GroupStatus::Success);
        let count = match step {
            Step::Group(GroupStep::Member(at)) => at + 1,
            Step::Group(GroupStep::Verdict) if is_success => members.len(),
            // Nobody is placed yet, or all go back at once.
            Step::Group(GroupStep::Snapshot | GroupStep::Verdict | GroupStep::Messages) | Step::Event | Step::Start => {
                0
            }
            Step::Group(_) => members.len(),
            _ => self.tried.saturating_sub(1),
        };
        members.iter().take(count).filter(|member| member.node.is_some()).collect()
    }
}

#[cfg(test)]
mod tests {
    use releases::Release;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::{Trace, steps};

    #[test]
    fn who_is_placed_is_known_from_the_attempts_while_the_end_is_not() {
        let manifest = manifest::load(include_str!("../../www/scenarios/two-jobs.yaml")).expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest, Some(Release::V1_36)).expect("a scenario");
        let trace = Trace::new(Simulation::new(scenario).run_to_end().1);
        let is_member = |moment: &&steps::Moment| matches!(moment.step, Step::Group(GroupStep::Member(_)));
        let moments = steps::moments(trace.events());
        let mut compared = 0;
        for moment in moments.iter().filter(is_member) {
            let placed = |events: &[Rc<Event>]| {
                let cycle = GroupCycle::at_event(events, moment.events).expect("a cycle");
                let placed = cycle.placed_members(moment.step);
                (
                    cycle.summary.is_some(),
                    placed.iter().map(|member| (member.pod.clone(), member.node.clone())).collect::<Vec<_>>(),
                )
            };
            let (whole, cut) = (placed(trace.events()), placed(&trace.events()[..moment.events]));
            assert_eq!((whole.0, cut.0), (true, false));
            assert_eq!(whole.1, cut.1);
            compared += whole.1.len();
        }
        assert!(compared > 8);
    }
}
