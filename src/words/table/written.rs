//! What is wrong with a lesson as it is written.

use crate::Lang;
use crate::languages::Speaker;
use crate::table::grammar::{Grammar, Told, told};
use api::problem::{Finding, Lesson, Markup};

/// Problems of lessons.
pub trait WrittenSentences: Grammar {
    /// What is wrong, and what would be right; the second may be empty.
    fn lesson_problem(&self, problem: &Lesson) -> Told {
        match problem {
            Lesson::NoHead => say!(
                self,
                told("a lesson must begin with its title, goal, …, between two `---` lines", ""),
                told("课程应以标题、目标等内容开头，写在两行 `---` 之间", "")
            ),
            Lesson::Text(finding) => found(self, finding),
            Lesson::Scenario(finding) => {
                let (what, remedy) = found(self, finding);
                say!(
                    self,
                    (format!("in the scenario, line {}: {what}", finding.place.line), remedy),
                    (format!("场景第 {} 行：{what}", finding.place.line), remedy)
                )
            }
            Lesson::NoScenario(name) => say!(
                self,
                told(format!("no scenario is named {name}"), "use the name in its link, such as ladder"),
                told(format!("没有名为 {name} 的场景"), "请使用链接中的名称，例如 ladder")
            ),
            Lesson::NoRelease(name) => say!(
                self,
                told(format!("no release is named {name}"), "write v1.16, v1.20, v1.34 or v1.36"),
                told(format!("没有名为 {name} 的版本"), "请写 v1.16、v1.20、v1.34 或 v1.36")
            ),
            Lesson::Refused(Markup::Html) => {
                say!(
                    self,
                    told("HTML is not allowed in a lesson", "write Markdown"),
                    told("课程中不能有 HTML", "请使用 Markdown")
                )
            }
            Lesson::Refused(Markup::Picture) => say!(
                self,
                told("pictures are not allowed in a lesson", "the stage is the picture"),
                told("课程中不能有图片", "集群图就是图片")
            ),
            Lesson::Refused(Markup::NestedList) => say!(
                self,
                told("nested lists are not allowed in a lesson", "make one list"),
                told("列表中不能再有列表", "请合并为一个列表")
            ),
            Lesson::Refused(Markup::Quote) => say!(
                self,
                told("block quotes are not allowed in a lesson", "write a paragraph"),
                told("课程中不能有引用块", "请写成普通段落")
            ),
            Lesson::Refused(Markup::Rule) => say!(
                self,
                told("horizontal rules are not allowed in a lesson", "start another step"),
                told("课程中不能有分隔线", "请另起一个步骤")
            ),
            Lesson::Refused(Markup::Indented) => say!(
                self,
                told("indented code is not allowed in a lesson", "put it between two ``` lines"),
                told("课程中不能有缩进式代码", "请写在两行 ``` 之间")
            ),
            Lesson::Refused(Markup::Other) => say!(
                self,
                told("unsupported Markdown element", "use paragraphs, lists, code, links, bold and italics"),
                told("课程中不能有这种写法", "可以使用段落、列表、代码、链接、粗体和斜体")
            ),
            Lesson::Link(to) => say!(
                self,
                told(format!("a link must begin with https://: {to}"), ""),
                told(format!("链接应以 https:// 开头：{to}"), "")
            ),
            Lesson::Heading => say!(
                self,
                told("a heading must be `## English` or, within a step, `### 中文`", ""),
                told("标题应为 `## English`，或步骤中的 `### 中文`", "")
            ),
            Lesson::BeforeSteps => say!(
                self,
                told("only a manifest, as ```yaml, may come before the first step", ""),
                told("第一个步骤之前只能有清单，写作 ```yaml", "")
            ),
            Lesson::NoSteps => {
                say!(self, told("a lesson needs steps: `## A title`", ""), told("课程需要步骤：`## 标题`", ""))
            }
            Lesson::Head => say!(
                self,
                told("title, goal and misconception are required in both languages", ""),
                told("标题、目标和误解都需要两种语言", "")
            ),
            Lesson::Untold => say!(
                self,
                told(
                    "missing translation (en and zh are required)",
                    "write `### 中文` and a text below the English one"
                ),
                told("缺少其中一种语言的标题或正文", "请在英文之后写 `### 中文` 和正文")
            ),
            Lesson::NoManifests => say!(
                self,
                told("a lesson must name a scenario or include manifests as ```yaml", ""),
                told("课程应指定一个场景，或以 ```yaml 附上清单", "")
            ),
            Lesson::TwoManifests => say!(
                self,
                told("a lesson can name a scenario or include manifests, not both", ""),
                told("课程可以指定场景，也可以附上清单，但不能两者都有", "")
            ),
            Lesson::NoMoment { event, pod, node, nth } => say!(
                self,
                {
                    let of = [pod, node].into_iter().filter(|it| !it.is_empty()).map(|it| format!(" of {it}"));
                    let of = of.collect::<Vec<_>>().concat();
                    let nth = if *nth > 1 { format!(", number {nth}") } else { String::new() };
                    told(format!("the run has no such moment: {event}{of}{nth}"), "")
                },
                {
                    let of: Vec<&str> =
                        [pod, node].into_iter().map(|it| it.as_str()).filter(|it| !it.is_empty()).collect();
                    let of = if of.is_empty() { String::new() } else { format!("（{}）", of.join("、")) };
                    let nth = if *nth > 1 { format!("，第 {nth} 次") } else { String::new() };
                    told(format!("本次运行中没有这一时刻：{event}{of}{nth}"), "")
                }
            ),
            Lesson::NothingThere(name) => say!(
                self,
                told(format!("there is no {name} at that moment"), ""),
                told(format!("那一时刻没有 {name}"), "")
            ),
            Lesson::Claim(claim) => say!(
                self,
                told(format!("this claim doesn’t hold in the run: {claim}"), ""),
                told(format!("本次运行中没有发生课程所说的事：{claim}"), "")
            ),
            Lesson::ClaimOrder(claim) => say!(
                self,
                told(format!("this claim holds in the run, but not after the claims before it: {claim}"), ""),
                told(format!("课程所说的事发生了，但不在前面所说的事之后：{claim}"), "")
            ),
            Lesson::Question => say!(
                self,
                told("the question is missing a translation", "write text and zh"),
                told("问题缺少其中一种语言", "请填写 text 和 zh")
            ),
            Lesson::AnswerBefore => say!(
                self,
                told("the answer comes before the question", "choose a later moment for `then`"),
                told("答案的时刻早于问题", "请为 `then` 选择更晚的时刻")
            ),
            Lesson::OnlyChoices => say!(
                self,
                told("only a question of kind `choice` has choices", ""),
                told("只有 `choice` 类型的问题才有选项", "")
            ),
            Lesson::NoAttempt => {
                say!(self, told("no pod is scheduled after that moment", ""), told("那一时刻之后没有 Pod 被调度", ""))
            }
            Lesson::NoPreemption => {
                say!(self, told("the pod doesn’t preempt any pod there", ""), told("该 Pod 在那里没有抢占任何 Pod", ""))
            }
            Lesson::NotLookedAt(node) => say!(
                self,
                told(format!("the attempt doesn’t check node {node}"), ""),
                told(format!("该次调度尝试没有检查节点 {node}"), "")
            ),
            Lesson::Right { right, of } => say!(
                self,
                told(format!("{right} of {of} answers are right in the run"), ""),
                told(format!("按本次运行，{of} 个答案中有 {right} 个正确"), "")
            ),
            Lesson::Unjudged(answer) => say!(
                self,
                told(format!("answer `{answer}` needs either `happens` or `right`"), ""),
                told(format!("答案 `{answer}` 需要 `happens` 或 `right` 之一"), "")
            ),
            Lesson::Wordless(answer) => say!(
                self,
                told(format!("answer `{answer}` needs text, zh, why and zhWhy"), ""),
                told(format!("答案 `{answer}` 需要 text、zh、why 和 zhWhy"), "")
            ),
            Lesson::NoWish => say!(
                self,
                told("the goal has no conditions", "write bound, on, evicted or gone"),
                told("目标没有提出任何要求", "请写 bound、on、evicted 或 gone")
            ),
            Lesson::NoChange => say!(
                self,
                told("a goal that isn’t reached yet needs at least one change", ""),
                told("尚未达到的目标至少需要允许一处修改", "")
            ),
            Lesson::NoPod(pod) => {
                say!(self, told(format!("the run has no pod {pod}"), ""), told(format!("本次运行中没有 Pod {pod}"), ""))
            }
            Lesson::NoNode(node) => say!(
                self,
                told(format!("at the end there is no node {node}"), ""),
                told(format!("结束时没有节点 {node}"), "")
            ),
            Lesson::Reached => {
                say!(self, told("the run already reaches the goal", ""), told("本次运行已经达到目标", ""))
            }
        }
    }

    /// All of it, with its place: a line, and a step where there is one.
    fn in_lesson(&self, line: usize, step: &str, what: &str, remedy: &str) -> String {
        say!(
            self,
            {
                let step = if step.is_empty() { String::new() } else { format!("step `{step}`: ") };
                let remedy = if remedy.is_empty() { String::new() } else { format!(" ({remedy})") };
                format!("line {line}: {step}{what}{remedy}")
            },
            {
                let step = if step.is_empty() { String::new() } else { format!("步骤 `{step}`：") };
                let remedy = if remedy.is_empty() { String::new() } else { format!("（{remedy}）") };
                format!("第 {line} 行：{step}{what}{remedy}")
            }
        )
    }
}

impl<T: Speaker> WrittenSentences for T {}

fn found(lang: &(impl Grammar + ?Sized), finding: &Finding) -> Told {
    say!(
        lang,
        {
            let (what, remedy) = Lang::En.problem(&finding.problem);
            match finding.place.path.as_str() {
                "" => (what, remedy),
                path => (format!("{path}: {what}"), remedy),
            }
        },
        {
            let (what, remedy) = Lang::Zh.problem(&finding.problem);
            match finding.place.path.as_str() {
                "" => (what, remedy),
                path => (format!("{path}：{what}"), remedy),
            }
        }
    )
}
