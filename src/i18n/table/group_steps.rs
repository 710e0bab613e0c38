//! Texts of the moments of a group's cycle and of its preemption.

use runlog::{GroupAttemptSummary, GroupPreemptionSummary, GroupStatus, GroupUnit, MemberSummary, PermitCode};
use trace::{group_cycle::GroupCycle, group_steps::GroupStep};

use crate::{
    languages::Speaker,
    messages::group_steps as messages,
    short_pod_name,
    table::{
        grammar::{CountedNoun, TitleAndText, title_and_text},
        group_stage::GroupStageSentences,
        reservations::ReservationSentences,
    },
};

/// The numbers of a cycle: placed members, all members, minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberCounts {
    pub placed: usize,
    pub members: usize,
    /// The minimum of a gang.
    pub minimum: Option<usize>,
}

message_struct! {
    /// Titles on the page of groups.
    pub struct GroupLabels from group_steps;
}

/// The moments of a group.
pub trait GroupStepSentences: ReservationSentences + GroupStageSentences {
    /// A step of a group's cycle. The numbers come from the record.
    fn group_step(&self, step: GroupStep, cycle: &GroupCycle<'_>, minimum: Option<usize>) -> TitleAndText {
        let group = short_pod_name(cycle.group);
        if step == GroupStep::Snapshot {
            let members = cycle.order.len();
            return title_and_text(
                messages::group_step_title(self.language()),
                messages::GroupStep { members, group }.text(self.language()),
            );
        }
        let Some(summary) = cycle.summary else { return title_and_text(group, String::new()) };
        let members = &summary.members;
        let placed = members.iter().filter(|member| member.node.is_some()).count();
        let minimum = members.iter().find_map(|member| member.quorum).map(|(_, wanted)| wanted).or(minimum);
        let counts = MemberCounts { placed, members: members.len(), minimum };
        match step {
            GroupStep::Snapshot => title_and_text("", ""),
            GroupStep::Member(at) => {
                members.get(at).map_or_else(|| title_and_text(group, ""), |member| self.member_result(group, member))
            }
            GroupStep::Placement(at) => self.placement_result(group, summary, at),
            GroupStep::Verdict => self.group_verdict(group, summary, counts),
            GroupStep::Messages => {
                let others: Vec<&str> = members
                    .iter()
                    .filter(|member| member.node.is_none())
                    .map(|member| short_pod_name(&member.pod))
                    .collect();
                let others = self.list(&others);
                title_and_text(
                    messages::group_step_messages_title(self.language()),
                    messages::GroupStepMessages { placed, others }.text(self.language()),
                )
            }
            GroupStep::Bind => title_and_text(
                messages::GroupStepBindTitle { group }.text(self.language()),
                messages::GroupStepBind { placed }.text(self.language()),
            ),
            GroupStep::Stragglers => {
                let late: Vec<&str> = members
                    .iter()
                    .filter(|member| member.node.is_none())
                    .map(|member| short_pod_name(&member.pod))
                    .collect();
                let late = self.list(&late);
                title_and_text(
                    messages::group_step_stragglers_title(self.language()),
                    messages::GroupStepStragglers { late }.text(self.language()),
                )
            }
            GroupStep::Units
            | GroupStep::WithoutUnits
            | GroupStep::Reprieve(_)
            | GroupStep::Victims
            | GroupStep::Forget => match &summary.preemption {
                Some(preemption) => self.group_preemption_step(step, group, preemption, members),
                None => title_and_text(group, ""),
            },
        }
    }

    /// The outcome of a member.
    fn member_result(&self, group: &str, member: &MemberSummary) -> TitleAndText {
        let pod = short_pod_name(&member.pod);
        let Some(node) = &member.node else {
            return title_and_text(
                messages::MemberResultTitle { pod }.text(self.language()),
                messages::MemberResult { pod, group }.text(self.language()),
            );
        };
        let quorum = self.permit_quorum(member);
        let permit = member.permit.map_or_else(String::new, |code| {
            let permit = match code {
                PermitCode::Wait => messages::member_result_permit_permit_wait(self.language()),
                PermitCode::Success => messages::member_result_permit_permit_success(self.language()),
            };
            messages::MemberResultPermit { permit, quorum }.text(self.language())
        });
        let reserved = member.reservation.iter().map(|reservation| self.member_reservation(reservation));
        let reserved = reserved
            .filter(|text| !text.is_empty())
            .map(|text| messages::MemberResultReserved { text }.text(self.language()));
        let reserved: String = reserved.collect();
        if member.requires_preemption {
            return title_and_text(
                messages::MemberResultRequiresPreemptionTitle { pod }.text(self.language()),
                messages::MemberResultRequiresPreemption { pod, node, reserved, permit }.text(self.language()),
            );
        }
        title_and_text(
            messages::MemberPlacedTitle { pod }.text(self.language()),
            messages::MemberPlaced { pod, node, reserved, permit }.text(self.language()),
        )
    }

    /// The outcome of a placement.
    fn placement_result(&self, group: &str, summary: &GroupAttemptSummary, at: usize) -> TitleAndText {
        let placement = summary.placements.as_ref().and_then(|placements| placements.placements.get(at));
        let Some(placement) = placement else { return title_and_text(group, "") };
        let name = &placement.name;
        let nodes = self.count(placement.node_count, CountedNoun::Node);
        let points = placement
            .score
            .map_or_else(String::new, |score| messages::PlacementResultPoints { score }.text(self.language()));
        if placement.fits {
            title_and_text(
                messages::PlacementFitsTitle { name }.text(self.language()),
                messages::PlacementFits { group, name, nodes, points }.text(self.language()),
            )
        } else {
            title_and_text(
                messages::PlacementResultOtherwiseTitle { name }.text(self.language()),
                messages::PlacementResultOtherwise { group, name, nodes }.text(self.language()),
            )
        }
    }

    /// `3 of 4 placed · minimum 4`.
    fn placed_of(&self, counts: MemberCounts) -> String {
        let MemberCounts { placed, members, minimum } = counts;
        match minimum {
            Some(minimum) => messages::PlacedOfMinimum { placed, members, minimum }.text(self.language()),
            None => messages::PlacedOfNone { placed, members }.text(self.language()),
        }
    }

    /// The numbers of a cycle, with the bound members outside of it, which count toward the minimum.
    fn placed_beside(&self, counts: MemberCounts, bound: usize) -> String {
        let MemberCounts { placed, members, minimum } = counts;
        match (bound, minimum) {
            (0, _) => self.placed_of(counts),
            (_, Some(minimum)) => messages::PlacedBeside { placed, members, bound, minimum }.text(self.language()),
            (_, None) => messages::PlacedBesideNone { placed, members, bound }.text(self.language()),
        }
    }

    /// The tab of the inspector.
    fn group_page_name(&self) -> &'static str {
        messages::group_page_name(self.language())
    }

    /// Titles on the page of groups.
    fn group_labels(&self) -> &'static GroupLabels {
        GroupLabels::of(self)
    }

    /// The unit whose reprieve is tried, and why.
    fn order_reason(&self, popped: &str) -> String {
        messages::OrderReason { popped }.text(self.language())
    }

    /// What `Permit` counts for a member of a gang; empty for other groups.
    fn permit_quorum(&self, member: &MemberSummary) -> String {
        member.quorum.map_or_else(String::new, |(placed, wanted)| {
            messages::PermitQuorum { placed, wanted }.text(self.language())
        })
    }

    /// The verdict of `Permit` on a member.
    fn permit_line(&self, member: &MemberSummary) -> String {
        let quorum = self.permit_quorum(member);
        match member.permit {
            Some(PermitCode::Wait) => format!("Permit: Wait{quorum}"),
            Some(PermitCode::Success) => format!("Permit: Success{quorum}"),
            None => String::new(),
        }
    }

    /// `gang of 4`.
    fn group_kind(&self, members: usize, is_gang: bool) -> String {
        if is_gang {
            messages::GroupKindIsGang { members }.text(self.language())
        } else {
            messages::GroupKindOtherwise { members }.text(self.language())
        }
    }

    /// In the queue: how many members of a group exist.
    fn members_here(&self, here: usize, minimum: Option<usize>) -> String {
        match minimum {
            Some(minimum) if here < minimum => {
                messages::MembersHereMinimumBelowMinimum { here, minimum }.text(self.language())
            }
            Some(minimum) => messages::MembersHereMinimum { here, minimum }.text(self.language()),
            None => messages::MembersHereNone { here }.text(self.language()),
        }
    }

    /// In the queue: the outcome of a group's last cycle.
    fn fits_of(&self, counts: MemberCounts) -> String {
        let MemberCounts { placed, members, minimum } = counts;
        match minimum {
            Some(minimum) => messages::FitsOfMinimum { placed, members, minimum }.text(self.language()),
            None => messages::FitsOfNone { placed, members }.text(self.language()),
        }
    }

    /// In the queue: a group that waits for its victims.
    fn waits_for_victims(&self, victims: usize) -> String {
        let victims = self.count(victims, CountedNoun::Victim);
        messages::WaitsForVictims { victims }.text(self.language())
    }

    /// In the queue: pods of a group that are terminating.
    fn pods_on_nodes(&self, pods: usize, nodes: &[&str]) -> String {
        let (pods, nodes) = (self.count(pods, CountedNoun::Pod), self.list(nodes));
        messages::PodsOnNodes { pods, nodes }.text(self.language())
    }

    /// On the flag of a gang.
    fn minimum_flag(&self, minimum: usize) -> String {
        messages::MinimumFlag { minimum }.text(self.language())
    }

    /// On the tile of a member that is being tried.
    fn is_being_tried(&self) -> &'static str {
        messages::is_being_tried(self.language())
    }

    /// About a member for which no node is feasible, or none of a placement.
    fn fits_nowhere(&self, placement: Option<&str>) -> String {
        match placement {
            Some(placement) => messages::FitsNowhereIn { placement }.text(self.language()),
            None => messages::fits_nowhere(self.language()).to_owned(),
        }
    }

    /// On the tile of a member that had a node, but returns to the queue because the group does not fit.
    fn goes_back(&self) -> &'static str {
        messages::goes_back(self.language())
    }

    /// On the tile of a member that waits until the victims on this node are gone.
    fn needs_room_on(&self, node: &str) -> String {
        messages::NeedsRoomOn { node }.text(self.language())
    }

    /// On the tile of a member that has a node in this cycle only: it is bound if the whole group fits.
    fn placed_not_bound(&self) -> &'static str {
        messages::placed_not_bound(self.language())
    }

    /// The outcome of the cycle.
    fn group_verdict(&self, group: &str, summary: &GroupAttemptSummary, counts: MemberCounts) -> TitleAndText {
        // Permit also counts bound members.
        let bound = summary.members.iter().enumerate().find_map(|(at, member)| {
            let placed = summary.members[..=at].iter().filter(|member| member.node.is_some()).count();
            Some(member.quorum?.0.saturating_sub(placed))
        });
        // A group that waits for victims keeps no place: its members are nominated, as the picture says.
        let placed = match summary.is_waiting {
            true => self.nominated_of(counts.placed, counts.members),
            false => self.placed_beside(counts, bound.unwrap_or(0)),
        };
        let title = messages::GroupVerdictTitle { group, placed }.text(self.language());
        match &summary.status {
            GroupStatus::Success => title_and_text(title, messages::group_verdict_success(self.language())),
            _ if summary.is_waiting => title_and_text(title, messages::GroupVerdict { group }.text(self.language())),
            GroupStatus::Unschedulable(_) => {
                let has_minimum = counts.minimum.is_some_and(|minimum| bound.unwrap_or(0) >= minimum);
                title_and_text(title, messages::GroupVerdictUnschedulable { has_minimum }.text(self.language()))
            }
            GroupStatus::Error(_) => title_and_text(title, messages::GroupVerdictError { group }.text(self.language())),
        }
    }

    /// A unit.
    fn unit_name(&self, unit: &GroupUnit) -> String {
        match &unit.group {
            Some(group) => short_pod_name(group).to_owned(),
            None => unit.pods.first().map_or_else(String::new, |pod| short_pod_name(pod).to_owned()),
        }
    }

    /// A step of preemption for a group.
    fn group_preemption_step(
        &self,
        step: GroupStep,
        group: &str,
        preemption: &GroupPreemptionSummary,
        members: &[MemberSummary],
    ) -> TitleAndText {
        let units = preemption.potential.len();
        let fitting = |run: usize| {
            let nodes = preemption.simulations.get(run).map_or(&[][..], Vec::as_slice);
            (nodes.iter().filter(|node| node.is_some()).count(), members.len())
        };
        let unit_at = |at: &usize| preemption.potential.get(*at);
        if units == 0
            && let (GroupStep::Units | GroupStep::WithoutUnits, Some(priority)) = (step, preemption.priority)
        {
            return title_and_text(
                messages::group_preemption_impossible_title(self.language()),
                messages::GroupPreemptionImpossible { group, priority }.text(self.language()),
            );
        }
        match step {
            GroupStep::Units => match preemption.priority {
                Some(priority) => title_and_text(
                    messages::group_preemption_step_units_priority_title(self.language()),
                    messages::GroupPreemptionStepUnitsPriority { group, priority, units }.text(self.language()),
                ),
                None => title_and_text(
                    messages::group_preemption_step_units_none_title(self.language()),
                    messages::GroupPreemptionStepUnitsNone { group }.text(self.language()),
                ),
            },
            GroupStep::WithoutUnits => match preemption.fits_without_any {
                Some(true) => {
                    let (placed, all) = fitting(0);
                    title_and_text(
                        messages::fits_without_units_title(self.language()),
                        messages::FitsWithoutUnits { units, group, placed, all }.text(self.language()),
                    )
                }
                _ => title_and_text(
                    messages::does_not_fit_without_units_title(self.language()),
                    messages::DoesNotFitWithoutUnits { units, group }.text(self.language()),
                ),
            },
            GroupStep::Reprieve(at) => {
                let Some((unit, is_spared)) =
                    preemption.reprieves.get(at).and_then(|(unit, is_spared)| Some((unit_at(unit)?, *is_spared)))
                else {
                    return title_and_text(group, "");
                };
                self.unit_result(group, unit, is_spared, (at, fitting(at + 1)))
            }
            GroupStep::Victims => {
                let victims: Vec<&GroupUnit> = preemption.victims.iter().filter_map(unit_at).collect();
                let names: Vec<String> = victims.iter().map(|unit| self.unit_name(unit)).collect();
                let names = self.list(&names.iter().map(String::as_str).collect::<Vec<_>>());
                let (count, pods) = (victims.len(), victims.iter().map(|unit| unit.pods.len()).sum::<usize>());
                let pods = self.count(pods, CountedNoun::Pod);
                title_and_text(
                    messages::GroupPreemptionStepVictimsTitle { count, units }.text(self.language()),
                    messages::GroupPreemptionStepVictims { count, units, names, pods }.text(self.language()),
                )
            }
            _ => {
                let placements: Vec<String> = members
                    .iter()
                    .filter_map(|member| Some((short_pod_name(&member.pod), member.node.as_ref()?)))
                    .map(|(pod, node)| format!("{pod} → {node}"))
                    .collect();
                let placements = self.list(&placements.iter().map(String::as_str).collect::<Vec<_>>());
                let nominations = if placements.is_empty() {
                    messages::group_preemption_step_nominations_no_placements(self.language()).to_owned()
                } else {
                    messages::GroupPreemptionStepNominationsOtherwise { placements }.text(self.language())
                };
                title_and_text(
                    messages::group_preemption_step_title(self.language()),
                    messages::GroupPreemptionStep { nominations }.text(self.language()),
                )
            }
        }
    }

    /// A unit that was put back: its number, and how many members fit with it.
    fn unit_result(
        &self,
        group: &str,
        unit: &GroupUnit,
        is_spared: bool,
        (at, (placed, members)): (usize, (usize, usize)),
    ) -> TitleAndText {
        let (name, pods) = (&self.unit_name(unit), unit.pods.len());
        let first =
            if unit.is_violating { messages::UnitResultFirst { name }.text(self.language()) } else { String::new() };
        let number = at + 1;
        match (is_spared, pods > 1) {
            (true, _) => title_and_text(
                messages::UnitStaysTitle { name }.text(self.language()),
                messages::UnitStays { name, number, group, placed, members, first }.text(self.language()),
            ),
            (false, true) => title_and_text(
                messages::UnitGoesAsOneTitle { name }.text(self.language()),
                messages::UnitGoesAsOne { name, pods, placed, members, group, first }.text(self.language()),
            ),
            (false, false) => title_and_text(
                messages::UnitIsVictimTitle { name }.text(self.language()),
                messages::UnitIsVictim { name, number, placed, members, group, first }.text(self.language()),
            ),
        }
    }

    /// A member of a gang that lacks members.
    fn gang_incomplete(&self, group: &str, here: usize, minimum: usize) -> TitleAndText {
        title_and_text(
            messages::GangIncompleteTitle { group }.text(self.language()),
            messages::GangIncomplete { group, here, minimum }.text(self.language()),
        )
    }

    /// The member that completes a gang.
    fn gang_complete(&self, group: &str, pod: &str) -> TitleAndText {
        title_and_text(
            messages::GangCompleteTitle { group }.text(self.language()),
            messages::GangComplete { pod }.text(self.language()),
        )
    }

    /// A member leaves the queue because a sibling was popped.
    fn sibling_popped(&self, pod: &str, popped: &str, attempt: u32) -> TitleAndText {
        title_and_text(
            messages::SiblingPoppedTitle { pod, popped }.text(self.language()),
            messages::SiblingPopped { pod, popped, attempt }.text(self.language()),
        )
    }

    /// A member is popped.
    fn group_popped(&self, group: &str, pod: &str, siblings: usize) -> TitleAndText {
        let title = messages::GroupPoppedTitle { group }.text(self.language());
        title_and_text(title, messages::GroupPopped { pod, siblings }.text(self.language()))
    }

    /// All victims of a group are terminating.
    fn group_victims_end(&self, victims: usize, nodes: usize, left: &str) -> TitleAndText {
        let (victims, nodes) = (self.count(victims, CountedNoun::Victim), self.count(nodes, CountedNoun::Node));
        title_and_text(
            messages::group_victims_end_title(self.language()),
            messages::GroupVictimsEnd { victims, nodes, left }.text(self.language()),
        )
    }

    /// The last victim of a group is gone; `claim` says who may use the freed resources.
    fn group_room_free(&self, group: &str, pod: &str, claim: &str) -> TitleAndText {
        title_and_text(
            messages::group_room_free_title(self.language()),
            messages::GroupRoomFree { pod, group, claim }.text(self.language()),
        )
    }
}

impl<T: Speaker> GroupStepSentences for T {}
