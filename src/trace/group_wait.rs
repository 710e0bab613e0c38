//! Why a pod group waits at a moment, according to the log.

use std::rc::Rc;

use api::{Millis, NamespacedName, Str};
use runlog::{Deletion, Event, EventKind, GroupAttemptSummary, GroupStatus, MemberSummary};
use serde::{Deserialize, Serialize};

use super::{Frame, PodView, group_steps::GroupStep, steps::Step};

/// Why a group waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupWait {
    /// Pods refer to it, but it doesn't exist.
    NoGroup,
    /// Too few of its pods exist, so none is tried.
    Incomplete { here: usize, minimum: usize },
    /// It has not been tried yet.
    NotTried,
    /// Victims are terminating, each until this time; `None` if that has yet to begin.
    AwaitsVictims(Vec<(NamespacedName, Option<Millis>)>),
    /// Enough members fit, but this one needs an eviction on a node, and none is bound before that.
    NeedyMember { member: NamespacedName, node: Str, fits: usize, members: usize },
    /// Too few members fit in its last cycle; with those that did not fit, each with upstream's message.
    TooFewFit { fits: usize, members: usize, needed: usize, rejected: Vec<(NamespacedName, Str)> },
    /// It runs, but these members did not fit along with the others.
    Stragglers(Vec<NamespacedName>),
    /// Its last cycle ended with an error.
    Error(Str),
}

/// Why a group waits, and the moment that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFinding {
    pub wait: GroupWait,
    /// The number of events at that moment, and the step.
    pub place: Option<(usize, Step)>,
}

/// Why members of a group wait after the first `count` events; `None` if no member waits.
#[must_use]
pub fn find_group_wait(
    events: &[Rc<Event>],
    count: usize,
    frame: &Frame,
    group: &NamespacedName,
) -> Option<GroupFinding> {
    let past = &events[..count.min(events.len())];
    let members: Vec<(&NamespacedName, &Rc<PodView>)> = frame
        .pods
        .iter()
        .filter(|(_, view)| !view.phase.is_over() && view.pod.group_key().as_ref() == Some(group))
        .collect();
    if members.iter().all(|(_, view)| view.node.is_some()) {
        return None;
    }
    let held_back = || {
        let is_of_group = |what: &EventKind| matches!(what, EventKind::HeldBack { pod, .. } if members.iter().any(|(key, _)| *key == pod));
        past.iter().rposition(|event| is_of_group(&event.what)).map(|at| (at + 1, Step::Event))
    };
    let Some(object) = frame.pod_groups.get(group) else {
        return Some(GroupFinding { wait: GroupWait::NoGroup, place: held_back() });
    };
    if let Some(minimum) = object.min_count().filter(|minimum| members.len() < *minimum) {
        let wait = GroupWait::Incomplete { here: members.len(), minimum };
        return Some(GroupFinding { wait, place: held_back() });
    }
    let last_cycle = past.iter().enumerate().rev().find_map(|(at, event)| match &event.what {
        EventKind::GroupAttempted(summary) if summary.group == *group => Some((at + 1, &**summary)),
        _ => None,
    });
    let Some((cycle_at, summary)) = last_cycle else {
        return Some(GroupFinding { wait: GroupWait::NotTried, place: None });
    };
    let place = Some((cycle_at, Step::Group(GroupStep::Verdict)));
    let victims = victims_of(frame, group, &members);
    let needed = object.min_count().unwrap_or(1);
    let wait = match needy_member(summary, needed) {
        Some(needy) => needy,
        None if summary.is_waiting || !victims.is_empty() => GroupWait::AwaitsVictims(victims),
        None => wait_of_cycle(frame, summary, needed),
    };
    // All members are placed and about to be bound.
    if wait == GroupWait::Stragglers(Vec::new()) {
        return None;
    }
    Some(GroupFinding { wait, place })
}

/// Terminating victims of a group or of one of its members, each with the end of its termination.
fn victims_of(
    frame: &Frame,
    group: &NamespacedName,
    members: &[(&NamespacedName, &Rc<PodView>)],
) -> Vec<(NamespacedName, Option<Millis>)> {
    let is_victim_of_group = |view: &PodView| {
        let preemptor = view.deletion.as_ref().and_then(Deletion::preemptor);
        preemptor.is_some_and(|preemptor| members.iter().any(|(key, _)| preemptor.makes_room_for(key, Some(group))))
    };
    let victims = frame.pods.iter().filter(|(_, view)| is_victim_of_group(view));
    victims.map(|(key, view)| (key.clone(), view.terminates_at)).collect()
}

/// How many members had a node before the cycle; they count toward the minimum.
fn placed_before(summary: &GroupAttemptSummary) -> usize {
    let first = summary.members.iter().find(|member| member.node.is_some()).and_then(|member| member.quorum);
    first.map_or(0, |(placed, _)| placed.saturating_sub(1))
}

/// The member that needs an eviction and thereby holds back the others, although enough of them fit.
fn needy_member(summary: &GroupAttemptSummary, needed: usize) -> Option<GroupWait> {
    let before = placed_before(summary);
    let fits = |member: &&MemberSummary| member.node.is_some() && !member.requires_preemption;
    let fitting = before + summary.members.iter().filter(fits).count();
    let needs_eviction = |member: &&MemberSummary| member.requires_preemption;
    let needy = summary.members.iter().find(needs_eviction).filter(|_| summary.is_waiting && fitting >= needed)?;
    let members = before + summary.members.len();
    Some(GroupWait::NeedyMember { member: needy.pod.clone(), node: needy.node.clone()?, fits: fitting, members })
}

/// Why a group waits after its last cycle.
fn wait_of_cycle(frame: &Frame, summary: &GroupAttemptSummary, needed: usize) -> GroupWait {
    let without_node = summary.members.iter().filter(|member| member.node.is_none());
    match &summary.status {
        GroupStatus::Success => GroupWait::Stragglers(without_node.map(|member| member.pod.clone()).collect()),
        GroupStatus::Error(message) => GroupWait::Error(message.clone()),
        GroupStatus::Unschedulable(_) => {
            let before = placed_before(summary);
            let message = |pod: &NamespacedName| frame.pods.get(pod).map(|view| view.message.clone());
            GroupWait::TooFewFit {
                fits: before + summary.members.iter().filter(|member| member.node.is_some()).count(),
                members: before + summary.members.len(),
                needed,
                rejected: without_node
                    .map(|member| (member.pod.clone(), message(&member.pod).unwrap_or_default()))
                    .collect(),
            }
        }
    }
}

/// A pod outside the group that is nominated to a node, and that node.
#[must_use]
pub fn find_rival<'f>(frame: &'f Frame, group: &NamespacedName) -> Option<(&'f NamespacedName, &'f Str)> {
    frame.pods.iter().find_map(|(pod, view)| {
        let is_member = view.pod.group_key().as_ref() == Some(group);
        Some((pod, view.nominated.as_ref().filter(|_| view.node.is_none() && !is_member)?))
    })
}

#[cfg(test)]
mod tests {
    use releases::Release;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::Trace;

    /// The distinct reasons for waiting of a group over all events of a scenario.
    fn findings(text: &str, group: &str) -> Vec<GroupWait> {
        let manifest = manifest::load_for(text, Some(Release::V1_36)).expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let trace = Trace::new(Simulation::new(scenario).run_to_end().1);
        let mut findings: Vec<GroupWait> = Vec::new();
        for count in 0..=trace.events().len() {
            let finding = find_group_wait(trace.events(), count, &trace.frame_at(count), &group.into());
            if let Some(finding) = finding.filter(|finding| findings.last() != Some(&finding.wait)) {
                findings.push(finding.wait);
            }
        }
        findings
    }

    macro_rules! scenario {
        ($name:literal) => {
            include_str!(concat!("../../www/scenarios/", $name, ".yaml"))
        };
    }

    #[test]
    fn a_gang_waits_for_members_then_for_room() {
        let findings = findings(scenario!("two-jobs"), "default/job-b");
        assert_eq!(findings[0], GroupWait::Incomplete { here: 1, minimum: 4 });
        assert!(findings.contains(&GroupWait::NotTried));
        let is_too_few = |wait: &GroupWait| matches!(wait, GroupWait::TooFewFit { fits: 2, members: 4, needed: 4, rejected } if rejected.len() == 2 && rejected.iter().all(|(_, message)| message.contains("Insufficient cpu")));
        assert!(findings.iter().any(is_too_few), "{findings:?}");
    }

    #[test]
    fn one_needy_member_holds_back_all() {
        let findings = findings(scenario!("needy-member"), "default/sim");
        let is_needy = |wait: &GroupWait| matches!(wait, GroupWait::NeedyMember { .. });
        assert!(findings.iter().any(is_needy), "{findings:?}");
    }

    #[test]
    fn a_group_waits_for_the_victims_of_its_preemption() {
        let findings = findings(scenario!("as-one"), "default/etl");
        let awaits = |wait: &GroupWait| matches!(wait, GroupWait::AwaitsVictims(victims) if !victims.is_empty());
        assert!(findings.iter().any(awaits), "{findings:?}");
    }
}
