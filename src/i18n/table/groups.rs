//! What is said of groups of pods.

use runlog::{EventKind, GroupAttemptSummary, GroupPreemptionSummary, GroupStatus, PermitCode};

use crate::{
    languages::Speaker,
    short_pod_name,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Groups of pods.
pub trait GroupSentences: Grammar {
    /// An event about a group.
    fn group_event(&self, event_kind: &EventKind) -> TitleAndText {
        match event_kind {
            EventKind::PodGroupUpdated(group) => {
                let name = &group.metadata.name;
                match (group.scheduled_condition(), group.min_count()) {
                    (Some(condition), _) => translate!(
                        self,
                        title_and_text(
                            format!("PodGroup: {}", condition.reason),
                            format!("{name}: {}", condition.message)
                        ),
                        title_and_text(
                            format!("PodGroup：{}", condition.reason),
                            format!("{name}：{}", condition.message)
                        )
                    ),
                    (None, Some(min_count)) => translate!(
                        self,
                        title_and_text(
                            "PodGroup",
                            format!("{name} is a gang: {min_count} of its pods start, or none.")
                        ),
                        title_and_text(
                            "PodGroup",
                            format!("{name} 是一个 gang：要么 {min_count} 个 Pod 一起启动，要么都不启动。")
                        )
                    ),
                    (None, None) => translate!(
                        self,
                        title_and_text("PodGroup", format!("{name} is a group whose pods need not start together.")),
                        title_and_text("PodGroup", format!("{name} 是一个组，其 Pod 不必一起启动。"))
                    ),
                }
            }
            EventKind::PodGroupRemoved(group) => {
                let name = short_pod_name(group);
                translate!(
                    self,
                    title_and_text("PodGroup deleted", format!("{name} no longer exists.")),
                    title_and_text("PodGroup 已删除", format!("{name} 已不存在。"))
                )
            }
            EventKind::HeldBack { pod, plugin, text } => {
                let pod = short_pod_name(pod);
                translate!(
                    self,
                    title_and_text(format!("PreEnqueue: {plugin}"), format!("{plugin} holds {pod} back: {text}")),
                    title_and_text(format!("PreEnqueue：{plugin}"), format!("{plugin} 拦住了 {pod}：{text}"))
                )
            }
            EventKind::GroupPopped { group, members, .. } => {
                let (name, count) = (short_pod_name(group), members.len());
                translate!(
                    self,
                    title_and_text(
                        "Cycle of a group",
                        format!("{count} pods of {name} are tried in one cycle, one after the other.")
                    ),
                    title_and_text("整组调度周期", format!("{name} 的 {count} 个 Pod 在一个周期中依次尝试。"))
                )
            }
            EventKind::GroupAttempted(summary) => self.group_attempted(summary),
            EventKind::GroupHeld(group) => {
                let name = short_pod_name(group);
                translate!(
                    self,
                    title_and_text(
                        "Tight loop",
                        format!(
                            "kube-scheduler would try {name} again and again without a pause. The simulator goes on when something else is due."
                        )
                    ),
                    title_and_text(
                        "无间断重试",
                        format!("kube-scheduler 会不停地重试 {name}。模拟器等到下一件事发生时再继续。")
                    )
                )
            }
            _ => title_and_text("", String::new()),
        }
    }

    /// What the cycle of a group came to.
    fn group_attempted(&self, summary: &GroupAttemptSummary) -> TitleAndText {
        let name = short_pod_name(&summary.group);
        let with_node = summary.members.iter().filter(|member| member.node.is_some()).count();
        let permitted = summary.members.iter().filter(|member| member.permit == Some(PermitCode::Success)).count();
        let count = summary.members.len();
        let preemption =
            summary.preemption.as_ref().map_or_else(String::new, |preemption| self.group_preemption(preemption));
        match &summary.status {
            GroupStatus::Success => translate!(
                self,
                title_and_text("Group scheduled", format!("{with_node} of {count} pods of {name} go to their nodes.")),
                title_and_text("整组已调度", format!("{name} 的 {count} 个 Pod 中有 {with_node} 个前往节点。"))
            ),
            status if summary.is_waiting => translate!(
                self,
                title_and_text(
                    "Group waits for victims",
                    format!("{name} waits until its victims are gone, and starts no pod before.{preemption}")
                ),
                title_and_text(
                    "整组等待牺牲者",
                    format!("{name} 等牺牲者离开，在此之前不启动任何 Pod。{preemption}{}", status.message())
                )
            ),
            GroupStatus::Unschedulable(message) => translate!(
                self,
                title_and_text(
                    "Group unschedulable",
                    format!(
                        "{with_node} of {count} pods of {name} got a node, {permitted} were permitted; all nodes are given back. {message}{preemption}"
                    )
                ),
                title_and_text(
                    "整组不可调度",
                    format!(
                        "{name} 的 {count} 个 Pod 中 {with_node} 个得到节点，{permitted} 个获得许可；所有节点都被归还。{message}{preemption}"
                    )
                )
            ),
            GroupStatus::Error(message) => translate!(
                self,
                title_and_text("Group failed", format!("An error ends the cycle of {name}: {message}")),
                title_and_text("整组出错", format!("错误结束了 {name} 的周期：{message}"))
            ),
        }
    }

    /// A pod names a group in a cluster that has none.
    fn dropped_group(&self, group: &str) -> String {
        translate!(
            self,
            format!(
                "The API server dropped its schedulingGroup {group}: without the feature gate GenericWorkload pods aren’t scheduled in groups."
            ),
            format!("API 服务器丢弃了它的 schedulingGroup {group}：没有特性门控 GenericWorkload，Pod 不会按组调度。")
        )
    }

    /// What is said of a pod that comes, and names a group in a cluster that has none.
    fn with_dropped_group(&self, text: &str, group: &str) -> String {
        let sentence = self.dropped_group(group);
        translate!(self, format!("{text} {sentence}"), format!("{text}{sentence}"))
    }

    /// What preemption for a whole group came to.
    fn group_preemption(&self, summary: &GroupPreemptionSummary) -> String {
        let (units, victims) = (summary.potential.len(), summary.victims.len());
        if units == 0 {
            return String::new();
        }
        translate!(
            self,
            format!(" Of {units} less important units {victims} are evicted."),
            format!("{units} 个优先级较低的单元中，驱逐 {victims} 个。")
        )
    }
}

impl<T: Speaker> GroupSentences for T {}
