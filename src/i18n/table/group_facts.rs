//! What is said of groups of pods where the page looks closer: why one waits, its lane, and questions about its cycle.

use api::{Millis, NamespacedName};
use trace::{group_lanes::GroupActivity, group_wait::GroupWait};

use crate::{
    languages::Speaker,
    short_pod_name,
    table::{compare::pod_names, fact_text::victims_leaving, grammar::Grammar},
};

/// Groups, looked at closely.
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
                format!("{group} 正在等待牺牲者离开：{}。在此之前不绑定任何成员。", victims_leaving(self, victims, now))
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

    /// A victim of a group that was put back.
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

    /// What a group does, in its lane.
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

    /// Since when a group runs with its minimum, if it ever does.
    fn whole_since(&self, clock: Option<&str>) -> String {
        match clock {
            Some(clock) => translate!(self, format!("minimum reached at {clock}"), format!("{clock} 达到最小数量")),
            None => translate!(self, "never reaches its minimum".into(), "始终未达到最小数量".into()),
        }
    }

    /// That nothing of this changes any more in the run.
    fn stuck_for_good(&self) -> &'static str {
        translate!(self, "for good", "再无变化")
    }

    /// What the height of a staircase is.
    fn stair_height(&self) -> &'static str {
        translate!(self, "how high: how many members run", "高度：运行中的成员数")
    }

    /// What the dashed line of a staircase is.
    fn stair_minimum(&self) -> &'static str {
        translate!(self, "dashed line: the minimum", "虚线：最小数量")
    }
}

impl<T: Speaker> GroupFactSentences for T {}
