//! Answers to an operator's questions: a sentence, and what stands in the table below it.

use api::NamespacedName;
use protocol::{Extent, PodPlacement, RoomBranch};

use crate::{
    format_amount, format_clock,
    languages::Speaker,
    short_pod_name,
    table::{
        grammar::{CountedNoun, Grammar},
        trial_text::TrialSentences,
    },
};

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
        job_failed: "none: its Job failed", "没有：它的 Job 已失败";
        so_far: "So far:", "目前：";
        stop: "Stop", "停止";
        stopped: "Stopped.", "已停止。";
        moment: "The moment in the run", "运行中的那一刻";
        how_tried:
            "Tried in a copy of this run, from this moment to the end, including everything that the script, the controllers and the scheduler do.",
            "在这次运行的副本中试出：从当前时刻直到结束，包括脚本、控制器和调度器所做的一切。";
        how_tried_partly:
            "Tried in a copy of this run, from this moment on for as long as the answer says, including everything that the script, the controllers and the scheduler do.",
            "在这次运行的副本中试出：从当前时刻起跟踪到答案所说的时间，包括脚本、控制器和调度器所做的一切。";
        room_ask: "Who gets the room?", "腾出的空间归谁？";
        room_is_open: "No member keeps the room that is made: whoever is popped first takes it.", "腾出的空间不为任何成员保留：谁先出队谁占用。";
        nobody_comes: "Nobody else comes", "没有别的 Pod 到来";
        room_how:
            "Followed in copies of this run: one without what its script brings later, one with a more important pod.",
            "在这次运行的副本中跟踪得出：一个去掉脚本之后带来的对象，一个有更重要的 Pod 到来。";
    }
}

/// Sentences of it.
pub trait OutlookSentences: Grammar + TrialSentences {
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
            None => match branch.extent {
                Extent::ToEnd => translate!(
                    self,
                    format!("{group} is not tried again before the run ends."),
                    format!("运行结束前没有再尝试 {group}。")
                ),
                Extent::Until(time) => {
                    let time = format_clock(time);
                    translate!(
                        self,
                        format!("{group} is not tried again within {time}, as far as the run was followed."),
                        format!("跟踪运行 {time} 期间没有再尝试 {group}。")
                    )
                }
            },
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

    /// A controller that is not played decides whether a pod is made anew.
    fn unmodelled_owner(&self, kind: &str) -> String {
        translate!(self, format!("up to its {kind}, which isn’t simulated"), format!("由未模拟的 {kind} 决定"))
    }

    /// How far an answer is.
    fn answer_progress(&self, percent: usize) -> String {
        translate!(self, format!("Trying… {percent} %"), format!("正在尝试…… {percent} %"))
    }

    /// Where the pod is that takes the place of another one.
    fn replacement_place(&self, placement: &PodPlacement, extent: Extent) -> String {
        let pod = short_pod_name(&placement.pod);
        let stays = if extent == Extent::ToEnd { "stays" } else { "is" };
        match &placement.node {
            Some(node) => translate!(self, format!("{pod} on {node}"), format!("{pod} 在 {node}")),
            None if placement.message.is_empty() => {
                translate!(self, format!("{pod} {stays} Pending"), format!("{pod} 处于 Pending"))
            }
            None => {
                let message = &placement.message;
                translate!(self, format!("{pod} {stays} Pending: {message}"), format!("{pod} 处于 Pending：{message}"))
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

    /// How many single changes would help, and of how many it is not known.
    fn changes_help(&self, pod: &str, count: usize, undecided_count: usize) -> String {
        let result = translate!(
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
        );
        match undecided_count {
            0 => result,
            1 => translate!(
                self,
                format!("{result} Of 1 more it isn’t known: its run was too long to be followed."),
                format!("{result}另有 1 项尚不确定：其运行过长，没有跟踪到结束。")
            ),
            _ => translate!(
                self,
                format!("{result} Of {undecided_count} more it isn’t known: their runs were too long to be followed."),
                format!("{result}另有 {undecided_count} 项尚不确定：其运行过长，没有跟踪到结束。")
            ),
        }
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
