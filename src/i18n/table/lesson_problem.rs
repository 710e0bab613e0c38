//! What is wrong with a lesson as it is written.

use api::{Str, nearest_name};
use findings::{ExpectedValue, Finding, FoundValue, LessonProblem, Notice, ObjectProblem, Problem, UnsupportedMarkup};

use crate::{
    Lang,
    languages::Speaker,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Problems of lessons.
pub trait WrittenSentences: Grammar {
    /// The problem, and how to fix it; the second may be empty for YAML only.
    fn lesson_problem(&self, problem: &LessonProblem) -> TitleAndText {
        match problem {
            LessonProblem::NoHead => translate!(
                self,
                title_and_text(
                    "a lesson must begin with its title, goal, …, between two `---` lines",
                    "write `---` on the first line and again after the fields"
                ),
                title_and_text(
                    "课程应以标题、目标等内容开头，写在两行 `---` 之间",
                    "在第一行写 `---`，各字段之后再写一行 `---`"
                )
            ),
            LessonProblem::Text(finding) => finding_text(self, finding),
            LessonProblem::Scenario(finding) => {
                let (what, remedy) = finding_text(self, finding);
                translate!(
                    self,
                    (format!("in the scenario, line {}: {what}", finding.place.line), remedy),
                    (format!("场景第 {} 行：{what}", finding.place.line), remedy)
                )
            }
            LessonProblem::NoScenario(name) => translate!(
                self,
                title_and_text(format!("no scenario is named {name}"), "use the name in its link, such as ladder"),
                title_and_text(format!("没有名为 {name} 的场景"), "请使用链接中的名称，例如 ladder")
            ),
            LessonProblem::NoRelease(name) => translate!(
                self,
                title_and_text(format!("no release is named {name}"), "write v1.16, v1.20, v1.34 or v1.36"),
                title_and_text(format!("没有名为 {name} 的版本"), "请写 v1.16、v1.20、v1.34 或 v1.36")
            ),
            LessonProblem::Markup(UnsupportedMarkup::Html) => {
                translate!(
                    self,
                    title_and_text("HTML is not allowed in a lesson", "write Markdown"),
                    title_and_text("课程中不能有 HTML", "请使用 Markdown")
                )
            }
            LessonProblem::Markup(UnsupportedMarkup::Picture) => translate!(
                self,
                title_and_text("pictures are not allowed in a lesson", "the stage is the picture"),
                title_and_text("课程中不能有图片", "集群图就是图片")
            ),
            LessonProblem::Markup(UnsupportedMarkup::NestedList) => translate!(
                self,
                title_and_text("nested lists are not allowed in a lesson", "make one list"),
                title_and_text("列表中不能再有列表", "请合并为一个列表")
            ),
            LessonProblem::Markup(UnsupportedMarkup::Quote) => translate!(
                self,
                title_and_text("block quotes are not allowed in a lesson", "write a paragraph"),
                title_and_text("课程中不能有引用块", "请写成普通段落")
            ),
            LessonProblem::Markup(UnsupportedMarkup::Rule) => translate!(
                self,
                title_and_text("horizontal rules are not allowed in a lesson", "start another step"),
                title_and_text("课程中不能有分隔线", "请另起一个步骤")
            ),
            LessonProblem::Markup(UnsupportedMarkup::Indented) => translate!(
                self,
                title_and_text("indented code is not allowed in a lesson", "put it between two ``` lines"),
                title_and_text("课程中不能有缩进式代码", "请写在两行 ``` 之间")
            ),
            LessonProblem::Markup(UnsupportedMarkup::Other) => translate!(
                self,
                title_and_text("unsupported Markdown element", "use paragraphs, lists, code, links, bold and italics"),
                title_and_text("课程中不能有这种写法", "可以使用段落、列表、代码、链接、粗体和斜体")
            ),
            LessonProblem::Link(link_target) => translate!(
                self,
                title_and_text(
                    format!("a link must begin with https://: {link_target}"),
                    "write the whole address, or leave the link out"
                ),
                title_and_text(format!("链接应以 https:// 开头：{link_target}"), "请写完整地址，或去掉链接")
            ),
            LessonProblem::Heading => translate!(
                self,
                title_and_text(
                    "a heading must be `## English` or, within a step, `### 中文`",
                    "use `##` for a step and bold for anything smaller"
                ),
                title_and_text("标题应为 `## English`，或步骤中的 `### 中文`", "步骤用 `##`，更小的标题请用粗体")
            ),
            LessonProblem::BeforeSteps => translate!(
                self,
                title_and_text(
                    "only a manifest, as ```yaml, may come before the first step",
                    "move the text below the first `##`"
                ),
                title_and_text("第一个步骤之前只能有清单，写作 ```yaml", "请把文字移到第一个 `##` 之后")
            ),
            LessonProblem::NoSteps => {
                translate!(
                    self,
                    title_and_text("a lesson needs steps: `## A title`", "add one: a `##` line and a text below it"),
                    title_and_text("课程需要步骤：`## 标题`", "请添加一个：一行 `##` 标题，下面写正文")
                )
            }
            LessonProblem::OpenHead => translate!(
                self,
                title_and_text("the fields that begin here are not closed", "add a line `---` below them"),
                title_and_text("从这里开始的字段没有结束", "请在它们之后加一行 `---`")
            ),
            LessonProblem::OpenFence => translate!(
                self,
                title_and_text("the block opened here is not closed", "add a line with ``` at its end"),
                title_and_text("从这里开始的代码块没有结束", "请在末尾加一行 ```")
            ),
            LessonProblem::Head { missing } => {
                let fields = join_fields(self, missing);
                translate!(
                    self,
                    title_and_text(
                        format!("at the top {fields} {} missing", if missing.len() == 1 { "is" } else { "are" }),
                        "write it between the two `---` lines; a lesson needs title, goal and misconception"
                    ),
                    title_and_text(
                        format!("开头缺少 {fields}"),
                        "请写在两行 `---` 之间；课程需要标题（title）、目标（goal）和误解（misconception）"
                    )
                )
            }
            LessonProblem::MissingText => translate!(
                self,
                title_and_text(
                    "missing translation (en and zh are required)",
                    "write `### 中文` and a text below the English one"
                ),
                title_and_text("缺少其中一种语言的标题或正文", "请在英文之后写 `### 中文` 和正文")
            ),
            LessonProblem::MissingTranslation { missing } => {
                let fields = join_fields(self, missing);
                translate!(
                    self,
                    title_and_text(
                        format!("not translated: {fields}, while other parts are"),
                        "add it, or readers of the other language see both languages mixed"
                    ),
                    title_and_text(
                        format!("没有译文：{fields}，而其他部分有译文"),
                        "请补上，否则另一种语言的读者会同时看到两种语言"
                    )
                )
            }
            LessonProblem::NoStepText => translate!(
                self,
                title_and_text("the step has no title or no text", "write a sentence below its heading"),
                title_and_text("这个步骤没有标题或正文", "请在标题下面写一句话")
            ),
            LessonProblem::NoManifests => translate!(
                self,
                title_and_text(
                    "a lesson must name a scenario or include manifests as ```yaml",
                    "write `scenario: first-pod` at the top, or a ```yaml block before the first step"
                ),
                title_and_text(
                    "课程应指定一个场景，或以 ```yaml 附上清单",
                    "请在开头写 `scenario: first-pod`，或在第一个步骤之前写 ```yaml 代码块"
                )
            ),
            LessonProblem::TwoManifests => translate!(
                self,
                title_and_text(
                    "a lesson can name a scenario or include manifests, not both",
                    "remove `scenario`, or the ```yaml block"
                ),
                title_and_text(
                    "课程可以指定场景，也可以附上清单，但不能两者都有",
                    "请去掉 `scenario` 或 ```yaml 代码块"
                )
            ),
            LessonProblem::NoMoment { event, pod, node, nth } => translate!(
                self,
                {
                    let of = [pod, node].into_iter().filter(|text| !text.is_empty()).map(|text| format!(" of {text}"));
                    let of = of.collect::<Vec<_>>().concat();
                    let nth = if *nth > 1 { format!(", number {nth}") } else { String::new() };
                    title_and_text(
                        format!("the run has no such moment: {event}{of}{nth}"),
                        "check the name and namespace, as in default/web; the console lists what happens",
                    )
                },
                {
                    let of: Vec<&str> =
                        [pod, node].into_iter().map(|text| text.as_str()).filter(|text| !text.is_empty()).collect();
                    let of = if of.is_empty() { String::new() } else { format!("（{}）", of.join("、")) };
                    let nth = if *nth > 1 { format!("，第 {nth} 次") } else { String::new() };
                    title_and_text(
                        format!("本次运行中没有这一时刻：{event}{of}{nth}"),
                        "请检查名称和命名空间，例如 default/web；控制台列出发生的事",
                    )
                }
            ),
            LessonProblem::Refused { message, near } => translate!(
                self,
                (
                    format!("the API server refuses this object, so the run doesn’t have it: {message}"),
                    near.as_ref().map_or_else(
                        || "correct the manifest, unless the lesson is about this".to_owned(),
                        |near| format!("did you mean {near}?")
                    )
                ),
                (
                    format!("API 服务器会拒绝该对象，本次运行中没有它：{message}"),
                    near.as_ref().map_or_else(|| "请改正清单".to_owned(), |near| format!("是否想写 {near}？"))
                )
            ),
            LessonProblem::NothingThere(name) => translate!(
                self,
                title_and_text(
                    format!("there is no {name} at that moment"),
                    "choose a later `at`, or write a pod as namespace/name"
                ),
                title_and_text(format!("那一时刻没有 {name}"), "请选择更晚的 `at`；Pod 写作 命名空间/名称")
            ),
            LessonProblem::Claim(claim) => translate!(
                self,
                title_and_text(
                    format!("this claim doesn’t hold in the run: {claim}"),
                    "compare it with the story of the run, or remove it"
                ),
                title_and_text(format!("本次运行中没有发生课程所说的事：{claim}"), "请与运行的叙述对照，或删除它")
            ),
            LessonProblem::ClaimOrder(claim) => translate!(
                self,
                title_and_text(
                    format!("this claim holds in the run, but not after the claims before it: {claim}"),
                    "put claims in the order of the run"
                ),
                title_and_text(format!("课程所说的事发生了，但不在前面所说的事之后：{claim}"), "请按运行的先后排列")
            ),
            LessonProblem::NoQuestion => translate!(
                self,
                title_and_text("the question has no text", "write `text: …` within `ask`"),
                title_and_text("问题没有内容", "请在 `ask` 中写 `text: …`")
            ),
            LessonProblem::Question => translate!(
                self,
                title_and_text("the question is missing a translation", "write text and zh"),
                title_and_text("问题缺少其中一种语言", "请填写 text 和 zh")
            ),
            LessonProblem::AnswerBefore => translate!(
                self,
                title_and_text("the answer comes before the question", "choose a later moment for `then`"),
                title_and_text("答案的时刻早于问题", "请为 `then` 选择更晚的时刻")
            ),
            LessonProblem::OnlyChoices => translate!(
                self,
                title_and_text("only a question of kind `choice` has choices", "remove `choices`, or `kind`"),
                title_and_text("只有 `choice` 类型的问题才有选项", "请去掉 `choices` 或 `kind`")
            ),
            LessonProblem::NoAttempt => {
                translate!(
                    self,
                    title_and_text(
                        "no pod is scheduled after that moment",
                        "choose an earlier `at`, such as {event: popped, pod: …}"
                    ),
                    title_and_text("那一时刻之后没有 Pod 被调度", "请选择更早的 `at`，例如 {event: popped, pod: …}")
                )
            }
            LessonProblem::NoPreemption => {
                translate!(
                    self,
                    title_and_text(
                        "the pod doesn’t preempt any pod there",
                        "ask about a pod that preempts, or use kind `node`"
                    ),
                    title_and_text("该 Pod 在那里没有抢占任何 Pod", "请询问发生抢占的 Pod，或改用 `node` 类型")
                )
            }
            LessonProblem::NoFitNode => translate!(
                self,
                title_and_text(
                    "a question of kind `fits` needs `node:`",
                    "write within `ask` the node that is asked about, as in `node: large`"
                ),
                title_and_text("`fits` 类型的问题缺少 `node:`", "请在 `ask` 中写所问的节点，例如 `node: large`")
            ),
            LessonProblem::NotLookedAt(node) => translate!(
                self,
                title_and_text(
                    format!("the attempt doesn’t check node {node}"),
                    "write the name of a node that the filters check"
                ),
                title_and_text(format!("该次调度尝试没有检查节点 {node}"), "请写过滤器会检查的节点名称")
            ),
            LessonProblem::Right { right, of } => translate!(
                self,
                title_and_text(
                    format!("{right} of {of} answers are right in the run"),
                    "exactly one answer must be right, of at least two"
                ),
                title_and_text(format!("按本次运行，{of} 个答案中有 {right} 个正确"), "至少两个答案，其中恰好一个正确")
            ),
            LessonProblem::NoVerdict { number, answer } => translate!(
                self,
                title_and_text(
                    format!("answer {number}, `{answer}`, needs either `happens` or `right`"),
                    "write one of them, not both"
                ),
                title_and_text(
                    format!("第 {number} 个答案 `{answer}` 需要 `happens` 或 `right` 之一"),
                    "二者写其一，不能都写"
                )
            ),
            LessonProblem::NoText { number, missing } => {
                let fields = join_fields(self, missing);
                translate!(
                    self,
                    title_and_text(
                        format!("answer {number} has no {fields}"),
                        "each answer needs `text`, and `why`, which says what it overlooks or why it is right"
                    ),
                    title_and_text(
                        format!("第 {number} 个答案缺少 {fields}"),
                        "每个答案都需要 `text` 和 `why`，后者说明它忽略了什么，或为什么正确"
                    )
                )
            }
            LessonProblem::EmptyGoal => translate!(
                self,
                title_and_text("the goal has no conditions", "write bound, on, evicted or gone"),
                title_and_text("目标没有提出任何要求", "请写 bound、on、evicted 或 gone")
            ),
            LessonProblem::NoChange => translate!(
                self,
                title_and_text(
                    "a goal that isn’t reached yet needs at least one change",
                    "write `changes: 1` or more, or leave it out"
                ),
                title_and_text("尚未达到的目标至少需要允许一处修改", "请写 `changes: 1` 或更大，或去掉它")
            ),
            LessonProblem::NoPod(pod) => {
                translate!(
                    self,
                    title_and_text(
                        format!("the run has no pod {pod}"),
                        "write it as namespace/name, as in the manifests"
                    ),
                    title_and_text(format!("本次运行中没有 Pod {pod}"), "请按清单写作 命名空间/名称")
                )
            }
            LessonProblem::NoNode(node) => translate!(
                self,
                title_and_text(
                    format!("at the end there is no node {node}"),
                    "write the name of a node in the manifests"
                ),
                title_and_text(format!("结束时没有节点 {node}"), "请写清单中节点的名称")
            ),
            LessonProblem::GoalAlreadyReached => {
                translate!(
                    self,
                    title_and_text(
                        "the run already reaches the goal",
                        "ask for something that only a change brings about"
                    ),
                    title_and_text("本次运行已经达到目标", "请提出只有修改后才能达到的目标")
                )
            }
        }
    }

    /// All of it, with its place: a line, and a step where there is one.
    fn lesson_problem_line(&self, line: usize, step: &str, what: &str, remedy: &str) -> String {
        translate!(
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

/// Names of fields, as code.
fn join_fields(lang: &(impl Grammar + ?Sized), fields: &[Str]) -> String {
    let quoted_fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
    lang.list(&quoted_fields.iter().map(String::as_str).collect::<Vec<_>>())
}

/// What is wrong with YAML. A lesson's own fields are no object of Kubernetes: kubectl has no say in them.
fn finding_text(lang: &(impl Grammar + ?Sized), finding: &Finding) -> TitleAndText {
    match &finding.problem {
        Problem::Notice(Notice::FieldMisspelled { kind, path, near }) if kind.is_empty() => {
            return unknown_field_text(lang, path, Some(near));
        }
        Problem::Notice(Notice::FieldIgnored { kind, path }) if kind.is_empty() => {
            return unknown_field_text(lang, path, None);
        }
        _ => {}
    }
    let near = match &finding.problem {
        Problem::Object(ObjectProblem::Misfit {
            wanted: ExpectedValue::Word { known },
            actual: FoundValue::Scalar(word),
        }) => nearest_name(word, known.iter().map(Str::as_str)),
        _ => None,
    };
    let (what, remedy) = translate!(lang, Lang::En.problem(&finding.problem), Lang::Zh.problem(&finding.problem));
    let remedy = match near {
        Some(near) => translate!(lang, format!("did you mean {near}?"), format!("是否想写 {near}？")),
        None => remedy,
    };
    match finding.place.path.as_str() {
        "" => (what, remedy),
        // It names the field by itself.
        _ if matches!(finding.problem, Problem::Notice(_)) => (what, remedy),
        path => translate!(lang, (format!("{path}: {what}"), remedy), (format!("{path}：{what}"), remedy)),
    }
}

/// A lesson has no such field.
fn unknown_field_text(lang: &(impl Grammar + ?Sized), path: &str, near: Option<&Str>) -> TitleAndText {
    translate!(
        lang,
        (
            format!("a lesson has no field {path}"),
            near.map_or_else(
                || "the manual lists the fields; remove it, or correct its name".to_owned(),
                |near| format!("did you mean {near}?")
            )
        ),
        (
            format!("课程没有字段 {path}"),
            near.map_or_else(
                || "手册列出了所有字段；请删除它，或改正名称".to_owned(),
                |near| format!("是否想写 {near}？")
            )
        )
    )
}
