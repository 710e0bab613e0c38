//! Lessons: the course, its questions, and why an answer is right or wrong.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed words of it.
    pub struct LessonLabels {
        course: "Course", "课程";
        course_hint:
            "Lessons take five to ten minutes. Each clears up one misconception; the engine checks your answers.",
            "每课五到十分钟，各纠正一个常见误解；答案由引擎检查。";
        steps: "Steps of the lesson", "本课的步骤";
        back: "Back", "上一步";
        next: "Next", "下一步";
        leave: "Leave the lesson", "离开本课";
        leave_hint: "The scenario stays open.", "场景仍保持打开。";
        goal: "Goal", "目标";
        misconception: "A common misconception", "常见误解";
        exam: "CKA: Workloads and Scheduling", "CKA：工作负载与调度";
        exam_short: "CKA", "CKA";
        question: "Question", "问题";
        right: "Right.", "正确。";
        wrong: "Not quite.", "不太对。";
        answer: "Answer", "答案";
        answer_hint: "Try again, or continue: the next step has the answer.", "可以再试一次，也可以继续：下一步会给出答案。";
        stage_hint: "You can also click it in the picture.", "也可以直接在图中点击。";
        here: "Back to this step’s moment", "回到这一步的时刻";
        other_run: "This is no longer the lesson’s run.", "当前运行已不是本课的运行。";
        own_run: "Back to the lesson’s run", "回到本课的运行";
        task: "Your turn", "动手试试";
        finished: "End of the lesson", "本课结束";
        no_questions: "You didn’t answer any questions.", "没有回答任何问题。";
        next_lesson: "Next lesson", "下一课";
        all_lessons: "All lessons", "全部课程";
        leaves_page: "leaves this page", "将离开本页";
        between: " ", "";
        no_node: "No node: it stays pending", "没有节点：保持 Pending";
        nothing_fits: "No node passes all filters, and preemption finds no room.", "没有节点通过所有过滤器，抢占也找不到空间。";
        some_node_fits: "At least one node passes every filter.", "至少有一个节点通过所有过滤器。";
        preemption_helps: "No node has room, but preemption can make room on one.", "没有节点有空间，但抢占可以在某个节点上腾出空间。";
        it_fits: "It fits", "放得下";
        it_does_not: "It doesn’t fit", "放不下";
        predict: "Predict", "预测";
        not_yet: "Answer the question first: this would give it away.", "请先回答问题：这里会透露答案。";
        predict_hint: "Predict: pause before each decision and guess the outcome", "预测：在每个决定之前停下，先问结果";
        predicts: "From here on, you predict each decision before you see it. Continue to the first one.", "从这里起，每个决定在显示之前都会先提问。请继续前进到第一个问题。";
        nothing_to_predict: "This run has no decision to predict.", "这次运行没有可以预测的决定。";
        key_predict: "Predict each decision before it is shown", "在结果显示之前预测每个决定";
        show_me: "Show me", "显示答案";
        go_on: "Watch it", "看过程";
        comes: "Loading the question…", "题目正在准备。";
        click_hint: "Click it on the stage.", "请在图中点击。";
        too_early: "It is evicted too, but another pod comes first.", "它也会被驱逐，但排在另一个之后。";
        shown: "The answer:", "答案：";
    }
}

/// Sentences of it. Pods come without the namespace `default`.
pub trait LessonSentences: Grammar {
    /// The fixed words.
    fn lesson_labels(&self) -> &'static LessonLabels {
        LessonLabels::of(self)
    }

    /// Where in a lesson one is.
    fn step_number(&self, step: usize, total_count: usize) -> String {
        translate!(self, format!("Step {step} of {total_count}"), format!("第 {step} 步，共 {total_count} 步"))
    }

    /// Questions answered right at the first try.
    fn lesson_score(&self, right: usize, total_count: usize) -> String {
        translate!(
            self,
            format!("{right} of {total_count} right on the first try"),
            format!("共 {total_count} 题，第一次就答对 {right} 题")
        )
    }

    /// Decisions predicted right at the first try.
    fn prediction_score(&self, right: usize, total_count: usize) -> String {
        translate!(self, format!("{right} of {total_count} predicted"), format!("预测对 {right}/{total_count}"))
    }

    /// Which node does a pod get?
    fn which_node(&self, pod: &str) -> String {
        translate!(
            self,
            format!("Which node does {pod} get, by score or by preemption?"),
            format!("{pod} 会得到哪个节点（靠得分，或靠抢占）？")
        )
    }

    /// Why victims of one priority stand in their order.
    fn victims_alike(&self, names: &[&str], priority: i32, by_start: bool) -> String {
        let (all, first) = (self.list(names), names.first().copied().unwrap_or_default());
        translate!(
            self,
            match by_start {
                true => format!(
                    "{all} have the same priority, {priority}, so any order is right. {first} is listed first because it started first: the scheduler tries to put pods back by priority, then by start, the earliest first."
                ),
                false => format!(
                    "{all} have the same priority, {priority}, and started at the same time: nothing tells them apart, so any order is right."
                ),
            },
            match by_start {
                true => format!(
                    "{all} 的优先级相同（{priority}），因此任何顺序都对。{first} 写在最前，因为它启动得最早：调度器按优先级、再按启动时间依次尝试放回 Pod。"
                ),
                false => format!("{all} 的优先级相同（{priority}），启动时间也相同：没有区别，因此任何顺序都对。"),
            }
        )
    }

    /// Which pods, so many, are evicted from a node for a pod?
    fn which_victims(&self, pod: &str, node: &str, count: usize) -> String {
        match count {
            1 => translate!(
                self,
                format!("Which pod is evicted from {node} for {pod}?"),
                format!("为了 {pod}，会从 {node} 驱逐哪个 Pod？")
            ),
            _ => translate!(
                self,
                format!("Which {count} pods are evicted from {node} for {pod}? Select them in the order of eviction."),
                format!("为了 {pod}，会从 {node} 驱逐哪 {count} 个 Pod？请按驱逐的顺序选择。")
            ),
        }
    }

    /// The filters reject a node, and why.
    fn node_rejected(&self, node: &str, reason: &str) -> String {
        translate!(self, format!("{node} is rejected: {reason}"), format!("{node} 被拒绝：{reason}"))
    }

    /// The filters let a node pass.
    fn node_passes(&self, node: &str) -> String {
        translate!(self, format!("{node} passes every filter."), format!("{node} 通过了所有过滤器。"))
    }

    /// Of all nodes this one alone fits.
    fn only_node(&self, node: &str) -> String {
        translate!(
            self,
            format!("{node} is the only node that passes every filter, so nothing is scored."),
            format!("只有 {node} 通过所有过滤器，因此无需打分。")
        )
    }

    /// A node fits, but another one scores more.
    fn node_scores_less(&self, node: &str, total: i64, best: &str, most: i64) -> String {
        translate!(
            self,
            format!("{node} fits and scores {total}, but {best} scores {most}."),
            format!("{node} 可用，得 {total} 分，但 {best} 得 {most} 分。")
        )
    }

    /// The same, as long as the best node is asked for.
    fn node_scores_less_than_another(&self, node: &str, total: i64) -> String {
        translate!(
            self,
            format!("{node} fits and scores {total}, but another node scores more."),
            format!("{node} 可用，得 {total} 分，但另有节点得分更高。")
        )
    }

    /// The plugin that sets a node apart most from the best one, with the points of both.
    fn largest_gap(&self, plugin: &str, points: i64, best: i64) -> String {
        translate!(
            self,
            format!("The largest difference is {plugin}: {points} against {best}."),
            format!("差距最大的是 {plugin}：{points} 分对 {best} 分。")
        )
    }

    /// A rule at which a candidate drops out, with its value and that of one that stays.
    fn rule_contrast(&self, text: &str, pair: (&str, &str), best: (&str, &str)) -> String {
        translate!(
            self,
            format!("{text} ({}: {}; {}: {})", pair.0, pair.1, best.0, best.1),
            format!("{text}（{}：{}；{}：{}）", pair.0, pair.1, best.0, best.1)
        )
    }

    /// Does a pod that is tried again fit now?
    fn does_pod_fit_now(&self, pod: &str) -> String {
        translate!(
            self,
            format!("The scheduler retries {pod}. Does it fit on any node now?"),
            format!("{pod} 再次尝试。现在有节点放得下它吗？")
        )
    }

    /// A pod is a victim; why the preemptor does not fit with it.
    fn pod_must_go_because(&self, pod: &str, reason: &str) -> String {
        translate!(
            self,
            format!("{pod} is a victim: with it put back, the preemptor no longer fits. {reason}"),
            format!("{pod} 是牺牲者：放回它，抢占者就放不下了。{reason}")
        )
    }

    /// A node scores most.
    fn node_scores_most(&self, node: &str, total: i64) -> String {
        translate!(
            self,
            format!("{node} fits and has the highest score: {total}."),
            format!("{node} 可用，且得分最高：{total} 分。")
        )
    }

    /// Preemption chooses a node.
    fn node_makes_room(&self, node: &str) -> String {
        translate!(
            self,
            format!("No node has room, so preemption makes room on {node}."),
            format!("没有节点有空间，因此由抢占腾出空间：选中 {node}。")
        )
    }

    /// A candidate drops out at a rule.
    fn candidate_loses_at(&self, node: &str, rule: &str) -> String {
        translate!(
            self,
            format!("{node} is a candidate, but a rule eliminates it: {rule}"),
            format!("{node} 是候选节点，但在这条规则处被淘汰：{rule}")
        )
    }

    /// Preemption cannot help on a node; why, if that is known.
    fn preemption_no_help(&self, node: &str, reason: &str) -> String {
        translate!(
            self,
            if reason.is_empty() {
                format!("Evicting pods on {node} can’t help.")
            } else {
                format!("Evicting pods on {node} can’t help: {reason}")
            },
            if reason.is_empty() {
                format!("驱逐 {node} 上的 Pod 没有帮助。")
            } else {
                format!("驱逐 {node} 上的 Pod 没有帮助：{reason}")
            }
        )
    }

    /// The priority of a pod is too high for it to be a victim, or its node cannot help.
    fn pod_not_lower(&self, pod: &str) -> String {
        translate!(
            self,
            format!("No dry run removes {pod}: its priority isn’t lower, or its node isn’t tried."),
            format!("没有试运行移走 {pod}：它的优先级不更低，或者没有在它的节点上试运行。")
        )
    }

    /// Preemption does not choose the node of a pod, and why not.
    fn preempts_on_other_node(&self, pod: &str, node: &str, reason: &str) -> String {
        translate!(
            self,
            format!("{pod} is on {node}, which preemption doesn’t choose. {reason}"),
            format!("{pod} 在 {node} 上，抢占没有选中该节点。{reason}")
        )
    }

    /// A pod is a victim.
    fn pod_must_go(&self, pod: &str) -> String {
        translate!(
            self,
            format!("{pod} is a victim: with it put back, the preemptor would no longer fit."),
            format!("{pod} 是牺牲者：放回它，抢占者就放不下了。")
        )
    }

    /// A pod is put back.
    fn pod_put_back(&self, pod: &str) -> String {
        translate!(
            self,
            format!("The dry run removes {pod}, then puts it back: the preemptor still fits."),
            format!("试运行先移走 {pod}，再把它放回：抢占者仍然放得下。")
        )
    }
}

impl<T: Speaker> LessonSentences for T {}
