//! Detailed texts about pod groups: why one waits, its lane, and questions about its cycle.

use api::{Millis, NamespacedName};
use trace::{choices::group_outcome::GroupOutcome, group_stairs::GroupActivity, group_wait::GroupWait};

use crate::{
    format_clock,
    languages::Speaker,
    short_pod_name,
    table::{compare::pod_names, grammar::Grammar},
};

/// The outcome of a group in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupResult<'r> {
    pub name: &'r str,
    /// When it reached its minimum.
    pub whole: Option<String>,
    /// The most members that ran at once.
    pub running: usize,
    pub members: usize,
}

/// Detailed texts about groups.
pub trait GroupFactSentences: Grammar {
    /// Why a group waits.
    fn group_wait(&self, group: &str, wait: &GroupWait, now: Millis) -> String {
        match wait {
            GroupWait::NoGroup => translate!(
                self,
                format!("There is no PodGroup {group}: its pods wait until it is created."),
                format!("没有 PodGroup {group}：它的 Pod 会一直等到它被创建。")
            ),
            GroupWait::Incomplete { here, minimum } => translate!(
                self,
                format!("{group} has {here} of {minimum} members. It isn’t tried before all {minimum} are here."),
                format!("{group} 有 {minimum} 个成员中的 {here} 个。凑齐 {minimum} 个之前不会尝试调度。")
            ),
            GroupWait::NotTried => translate!(
                self,
                format!("All members that {group} needs are here; it hasn’t been tried yet."),
                format!("{group} 需要的成员都已到齐，还没有尝试调度。")
            ),
            GroupWait::AwaitsVictims(victims) if victims.is_empty() => translate!(
                self,
                format!("{group} fits once pods have been evicted. Nobody is bound before."),
                format!("{group} 要等驱逐 Pod 后才放得下。在此之前不绑定任何成员。")
            ),
            GroupWait::AwaitsVictims(victims) => translate!(
                self,
                format!(
                    "{group} waits for its victims to terminate: {}. Nobody is bound before.",
                    victims_leaving(self, victims, now)
                ),
                format!(
                    "{group} 正在等待牺牲者离开：{}。在此之前不绑定任何成员。",
                    victims_leaving(self, victims, now)
                )
            ),
            GroupWait::NeedyMember { member, node, fits, members } => {
                let member = short_pod_name(member);
                translate!(
                    self,
                    format!(
                        "{fits} of {members} members of {group} fit, which is enough. But {member} needs an eviction on {node}, so nobody is bound yet."
                    ),
                    format!(
                        "{group} 的 {members} 个成员中 {fits} 个放得下，已经够了。但 {member} 需要在 {node} 上驱逐 Pod，所以还不绑定任何成员。"
                    )
                )
            }
            GroupWait::TooFewFit { fits, members, needed, rejected } => {
                let mut text = translate!(
                    self,
                    format!("{fits} of {members} members of {group} fit, {needed} are needed: all go back."),
                    format!("{group} 的 {members} 个成员中 {fits} 个放得下，需要 {needed} 个：全部退回。")
                );
                for (pod, message) in rejected {
                    let pod = short_pod_name(pod);
                    text += &translate!(self, format!(" {pod}: {message}"), format!("{pod}：{message}"));
                }
                text
            }
            GroupWait::Stragglers(pods) => translate!(
                self,
                format!(
                    "{group} has its minimum. {} didn’t fit and is tried later, without the gang’s guarantee.",
                    pod_names(self, pods)
                ),
                format!("{group} 已达到最小数量。{} 放不下，稍后再试，不再享有 gang 的保证。", pod_names(self, pods))
            ),
            GroupWait::Error(message) => translate!(
                self,
                format!("An error ended the last cycle of {group}: {message}"),
                format!("错误结束了 {group} 的上一个周期：{message}")
            ),
        }
    }

    /// A unit that was put back.
    fn unit_not_spared(&self, group: &str, others: &[NamespacedName], violates: bool) -> String {
        let budget = if violates {
            translate!(
                self,
                " Its budget allows no disruption: it was asked first, and goes all the same.",
                "其干扰预算不允许干扰：它最先被问及，但仍须离开。"
            )
        } else {
            ""
        };
        if others.is_empty() {
            return translate!(
                self,
                format!("With it put back, {group} didn’t reach its minimum.{budget}"),
                format!("将它放回后，{group} 达不到最小数量。{budget}")
            );
        }
        translate!(
            self,
            format!(
                "It goes as one with {} (disruptionMode PodGroup). With all of them put back, {group} didn’t reach its minimum.{budget}",
                pod_names(self, others)
            ),
            format!(
                "它与 {} 作为一个整体离开（disruptionMode PodGroup）。全部放回后，{group} 达不到最小数量。{budget}",
                pod_names(self, others)
            )
        )
    }

    /// The question about the outcome of a group's cycle.
    fn does_group_start(&self, group: &str) -> String {
        translate!(self, format!("Does {group} start now?"), format!("{group} 现在能启动吗？"))
    }

    /// An answer to it.
    fn group_outcome(&self, outcome: GroupOutcome) -> &'static str {
        match outcome {
            GroupOutcome::Starts => translate!(self, "Yes: enough members are bound", "能：绑定足够的成员"),
            GroupOutcome::AwaitsVictims => {
                translate!(self, "Not yet: pods are evicted first", "还不能：先驱逐 Pod")
            }
            GroupOutcome::GoesBack => translate!(self, "No: all go back to the queue", "不能：全部退回队列"),
        }
    }

    /// The question which units are victims.
    fn which_units(&self, group: &str, count: usize) -> String {
        match count {
            1 => translate!(
                self,
                format!("Which unit is evicted for {group}?"),
                format!("为了 {group}，哪个单元会被驱逐？")
            ),
            _ => translate!(
                self,
                format!("Which {count} units are evicted for {group}, the most important first?"),
                format!("为了 {group}，哪 {count} 个单元会被驱逐？从最重要的开始。")
            ),
        }
    }

    /// Why a unit is a victim, or stays.
    fn unit_put_back(&self, group: &str, unit: &str, stays: bool, violates: bool) -> String {
        let budget = if violates {
            translate!(
                self,
                " It is put back before all others, as its budget allows no disruption.",
                "因其干扰预算不允许干扰，它最先被放回。"
            )
        } else {
            ""
        };
        if stays {
            translate!(
                self,
                format!("With {unit} put back, {group} still fits: it stays.{budget}"),
                format!("放回 {unit} 后 {group} 仍放得下：它留下。{budget}")
            )
        } else {
            translate!(
                self,
                format!("With {unit} put back, {group} doesn’t fit any more: it has to go.{budget}"),
                format!("放回 {unit} 后 {group} 放不下了：它必须离开。{budget}")
            )
        }
    }

    /// The title of a preemption for a group.
    fn may_remove_below(&self, group: &str, priority: i32) -> String {
        translate!(
            self,
            format!("{group} may remove what is below {priority}"),
            format!("{group} 可以移除优先级低于 {priority} 的单元")
        )
    }

    /// Which priority counts.
    fn group_priority_counts(&self) -> &'static str {
        translate!(
            self,
            "Its own spec.priority counts, not its pods’.",
            "算数的是它自己的 spec.priority，而不是其 Pod 的优先级。"
        )
    }

    /// Whether a group fits with all units removed, if that is known.
    fn fits_without(&self, group: &str, units: usize, fits: Option<bool>) -> String {
        match fits {
            None => String::new(),
            Some(true) => translate!(
                self,
                format!("With all {units} units removed, {group} fits."),
                format!("移除全部 {units} 个单元后，{group} 放得下。")
            ),
            Some(false) => translate!(
                self,
                format!("Even with all {units} units removed, {group} doesn’t fit: nobody is evicted."),
                format!("即使移除全部 {units} 个单元，{group} 仍放不下：不驱逐任何 Pod。")
            ),
        }
    }

    /// Why a unit is put back before the others.
    fn asked_for_budget(&self) -> &'static str {
        translate!(self, "before all others: its eviction would violate a budget", "最先问及：驱逐它会违反干扰预算")
    }

    /// A title.
    fn each_question_title(&self) -> &'static str {
        translate!(self, "Each question is the whole group again", "每次都重新尝试整个组")
    }

    /// The question that is asked for each unit.
    fn each_question(&self) -> &'static str {
        translate!(
            self,
            "PreFilter to Permit for every member, without PostFilter. The unit may stay if the group still reaches its minimum.",
            "对每个成员从 PreFilter 到 Permit，不含 PostFilter。组仍能达到最小数量时，该单元可以留下。"
        )
    }

    /// A title.
    fn members_messages(&self) -> &'static str {
        translate!(self, "Messages to the members", "给成员的消息")
    }

    /// A title.
    fn victims_messages(&self) -> &'static str {
        translate!(self, "Message to the victims", "给牺牲者的消息")
    }

    /// Members that get the same message.
    fn member_names(&self, names: &[&str]) -> String {
        self.list(names)
    }

    /// The plugins that rejected a member.
    fn rejected_by(&self, plugins: &[&str]) -> String {
        if plugins.is_empty() {
            return translate!(self, "rejected by: no plugin".into(), "拒绝它的插件：无".into());
        }
        let plugins = self.list(plugins);
        translate!(self, format!("rejected by: {plugins}"), format!("拒绝它的插件：{plugins}"))
    }

    /// The state of a group, in its lane.
    fn group_activity(&self, activity: GroupActivity) -> &'static str {
        match activity {
            GroupActivity::Gated => translate!(self, "gated: not tried", "被门控：不尝试"),
            GroupActivity::Waiting => translate!(self, "tried, waits in between", "已尝试，其间等待"),
            GroupActivity::Starting => translate!(self, "starting", "启动中"),
            GroupActivity::BelowMinimum => translate!(self, "runs below the minimum", "运行数低于最小数量"),
            GroupActivity::MinimumReached => translate!(self, "runs, minimum reached", "运行中，已达最小数量"),
            GroupActivity::Ended => translate!(self, "ended", "已结束"),
        }
    }

    /// How many members run.
    fn members_running(&self, running: usize, members: usize) -> String {
        translate!(self, format!("{running} of {members} run"), format!("{members} 个中 {running} 个运行"))
    }

    /// The heading of groups.
    fn pod_group(&self) -> &'static str {
        translate!(self, "PodGroup", "PodGroup")
    }

    /// When a group reached its minimum, if it ever did.
    fn whole_since(&self, clock: Option<&str>) -> String {
        match clock {
            Some(clock) => translate!(self, format!("minimum reached at {clock}"), format!("{clock} 达到最小数量")),
            None => translate!(self, "never reaches its minimum".into(), "始终未达到最小数量".into()),
        }
    }

    /// The outcomes of all groups in a run: those that ran whole, those that ran in part, and the rest. `in_turn` if each started after the one
    /// before it had ended.
    fn groups_result(&self, results: &[GroupResult<'_>], in_turn: bool, is_over: bool) -> String {
        let mut parts = Vec::new();
        let whole: Vec<String> = results
            .iter()
            .filter_map(|result| {
                let (name, clock) = (result.name, result.whole.as_ref()?);
                Some(translate!(self, format!("{name} from {clock}"), format!("{name} 自 {clock} 起")))
            })
            .collect();
        let listed = |texts: &[String]| self.list(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        if !whole.is_empty() {
            let groups = listed(&whole);
            parts.push(match in_turn {
                true => translate!(
                    self,
                    format!("one whole group after the other: {groups}"),
                    format!("一组接一组地整体运行：{groups}")
                ),
                false => translate!(self, format!("whole: {groups}"), format!("整体运行：{groups}")),
            });
        }
        let partial: Vec<String> = results
            .iter()
            .filter(|result| result.whole.is_none() && result.running > 0)
            .map(|GroupResult { name, running, members, .. }| {
                translate!(
                    self,
                    format!("{name} with {running} of {members}"),
                    format!("{name}（{members} 个中的 {running} 个）")
                )
            })
            .collect();
        if !partial.is_empty() {
            let groups = listed(&partial);
            parts.push(match is_over {
                true => translate!(
                    self,
                    format!("in part, and never whole: {groups}"),
                    format!("只运行一部分，始终不完整：{groups}")
                ),
                false => {
                    translate!(self, format!("in part so far: {groups}"), format!("目前只运行一部分：{groups}"))
                }
            });
        }
        let idle: Vec<&str> = results
            .iter()
            .filter(|result| result.whole.is_none() && result.running == 0)
            .map(|result| result.name)
            .collect();
        if !idle.is_empty() {
            let groups = self.list(&idle);
            parts.push(match is_over {
                true => translate!(self, format!("never running: {groups}"), format!("始终未运行：{groups}")),
                false => translate!(self, format!("not running yet: {groups}"), format!("尚未运行：{groups}")),
            });
        }
        translate!(self, format!("{}.", parts.join("; ")), format!("{}。", parts.join("；")))
    }

    /// None of this changes any more in the run.
    fn stuck_for_good(&self) -> &'static str {
        translate!(self, "for good", "再无变化")
    }

    /// The meaning of the height of a staircase.
    fn stair_height(&self) -> &'static str {
        translate!(self, "how high: how many members run", "高度：运行中的成员数")
    }

    /// The meaning of the dashed line of a staircase.
    fn stair_minimum(&self) -> &'static str {
        translate!(self, "dashed line: the minimum", "虚线：最小数量")
    }
}

impl<T: Speaker> GroupFactSentences for T {}

pub(super) fn victims_leaving(
    lang: &(impl Grammar + ?Sized),
    victims: &[(NamespacedName, Option<Millis>)],
    now: Millis,
) -> String {
    translate!(
        lang,
        {
            let waiting_pod = |(key, until): &(NamespacedName, Option<Millis>)| match until {
                Some(until) => format!("{} ({})", short_pod_name(key), format_clock(until.saturating_since(now))),
                None => short_pod_name(key).to_owned(),
            };
            let all: Vec<String> = victims.iter().map(waiting_pod).collect();
            lang.list(&all.iter().map(String::as_str).collect::<Vec<_>>())
        },
        {
            let waiting_pod = |(key, until): &(NamespacedName, Option<Millis>)| match until {
                Some(until) => format!("{}（{}）", short_pod_name(key), format_clock(until.saturating_since(now))),
                None => short_pod_name(key).to_owned(),
            };
            let all: Vec<String> = victims.iter().map(waiting_pod).collect();
            lang.list(&all.iter().map(String::as_str).collect::<Vec<_>>())
        }
    )
}
