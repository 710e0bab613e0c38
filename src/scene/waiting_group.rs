//! A group between its cycles, while the victims of its preemption terminate: the nominated members, the discarded placements, and the
//! remaining victims. This lasts until its members are tried again.

use std::rc::Rc;

use api::{Millis, NamespacedName, Table};
use runlog::{Deletion, Event, EventKind, Preemptor};
use trace::{
    Frame, PodView,
    group_cycle::GroupCycle,
    group_steps::GroupStep,
    ruling::Ruling,
    steps::{Moment, Step},
};

use crate::group_model::{
    BandStage, GroupBand, GroupScene, MemberSlot, MemberState, PendingVictims, UnitChip, UnitState, bound_members,
    build_chip, group_mark, has_needy_member,
};

impl GroupScene {
    /// The group of a moment: the one whose cycle it belongs to, or the last one that waits for its victims.
    pub fn at_moment(events: &[Rc<Event>], frame: &Frame, moment: Moment) -> Option<Self> {
        Self::in_cycle(events, frame, moment).or_else(|| Self::awaiting_victims(events, frame, moment))
    }

    fn awaiting_victims(events: &[Rc<Event>], frame: &Frame, moment: Moment) -> Option<Self> {
        if frame.pod_groups.is_empty() || !matches!(moment.step, Step::Event | Step::Point(_)) {
            return None;
        }
        let past = events.get(..moment.events)?;
        // A decision about a budget or by a controller takes the whole picture.
        if Ruling::from_event(&past.last()?.what, frame).is_some() {
            return None;
        }
        let removed_for = removed_victim(past, frame);
        let waiting = frame.pod_groups.keys().filter_map(|group| {
            let victims = victims_of(frame, group);
            let is_concerned = !victims.is_empty() || removed_for.as_ref() == Some(group);
            Some((last_cycle(past, group).filter(|_| is_concerned)?, victims))
        });
        let (at, victims) = waiting.max_by_key(|(at, _)| *at)?;
        let cycle = GroupCycle::at_event(events, at + 1)?;
        let members = cycle.order.iter().filter(|pod| frame.pods.get(*pod).is_some_and(|view| !view.phase.is_over()));
        let slots =
            members.map(|pod| MemberSlot { pod: pod.clone(), state: waiting_state(&cycle, frame, pod) }).collect();
        let ends = victims.iter().filter_map(|view| view.terminates_at).max().unwrap_or(Millis::ZERO);
        let band = GroupBand {
            group: cycle.group.clone(),
            mark: group_mark(frame, cycle.group)?,
            minimum: frame.pod_groups.get(cycle.group)?.min_count(),
            slots,
            placed: 0,
            bound: bound_members(frame, &cycle),
            succeeds: Some(false),
            is_waiting: true,
            taken_at: frame.now,
            stage: BandStage::Awaits(PendingVictims { count: victims.len(), left: ends.saturating_since(frame.now) }),
            priority: None,
            units: leaving_units(&cycle, frame),
            has_trial: false,
            has_needy_member: has_needy_member(&cycle),
            placements: Vec::new(),
            leaving: Vec::new(),
            messages: Vec::new(),
            tight_loop: None,
            in_flight: Vec::new(),
        };
        Some(Self { band, ghosts: Vec::new(), fates: Table::new(), focus: None })
    }
}

/// The group of a preemptor: itself, or that of a member.
fn group_of(preemptor: Preemptor<'_>, frame: &Frame) -> Option<NamespacedName> {
    match preemptor {
        Preemptor::Group(group) => Some(group.clone()),
        Preemptor::Pod(pod) => frame.pods.get(pod)?.pod.group_key(),
    }
}

/// The pods that terminate for a group or one of its members.
fn victims_of<'f>(frame: &'f Frame, group: &NamespacedName) -> Vec<&'f PodView> {
    let goes = |view: &&Rc<PodView>| {
        let preemptor = view.deletion.as_ref().and_then(Deletion::preemptor);
        preemptor.and_then(|preemptor| group_of(preemptor, frame)).as_ref() == Some(group)
    };
    frame.pods.values().filter(goes).map(|view| &**view).collect()
}

/// The group for which the pod that was just removed was a victim.
fn removed_victim(past: &[Rc<Event>], frame: &Frame) -> Option<NamespacedName> {
    let EventKind::PodRemoved(removed) = &past.last()?.what else { return None };
    let why = past.iter().rev().find_map(|event| match &event.what {
        EventKind::Terminating { pod, why, .. } if pod == removed => Some(why),
        _ => None,
    });
    group_of(why?.preemptor()?, frame)
}

/// The index of a group's last cycle, if the group has been waiting since.
fn last_cycle(past: &[Rc<Event>], group: &NamespacedName) -> Option<usize> {
    past.iter().enumerate().rev().find_map(|(at, event)| match &event.what {
        EventKind::GroupPopped { group: other, .. } if other == group => Some(None),
        EventKind::GroupAttempted(summary) if summary.group == *group => Some(summary.is_waiting.then_some(at)),
        _ => None,
    })?
}

/// The state of a member while its group waits. The frame has its nomination, which may have been cleared since.
fn waiting_state(cycle: &GroupCycle<'_>, frame: &Frame, pod: &NamespacedName) -> MemberState {
    let at = cycle.members().iter().position(|member| member.pod == *pod);
    let place = at.and_then(|at| cycle.simulated_nodes(GroupStep::Forget)?.get(at)?.clone());
    let nominated = frame.pods.get(pod).and_then(|view| view.nominated.clone());
    let has_fitted = at.is_some_and(|at| cycle.members()[at].node.is_some());
    match (place, nominated) {
        (Some(place), nominated) => MemberState::ThrownAway { place, nominated },
        (None, Some(node)) => MemberState::Nominated(node),
        (None, None) if has_fitted => MemberState::Back,
        (None, None) => MemberState::Nowhere(None),
    }
}

/// The victim units, with those of their pods that still exist.
fn leaving_units(cycle: &GroupCycle<'_>, frame: &Frame) -> Vec<UnitChip> {
    let Some(preemption) = cycle.summary.and_then(|summary| summary.preemption.as_ref()) else { return Vec::new() };
    let units = preemption.victims.iter().filter_map(|at| preemption.potential.get(*at));
    let chip = |unit| {
        let mut chip = build_chip(frame, unit, UnitState::Goes);
        chip.pods.retain(|pod| frame.pods.get(pod).is_some_and(|view| view.deletion.is_some()));
        (!chip.pods.is_empty()).then_some(chip)
    };
    units.filter_map(chip).collect()
}
