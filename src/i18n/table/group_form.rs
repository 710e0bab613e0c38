//! Texts of pod groups in the builder: actions, the outcome in the run, and feature gates.

use api::Millis;

use crate::{format_clock, languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct GroupFormLabels {
        make_gang: "Make a gang", "组成 gang";
        make_gang_hint: "These pods start together, or none of them", "这些 Pod 要么一起启动，要么都不启动";
        members: "Members", "成员";
        no_members: "No pod names this group yet.", "还没有 Pod 属于此组。";
        leave_hint: "Click to take it out of the group", "点击即移出该组";
        can_join: "Pods that can join", "可加入的 Pod";
        join_hint: "Click to add it to the group", "点击即加入该组";
        nobody_can_join: "The namespace has no other pods.", "该名字空间没有其他 Pod。";
        dissolve: "Dissolve", "解散";
        dissolve_hint: "Deletes the group and keeps its pods", "删除该组，保留其 Pod";
        in_this_run: "In this run", "本次运行中";
        start_together: "Start its pods together", "让其 Pod 一起启动";
        start_together_hint:
            "Makes the Job Indexed with parallelism = completions, and turns on the feature gates for that",
            "把 Job 设为 Indexed，使并行数等于完成数，并打开所需的特性门控";
        job_is_gang:
            "The Job controller makes a Workload and a PodGroup for it: its pods start together, or none of them.",
            "Job 控制器会为它创建 Workload 和 PodGroup：其 Pod 要么一起启动，要么都不启动。";
        gates: "Feature gates", "特性门控";
        gates_hint:
            "Of the API server, the scheduler and the controllers. Alpha in v1.36, and off by default.",
            "属于 API 服务器、调度器和控制器。在 v1.36 中为 Alpha，默认关闭。";
        turn_on: "Turn on", "打开";
        turn_on_with_release: "Turn on and run v1.36", "打开并改用 v1.36 运行";
        turn_on_with_needs: "Turn on with what it needs", "连同所需的门控一起打开";
        turn_on_all_with_release: "Turn on with what it needs and run v1.36", "连同所需的门控一起打开，并改用 v1.36 运行";
        use_v1_36: "Run v1.36", "改用 v1.36 运行";
        generic_workload: "Pods can belong to groups", "Pod 可以属于组";
        gang_scheduling: "The minimum of a gang starts together, or nobody", "gang 达到最小数量才一起启动，否则都不启动";
        workload_aware_preemption:
            "Preemption for a group as a whole; disruption mode and priority of groups",
            "为整个组抢占；组的干扰模式与优先级";
        topology_aware_workload_scheduling: "All pods of a group in one domain of a topology", "组的所有 Pod 在同一拓扑域";
        workload_with_job: "The Job controller makes gangs of Indexed Jobs", "Job 控制器让 Indexed Job 成为 gang";
    }
}

/// Sentences.
pub trait GroupFormSentences: Grammar {
    /// The fixed labels.
    fn group_form_labels(&self) -> &'static GroupFormLabels {
        GroupFormLabels::of(self)
    }

    /// The effect of a feature gate; empty for one that is not modeled.
    fn gate_hint(&self, gate: &str) -> &'static str {
        let labels = GroupFormLabels::of(self);
        match gate {
            "GenericWorkload" => labels.generic_workload,
            "GangScheduling" => labels.gang_scheduling,
            "WorkloadAwarePreemption" => labels.workload_aware_preemption,
            "TopologyAwareWorkloadScheduling" => labels.topology_aware_workload_scheduling,
            "WorkloadWithJob" => labels.workload_with_job,
            _ => "",
        }
    }

    /// Gates that an object needs and that are off.
    fn gates_off(&self, gates: &[&str]) -> String {
        let names = gates.join(", ");
        translate!(
            self,
            if gates.len() == 1 {
                format!("The feature gate {names} is off: without it this has no effect.")
            } else {
                format!("The feature gates {names} are off: without them this has no effect.")
            },
            format!("特性门控 {names} 未打开：此设置不起作用。")
        )
    }

    /// Fields behind a gate.
    fn fields_behind(&self, fields: &str, gate: &str) -> String {
        translate!(self, format!("{fields}: with the feature gate {gate}"), format!("{fields}：需要特性门控 {gate}"))
    }

    /// The release of the run has no groups.
    fn release_without_groups(&self, release: &str) -> String {
        translate!(
            self,
            format!("This run is of {release}. Groups of pods are played from v1.36 on."),
            format!("本次运行的版本是 {release}。从 v1.36 起才有 Pod 组。")
        )
    }

    /// A gang with fewer members than its minimum is not tried.
    fn gang_too_small(&self, members: usize, minimum: usize) -> String {
        translate!(
            self,
            format!("{members} of {minimum} pods are here: nobody is tried before the minimum is complete."),
            format!("需要 {minimum} 个 Pod，现有 {members} 个：达到最小数量之前都不会尝试。")
        )
    }

    /// The run has no cycle of the group.
    fn group_not_tried(&self) -> String {
        translate!(self, "It has not been tried in this run.".to_owned(), "本次运行中尚未尝试。".to_owned())
    }

    /// Members that fit are bound.
    fn group_fits(&self, placed: usize, members: usize, at: Millis) -> String {
        let clock = format_clock(at);
        translate!(
            self,
            match (placed, members) {
                (1, 1) => format!("{clock}: its pod fits and is bound."),
                (2, 2) => format!("{clock}: both fit and are bound."),
                _ if placed == members => format!("{clock}: all {members} fit and are bound."),
                _ => format!("{clock}: {placed} of {members} fit and are bound. The others are tried later."),
            },
            if placed == members {
                format!("{clock}：{members} 个全部放得下，已绑定。")
            } else {
                format!("{clock}：{members} 个中有 {placed} 个放得下，已绑定。其余稍后再试。")
            }
        )
    }

    /// Pods have to be evicted before any member is bound.
    fn group_waits(&self, placed: usize, members: usize, at: Millis) -> String {
        let clock = format_clock(at);
        translate!(
            self,
            format!("{clock}: {placed} of {members} fit, some of them only after evictions. Nobody is bound yet."),
            format!("{clock}：{members} 个中有 {placed} 个放得下，其中有的要先驱逐其他 Pod。目前都不绑定。")
        )
    }

    /// Too few members fit.
    fn group_does_not_fit(&self, placed: usize, members: usize, at: Millis) -> String {
        let clock = format_clock(at);
        translate!(
            self,
            if placed == 0 {
                format!("{clock}: none of {members} fits. Nothing would be bound.")
            } else {
                format!("{clock}: {placed} of {members} fit. Nothing would be bound.")
            },
            if placed == 0 {
                format!("{clock}：{members} 个都放不下，什么都不会绑定。")
            } else {
                format!("{clock}：{members} 个中有 {placed} 个放得下，什么都不会绑定。")
            }
        )
    }

    /// The cycle ended with an error.
    fn group_failed(&self, at: Millis) -> String {
        let clock = format_clock(at);
        translate!(self, format!("{clock}: an error ended its cycle."), format!("{clock}：其调度周期因错误而结束。"))
    }
}

impl<T: Speaker> GroupFormSentences for T {}
