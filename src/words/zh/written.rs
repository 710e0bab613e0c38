//! 课程文件中的问题。

use super::Zh;
use crate::Lang;
use crate::catalogue::grammar::{Told, told};
use crate::catalogue::written::Sentences;
use api::problem::{Finding, Lesson, Markup};

impl Sentences for Zh {
    fn lesson_problem(&self, problem: &Lesson) -> Told {
        match problem {
            Lesson::NoHead => told("课程应以标题、目标等内容开头，写在两行 `---` 之间", ""),
            Lesson::Text(finding) => found(finding),
            Lesson::Scenario(finding) => {
                let (what, remedy) = found(finding);
                (format!("场景第 {} 行：{what}", finding.place.line), remedy)
            }
            Lesson::NoScenario(name) => told(format!("没有名为 {name} 的场景"), "请使用链接中的名称，例如 ladder"),
            Lesson::NoRelease(name) => told(format!("没有名为 {name} 的版本"), "请写 v1.16、v1.20、v1.34 或 v1.36"),
            Lesson::Refused(Markup::Html) => told("课程中不能有 HTML", "请使用 Markdown"),
            Lesson::Refused(Markup::Picture) => told("课程中不能有图片", "集群图就是图片"),
            Lesson::Refused(Markup::NestedList) => told("列表中不能再有列表", "请合并为一个列表"),
            Lesson::Refused(Markup::Quote) => told("课程中不能有引用块", "请写成普通段落"),
            Lesson::Refused(Markup::Rule) => told("课程中不能有分隔线", "请另起一个步骤"),
            Lesson::Refused(Markup::Indented) => told("课程中不能有缩进式代码", "请写在两行 ``` 之间"),
            Lesson::Refused(Markup::Other) => {
                told("课程中不能有这种写法", "可以使用段落、列表、代码、链接、粗体和斜体")
            }
            Lesson::Link(to) => told(format!("链接应以 https:// 开头：{to}"), ""),
            Lesson::Heading => told("标题应为 `## English`，或步骤中的 `### 中文`", ""),
            Lesson::BeforeSteps => told("第一个步骤之前只能有清单，写作 ```yaml", ""),
            Lesson::NoSteps => told("课程需要步骤：`## 标题`", ""),
            Lesson::Head => told("标题、目标和误解都需要两种语言", ""),
            Lesson::Untold => told("缺少其中一种语言的标题或正文", "请在英文之后写 `### 中文` 和正文"),
            Lesson::NoManifests => told("课程应指定一个场景，或以 ```yaml 附上清单", ""),
            Lesson::TwoManifests => told("课程可以指定场景，也可以附上清单，但不能两者都有", ""),
            Lesson::NoMoment { event, pod, node, nth } => {
                let of: Vec<&str> = [pod, node].into_iter().map(|it| it.as_str()).filter(|it| !it.is_empty()).collect();
                let of = if of.is_empty() { String::new() } else { format!("（{}）", of.join("、")) };
                let nth = if *nth > 1 { format!("，第 {nth} 次") } else { String::new() };
                told(format!("本次运行中没有这一时刻：{event}{of}{nth}"), "")
            }
            Lesson::NothingThere(name) => told(format!("那一时刻没有 {name}"), ""),
            Lesson::Claim(claim) => told(format!("本次运行中没有发生课程所说的事：{claim}"), ""),
            Lesson::ClaimOrder(claim) => told(format!("课程所说的事发生了，但不在前面所说的事之后：{claim}"), ""),
            Lesson::Question => told("问题缺少其中一种语言", "请填写 text 和 zh"),
            Lesson::AnswerBefore => told("答案的时刻早于问题", "请为 `then` 选择更晚的时刻"),
            Lesson::OnlyChoices => told("只有 `choice` 类型的问题才有选项", ""),
            Lesson::NoAttempt => told("那一时刻之后没有 Pod 被调度", ""),
            Lesson::NoPreemption => told("该 Pod 在那里没有抢占任何 Pod", ""),
            Lesson::NotLookedAt(node) => told(format!("该次调度尝试没有检查节点 {node}"), ""),
            Lesson::Right { right, of } => told(format!("按本次运行，{of} 个答案中有 {right} 个正确"), ""),
            Lesson::Unjudged(answer) => told(format!("答案 `{answer}` 需要 `happens` 或 `right` 之一"), ""),
            Lesson::Wordless(answer) => told(format!("答案 `{answer}` 需要 text、zh、why 和 zhWhy"), ""),
            Lesson::NoWish => told("目标没有提出任何要求", "请写 bound、on、evicted 或 gone"),
            Lesson::NoChange => told("尚未达到的目标至少需要允许一处修改", ""),
            Lesson::NoPod(pod) => told(format!("本次运行中没有 Pod {pod}"), ""),
            Lesson::NoNode(node) => told(format!("结束时没有节点 {node}"), ""),
            Lesson::Reached => told("本次运行已经达到目标", ""),
        }
    }

    fn in_lesson(&self, line: usize, step: &str, what: &str, remedy: &str) -> String {
        let step = if step.is_empty() { String::new() } else { format!("步骤 `{step}`：") };
        let remedy = if remedy.is_empty() { String::new() } else { format!("（{remedy}）") };
        format!("第 {line} 行：{step}{what}{remedy}")
    }
}

fn found(finding: &Finding) -> Told {
    let (what, remedy) = Lang::Zh.problem(&finding.problem);
    match finding.place.path.as_str() {
        "" => (what, remedy),
        path => (format!("{path}：{what}"), remedy),
    }
}
