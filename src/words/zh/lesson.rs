//! 中文的课程用语。

use super::Zh;
use crate::catalogue::lesson::{Lesson, Sentences};

const WORDS: Lesson = Lesson {
    course: "课程",
    course_hint: "每课五到十分钟，各纠正一个常见误解；答案由引擎检查。",
    back: "上一步",
    next: "下一步",
    leave: "离开本课",
    leave_hint: "场景仍保持打开。",
    goal: "目标",
    misconception: "常见误解",
    exam: "CKA：工作负载与调度",
    exam_short: "CKA",
    question: "问题",
    right: "正确。",
    wrong: "不太对。",
    answer: "答案",
    answer_hint: "可以再试一次，也可以继续：下一步会给出答案。",
    stage_hint: "也可以直接在图中点击。",
    here: "回到这一步的时刻",
    other_run: "当前运行已不是本课的运行。",
    own_run: "回到本课的运行",
    task: "动手试试",
    finished: "本课结束",
    no_questions: "没有回答任何问题。",
    next_lesson: "下一课",
    all_lessons: "全部课程",
    leaves_page: "将离开本页",
    between: "",
    no_node: "没有节点：保持 Pending",
    nothing_fits: "没有节点通过所有过滤器，抢占也找不到空间。",
    it_fits: "放得下",
    it_does_not: "放不下",
    predict: "预测",
    predict_hint: "预测：在每个决定之前停下，先问结果",
    key_predict: "在结果显示之前预测每个决定",
    show_me: "显示答案",
    go_on: "看过程",
    comes: "题目正在准备。",
    click_hint: "请在图中点击。",
    too_early: "它也会被驱逐，但排在另一个之后。",
    shown: "答案：",
    part_comes: "课程正在加载。",
    part_failed: "课程加载失败。",
};

impl Sentences for Zh {
    fn lesson(&self) -> &'static Lesson {
        &WORDS
    }

    fn step_of(&self, step: usize, all: usize) -> String {
        format!("第 {step} 步，共 {all} 步")
    }

    fn score(&self, right: usize, all: usize) -> String {
        format!("共 {all} 题，第一次就答对 {right} 题")
    }

    fn predicted(&self, right: usize, all: usize) -> String {
        format!("预测对 {right}/{all}")
    }

    fn which_node(&self, pod: &str) -> String {
        format!("{pod} 会得到哪个节点（靠得分，或靠抢占）？")
    }

    fn which_victims(&self, pod: &str, node: &str, count: usize) -> String {
        match count {
            1 => format!("为了 {pod}，会从 {node} 驱逐哪个 Pod？"),
            _ => format!("为了 {pod}，会从 {node} 驱逐哪 {count} 个 Pod？请按驱逐的顺序选择。"),
        }
    }

    fn rejected(&self, node: &str, why: &str) -> String {
        format!("{node} 被拒绝：{why}")
    }

    fn passes(&self, node: &str) -> String {
        format!("{node} 通过了所有过滤器。")
    }

    fn only_node(&self, node: &str) -> String {
        format!("只有 {node} 通过所有过滤器，因此无需打分。")
    }

    fn scores_less(&self, node: &str, total: i64, best: &str, most: i64) -> String {
        format!("{node} 可用，得 {total} 分，但 {best} 得 {most} 分。")
    }

    fn largest_gap(&self, plugin: &str, own: i64, best: i64) -> String {
        format!("差距最大的是 {plugin}：{own} 分对 {best} 分。")
    }

    fn rule_contrast(&self, told: &str, own: (&str, &str), best: (&str, &str)) -> String {
        format!("{told}（{}：{}；{}：{}）", own.0, own.1, best.0, best.1)
    }

    fn fits_now(&self, pod: &str) -> String {
        format!("{pod} 再次尝试。现在有节点放得下它吗？")
    }

    fn must_go_as(&self, pod: &str, why: &str) -> String {
        format!("{pod} 是牺牲者：放回它，抢占者就放不下了。{why}")
    }

    fn scores_most(&self, node: &str, total: i64) -> String {
        format!("{node} 可用，且得分最高：{total} 分。")
    }

    fn makes_room(&self, node: &str) -> String {
        format!("没有节点有空间，因此由抢占腾出空间：选中 {node}。")
    }

    fn loses_at(&self, node: &str, rule: &str) -> String {
        format!("{node} 是候选节点，但在这条规则处被淘汰：{rule}")
    }

    fn no_help(&self, node: &str, why: &str) -> String {
        if why.is_empty() {
            format!("驱逐 {node} 上的 Pod 没有帮助。")
        } else {
            format!("驱逐 {node} 上的 Pod 没有帮助：{why}")
        }
    }

    fn not_lower(&self, pod: &str) -> String {
        format!("没有试运行移走 {pod}：它的优先级不更低，或者没有在它的节点上试运行。")
    }

    fn other_node(&self, pod: &str, chosen: &str) -> String {
        format!("{pod} 不在被选中的节点 {chosen} 上。")
    }

    fn must_go(&self, pod: &str) -> String {
        format!("{pod} 是牺牲者：放回它，抢占者就放不下了。")
    }

    fn put_back(&self, pod: &str) -> String {
        format!("试运行先移走 {pod}，再把它放回：抢占者仍然放得下。")
    }
}
