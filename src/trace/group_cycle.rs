//! The cycle of a group that a moment is in, and who is placed in it.

use std::rc::Rc;

use api::NamespacedName;
use runlog::{Event, EventKind, GroupAttemptSummary, GroupStatus, MemberSummary};

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
}

impl<'e> GroupCycle<'e> {
    /// The cycle that the last of so many events belongs to.
    #[must_use]
    pub fn at_event(events: &'e [Rc<Event>], count: usize) -> Option<Self> {
        let past = &events[..count.min(events.len())];
        let mut tried = 0;
        for (at, event) in past.iter().enumerate().rev() {
            match &event.what {
                EventKind::GroupPopped { group, by, members } => {
                    let summary = events[at..].iter().find_map(|event| match &event.what {
                        EventKind::GroupAttempted(summary) => Some(&**summary),
                        _ => None,
                    });
                    let summary = summary.filter(|summary| summary.group == *group);
                    return Some(Self { group, popped: by, order: members, summary, tried });
                }
                EventKind::Attempted(_) => tried += 1,
                EventKind::GroupAttempted(_) if at + 1 == past.len() => {}
                EventKind::Drawn { .. } | EventKind::BudgetCounted(_) | EventKind::BudgetUpdated(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// The members that have a place in the snapshot at a step, each with its node: placed, and not bound.
    #[must_use]
    pub fn placed_members(&self, step: Step) -> Vec<&'e MemberSummary> {
        let Some(summary) = self.summary else { return Vec::new() };
        let count = match step {
            Step::Group(GroupStep::Member(at)) => at + 1,
            Step::Group(GroupStep::Verdict) if summary.status == GroupStatus::Success => summary.members.len(),
            // Nobody is placed yet, or all go back at once.
            Step::Group(GroupStep::Snapshot | GroupStep::Verdict | GroupStep::Messages) | Step::Event | Step::Start => {
                0
            }
            Step::Group(_) => summary.members.len(),
            _ => self.tried.saturating_sub(1),
        };
        summary.members.iter().take(count).filter(|member| member.node.is_some()).collect()
    }
}
