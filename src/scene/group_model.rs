//! A group in its scheduling cycle: a band with its members, placed but unbound members as ghosts on their nodes, and the pods that
//! preemption removes and puts back.

use std::rc::Rc;

use api::{Millis, NamespacedName, Str, Table};
use runlog::{DeviceName, Event, EventKind, GroupPreemptionSummary, GroupStatus, GroupUnit, PlacementOutcome};
use trace::{
    Frame, PodView,
    budget_guard::{BudgetState, GuardingBudgets},
    group_cycle::GroupCycle,
    group_loop::TightLoop,
    group_steps::GroupStep,
    steps::{Moment, Step},
};

use crate::{group_letters::group_letter, node_steps::LiftedPodFate};

/// The number of colors for groups.
pub const HUES: usize = 4;

/// The mark of a pod of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupMark {
    /// The color: `g0` to `g3`.
    pub hue: usize,
    /// A letter that no other group in view has.
    pub letter: char,
    /// Its place in the order of the cycle, from 1, during the cycle.
    pub order: Option<usize>,
    /// Whether the cluster has no such group, so that the scheduler ignores it.
    pub is_hollow: bool,
}

/// The state of a member in the cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberState {
    /// It has not been tried.
    Waiting,
    /// It is being tried.
    Trying,
    /// It is placed in the snapshot, but not bound.
    Placed(Str),
    /// It is placed on a node where victims have to be evicted first.
    NeedsRoom(Str),
    /// It fits on no node, or on none of the placement that is tried.
    Nowhere(Option<Str>),
    /// It fits, but returns to the queue.
    Back,
    /// It returns to the queue, nominated to the node where it fitted.
    Nominated(Str),
    /// Preemption found this node for it, but discards the placement; it is nominated to the node where it had fitted before, if any.
    ThrownAway { place: Str, nominated: Option<Str> },
    /// The scheduler has assumed it on its node, and binds it.
    Assumed(Str),
    /// It remains pending, and is retried later.
    LeftBehind,
}

/// A member in the band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberSlot {
    pub pod: NamespacedName,
    pub state: MemberState,
}

/// The stage of a group's cycle at a moment, for the band that shows its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandStage {
    /// The members are tried on the snapshot.
    Snapshot,
    /// The group is tried with less important units removed.
    DryRun,
    /// Its preemption has ended.
    Preempted,
    /// All members return to the queue.
    Back,
    /// The members that fit are bound.
    Bind,
    /// The cycle is over, and its victims are terminating.
    Awaits(PendingVictims),
}

/// Victims that haven't been removed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingVictims {
    pub count: usize,
    /// The time until the last of them is removed.
    pub left: Millis,
}

/// The state of a unit during preemption for a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitState {
    /// Still on its node: nothing is removed yet.
    Untouched,
    /// Removed; its reprieve is not tried yet.
    Waits,
    /// Removed; its reprieve is tried next.
    Next,
    /// Reprieved: put back on its node.
    Stays,
    /// It is a victim.
    Goes,
}

/// A unit: pods that preemption evicts together.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitChip {
    /// The name of its group, or of its only pod.
    pub name: NamespacedName,
    pub mark: Option<GroupMark>,
    pub priority: i32,
    pub pods: Vec<NamespacedName>,
    /// The nodes of its pods.
    pub nodes: Vec<Str>,
    /// The state of its pods' budgets, if they have any.
    pub guard: Option<BudgetState>,
    /// Whether its eviction violates a PodDisruptionBudget, so that its reprieve is tried first.
    pub is_violating: bool,
    pub state: UnitState,
    /// Whether this step puts it back.
    pub is_now: bool,
    /// How many of all members fit with it put back; `None` before that is tried.
    pub fitting: Option<(usize, usize)>,
}

/// A member that loses its place in the snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeavingMember {
    pub pod: NamespacedName,
    pub node: Str,
    pub order: usize,
}

/// An event message to members when their group returns to the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberMessage {
    /// The members' numbers in the order of the cycle.
    pub orders: Vec<usize>,
    /// The upstream message.
    pub text: Str,
    /// Whether it is about the member itself rather than the group.
    pub is_own: bool,
}

/// A set of nodes on which the group is tried as a whole, such as a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementMark {
    pub name: Str,
    /// How many members fit there.
    pub placed: usize,
    /// How many members were tried there; 0 if the placement was not tried.
    pub members: usize,
    /// Whether the group fits there.
    pub fits: bool,
    pub is_chosen: bool,
}

/// The band of a group: its members in order, and the minimum.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupBand {
    pub group: NamespacedName,
    pub mark: GroupMark,
    /// The minimum of a gang; a basic group has none.
    pub minimum: Option<usize>,
    pub slots: Vec<MemberSlot>,
    /// The number of members that are placed at this moment.
    pub placed: usize,
    /// Other members on nodes, which count toward the minimum, with their nodes.
    pub bound: Vec<(NamespacedName, Str)>,
    /// The result of the cycle, once it is known.
    pub succeeds: Option<bool>,
    /// Whether the group waits for its victims to terminate.
    pub is_waiting: bool,
    /// When the snapshot was taken.
    pub taken_at: Millis,
    pub stage: BandStage,
    /// The group's priority, during its preemption.
    pub priority: Option<i32>,
    /// The units that may be evicted, in the order in which they are put back.
    pub units: Vec<UnitChip>,
    /// Whether units are removed and put back at some step of the cycle; the scale then leaves space for them at all steps.
    pub has_trial: bool,
    /// Whether a member of the cycle fits only once victims are gone; the scale then leaves space for it above their node at all steps.
    pub has_needy_member: bool,
    /// The placements whose result is known.
    pub placements: Vec<PlacementMark>,
    /// Members that return to the queue at this moment, all at once.
    pub leaving: Vec<LeavingMember>,
    /// The messages to the members, at the step that sends them.
    pub messages: Vec<MemberMessage>,
    /// The number of attempts at this instant, if it is in a tight loop.
    pub tight_loop: Option<TightLoop>,
    /// Claims of members whose devices are reserved, but not yet written to the API server.
    pub in_flight: Vec<ClaimInFlight>,
}

/// A claim of a member with reserved devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimInFlight {
    pub claim: NamespacedName,
    pub pod: NamespacedName,
    pub devices: Vec<DeviceName>,
}

/// The placements whose result is known at a step.
fn known_placements(cycle: &GroupCycle<'_>, step: Step) -> Vec<PlacementMark> {
    let Some(summary) = cycle.summary.and_then(|summary| summary.placements.as_ref()) else { return Vec::new() };
    let known = match step {
        Step::Group(GroupStep::Placement(at)) => at + 1,
        Step::Group(GroupStep::Snapshot | GroupStep::Member(_)) => 0,
        Step::Group(_) => summary.placements.len(),
        _ => 0,
    };
    let is_over = known == summary.placements.len() && !matches!(step, Step::Group(GroupStep::Placement(_)));
    let mark = |outcome: &PlacementOutcome| PlacementMark {
        name: outcome.name.clone(),
        placed: outcome.placed_count(),
        members: outcome.members.len(),
        fits: outcome.fits,
        is_chosen: is_over && summary.chosen.as_ref() == Some(&outcome.name),
    };
    summary.placements.iter().take(known).map(mark).collect()
}

/// The claims with reserved devices. A shared claim belongs to the first of its members.
fn claims_in_flight(cycle: &GroupCycle<'_>, step: Step) -> Vec<ClaimInFlight> {
    let mut claims: Vec<ClaimInFlight> = Vec::new();
    for member in cycle.reserved_members(step) {
        for reserved in member.reservation.iter().flat_map(|reservation| &reservation.devices) {
            if reserved.is_new && !reserved.is_shared {
                let (claim, pod, devices) = (reserved.claim.clone(), member.pod.clone(), reserved.devices.clone());
                claims.push(ClaimInFlight { claim, pod, devices });
            }
        }
    }
    claims
}

/// A group at a moment of its cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupScene {
    pub band: GroupBand,
    /// Members that are placed but not bound: their nodes, and their numbers in the order.
    pub ghosts: Vec<(NamespacedName, Str, usize)>,
    /// The states of the pods that preemption removes.
    pub fates: Table<NamespacedName, LiftedPodFate>,
    /// The node that the step is about.
    pub focus: Option<Str>,
}

/// The mark of a pod's group; hollow if the group doesn't exist.
pub fn group_mark(frame: &Frame, group: &NamespacedName) -> Option<GroupMark> {
    let letter = group_letter(frame, group)?;
    let at = frame.pod_groups.keys().position(|key| key == group);
    let dropped_at = || frame.dropped_groups.iter().position(|key| key == group);
    let hue = at.or_else(dropped_at).unwrap_or(HUES - 1) % HUES;
    Some(GroupMark { hue, letter, order: None, is_hollow: at.is_none() })
}

/// The mark of a pod's group, or of a missing group that the pod names.
pub fn pod_mark(frame: &Frame, pod: &PodView) -> Option<GroupMark> {
    group_mark(frame, pod.pod.group_key().as_ref().or(pod.dropped_group.as_ref())?)
}

impl GroupBand {
    /// Whether the placement that preemption found is shown as discarded.
    #[must_use]
    pub fn is_thrown_away(&self) -> bool {
        self.slots.iter().any(|slot| matches!(slot.state, MemberState::ThrownAway { .. }))
    }

    /// Whether a member has not kept the place that preemption found for it.
    #[must_use]
    pub fn has_lost_places(&self) -> bool {
        let is_lost = |slot: &MemberSlot| match &slot.state {
            MemberState::ThrownAway { place, nominated } => nominated.as_ref() != Some(place),
            _ => false,
        };
        self.slots.iter().any(is_lost)
    }

    /// Whether the moment is about preemption units (pods, or whole groups) that may be evicted for the group.
    #[must_use]
    pub fn shows_units(&self) -> bool {
        matches!(self.stage, BandStage::DryRun | BandStage::Preempted) && !self.units.is_empty()
    }

    /// Whether no member keeps a place, except for nominations.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.is_thrown_away() || self.is_waiting
    }

    /// The number of nominated members.
    #[must_use]
    pub fn nominated_count(&self) -> usize {
        let is_nominated = |slot: &&MemberSlot| {
            matches!(slot.state, MemberState::Nominated(_) | MemberState::ThrownAway { nominated: Some(_), .. })
        };
        self.slots.iter().filter(is_nominated).count()
    }
}

impl GroupScene {
    /// The group whose cycle a moment belongs to.
    pub fn in_cycle(events: &[Rc<Event>], frame: &Frame, moment: Moment) -> Option<Self> {
        let last = &events.get(moment.events.checked_sub(1)?)?.what;
        let is_binding = matches!(last, EventKind::Assumed { .. } | EventKind::Waits { .. });
        let tight_loop = TightLoop::at_event(events, moment.events);
        let moment = match (&tight_loop, last) {
            // The end of a tight loop shows its last cycle.
            (Some(_), EventKind::GroupHeld(held)) => last_messages(events, moment, held)?,
            _ => moment,
        };
        if !matches!(moment.step, Step::Group(_))
            && !matches!(last, EventKind::GroupPopped { .. } | EventKind::Attempted(_))
            && !is_binding
        {
            return None;
        }
        let cycle = GroupCycle::at_event(events, moment.events)?;
        let mark = group_mark(frame, cycle.group)?;
        let order_of = |pod: &NamespacedName| cycle.order.iter().position(|other| other == pod).map_or(0, |at| at + 1);
        let is_ghost = |pod: &NamespacedName| frame.pods.get(pod).is_some_and(|view| view.node.is_none());
        let is_simulated = matches!(moment.step, Step::Group(step) if cycle.simulated_nodes(step).is_some());
        let placements = cycle.placements(moment.step);
        let shown = if matches!(moment.step, Step::Group(GroupStep::Forget)) { &[][..] } else { &placements };
        let ghosts: Vec<_> = shown
            .iter()
            .filter(|(pod, _)| is_ghost(pod))
            .map(|(pod, node)| ((*pod).clone(), (*node).clone(), order_of(pod)))
            .collect();
        let stage = band_stage(&cycle, moment.step, is_binding);
        let slots: Vec<MemberSlot> = cycle
            .order
            .iter()
            .map(|pod| MemberSlot { pod: pod.clone(), state: member_state(&cycle, moment.step, pod) })
            .collect();
        let is_over = is_binding
            || matches!(
                moment.step,
                Step::Group(GroupStep::Verdict | GroupStep::Messages | GroupStep::Bind | GroupStep::Stragglers)
            );
        let succeeds = cycle.summary.filter(|_| is_over).map(|summary| summary.status == GroupStatus::Success);
        let (fates, units) = match moment.step {
            Step::Group(step) => (unit_fates(&cycle, step), unit_chips(&cycle, frame, step)),
            _ => (Table::new(), Vec::new()),
        };
        let preemption = cycle.summary.and_then(|summary| summary.preemption.as_ref());
        let placed = match (is_over, is_simulated) {
            (true, _) => {
                cycle.summary.map_or(0, |summary| summary.members.iter().filter(|member| member.node.is_some()).count())
            }
            (false, _) => placements.len(),
        };
        let leaving = cycle
            .summary
            .filter(|summary| moment.step == Step::Group(GroupStep::Verdict) && summary.status != GroupStatus::Success);
        let leaving = leaving.iter().flat_map(|summary| &summary.members).filter_map(|member| {
            Some(LeavingMember { pod: member.pod.clone(), node: member.node.clone()?, order: order_of(&member.pod) })
        });
        let leaving = leaving.collect();
        let focus = match moment.step {
            Step::Group(GroupStep::Member(at)) => cycle.members().get(at).and_then(|member| member.node.clone()),
            Step::Group(GroupStep::Reprieve(_)) => units
                .iter()
                .find(|unit| unit.is_now)
                .filter(|unit| unit.nodes.len() == 1)
                .map(|unit| unit.nodes[0].clone()),
            _ => None,
        };
        let band = GroupBand {
            group: cycle.group.clone(),
            mark,
            minimum: frame.pod_groups.get(cycle.group).and_then(|group| group.min_count()),
            slots,
            placed,
            bound: bound_members(frame, &cycle),
            succeeds,
            is_waiting: is_over && cycle.summary.is_some_and(|summary| summary.is_waiting),
            taken_at: frame.now,
            stage,
            priority: preemption.filter(|_| !units.is_empty()).and_then(|preemption| preemption.priority),
            units,
            // An attempt has its own scale.
            has_trial: !moment.step.is_in_attempt() && preempts_as_a_whole(frame, &cycle),
            has_needy_member: has_needy_member(&cycle),
            placements: known_placements(&cycle, moment.step),
            leaving,
            messages: if moment.step == Step::Group(GroupStep::Messages) {
                member_messages(&cycle, &events[moment.events..])
            } else {
                Vec::new()
            },
            tight_loop,
            in_flight: claims_in_flight(&cycle, moment.step),
        };
        Some(Self { band, ghosts, fates, focus })
    }

    /// Whether a pod is a member.
    pub fn has_member(&self, pod: &NamespacedName) -> bool {
        self.band.slots.iter().any(|slot| slot.pod == *pod)
    }

    /// Whether a pod is a member of the group whose cycle is going on. Its nomination reserves no room from its siblings then.
    pub fn is_trying(&self, pod: &NamespacedName) -> bool {
        self.band.succeeds.is_none() && self.has_member(pod)
    }

    /// The number of members tried before this moment.
    pub fn tried_count(&self) -> usize {
        let is_told = |slot: &&MemberSlot| !matches!(slot.state, MemberState::Waiting | MemberState::Trying);
        self.band.slots.iter().filter(is_told).count()
    }

    /// The node to show if there is space for only one: that of the step, or of the last placed member.
    pub fn subject_node(&self) -> Option<&Str> {
        let last_ghost = || self.ghosts.iter().max_by_key(|(_, _, order)| order).map(|(_, node, _)| node);
        let unit = || self.band.units.iter().find(|unit| unit.is_now).and_then(|unit| unit.nodes.first());
        self.focus
            .as_ref()
            .or_else(unit)
            .or_else(last_ghost)
            .or_else(|| self.band.leaving.first().map(|member| &member.node))
            .or_else(|| self.band.units.first().and_then(|unit| unit.nodes.first()))
    }
}

/// Whether a member of the cycle fits only once victims are gone.
pub(crate) fn has_needy_member(cycle: &GroupCycle<'_>) -> bool {
    cycle.summary.is_some_and(|summary| summary.members.iter().any(|member| member.requires_preemption))
}

/// Whether the cycle preempts for the whole group. If the run is cut before its summary, whether it could: with the feature gate on, a
/// group has a priority.
fn preempts_as_a_whole(frame: &Frame, cycle: &GroupCycle<'_>) -> bool {
    match cycle.summary {
        Some(summary) => summary.preemption.as_ref().is_some_and(|preemption| !preemption.potential.is_empty()),
        None => frame.pod_groups.get(cycle.group).is_some_and(|group| group.spec.priority.is_some()),
    }
}

/// The members outside the cycle that are on nodes, with their nodes.
pub fn bound_members(frame: &Frame, cycle: &GroupCycle<'_>) -> Vec<(NamespacedName, Str)> {
    let node_of = |(pod, view): (&NamespacedName, &Rc<PodView>)| {
        let is_member =
            !view.phase.is_over() && view.pod.group_key().as_ref() == Some(cycle.group) && !cycle.order.contains(pod);
        Some((pod.clone(), view.node.clone().filter(|_| is_member)?))
    };
    frame.pods.iter().filter_map(node_of).collect()
}

/// The moment at which the last cycle of a group ended and its members got their messages.
fn last_messages(events: &[Rc<Event>], moment: Moment, group: &NamespacedName) -> Option<Moment> {
    let is_cycle =
        |event: &Rc<Event>| matches!(&event.what, EventKind::GroupAttempted(summary) if summary.group == *group);
    let at = events[..moment.events].iter().rposition(is_cycle)?;
    Some(Moment { events: at + 1, step: Step::Group(GroupStep::Messages), ..moment })
}

fn band_stage(cycle: &GroupCycle<'_>, step: Step, is_binding: bool) -> BandStage {
    let succeeds = cycle.summary.is_some_and(|summary| summary.status == GroupStatus::Success);
    match step {
        _ if is_binding => BandStage::Bind,
        Step::Group(GroupStep::Units | GroupStep::WithoutUnits | GroupStep::Reprieve(_)) => BandStage::DryRun,
        Step::Group(GroupStep::Victims | GroupStep::Forget) => BandStage::Preempted,
        Step::Group(GroupStep::Verdict) if !succeeds => BandStage::Back,
        Step::Group(GroupStep::Messages) => BandStage::Back,
        Step::Group(GroupStep::Verdict | GroupStep::Bind | GroupStep::Stragglers) => BandStage::Bind,
        _ => BandStage::Snapshot,
    }
}

fn member_state(cycle: &GroupCycle<'_>, step: Step, pod: &NamespacedName) -> MemberState {
    let members = cycle.members();
    let Some(at) = members.iter().position(|member| member.pod == *pod) else { return MemberState::Waiting };
    let member = &members[at];
    if let Step::Group(step) = step
        && let Some(nodes) = cycle.simulated_nodes(step)
    {
        return match nodes.get(at).and_then(Option::as_ref) {
            None => MemberState::Nowhere(cycle.placement_name(step).cloned()),
            Some(node) if step == GroupStep::Forget => {
                MemberState::ThrownAway { place: node.clone(), nominated: member.node.clone() }
            }
            Some(node) => MemberState::Placed(node.clone()),
        };
    }
    let (over, trying) = match step {
        Step::Group(GroupStep::Snapshot) => (0, None),
        Step::Group(GroupStep::Member(now)) => (now + 1, None),
        Step::Group(_) => (members.len(), None),
        _ if !cycle.assumed.is_empty() => (members.len(), None),
        Step::Event => (0, None),
        _ => (cycle.tried.saturating_sub(1), cycle.tried.checked_sub(1)),
    };
    let is_failure = cycle.summary.is_some_and(|summary| summary.status != GroupStatus::Success);
    let is_waiting = cycle.summary.is_some_and(|summary| summary.is_waiting);
    let goes_back = matches!(step, Step::Group(GroupStep::Verdict | GroupStep::Messages)) && is_failure;
    let is_bound_now =
        !cycle.assumed.is_empty() || matches!(step, Step::Group(GroupStep::Bind | GroupStep::Stragglers));
    match (&member.node, member.requires_preemption) {
        _ if trying == Some(at) => MemberState::Trying,
        _ if at >= over => MemberState::Waiting,
        (None, _) if is_bound_now => MemberState::LeftBehind,
        (None, _) => MemberState::Nowhere(None),
        (Some(node), _) if goes_back && is_waiting => MemberState::Nominated(node.clone()),
        (Some(_), _) if goes_back => MemberState::Back,
        (Some(node), _) if cycle.assumed.contains(&pod) => MemberState::Assumed(node.clone()),
        (Some(node), true) => MemberState::NeedsRoom(node.clone()),
        (Some(node), false) => MemberState::Placed(node.clone()),
    }
}

/// The messages to the members right after a failed cycle; members with the same message are grouped.
fn member_messages(cycle: &GroupCycle<'_>, later_events: &[Rc<Event>]) -> Vec<MemberMessage> {
    let members = cycle.summary.map_or(&[][..], |summary| &summary.members);
    let mut messages: Vec<MemberMessage> = Vec::new();
    let is_next_cycle = |event: &&Rc<Event>| matches!(event.what, EventKind::GroupPopped { .. });
    let cycle_events = later_events.iter().take_while(|event| !is_next_cycle(event));
    for event in cycle_events {
        let EventKind::Message { about, reason, text, .. } = &event.what else { continue };
        let is_about = |pod: &NamespacedName| about.strip_prefix("Pod/") == Some(pod.as_str());
        let place = cycle.order.iter().position(is_about).filter(|_| **reason == *"FailedScheduling");
        let Some(place) = place.filter(|at| messages.iter().all(|message| !message.orders.contains(&(at + 1)))) else {
            continue;
        };
        let is_own = members.iter().any(|member| member.pod == cycle.order[place] && member.node.is_none());
        match messages.iter_mut().find(|message| message.text == *text) {
            Some(message) => message.orders.push(place + 1),
            None => messages.push(MemberMessage { orders: vec![place + 1], text: text.clone(), is_own }),
        }
    }
    for message in &mut messages {
        message.orders.sort_unstable();
    }
    messages.sort_by_key(|message| message.is_own);
    messages
}

/// The number of units whose reprieve was tried up to a step of preemption, and the one tried at this step; `None` before they are
/// removed.
fn asked_count(preemption: &GroupPreemptionSummary, step: GroupStep) -> Option<(usize, Option<usize>)> {
    match step {
        GroupStep::WithoutUnits => Some((0, None)),
        GroupStep::Reprieve(at) => Some((at + 1, Some(at))),
        GroupStep::Victims | GroupStep::Forget => Some((preemption.reprieves.len(), None)),
        _ => None,
    }
}

/// The state of each pod of the units at a step of preemption.
fn unit_fates(cycle: &GroupCycle<'_>, step: GroupStep) -> Table<NamespacedName, LiftedPodFate> {
    let mut fates = Table::new();
    let Some(preemption) = cycle.summary.and_then(|summary| summary.preemption.as_ref()) else { return fates };
    let Some((asked, now)) = asked_count(preemption, step) else { return fates };
    for (at, unit) in preemption.potential.iter().enumerate() {
        let reprieve = preemption.reprieves.iter().take(asked).position(|(asked_unit, _)| *asked_unit == at);
        let is_now = reprieve.is_some() && reprieve == now;
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

/// The units in the order in which they are put back, each with its state at a step of preemption.
fn unit_chips(cycle: &GroupCycle<'_>, frame: &Frame, step: GroupStep) -> Vec<UnitChip> {
    let Some(preemption) = cycle.summary.and_then(|summary| summary.preemption.as_ref()) else { return Vec::new() };
    let asked = match (step, asked_count(preemption, step)) {
        (GroupStep::Units, _) => None,
        (_, None) => return Vec::new(),
        (_, asked) => asked,
    };
    let order = preemption.reprieves.iter().map(|(unit, _)| *unit);
    let others = (0..preemption.potential.len()).filter(|at| !preemption.reprieves.iter().any(|(unit, _)| unit == at));
    let chip = |(place, at): (usize, usize)| {
        let unit = preemption.potential.get(at)?;
        let is_spared = preemption.reprieves.get(place).map(|(_, is_spared)| *is_spared);
        let state = match (asked, is_spared) {
            (None, _) => UnitState::Untouched,
            (Some((asked, _)), Some(true)) if place < asked => UnitState::Stays,
            (Some((asked, _)), Some(false)) if place < asked => UnitState::Goes,
            (Some((asked, _)), Some(_)) if place == asked => UnitState::Next,
            _ => UnitState::Waits,
        };
        let is_asked = matches!(state, UnitState::Stays | UnitState::Goes);
        // The first simulation is the one with all units removed.
        let nodes = preemption.simulations.get(place + 1).filter(|_| is_asked);
        let fitting = nodes.map(|nodes| (nodes.iter().flatten().count(), cycle.order.len()));
        let is_now = asked.and_then(|(_, now)| now) == Some(place);
        Some(UnitChip { is_now, fitting, ..build_chip(frame, unit, state) })
    };
    order.chain(others).enumerate().filter_map(chip).collect()
}

/// A unit in this state.
pub fn build_chip(frame: &Frame, unit: &GroupUnit, state: UnitState) -> UnitChip {
    let views = || unit.pods.iter().filter_map(|pod| frame.pods.get(pod));
    let mut nodes: Vec<Str> = Vec::new();
    for node in views().filter_map(|view| view.node.as_ref()) {
        if !nodes.contains(node) {
            nodes.push(node.clone());
        }
    }
    let guards: Vec<GuardingBudgets> = views().map(|view| frame.guarding_budgets(&view.pod)).collect();
    let name = unit.group.as_ref().or(unit.pods.first()).cloned().unwrap_or_default();
    UnitChip {
        name,
        mark: unit.group.as_ref().and_then(|group| group_mark(frame, group)),
        priority: unit.priority,
        pods: unit.pods.clone(),
        nodes,
        guard: GuardingBudgets::union(guards.iter()).tightest_state(),
        is_violating: unit.is_violating,
        state,
        is_now: false,
        fitting: None,
    }
}
