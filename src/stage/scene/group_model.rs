//! A group in its cycle: its members in a band, those that are placed but not bound as ghosts on their nodes, and the pods that preemption
//! takes off and puts back.

use std::rc::Rc;

use api::{Millis, NamespacedName, Str, Table};
use runlog::{Event, EventKind, GroupStatus};
use trace::{
    Frame,
    group_cycle::GroupCycle,
    group_steps::GroupStep,
    steps::{Moment, Step},
};

use crate::scene::node_steps::LiftedPodFate;

/// How many colors groups have.
const HUES: usize = 4;

/// What marks a pod of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupMark {
    /// Which color: `g0` to `g3`.
    pub hue: usize,
    /// The first letter of the group.
    pub letter: char,
    /// Its place in the order of the cycle, from 1, while that goes on.
    pub order: Option<usize>,
}

/// What becomes of a member in the cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberState {
    /// It has not been tried.
    Waiting,
    /// It is being tried.
    Trying,
    /// It has a place in the snapshot, and is not bound.
    Placed(Str),
    /// It would have one if pods were evicted there.
    NeedsRoom(Str),
    /// It fits nowhere.
    Nowhere,
    /// It goes back to the queue.
    Back,
}

/// A member in the band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberSlot {
    pub pod: NamespacedName,
    pub state: MemberState,
}

/// The band of a group: its members in order, and the minimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupBand {
    pub group: NamespacedName,
    pub mark: GroupMark,
    /// None of a basic group.
    pub minimum: Option<usize>,
    pub slots: Vec<MemberSlot>,
    /// How many have a place at this moment.
    pub placed: usize,
    /// How it ends, once that is known.
    pub succeeds: Option<bool>,
    /// When the snapshot was taken.
    pub taken_at: Millis,
}

/// A group at a moment of its cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupScene {
    pub band: GroupBand,
    /// Members that are placed but not bound: their node, and their number in the order.
    pub(crate) ghosts: Vec<(NamespacedName, Str, usize)>,
    /// What becomes of the pods that preemption takes off.
    pub(crate) fates: Table<NamespacedName, LiftedPodFate>,
    /// The node that the step is about.
    pub(crate) focus: Option<Str>,
}

/// The mark of a pod, if it belongs to a group that the cluster knows.
pub fn group_mark(frame: &Frame, group: &NamespacedName) -> Option<GroupMark> {
    let at = frame.pod_groups.keys().position(|key| key == group)?;
    let letter = group.name().chars().next()?.to_ascii_uppercase();
    Some(GroupMark { hue: at % HUES, letter, order: None })
}

impl GroupScene {
    /// The group whose cycle a moment belongs to.
    pub fn at_moment(events: &[Rc<Event>], frame: &Frame, moment: Moment) -> Option<Self> {
        let last = &events.get(moment.events.checked_sub(1)?)?.what;
        if !matches!(moment.step, Step::Group(_))
            && !matches!(last, EventKind::GroupPopped { .. } | EventKind::Attempted(_))
        {
            return None;
        }
        let cycle = GroupCycle::at_event(events, moment.events)?;
        let mark = group_mark(frame, cycle.group)?;
        let placed = cycle.placed_members(moment.step);
        let order_of = |pod: &NamespacedName| cycle.order.iter().position(|other| other == pod).map_or(0, |at| at + 1);
        let is_ghost = |pod: &NamespacedName| frame.pods.get(pod).is_some_and(|view| view.node.is_none());
        let ghosts: Vec<_> = placed
            .iter()
            .filter(|member| is_ghost(&member.pod))
            .filter_map(|member| Some((member.pod.clone(), member.node.clone()?, order_of(&member.pod))))
            .collect();
        let slots = cycle
            .order
            .iter()
            .map(|pod| MemberSlot { pod: pod.clone(), state: member_state(&cycle, moment.step, pod) });
        let focus = match (moment.step, cycle.summary) {
            (Step::Group(GroupStep::Member(at)), Some(summary)) => {
                summary.members.get(at).and_then(|member| member.node.clone())
            }
            _ => None,
        };
        let is_over = matches!(
            moment.step,
            Step::Group(GroupStep::Verdict | GroupStep::Messages | GroupStep::Bind | GroupStep::Stragglers)
        );
        let succeeds = cycle.summary.filter(|_| is_over).map(|summary| summary.status == GroupStatus::Success);
        let fates = match moment.step {
            Step::Group(step) => unit_fates(&cycle, step),
            _ => Table::new(),
        };
        let band = GroupBand {
            group: cycle.group.clone(),
            mark,
            minimum: frame.pod_groups.get(cycle.group).and_then(|group| group.min_count()),
            slots: slots.collect(),
            placed: cycle.placed_members(if is_over { Step::Group(GroupStep::Units) } else { moment.step }).len(),
            succeeds,
            taken_at: frame.now,
        };
        Some(Self { band, ghosts, fates, focus })
    }
}

impl GroupScene {
    /// How many members were tried before this moment.
    pub fn tried_count(&self) -> usize {
        let is_told = |slot: &&MemberSlot| !matches!(slot.state, MemberState::Waiting | MemberState::Trying);
        self.band.slots.iter().filter(is_told).count()
    }
}

fn member_state(cycle: &GroupCycle<'_>, step: Step, pod: &NamespacedName) -> MemberState {
    let Some(summary) = cycle.summary else { return MemberState::Waiting };
    let Some(at) = summary.members.iter().position(|member| member.pod == *pod) else { return MemberState::Waiting };
    let (over, trying) = match step {
        Step::Group(GroupStep::Snapshot) | Step::Event => (0, None),
        Step::Group(GroupStep::Member(now)) => (now + 1, None),
        Step::Group(_) => (summary.members.len(), None),
        _ => (cycle.tried.saturating_sub(1), cycle.tried.checked_sub(1)),
    };
    let goes_back =
        matches!(step, Step::Group(GroupStep::Verdict | GroupStep::Messages)) && summary.status != GroupStatus::Success;
    let member = &summary.members[at];
    match (&member.node, member.requires_preemption) {
        _ if trying == Some(at) => MemberState::Trying,
        _ if at >= over => MemberState::Waiting,
        (None, _) => MemberState::Nowhere,
        (Some(_), _) if goes_back => MemberState::Back,
        (Some(node), true) => MemberState::NeedsRoom(node.clone()),
        (Some(node), false) => MemberState::Placed(node.clone()),
    }
}

/// What becomes of each pod of the units at a step of preemption.
fn unit_fates(cycle: &GroupCycle<'_>, step: GroupStep) -> Table<NamespacedName, LiftedPodFate> {
    let mut fates = Table::new();
    let Some(preemption) = cycle.summary.and_then(|summary| summary.preemption.as_ref()) else { return fates };
    let asked = match step {
        GroupStep::WithoutUnits => 0,
        GroupStep::Reprieve(at) => at + 1,
        GroupStep::Victims | GroupStep::Forget => preemption.reprieves.len(),
        _ => return fates,
    };
    for (at, unit) in preemption.potential.iter().enumerate() {
        let reprieve = preemption.reprieves.iter().take(asked).position(|(asked_unit, _)| *asked_unit == at);
        let is_now = matches!((step, reprieve), (GroupStep::Reprieve(now), Some(reprieve)) if now == reprieve);
        let fate = match reprieve.map(|reprieve| preemption.reprieves[reprieve].1) {
            None => LiftedPodFate::NotAsked,
            Some(true) if is_now => LiftedPodFate::StaysNow,
            Some(true) => LiftedPodFate::Stays,
            Some(false) if is_now => LiftedPodFate::GoesNow,
            Some(false) => LiftedPodFate::Goes,
        };
        for pod in &unit.pods {
            fates.insert(pod.clone(), fate);
        }
    }
    fates
}
