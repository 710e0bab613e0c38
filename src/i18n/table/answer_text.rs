//! Answers to an operator's questions: a sentence, and what stands in the table below it.

use api::{Millis, NamespacedName};
use protocol::{
    Consequences, DrainFlag, LateSuccessor, PodConsequence, PodFate, PodPlacement, RoomBranch, StayReason, Trial,
};
use runlog::Deletion;

use crate::{
    format_amount, format_clock,
    languages::Speaker,
    short_pod_name,
    table::{
        grammar::{CountedNoun, Grammar},
        stay_reason::StaySentences,
    },
};

/// Names that a sentence has at most.
const MAX_NAMES: usize = 4;

message_struct! {
    /// Fixed words of it.
    pub struct AnswerLabels {
        questions: "Questions", "问题";
        drain: "Can I drain it?", "可以腾空它吗？";
        class_of: "Which pods would this class preempt?", "这个优先级类会抢占谁？";
        see_it: "See it happen", "看它发生";
        tried: "Tried", "已试";
        works: "Trying…", "正在尝试……";
        then: "What happens", "结果";
        next: "Replacement", "取代它的 Pod";
        reason: "Reason", "原因";
        nodes: "Nodes", "节点";
        how_many: "How many", "数量";
        not_made_anew: "none: it has no controller", "没有：它没有控制器";
        nothing: "none so far", "暂时没有";
        once_gone: "once the old pod is gone", "旧 Pod 消失之后";
        so_far: "So far:", "目前：";
        stop: "Stop", "停止";
        stopped: "Stopped.", "已停止。";
        moment: "The moment in the run", "运行中的那一刻";
        how_tried:
            "Tried in a copy of this run, from this moment to the end, including everything that the script, the controllers and the scheduler do.",
            "在这次运行的副本中试出：从当前时刻直到结束，包括脚本、控制器和调度器所做的一切。";
        room_ask: "Who gets the room?", "腾出的空间归谁？";
        room_is_open: "No member keeps the room that is made: whoever is popped first takes it.", "腾出的空间不为任何成员保留：谁先出队谁占用。";
        nobody_comes: "Nobody else comes", "没有别的 Pod 到来";
        room_how:
            "Followed in copies of this run: one without what its script brings later, one with a more important pod.",
            "在这次运行的副本中跟踪得出：一个去掉脚本之后带来的对象，一个有更重要的 Pod 到来。";
        too_long: "The run was too long to follow to the end.", "运行过长，没有跟踪到结束。";
    }
}

/// Sentences of it.
pub trait OutlookSentences: Grammar + StaySentences {
    /// The fixed words.
    fn answer_labels(&self) -> &'static AnswerLabels {
        AnswerLabels::of(self)
    }

    /// How the room of a group's victims is used: a name for the way, and what happens.
    fn room_branch(&self, group: &str, branch: &RoomBranch) -> [String; 2] {
        let list = |pods: &[NamespacedName]| self.list(&pods.iter().map(|pod| short_pod_name(pod)).collect::<Vec<_>>());
        let mut texts = Vec::new();
        let name = match &branch.rival {
            None => self.answer_labels().nobody_comes.to_owned(),
            Some(rival) => {
                let (pod, priority) = (short_pod_name(&rival.pod), rival.priority);
                let cpu = format_amount("cpu", rival.milli_cpu);
                texts.push(match &rival.node {
                    Some(node) => translate!(self, format!("{pod} goes to {node}."), format!("{pod} 前往 {node}。")),
                    None => translate!(
                        self,
                        format!("{pod} gets no node before {group} is tried."),
                        format!("{group} 被尝试之前，{pod} 没有得到节点。")
                    ),
                });
                match rival.is_in_run {
                    true => translate!(
                        self,
                        format!("{pod} comes: priority {priority}, {cpu} cpu"),
                        format!("{pod} 到来：优先级 {priority}，{cpu} cpu")
                    ),
                    false => translate!(
                        self,
                        format!("A pod of priority {priority} comes and asks for {cpu} cpu"),
                        format!("一个优先级 {priority} 的 Pod 到来，请求 {cpu} cpu")
                    ),
                }
            }
        };
        texts.push(match &branch.retry {
            None => translate!(
                self,
                format!("{group} is not tried again before the run ends."),
                format!("运行结束前没有再尝试 {group}。")
            ),
            Some(retry) => {
                let (clock, placed, members) = (format_clock(retry.at), retry.placed, retry.members);
                let bound = retry.bound.iter().map(|(pod, node)| format!("{} → {node}", short_pod_name(pod)));
                let bound: Vec<String> = bound.collect();
                match self.list(&bound.iter().map(String::as_str).collect::<Vec<_>>()) {
                    bound if bound.is_empty() => translate!(
                        self,
                        format!("{group} is tried at {clock}: {placed} of {members} fit, nobody is bound."),
                        format!("{clock} 尝试 {group}：{members} 个成员放得下 {placed} 个，谁也没有绑定。")
                    ),
                    bound => translate!(
                        self,
                        format!("{group} is tried at {clock}: {placed} of {members} fit and are bound: {bound}."),
                        format!("{clock} 尝试 {group}：{members} 个成员放得下 {placed} 个并已绑定：{bound}。")
                    ),
                }
            }
        });
        let victims = branch.retry.as_ref().map_or(&[][..], |retry| &retry.victims);
        if !victims.is_empty() {
            let victims = list(victims);
            texts.push(translate!(self, format!("It preempts again: {victims}."), format!("它再次抢占：{victims}。")));
        }
        [name, texts.join(translate!(self, " ", ""))]
    }

    /// The question after the loss of a zone.
    fn zone_lost(&self, zone: &str) -> String {
        translate!(self, format!("What if zone {zone} is lost?"), format!("如果可用区 {zone} 失效呢？"))
    }

    /// The name of the section of questions about something.
    fn questions_title(&self, name: &str) -> String {
        translate!(self, format!("Questions about {name}"), format!("关于 {name} 的问题"))
    }

    /// What comes of it, in a sentence or two.
    fn trial_summary(&self, trial: &Trial, consequences: &Consequences) -> String {
        let first = match trial {
            Trial::Drain(node) => self.drain_summary(node, consequences),
            Trial::LoseZone(zone) => self.zone_loss_summary(zone, consequences),
            Trial::Class { like, class } => self.class_summary(short_pod_name(like), class, consequences),
        };
        let long = if consequences.ended { "" } else { self.answer_labels().too_long };
        let texts = [first, self.violated_budgets(consequences), long.to_owned()];
        let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        texts.join(translate!(self, " ", ""))
    }

    /// Whether a node can be drained: with plain `kubectl drain`, or with flags.
    fn drain_summary(&self, node: &str, consequences: &Consequences) -> String {
        let pod_fates: Vec<&PodFate> = consequences.fates.iter().filter(|fate| *fate.node == *node).collect();
        let budgets = protecting_budgets(&pod_fates);
        let stay_count = pod_fates.iter().filter(|fate| matches!(fate.comes, PodConsequence::Kept(_))).count();
        let leave_count = pod_fates.iter().filter(|fate| fate.leaves_node()).count();
        let last = pod_fates.iter().filter_map(|fate| deletion_delay(fate)).max().unwrap_or(Millis::ZERO);
        let last = format_clock(last);
        let rest = self.aftermath(consequences);
        let names = self.first_names(&budgets);
        let flag_names: Vec<&str> = consequences.flags.iter().map(|drain_flag| drain_flag.flag.as_str()).collect();
        let flags = flag_names.join(" ");
        let is_refused = !consequences.refusals.is_empty();
        translate!(
            self,
            {
                let pods_stay = || stay_en(stay_count, leave_count);
                match (stay_count, leave_count, is_refused) {
                    (0, 0, false) => format!("Yes: no pod has to leave {node}."),
                    (0, _, false) => {
                        format!("Yes, {node} can be drained: {} within {last}. {rest}", leaves_en(leave_count))
                    }
                    (_, _, false) if budgets.is_empty() => {
                        format!("Not during this run: {} on {node}. {rest}", pods_stay())
                    }
                    (_, _, false) => {
                        format!("No: {} on {node} because {names} allows no more evictions. {rest}", pods_stay())
                    }
                    (_, _, true) => {
                        let plain = "Not with plain kubectl drain: it stops before it evicts any pod.";
                        match (stay_count, leave_count) {
                            (0, 0) => format!("{plain} With {flags}, no pod has to leave {node}."),
                            (0, _) => {
                                format!("{plain} With {flags}, {} within {last}. {rest}", leaves_en(leave_count))
                            }
                            _ if budgets.is_empty() => {
                                format!("{plain} Even with {flags}, {} on {node} during this run. {rest}", pods_stay())
                            }
                            _ => format!(
                                "{plain} Even with {flags}, {} on {node} because {names} allows no more evictions. {rest}",
                                pods_stay()
                            ),
                        }
                    }
                }
            },
            {
                let plain = "不加选项不行：kubectl drain 在驱逐任何 Pod 之前就会停止。";
                match (stay_count, leave_count, is_refused) {
                    (0, 0, false) => format!("可以：没有 Pod 需要离开 {node}。"),
                    (0, _, false) => format!("可以腾空 {node}：{leave_count} 个 Pod 在 {last} 内离开。{rest}"),
                    (_, _, false) if budgets.is_empty() => {
                        format!("本次运行中不行：{stay_count} 个 Pod 留在 {node} 上。{rest}")
                    }
                    (_, _, false) => {
                        format!("不可以：{stay_count} 个 Pod 留在 {node} 上，{names} 不再允许驱逐。{rest}")
                    }
                    (0, 0, true) => format!("{plain}使用 {flags} 时，没有 Pod 需要离开 {node}。"),
                    (0, _, true) => {
                        format!("{plain}使用 {flags} 时，{leave_count} 个 Pod 在 {last} 内离开。{rest}")
                    }
                    (_, _, true) if budgets.is_empty() => {
                        format!("{plain}即使使用 {flags}，本次运行中仍有 {stay_count} 个 Pod 留在 {node} 上。{rest}")
                    }
                    (_, _, true) => format!(
                        "{plain}即使使用 {flags}，仍有 {stay_count} 个 Pod 留在 {node} 上，{names} 不再允许驱逐。{rest}"
                    ),
                }
            }
        )
        .trim_end()
        .to_owned()
    }

    /// What plain `kubectl drain` says, in its words.
    fn drain_refusal(&self, refusal: &str) -> String {
        translate!(self, format!("kubectl drain says: {refusal}"), format!("kubectl drain 输出：{refusal}"))
    }

    /// What a flag of `kubectl drain` changes.
    fn flag_effect(&self, drain_flag: &DrainFlag) -> String {
        let names: Vec<&str> = drain_flag.pods.iter().map(|pod| short_pod_name(pod)).collect();
        let (flag, count, names) = (&drain_flag.flag, names.len(), self.first_names(&names));
        let plural = count != 1;
        match flag.as_str() {
            "--ignore-daemonsets" => translate!(
                self,
                format!("{flag}: leaves {count} DaemonSet {} in place ({names}).", if plural { "pods" } else { "pod" }),
                format!("{flag}：{count} 个 DaemonSet Pod 留在原处（{names}）。")
            ),
            "--delete-emptydir-data" => translate!(
                self,
                format!(
                    "{flag}: lets {count} {} go; the data in their emptyDir volumes is lost ({names}).",
                    if plural { "pods" } else { "pod" }
                ),
                format!("{flag}：允许 {count} 个 Pod 离开，其 emptyDir 卷中的数据会丢失（{names}）。")
            ),
            _ => translate!(
                self,
                format!(
                    "{flag}: deletes {count} {} without a controller; nothing recreates {} ({names}).",
                    if plural { "pods" } else { "pod" },
                    if plural { "them" } else { "it" }
                ),
                format!("{flag}：删除 {count} 个没有控制器的 Pod，不会重新创建（{names}）。")
            ),
        }
    }

    /// What the loss of a zone comes to.
    fn zone_loss_summary(&self, zone: &str, consequences: &Consequences) -> String {
        let leave = consequences
            .fates
            .iter()
            .filter(|fate| consequences.nodes.contains(&fate.node) && fate.leaves_node())
            .count();
        let stays = |belongs_to_node: bool| {
            let count = consequences.fates.iter().filter(|fate| match fate.comes {
                PodConsequence::Stays(StayReason::Terminating | StayReason::EndsAnyway) => false,
                PodConsequence::Stays(reason) => {
                    matches!(reason, StayReason::Daemon | StayReason::Mirror) == belongs_to_node
                }
                _ => false,
            });
            count.count()
        };
        let (staying_pods, node_pods) = (stays(false), stays(true));
        let (nodes, rest) = (self.count(consequences.nodes.len(), CountedNoun::Node), self.aftermath(consequences));
        translate!(
            self,
            {
                let staying_text = if staying_pods > 0 {
                    format!(" {} not evicted in this run.", are_en(staying_pods))
                } else {
                    String::new()
                };
                let node_text = match node_pods {
                    0 => String::new(),
                    1 => " 1 DaemonSet or mirror pod stays.".to_owned(),
                    _ => format!(" {node_pods} DaemonSet and mirror pods stay."),
                };
                format!(
                    "Losing zone {zone} takes down {nodes}; {} evicted. {rest}{staying_text}{node_text}",
                    are_en(leave)
                )
            },
            {
                let staying_text = if staying_pods > 0 {
                    format!("{staying_pods} 个 Pod 在本次运行中未被驱逐。")
                } else {
                    String::new()
                };
                let node_text = match node_pods {
                    0 => String::new(),
                    _ => format!("{node_pods} 个 DaemonSet Pod 和镜像 Pod 保留。"),
                };
                format!("可用区 {zone} 带走 {nodes}，其中 {leave} 个 Pod 被驱逐。{rest}{staying_text}{node_text}")
            }
        )
        .trim_end()
        .to_owned()
    }

    /// Whom a pod with a class preempts.
    fn class_summary(&self, like: &str, class: &str, consequences: &Consequences) -> String {
        // What its victims evict in turn stands in the table.
        let preempted_names: Vec<&str> = consequences
            .fates
            .iter()
            .filter(|fate| is_victim_of_copy(fate, consequences))
            .map(|fate| short_pod_name(&fate.pod))
            .collect();
        let node = consequences.copy.as_ref().and_then(|copy| copy.node.as_deref());
        let names = self.first_names(&preempted_names);
        translate!(
            self,
            match (node, preempted_names.is_empty()) {
                (Some(node), true) =>
                    format!("None: a copy of {like} with class {class} goes to {node} without preemption."),
                (Some(node), false) =>
                    format!("A copy of {like} with class {class} goes to {node} and preempts {names}."),
                (None, true) => format!("None: a copy of {like} with class {class} stays Pending."),
                (None, false) =>
                    format!("A copy of {like} with class {class} preempts {names}, and is still Pending at the end."),
            },
            match (node, preempted_names.is_empty()) {
                (Some(node), true) => format!("谁也不会：使用 {class} 类的 {like} 副本无需抢占就放到 {node}。"),
                (Some(node), false) => format!("使用 {class} 类的 {like} 副本放到 {node}，并抢占 {names}。"),
                (None, true) => format!("谁也不会：使用 {class} 类的 {like} 副本仍处于 Pending。"),
                (None, false) => format!("使用 {class} 类的 {like} 副本抢占 {names}，到结束时仍处于 Pending。"),
            }
        )
    }

    /// Budgets that preemption violates; nothing where it violates none.
    fn violated_budgets(&self, consequences: &Consequences) -> String {
        let names: Vec<&str> = consequences.violated.iter().map(|name| name.as_str()).collect();
        match names.is_empty() {
            true => String::new(),
            false => translate!(
                self,
                {
                    let budgets = if names.len() == 1 { "budget" } else { "budgets" };
                    format!(
                        "This violates the {budgets} {}: preemption may do so when there is no other way.",
                        self.list(&names)
                    )
                },
                format!("这违反预算 {}：没有别的办法时，抢占可以这样做。", self.list(&names))
            ),
        }
    }

    /// What becomes of those that leave.
    fn aftermath(&self, consequences: &Consequences) -> String {
        let leaving: Vec<&PodFate> =
            consequences.fates.iter().filter(|fate| fate.leaves_node() && !fate.finished).collect();
        let count = |is_counted: &dyn Fn(&PodFate) -> bool| leaving.iter().filter(|fate| is_counted(fate)).count();
        let is_placed = |placement: &PodPlacement| placement.node.is_some();
        let placed = count(&|fate| fate.instead.as_ref().is_some_and(is_placed));
        let pending = count(&|fate| fate.instead.as_ref().is_some_and(|placement| !is_placed(placement)));
        let later = count(&|fate| fate.later == Some(LateSuccessor::OncePodIsGone));
        let unmodelled = count(&|fate| matches!(fate.later, Some(LateSuccessor::Unmodelled(_))));
        let missing = count(&|fate| fate.owned && fate.instead.is_none() && fate.later.is_none());
        let lost = count(&|fate| !fate.owned);
        translate!(
            self,
            {
                let counted_outcomes = [
                    (placed, "start elsewhere", "starts elsewhere"),
                    (pending, "stay Pending", "stays Pending"),
                    (later, "come once the old pods are gone", "comes once the old pod is gone"),
                    (
                        unmodelled,
                        "depend on controllers that aren’t simulated",
                        "depends on a controller that isn’t simulated",
                    ),
                    (missing, "haven’t come yet", "hasn’t come yet"),
                    (lost, "are not recreated", "is not recreated"),
                ];
                let texts: Vec<String> = counted_outcomes
                    .iter()
                    .filter(|(count, ..)| *count > 0)
                    .map(|(count, many, singular)| format!("{count} {}", if *count == 1 { singular } else { many }))
                    .collect();
                if texts.is_empty() { String::new() } else { format!("Replacements: {}.", texts.join(", ")) }
            },
            {
                let counted_outcomes = [
                    (placed, "在别处启动"),
                    (pending, "处于 Pending"),
                    (later, "在旧 Pod 消失后才创建"),
                    (unmodelled, "由未模拟的控制器决定"),
                    (missing, "尚未创建"),
                    (lost, "不会重新创建"),
                ];
                let texts: Vec<String> = counted_outcomes
                    .iter()
                    .filter(|(count, _)| *count > 0)
                    .map(|(count, what)| format!("{count} 个{what}"))
                    .collect();
                if texts.is_empty() { String::new() } else { format!("其中{}。", texts.join("，")) }
            }
        )
    }

    /// A few names.
    fn first_names(&self, names: &[&str]) -> String {
        let some = self.list(&names[..names.len().min(MAX_NAMES)]);
        let hidden_count = names.len().saturating_sub(MAX_NAMES);
        if hidden_count == 0 {
            some
        } else {
            translate!(self, format!("{some} and {hidden_count} more"), format!("{some} 等 {} 个", names.len()))
        }
    }

    /// How it comes out for a pod.
    fn pod_consequence(&self, trial: &Trial, fate: &PodFate) -> String {
        match &fate.comes {
            PodConsequence::Goes { after, .. } if fate.finished => {
                let after = format_clock(after.round_down_to(Millis::new(100)));
                translate!(
                    self,
                    format!("finished before; deleted after {after}"),
                    format!("此前已结束；{after}后被删除")
                )
            }
            PodConsequence::Goes { after, why } => {
                let (reason, text_after) =
                    (self.deletion_reason(why), format_clock(after.round_down_to(Millis::new(100))));
                translate!(self, format!("{reason}, gone after {text_after}"), format!("{reason}，{text_after}后离开"))
            }
            PodConsequence::Lingers(reason) => {
                let reason = self.deletion_reason(reason);
                translate!(
                    self,
                    format!("{reason}, still Terminating at the end"),
                    format!("{reason}，到结束时仍在终止")
                )
            }
            PodConsequence::Kept(budgets) if budgets.is_empty() => {
                translate!(self, "not evicted before the run ends".into(), "运行结束前未被驱逐".into())
            }
            PodConsequence::Kept(budgets) => {
                let names: Vec<&str> = budgets.iter().map(|key| short_pod_name(key)).collect();
                let names = self.list(&names);
                translate!(self, format!("stays: protected by {names}"), format!("保留：受 {names} 保护"))
            }
            PodConsequence::Stays(reason) => self.stay_reason(*reason, matches!(trial, Trial::Drain(_))),
        }
    }

    /// Why a pod leaves, in a word or two.
    fn deletion_reason(&self, reason: &Deletion) -> String {
        match reason {
            Deletion::Preempted { by } => {
                translate!(
                    self,
                    format!("preempted by {}", short_pod_name(by)),
                    format!("被 {} 抢占", short_pod_name(by))
                )
            }
            Deletion::PreemptedForGroup { group } => {
                translate!(
                    self,
                    format!("preempted by the group {}", short_pod_name(group)),
                    format!("被 PodGroup {} 抢占", short_pod_name(group))
                )
            }
            Deletion::Drained | Deletion::Evicted | Deletion::Tainted | Deletion::DeviceTainted => {
                translate!(self, "evicted".into(), "被驱逐".into())
            }
            Deletion::Orphaned => translate!(self, "its node is gone".into(), "节点已不存在".into()),
            Deletion::Deleted
            | Deletion::ScaledDown
            | Deletion::Collected
            | Deletion::Updated
            | Deletion::Ended
            | Deletion::Unwanted
            | Deletion::NamespaceDeleted => {
                translate!(self, "deleted".into(), "被删除".into())
            }
        }
    }

    /// A controller that is not played decides whether a pod is made anew.
    fn unmodelled_owner(&self, kind: &str) -> String {
        translate!(self, format!("up to its {kind}, which isn’t simulated"), format!("由未模拟的 {kind} 决定"))
    }

    /// How far an answer is.
    fn answer_progress(&self, percent: usize) -> String {
        translate!(self, format!("Trying… {percent} %"), format!("正在尝试…… {percent} %"))
    }

    /// Where the pod is that takes the place of another one.
    fn replacement_place(&self, placement: &PodPlacement) -> String {
        let pod = short_pod_name(&placement.pod);
        match &placement.node {
            Some(node) => translate!(self, format!("{pod} on {node}"), format!("{pod} 在 {node}")),
            None if placement.message.is_empty() => {
                translate!(self, format!("{pod} stays Pending"), format!("{pod} 处于 Pending"))
            }
            None => {
                let message = &placement.message;
                translate!(self, format!("{pod} stays Pending: {message}"), format!("{pod} 处于 Pending：{message}"))
            }
        }
    }

    /// Why no node takes a pod: so many nodes in all, and how many of them for the commonest reason.
    fn no_node_takes(&self, pod: &str, total_count: usize, most: (&str, usize)) -> String {
        translate!(
            self,
            format!(
                "{pod} fits on none of the {}. Most common reason ({}): “{}”.",
                self.count(total_count, CountedNoun::Node),
                self.count(most.1, CountedNoun::Node),
                most.0
            ),
            format!("{pod} 无法放到 {total_count} 个节点中的任何一个：{} 个的原因是“{}”。", most.1, most.0)
        )
    }

    /// How many single changes would help.
    fn changes_help(&self, pod: &str, count: usize) -> String {
        translate!(
            self,
            match count {
                0 => format!("None of the single changes tried would make {pod} fit."),
                1 => format!("A single change would make {pod} fit."),
                count => format!("{count} single changes would each make {pod} fit."),
            },
            match count {
                0 => format!("尝试过的单项更改都不能放下 {pod}。"),
                count => format!("有 {count} 项更改，任意一项都能放下 {pod}。"),
            }
        )
    }

    /// Where a pod went after a change that was tried.
    fn tried_change_result(&self, pod: &str, end: Option<&str>) -> String {
        translate!(
            self,
            match end {
                Some(node) => format!("Tried: {pod} goes to {node}."),
                None => format!("Tried: {pod} stays Pending."),
            },
            match end {
                Some(node) => format!("已试：{pod} 放到 {node}。"),
                None => format!("已试：{pod} 仍处于 Pending。"),
            }
        )
    }
}

impl<T: Speaker> OutlookSentences for T {}

/// Whether the copy itself preempts the pod.
fn is_victim_of_copy(fate: &PodFate, consequences: &Consequences) -> bool {
    let (PodConsequence::Goes { why, .. } | PodConsequence::Lingers(why)) = &fate.comes else { return false };
    let copy = consequences.copy.as_ref().zip(why.preemptor());
    copy.is_some_and(|(copy, preemptor)| preemptor.makes_room_for(&copy.pod, None))
}

fn leaves_en(count: usize) -> String {
    if count == 1 { "1 pod leaves it".to_owned() } else { format!("all {count} pods leave it") }
}

fn stay_en(stay_count: usize, leave_count: usize) -> String {
    let total_count = stay_count + leave_count;
    if total_count == stay_count && stay_count == 1 {
        "its only pod stays".to_owned()
    } else {
        format!("{stay_count} of {total_count} pods stay")
    }
}

fn are_en(count: usize) -> String {
    if count == 1 { "1 pod is".to_owned() } else { format!("{count} pods are") }
}

fn deletion_delay(fate: &PodFate) -> Option<Millis> {
    match fate.comes {
        PodConsequence::Goes { after, .. } => Some(after.round_down_to(Millis::new(100))),
        _ => None,
    }
}

/// The budgets that keep pods where they are, each once.
fn protecting_budgets<'f>(fates: &[&'f PodFate]) -> Vec<&'f str> {
    let mut names: Vec<&str> = Vec::new();
    for fate in fates {
        let PodConsequence::Kept(budgets) = &fate.comes else { continue };
        let new_names: Vec<&str> = budgets
            .iter()
            .map(|key: &NamespacedName| short_pod_name(key))
            .filter(|name| !names.contains(name))
            .collect();
        names.extend(new_names);
    }
    names
}
