//! Texts of the moments of a group's cycle and of its preemption.

use runlog::{GroupAttemptSummary, GroupPreemptionSummary, GroupStatus, GroupUnit, MemberSummary, PermitCode};
use trace::{group_cycle::GroupCycle, group_steps::GroupStep};

use crate::{
    languages::Speaker,
    short_pod_name,
    table::{
        grammar::{CountedNoun, TitleAndText, title_and_text},
        reservations::ReservationSentences,
    },
};

/// The numbers of a verdict: placed, members, minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberCounts {
    pub placed: usize,
    pub members: usize,
    /// Only for a gang.
    pub minimum: Option<usize>,
}

message_struct! {
    /// Titles on the page of groups.
    pub struct GroupLabels {
        members: "members", "成员";
        minimum: "minCount", "minCount";
        with_node: "with a node", "有节点";
        priority: "group priority", "组优先级";
        disruption: "disruptionMode", "disruptionMode";
        condition: "condition", "状况";
        none_yet: "none yet", "尚无";
        order: "Members, in the order they are tried", "成员，按尝试顺序";
        why_order: "Why this order", "为什么是这个顺序";
        units: "Units, in the order they are put back", "单元，按放回的顺序";
        stays: "stays", "留下";
        goes: "victim", "牺牲者";
        not_asked: "not asked", "未问及";
        why_pending: "Why is this group pending?", "这个组为什么悬决？";
        gangs_off: "gangs off", "gang 关";
        gangs_on: "gangs on", "gang 开";
        gangs_choice: "gangs off | on", "gang 关 | 开";
        terminating: "Terminating", "终止中";
        terminating_is:
            "Victims of preemption that shut down, with the time left",
            "正在终止的抢占牺牲者，及剩余时间";
        no_groups: "There is no group of pods.", "没有 Pod 组。";
    }
}

/// The moments of a group.
pub trait GroupStepSentences: ReservationSentences {
    /// A step of a group's cycle. The numbers come from the record.
    fn group_step(&self, step: GroupStep, cycle: &GroupCycle<'_>, minimum: Option<usize>) -> TitleAndText {
        let group = short_pod_name(cycle.group);
        if step == GroupStep::Snapshot {
            let members = cycle.order.len();
            return translate!(
                self,
                title_and_text(
                    "One snapshot",
                    match members {
                        1 => format!(
                            "A snapshot for {group}, of which one member waits. Nothing is bound before the verdict."
                        ),
                        2 => format!(
                            "One snapshot for both members of {group}, tried in this order. The first one counts for the second. Nothing is bound before the verdict."
                        ),
                        _ => format!(
                            "One snapshot for all {members} of {group}, tried in this order. Each one placed counts for the next. Nothing is bound before the verdict."
                        ),
                    }
                ),
                title_and_text(
                    "同一份快照",
                    format!(
                        "{group} 的 {members} 个成员共用一份快照，按此顺序尝试。已放下的成员计入后面的尝试。得出结论前不绑定任何 Pod。"
                    )
                )
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
                translate!(
                    self,
                    title_and_text(
                        "Whose message",
                        match placed {
                            1 =>
                                format!("The one that fitted gets the group's message, {others} a message of its own."),
                            _ => format!(
                                "The {placed} that fitted get the group's message, {others} a message of its own."
                            ),
                        }
                    ),
                    title_and_text(
                        "各自的消息",
                        format!("放得下的 {placed} 个成员得到整组的消息，{others} 得到自己的消息。")
                    )
                )
            }
            GroupStep::Bind => translate!(
                self,
                title_and_text(
                    format!("{group} is bound"),
                    match placed {
                        1 => "The one that fits is bound.".to_owned(),
                        2 => "Both that fit are bound, in the order in which they were tried.".to_owned(),
                        _ => format!("All {placed} that fit are bound, in the order in which they were tried."),
                    }
                ),
                title_and_text(format!("绑定 {group}"), format!("放得下的 {placed} 个成员全部按尝试的顺序绑定。"))
            ),
            GroupStep::Stragglers => {
                let late: Vec<&str> = members
                    .iter()
                    .filter(|member| member.node.is_none())
                    .map(|member| short_pod_name(&member.pod))
                    .collect();
                let late = self.list(&late);
                translate!(
                    self,
                    title_and_text(
                        "Left behind",
                        format!("The minimum runs. What does not fit stays behind and is tried later: {late}.")
                    ),
                    title_and_text("落在后面", format!("最小数量已经就位。放不下的成员稍后再试：{late}。"))
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
            return translate!(
                self,
                title_and_text(
                    format!("{pod} fits nowhere"),
                    format!("{pod} fits nowhere. {group} goes on without it.")
                ),
                title_and_text(format!("{pod} 无处可放"), format!("{pod} 无处可放。{group} 不等它，继续尝试。"))
            );
        };
        let quorum = member.quorum.map_or_else(String::new, |(placed, wanted)| {
            translate!(self, format!(", {placed} of {wanted}"), format!("，{wanted} 个中的 {placed} 个"))
        });
        let permit = member.permit.map_or_else(String::new, |code| {
            let permit = match code {
                PermitCode::Wait => translate!(self, " Permit: wait", " Permit：等待"),
                PermitCode::Success => translate!(self, " Permit: go", " Permit：放行"),
            };
            translate!(self, format!("{permit}{quorum}."), format!("{permit}{quorum}。"))
        });
        let reserved = member.reservation.iter().map(|reservation| self.member_reservation(reservation));
        let reserved = reserved.filter(|text| !text.is_empty()).map(|text| translate!(self, format!(" {text}"), text));
        let reserved: String = reserved.collect();
        if member.requires_preemption {
            return translate!(
                self,
                title_and_text(
                    format!("{pod} needs an eviction"),
                    format!(
                        "{pod} would fit on {node} once pods there are gone. So nobody is bound yet.{reserved}{permit}"
                    )
                ),
                title_and_text(
                    format!("{pod} 需要驱逐"),
                    format!("等 {node} 上的 Pod 离开后，{pod} 才放得下。所以现在谁也不绑定。{reserved}{permit}")
                )
            );
        }
        translate!(
            self,
            title_and_text(
                format!("{pod} is placed"),
                format!("{pod} fits on {node}. It is placed, not bound.{reserved}{permit}")
            ),
            title_and_text(format!("{pod} 已放下"), format!("{pod} 放得进 {node}：已放下，未绑定。{reserved}{permit}"))
        )
    }

    /// The outcome of a placement.
    fn placement_result(&self, group: &str, summary: &GroupAttemptSummary, at: usize) -> TitleAndText {
        let placement = summary.placements.as_ref().and_then(|placements| placements.placements.get(at));
        let Some((name, nodes, fits, score)) = placement else { return title_and_text(group, "") };
        let nodes = self.count(*nodes, CountedNoun::Node);
        let points = score.map_or_else(String::new, |score| {
            translate!(self, format!(" It scores {score}."), format!("得分 {score}。"))
        });
        if *fits {
            translate!(
                self,
                title_and_text(format!("Placement {name}"), format!("{group} fits in {name}, {nodes}.{points}")),
                title_and_text(format!("放置 {name}"), format!("{group} 放得进 {name}（{nodes}）。{points}"))
            )
        } else {
            translate!(
                self,
                title_and_text(format!("Placement {name}"), format!("{group} does not fit in {name}, {nodes}.")),
                title_and_text(format!("放置 {name}"), format!("{group} 放不进 {name}（{nodes}）。"))
            )
        }
    }

    /// `3 of 4 placed · needs 4`.
    fn placed_of(&self, counts: MemberCounts) -> String {
        let MemberCounts { placed, members, minimum } = counts;
        match minimum {
            Some(minimum) => translate!(
                self,
                format!("{placed} of {members} placed · needs {minimum}"),
                format!("{members} 个中已放下 {placed} 个 · 需要 {minimum} 个")
            ),
            None => {
                translate!(self, format!("{placed} of {members} placed"), format!("{members} 个中已放下 {placed} 个"))
            }
        }
    }

    /// The numbers of a cycle, with the bound members outside of it, which count toward the minimum.
    fn placed_beside(&self, counts: MemberCounts, bound: usize) -> String {
        let MemberCounts { placed, members, minimum } = counts;
        match (bound, minimum) {
            (0, _) => self.placed_of(counts),
            (_, Some(minimum)) => translate!(
                self,
                format!("{placed} of {members} placed, {bound} bound · needs {minimum}"),
                format!("{members} 个中已放下 {placed} 个，已绑定 {bound} 个 · 需要 {minimum} 个")
            ),
            (_, None) => translate!(
                self,
                format!("{placed} of {members} placed, {bound} bound"),
                format!("{members} 个中已放下 {placed} 个，已绑定 {bound} 个")
            ),
        }
    }

    /// The tab of the inspector.
    fn group_page_name(&self) -> &'static str {
        translate!(self, "Group", "组")
    }

    /// Titles on the page of groups.
    fn group_labels(&self) -> &'static GroupLabels {
        GroupLabels::of(self)
    }

    /// The unit that is asked, and why.
    fn order_reason(&self, popped: &str) -> String {
        translate!(
            self,
            format!(
                "Priority first, then who came into the active queue first. {popped} was popped; those that came in together are in random order."
            ),
            format!("先比优先级，再比进入活动队列的先后。{popped} 出队；同时进入的成员顺序随机。")
        )
    }

    /// The verdict of `Permit` on a member.
    fn permit_line(&self, member: &MemberSummary) -> String {
        let quorum = member.quorum.map_or_else(String::new, |(placed, wanted)| {
            translate!(self, format!(", {placed} of {wanted}"), format!("，{wanted} 个中的 {placed} 个"))
        });
        match member.permit {
            Some(PermitCode::Wait) => format!("Permit: Wait{quorum}"),
            Some(PermitCode::Success) => format!("Permit: Success{quorum}"),
            None => String::new(),
        }
    }

    /// `gang of 4`.
    fn group_kind(&self, members: usize, is_gang: bool) -> String {
        if is_gang {
            translate!(self, format!("gang of {members}"), format!("{members} 个成员的 gang"))
        } else {
            translate!(self, format!("group of {members}"), format!("{members} 个成员的组"))
        }
    }

    /// In the queue: how many members of a group exist.
    fn members_here(&self, here: usize, minimum: Option<usize>) -> String {
        match minimum {
            Some(minimum) if here < minimum => {
                translate!(
                    self,
                    format!("{here} of {minimum} here · gated"),
                    format!("{minimum} 个中已有 {here} 个 · 被门控")
                )
            }
            Some(minimum) => {
                translate!(
                    self,
                    format!("{here} here · needs {minimum}"),
                    format!("已有 {here} 个 · 需要 {minimum} 个")
                )
            }
            None => translate!(self, format!("{here} here"), format!("已有 {here} 个")),
        }
    }

    /// In the queue: the outcome of a group's last cycle.
    fn fits_of(&self, counts: MemberCounts) -> String {
        let MemberCounts { placed, members, minimum } = counts;
        match minimum {
            Some(minimum) => translate!(
                self,
                format!("{placed} of {members} fit · needs {minimum}"),
                format!("{members} 个中 {placed} 个放得下 · 需要 {minimum} 个")
            ),
            None => translate!(self, format!("{placed} of {members} fit"), format!("{members} 个中 {placed} 个放得下")),
        }
    }

    /// In the queue: a group that waits for its victims.
    fn waits_for_victims(&self, victims: usize) -> String {
        let victims = self.count(victims, CountedNoun::Victim);
        translate!(self, format!("waits for {victims}"), format!("等待 {victims}"))
    }

    /// In the queue: pods of a group that are terminating.
    fn pods_on_nodes(&self, pods: usize, nodes: &[&str]) -> String {
        let (pods, nodes) = (self.count(pods, CountedNoun::Pod), self.list(nodes));
        translate!(self, format!("{pods} on {nodes}"), format!("{nodes} 上的 {pods}"))
    }

    /// On the flag of a gang.
    fn minimum_flag(&self, minimum: usize) -> String {
        translate!(self, format!("minimum {minimum}"), format!("最小 {minimum}"))
    }

    /// A member that is being tried.
    fn is_being_tried(&self) -> &'static str {
        translate!(self, "is being tried", "正在尝试")
    }

    /// A member that is not placed.
    fn fits_nowhere(&self) -> &'static str {
        translate!(self, "fits nowhere", "无处可放")
    }

    /// A member that loses its place.
    fn goes_back(&self) -> &'static str {
        translate!(self, "goes back", "放回队列")
    }

    /// A member that waits for victims.
    fn needs_room_on(&self, node: &str) -> String {
        translate!(self, format!("needs room on {node}"), format!("需要 {node} 腾出空间"))
    }

    /// A member that is placed in the snapshot.
    fn placed_not_bound(&self) -> &'static str {
        translate!(self, "placed, not bound", "已放下，未绑定")
    }

    /// The outcome of the cycle.
    fn group_verdict(&self, group: &str, summary: &GroupAttemptSummary, counts: MemberCounts) -> TitleAndText {
        // Permit counts those that are bound, too.
        let bound = summary.members.iter().enumerate().find_map(|(at, member)| {
            let placed = summary.members[..=at].iter().filter(|member| member.node.is_some()).count();
            Some(member.quorum?.0.saturating_sub(placed))
        });
        let placed = self.placed_beside(counts, bound.unwrap_or(0));
        let title = format!("{group}: {placed}");
        match &summary.status {
            GroupStatus::Success => translate!(
                self,
                title_and_text(title, "Minimum reached: those that fit are bound."),
                title_and_text(title, "达到最小数量：绑定放得下的成员。")
            ),
            _ if summary.is_waiting => translate!(
                self,
                title_and_text(
                    title,
                    format!("{group} waits until its victims are gone. Nobody is bound before, and all go back.")
                ),
                title_and_text(title, format!("{group} 等牺牲者离开。在此之前谁也不绑定，全部放回队列。"))
            ),
            GroupStatus::Unschedulable(_) => translate!(
                self,
                title_and_text(title, "Too few: all go back at once. No node is kept for them."),
                title_and_text(title, "数量不够：所有成员同时放回队列，不为它们保留任何节点。")
            ),
            GroupStatus::Error(_) => translate!(
                self,
                title_and_text(title, format!("An error ends the cycle of {group}.")),
                title_and_text(title, format!("错误结束了 {group} 的周期。"))
            ),
        }
    }

    /// A unit.
    fn unit_name(&self, unit: &GroupUnit) -> String {
        match &unit.group {
            Some(group) if unit.pods.len() > 1 => short_pod_name(group).to_owned(),
            _ => unit.pods.first().map_or_else(String::new, |pod| short_pod_name(pod).to_owned()),
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
            return translate!(
                self,
                title_and_text(
                    "Nothing may go",
                    format!(
                        "{group}'s group priority is {priority}. Nothing that runs has a lower one: no eviction helps."
                    )
                ),
                title_and_text(
                    "谁也不能被驱逐",
                    format!("{group} 的组优先级是 {priority}。运行中的 Pod 都不比它低：驱逐无济于事。")
                )
            );
        }
        match step {
            GroupStep::Units => match preemption.priority {
                Some(priority) => translate!(
                    self,
                    title_and_text(
                        "What may go",
                        format!(
                            "{group}'s group priority is {priority}. Everything lower may go, unit by unit: {units}."
                        )
                    ),
                    title_and_text(
                        "谁可以被驱逐",
                        format!("{group} 的组优先级是 {priority}。更低的都可以被驱逐，以单元计：{units} 个。")
                    )
                ),
                None => translate!(
                    self,
                    title_and_text("No preemption", format!("{group} may not preempt.")),
                    title_and_text("不能抢占", format!("{group} 不能抢占。"))
                ),
            },
            GroupStep::WithoutUnits => match preemption.fits_without_any {
                Some(true) => {
                    let (placed, all) = fitting(0);
                    translate!(
                        self,
                        title_and_text(
                            "All units removed",
                            format!(
                                "All {units} units are removed in thought, and {group} fits: {placed} of {all}. Now they are put back one by one."
                            )
                        ),
                        title_and_text(
                            "移除所有单元",
                            format!(
                                "设想移除全部 {units} 个单元，{group} 放得下：{all} 个中的 {placed} 个。接着逐个放回。"
                            )
                        )
                    )
                }
                _ => translate!(
                    self,
                    title_and_text(
                        "All units removed",
                        format!(
                            "All {units} units are removed in thought, and {group} still does not fit. No eviction helps."
                        )
                    ),
                    title_and_text(
                        "移除所有单元",
                        format!("设想移除全部 {units} 个单元，{group} 仍放不下。驱逐无济于事。")
                    )
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
                translate!(
                    self,
                    title_and_text(
                        format!("{count} of {units} units go"),
                        format!("{count} of {units} units go: {names}. Evicted in all: {pods}.")
                    ),
                    title_and_text(
                        format!("{units} 个单元中驱逐 {count} 个"),
                        format!("{units} 个单元中驱逐 {count} 个：{names}。共驱逐 {pods}。")
                    )
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
                    translate!(self, "No member is nominated.".to_owned(), "没有成员被提名。".to_owned())
                } else {
                    translate!(
                        self,
                        format!("Only what had fitted before is nominated: {placements}."),
                        format!("只有之前就放得下的成员被提名：{placements}。")
                    )
                };
                translate!(
                    self,
                    title_and_text(
                        "The placement is thrown away",
                        format!("Where the members would fit without the victims is not kept. {nominations}")
                    ),
                    title_and_text("放置结果被丢弃", format!("没有牺牲者时各成员的位置不会保留。{nominations}"))
                )
            }
        }
    }

    /// A unit that was put back: its number, and how many of the members fit with it.
    fn unit_result(
        &self,
        group: &str,
        unit: &GroupUnit,
        is_spared: bool,
        (at, (placed, members)): (usize, (usize, usize)),
    ) -> TitleAndText {
        let (name, pods) = (self.unit_name(unit), unit.pods.len());
        let first = if unit.violates {
            translate!(
                self,
                format!(" {name} is among those asked first: its budget allows no disruption."),
                format!("{name} 属于最先放回的：其 PodDisruptionBudget 不允许干扰。")
            )
        } else {
            String::new()
        };
        let number = at + 1;
        match (is_spared, pods > 1) {
            (true, _) => translate!(
                self,
                title_and_text(
                    format!("{name} stays"),
                    format!(
                        "{name} is put back, number {number}. With it {group} still fits, {placed} of {members}, so it stays.{first}"
                    )
                ),
                title_and_text(
                    format!("{name} 留下"),
                    format!(
                        "第 {number} 个放回 {name}。{group} 仍放得下（{members} 个中的 {placed} 个），所以它留下。{first}"
                    )
                )
            ),
            (false, true) => translate!(
                self,
                title_and_text(
                    format!("{name} goes as one"),
                    format!(
                        "{name} comes back whole, {pods} pods. Only {placed} of {members} of {group} fit with it: {name} is a victim, as one.{first}"
                    )
                ),
                title_and_text(
                    format!("{name} 整体被驱逐"),
                    format!(
                        "{name} 的 {pods} 个 Pod 一起放回。{group} 的 {members} 个成员只放得下 {placed} 个：{name} 整体成为牺牲者。{first}"
                    )
                )
            ),
            (false, false) => translate!(
                self,
                title_and_text(
                    format!("{name} is a victim"),
                    format!(
                        "{name} is put back, number {number}. Only {placed} of {members} of {group} fit with it: it is a victim.{first}"
                    )
                ),
                title_and_text(
                    format!("{name} 是牺牲者"),
                    format!(
                        "第 {number} 个放回 {name}。{group} 的 {members} 个成员只放得下 {placed} 个：它是牺牲者。{first}"
                    )
                )
            ),
        }
    }

    /// A member of a gang that lacks members.
    fn gang_incomplete(&self, group: &str, here: usize, minimum: usize) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("{group} is gated"),
                format!("{group} has {here} of {minimum} members. It is not tried.")
            ),
            title_and_text(
                format!("{group} 被门控"),
                format!("{group} 有 {minimum} 个成员中的 {here} 个，不会尝试调度。")
            )
        )
    }

    /// The member that completes a gang.
    fn gang_complete(&self, group: &str, pod: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("{group} is complete"),
                format!("{pod} completes the gang. It goes first; the rest follow in random order.")
            ),
            title_and_text(
                format!("{group} 已凑齐"),
                format!("{pod} 凑齐了 gang。它最先入队；其余成员以随机顺序跟上。")
            )
        )
    }

    /// A member is popped.
    fn group_popped(&self, group: &str, pod: &str, siblings: usize) -> TitleAndText {
        let title = translate!(self, format!("Cycle of {group}"), format!("{group} 的整组周期"));
        translate!(
            self,
            title_and_text(title, format!("{pod} is popped and takes its waiting siblings along: {siblings}.")),
            title_and_text(title, format!("{pod} 出队，并带上 {siblings} 个等待中的同组成员。"))
        )
    }

    /// All victims of a group are terminating.
    fn group_victims_end(&self, victims: usize, nodes: usize, left: &str) -> TitleAndText {
        let (victims, nodes) = (self.count(victims, CountedNoun::Victim), self.count(nodes, CountedNoun::Node));
        translate!(
            self,
            title_and_text(
                "The victims shut down",
                format!("{victims} on {nodes}. {left} left until the last is gone.")
            ),
            title_and_text("牺牲者终止中", format!("{nodes}上的 {victims}。距最后一个离开还有 {left}。"))
        )
    }

    /// The last victim of a group is gone; `claim` says who takes the room.
    fn group_room_free(&self, group: &str, pod: &str, claim: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Room is free", format!("{pod} was the last victim of {group}. Room is free. {claim}")),
            title_and_text("空间已腾出", format!("{pod} 是 {group} 的最后一个牺牲者。空间已腾出。{claim}"))
        )
    }
}

impl<T: Speaker> GroupStepSentences for T {}
