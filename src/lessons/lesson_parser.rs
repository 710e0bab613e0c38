//! Parses the text of a lesson into a draft.

use std::{fs, path::Path};

use api::Str;
use findings::{InLesson, LessonProblem};
use manifest::Anchor;
use protocol::{Bilingual, Block, Goal, LessonEntry};
use serde::Deserialize;

use super::{
    markdown::{self, MarkdownPiece},
    yaml_fields::{UnreadFields, read_fields},
};

/// The front matter of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct LessonHead {
    /// Its position in the course.
    pub number: u32,
    pub title: String,
    /// What the reader can do after it.
    pub goal: String,
    /// A common misconception that it corrects.
    pub misconception: String,
    /// The texts in Chinese.
    pub zh: HeadZh,
    /// Whether it covers a topic of "Workloads and Scheduling" in the CKA exam.
    pub exam: bool,
    /// The name of a built-in scenario; if empty, the lesson has its own manifests.
    pub scenario: String,
    /// The name of a release; if empty, that of the scenario.
    pub release: String,
}

/// Title, goal and misconception in Chinese.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct HeadZh {
    pub title: String,
    pub goal: String,
    pub misconception: String,
}

/// The content of a `step` block.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct StepHead {
    /// The moment; if absent, that of the previous step, or the start.
    pub at: Option<Anchor>,
    /// A pod (`namespace/name`) or a node to select.
    pub look: Str,
    /// Lines that the story of the run must contain, in this order; `…` matches anything within a line.
    pub claims: Vec<String>,
    pub ask: Option<AskDraft>,
    pub task: Option<TaskDraft>,
}

/// A question, as written.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct AskDraft {
    pub kind: AskKind,
    /// The text in English.
    pub text: String,
    /// The text in Chinese.
    pub zh: String,
    /// For `fits`: the node.
    pub node: Str,
    /// For `choice`: the possible answers.
    pub choices: Vec<ChoiceDraft>,
    /// The moment that shows the answer; if absent, the playhead stays.
    pub then: Option<Anchor>,
}

/// What kind of answer a question takes. The next attempt of the run determines which answer is right, except for `choice`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AskKind {
    /// One of the choices that the lesson lists.
    #[default]
    Choice,
    /// The node that the pod is placed on, or none.
    Node,
    /// The pods that preemption evicts, in order.
    Victim,
    /// Whether the pod fits on a node.
    Fits,
}

/// A possible answer, as written.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ChoiceDraft {
    /// The text in English.
    pub text: String,
    /// The text in Chinese.
    pub zh: String,
    /// Why it is right or wrong, in English.
    pub why: String,
    /// Why it is right or wrong, in Chinese.
    pub(crate) zh_why: String,
    /// The answer is right if this happens in the run.
    pub happens: Option<Anchor>,
    /// Whether it is right, if that does not depend on the run.
    pub right: Option<bool>,
}

/// A task, as written.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct TaskDraft {
    /// The required end of the run.
    pub goal: Goal,
    /// A change that reaches the goal, for the tests.
    pub solution: Solution,
}

/// A replacement in the scenario's manifest.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Solution {
    /// The text to replace, which must occur once.
    pub replace: String,
    /// The replacement.
    pub by: String,
}

/// A step, as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepDraft {
    /// The line of the file at which it begins, from 1.
    pub line: usize,
    pub title: Bilingual,
    /// The parsed content of its `step` block.
    pub head: StepHead,
    /// The text of its block, and the line of the file at which that begins.
    pub block: (String, usize),
    /// The fields of its block that could not be parsed.
    pub unread: UnreadFields,
    /// The line of the file for each of its claims, which the run has to confirm.
    pub claimed: Vec<usize>,
    /// The text in English.
    pub en: Vec<Block>,
    /// The text in Chinese.
    pub zh: Vec<Block>,
}

/// A lesson, as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LessonDraft {
    /// Its identifier: the name of its file.
    pub name: String,
    pub head: LessonHead,
    /// The text of the front matter, which begins at the second line of the file.
    pub head_block: String,
    /// The fields of the front matter that could not be parsed.
    pub unread_head: UnreadFields,
    /// Its own manifests; empty if it names a built-in scenario.
    pub manifest: String,
    /// The line of the lesson's file at which its manifests begin, from 1.
    pub manifest_line: usize,
    /// Whether the manifests could not be parsed.
    pub is_manifest_unread: bool,
    pub steps: Vec<StepDraft>,
}

impl LessonDraft {
    /// The manifest that it runs: its own, or that of the scenario that it names, in the folder `scenarios`.
    ///
    /// # Errors
    /// There is no such scenario.
    pub fn text(&self, scenarios: &Path) -> Result<String, InLesson> {
        let name = &self.head.scenario;
        if name.is_empty() {
            return Ok(self.manifest.clone());
        }
        fs::read_to_string(scenarios.join(format!("{name}.yaml"))).map_err(|_| self.unknown_scenario())
    }

    /// The problem that the scenario it names doesn't exist.
    #[must_use]
    pub fn unknown_scenario(&self) -> InLesson {
        InLesson::new(self.head_line("scenario"), LessonProblem::NoScenario(self.head.scenario.as_str().into()))
    }

    /// The line of the file with a field of the front matter.
    pub(super) fn head_line(&self, field: &str) -> usize {
        1 + manifest::find_line(&self.head_block, field).unwrap_or(1)
    }

    /// Its entry in the list of lessons.
    pub(super) fn entry(&self) -> LessonEntry {
        let LessonHead { title, goal, misconception, zh, .. } = &self.head;
        let both = |en: &str, zh: &str| Bilingual { en: en.trim().to_owned(), zh: zh.trim().to_owned() };
        LessonEntry {
            name: self.name.clone(),
            number: self.head.number,
            title: both(title, &zh.title),
            goal: both(goal, &zh.goal),
            misconception: both(misconception, &zh.misconception),
            is_in_exam: self.head.exam,
        }
    }
}

/// Parses a lesson of the course, which must be in both languages.
///
/// # Errors
/// The first problem.
pub fn parse_lesson(name: &str, text: &str) -> Result<LessonDraft, InLesson> {
    let mut problems = Vec::new();
    let draft = read_draft(name, text, &mut problems);
    if let Some(draft) = &draft {
        check_step_texts(draft, &mut problems, |StepDraft { title, en, zh, .. }| {
            (title.zh.is_empty() || en.is_empty() || zh.is_empty()).then_some(LessonProblem::MissingText)
        });
        check_draft(draft, &mut problems);
    }
    first_problem(draft, problems)
}

/// The draft, if there are no problems.
pub(super) fn first_problem(draft: Option<LessonDraft>, problems: Vec<InLesson>) -> Result<LessonDraft, InLesson> {
    match (problems.into_iter().next(), draft) {
        (None, Some(draft)) => Ok(draft),
        (Some(problem), _) => Err(problem),
        (None, None) => Err(InLesson::new(1, LessonProblem::NoHead)),
    }
}

/// Checks that each step has a text, as far as it could be parsed.
pub(super) fn check_step_texts(
    draft: &LessonDraft,
    problems: &mut Vec<InLesson>,
    check: impl Fn(&StepDraft) -> Option<LessonProblem>,
) {
    let is_about_text = |problem: &&InLesson| {
        matches!(problem.problem, LessonProblem::Markup(_) | LessonProblem::OpenFence | LessonProblem::Heading)
    };
    let lines: Vec<usize> = problems.iter().filter(is_about_text).map(|problem| problem.line).collect();
    let ends = draft.steps.iter().skip(1).map(|step| step.line).chain([usize::MAX]);
    for (step, end) in draft.steps.iter().zip(ends) {
        if !lines.iter().any(|line| (step.line..end).contains(line))
            && let Some(problem) = check(step)
        {
            problems.push(InLesson { line: step.line, step: step.title.en.as_str().into(), problem });
        }
    }
}

/// Parses as much as possible. `None` if the structure can't be recognized.
pub(super) fn read_draft(name: &str, text: &str, problems: &mut Vec<InLesson>) -> Option<LessonDraft> {
    let Some((head, _)) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) else {
        let is_open = text.starts_with("---\n");
        problems.push(InLesson::new(1, if is_open { LessonProblem::OpenHead } else { LessonProblem::NoHead }));
        return None;
    };
    // Without its closing line, it extends to the first `---` of the manifests.
    if head.lines().any(|line| line.starts_with("```") || line.starts_with("## ")) {
        problems.push(InLesson::new(1, LessonProblem::OpenHead));
        return None;
    }
    let (text, open_fences) = cut_open_fences(text);
    problems.extend(open_fences.iter().map(|line| InLesson::new(*line, LessonProblem::OpenFence)));
    let (parsed_head, unread_head) = read_fields("", head, 2, problems);
    let mut draft = LessonDraft {
        name: name.to_owned(),
        head: parsed_head,
        head_block: head.to_owned(),
        unread_head,
        ..LessonDraft::default()
    };
    // The body is preceded by as many line breaks as in the file, so that its lines have the right numbers.
    let before = head.matches('\n').count() + 3;
    let body = "\n".repeat(before) + text.splitn(before + 1, '\n').nth(before).unwrap_or_default();
    read_body(&mut draft, &body, problems);
    for line in open_fences {
        match draft.steps.iter_mut().rev().find(|step| step.line < line) {
            Some(step) => step.unread = UnreadFields::whole(),
            None => draft.is_manifest_unread = true,
        }
    }
    // A heading of another level was probably meant as a step.
    let is_explained =
        |problem: &InLesson| matches!(problem.problem, LessonProblem::Heading | LessonProblem::OpenFence);
    if draft.steps.is_empty() && !problems.iter().any(is_explained) {
        problems.push(InLesson::new(before, LessonProblem::NoSteps));
    }
    Some(draft)
}

/// The text without blocks that are not closed, and the lines at which these begin.
fn cut_open_fences(text: &str) -> (String, Vec<usize>) {
    let (mut text, mut lines) = (text.to_owned(), Vec::new());
    while let Some(range) = markdown::find_open_fence(&text) {
        lines.push(range.start);
        let is_cut = |at: usize| range.contains(&(at + 1));
        let rest = text.split('\n').enumerate().map(|(at, line)| if is_cut(at) { "" } else { line });
        text = rest.collect::<Vec<_>>().join("\n");
    }
    (text, lines)
}

/// Parses the text after the front matter.
fn read_body(draft: &mut LessonDraft, body: &str, problems: &mut Vec<InLesson>) {
    let mut zh = false;
    // All content before the first step has the same cause, so it is reported once.
    let mut is_before_reported = false;
    for (at, piece) in markdown::split_pieces(body, problems) {
        match (piece, draft.steps.last_mut()) {
            (MarkdownPiece::Heading(2, title), _) => {
                let title = Bilingual { en: title, zh: String::new() };
                draft.steps.push(StepDraft { line: at, title, ..StepDraft::default() });
                zh = false;
            }
            (MarkdownPiece::Heading(3, title), Some(step)) => {
                step.title.zh = title;
                zh = true;
            }
            (MarkdownPiece::Heading(..), step) => {
                is_before_reported |= step.is_none();
                problems.push(InLesson::new(at, LessonProblem::Heading));
            }
            (MarkdownPiece::Fenced(kind, text), None) if kind == "yaml" => {
                (draft.manifest, draft.manifest_line) = (text, at + 1);
            }
            (MarkdownPiece::Fenced(kind, text), Some(step)) if kind == "step" => {
                (step.head, step.unread) = read_fields(&step.title.en, &text, at + 1, problems);
                step.claimed = claim_lines(&step.head.claims, &text, at + 1);
                step.block = (text, at + 1);
            }
            (_, None) => {
                if !std::mem::replace(&mut is_before_reported, true) {
                    problems.push(InLesson::new(at, LessonProblem::BeforeSteps));
                }
            }
            (MarkdownPiece::Fenced(_, text), Some(step)) => blocks_of_language(step, zh).push(Block::Code(text)),
            (MarkdownPiece::Block(block), Some(step)) => blocks_of_language(step, zh).push(block),
        }
    }
}

/// Checks that the required fields exist. A field that could not be parsed is not missing.
pub(super) fn check_draft(draft: &LessonDraft, problems: &mut Vec<InLesson>) {
    if !draft.unread_head.is_empty() {
        return;
    }
    let LessonEntry { title, goal, misconception, .. } = draft.entry();
    let missing = [("title", title), ("goal", goal), ("misconception", misconception)].into_iter().filter_map(
        |(name, Bilingual { en, zh })| match (en.is_empty(), zh.is_empty()) {
            (true, _) => Some(name.into()),
            (false, true) => Some(format!("zh.{name}").into()),
            (false, false) => None,
        },
    );
    let missing: Vec<Str> = missing.collect();
    if !missing.is_empty() {
        problems.push(InLesson::new(1, LessonProblem::Head { missing }));
    }
    match (draft.head.scenario.is_empty(), draft.manifest.is_empty()) {
        (true, true) if !draft.is_manifest_unread => {
            problems.push(InLesson::new(1, LessonProblem::NoManifests));
        }
        (false, false) => problems.push(InLesson::new(draft.head_line("scenario"), LessonProblem::TwoManifests)),
        _ => {}
    }
}

/// The line of each claim in the file; `first` is that of the block. A claim over several lines gets the line of the block.
fn claim_lines(claims: &[String], block: &str, first: usize) -> Vec<usize> {
    let mut from = 0;
    let mut line = |claim: &String| {
        if let Some(at) = block[from..].find(claim.as_str()) {
            from += at;
        }
        first + block[..from].matches('\n').count()
    };
    claims.iter().map(&mut line).collect()
}

fn blocks_of_language(step: &mut StepDraft, zh: bool) -> &mut Vec<Block> {
    if zh { &mut step.zh } else { &mut step.en }
}

#[cfg(test)]
mod tests {
    use i18n::{Lang, lesson_problem};
    use protocol::Inline;

    use super::*;

    const HEAD: &str = "---\ntitle: A\ngoal: B\nmisconception: C\nscenario: ladder\nzh: {title: 甲, goal: 乙, misconception: 丙}\n---\n";

    fn parse_error(lesson_error: &InLesson) -> String {
        lesson_problem::lesson_problem_line(Lang::En, lesson_error)
    }

    #[test]
    fn a_lesson_is_read_in_both_languages() {
        let text = format!(
            "{HEAD}\n## One\n```step\nat: {{event: popped, pod: default/a}}\n```\nIt is **so** and *so*.\n\n### 一\n是`这样`。\n"
        );
        let draft = parse_lesson("x", &text).expect("a lesson");
        let [step] = draft.steps.as_slice() else { panic!("{:?}", draft.steps) };
        assert_eq!((step.title.en.as_str(), step.title.zh.as_str()), ("One", "一"));
        assert_eq!(step.head.at.as_ref().map(|at| at.pod.as_str()), Some("default/a"));
        let text = |text: &str| Inline::Text(text.to_owned());
        let (bold, italic) = (Inline::Strong("so".to_owned()), Inline::Emphasis("so".to_owned()));
        let en = vec![text("It is "), bold, text(" and "), italic, text(".")];
        let zh = vec![text("是"), Inline::Code("这样".to_owned()), text("。")];
        assert_eq!((&step.en, &step.zh), (&vec![Block::Paragraph(en)], &vec![Block::Paragraph(zh)]));
    }

    #[test]
    fn places_are_those_of_the_file() {
        let text =
            format!("{HEAD}\n## One\nText\n### 一\n文\n\n## Two\n```step\nlook: a\nlok: b\n```\nText\n### 二\n文\n");
        let line = |what: &str| 1 + text.lines().position(|line| line == what).expect("a line");
        let error = parse_error(&parse_lesson("x", &text).expect_err("lok"));
        assert!(error.contains(&format!("line {}", line("lok: b"))), "{error}");
        let draft = parse_lesson("x", &text.replace("lok: b\n", "")).expect("a lesson");
        assert_eq!(draft.steps.iter().map(|step| step.line).collect::<Vec<_>>(), [line("## One"), line("## Two")]);
    }

    #[test]
    fn unclosed_block_is_reported_at_its_start() {
        let step = "## One\n```step\nlook: a\n```\nText\n### 一\n文\n";
        let manifest = "```yaml\nkind: Node\n---\nkind: Node\n```\n";
        let head = HEAD.replace("scenario: ladder\n", "");
        let whole = format!("{head}{manifest}{step}{step}```sh\nkubectl get pods\n```\n");
        parse_lesson("x", &whole).expect("a lesson");
        let head_lines = head.lines().count();
        for (text, line, problem) in [
            (whole.replacen("kind: Node\n```\n", "kind: Node\n", 1), head_lines + 1, LessonProblem::OpenFence),
            (whole.replacen("look: a\n```\n", "look: a\n", 1), head_lines + 7, LessonProblem::OpenFence),
            (
                whole.replace("get pods\n```\n", "get pods\n"),
                whole.lines().position(|line| line == "```sh").expect("a line") + 1,
                LessonProblem::OpenFence,
            ),
            (whole.replacen("}\n---\n", "}\n", 1), 1, LessonProblem::OpenHead),
            (format!("---\ntitle: A\n{step}"), 1, LessonProblem::OpenHead),
        ] {
            let error = parse_lesson("x", &text).expect_err("something is not closed");
            assert_eq!((error.line, &error.problem), (line, &problem), "{text}");
        }
        let message = parse_error(&InLesson::new(9, LessonProblem::OpenFence));
        assert_eq!(message, "line 9: the block opened here is not closed (add a line with ``` at its end)");
    }

    #[test]
    fn lesson_problems_are_reported() {
        let step = "\n## One\nText\n### 一\n文\n";
        for (text, invalid_text) in [
            ("# A lesson".to_owned(), "must begin with its title"),
            (HEAD.replace("goal: B\n", "goals: B\n") + step, "a lesson has no field goals (did you mean goal?)"),
            (HEAD.replace("goal: B\n", "aim: B\n") + step, "a lesson has no field aim (the manual"),
            (HEAD.replace("goal: B\n", "") + step, "`goal` is missing"),
            (HEAD.replace(", misconception: 丙", "") + step, "`zh.misconception` is missing"),
            (HEAD.to_owned(), "needs steps"),
            (HEAD.replace("scenario: ladder\n", "") + step, "must name a scenario"),
            (format!("{HEAD}\n```yaml\nkind: Node\n```\n{step}"), "not both"),
            (format!("{HEAD}\n## One\nText\n"), "step `One`: missing translation"),
            (
                format!("{HEAD}\n## One\n```step\nat: {{evennt: popped}}\n```\nText\n### 一\n文\n"),
                "a lesson has no field at.evennt (did you mean event?)",
            ),
            (
                format!("{HEAD}\n## One\n```step\nat: {{event: premepts}}\n```\nText\n### 一\n文\n"),
                "(did you mean preempts?)",
            ),
            (format!("{HEAD}{step}\n# Large\n"), "a heading must be"),
            (format!("{HEAD}\n## One\n<b>x</b>\n### 一\n文\n"), "HTML is not allowed"),
            (format!("{HEAD}\n## One\n![a](b.png)\n### 一\n文\n"), "pictures are not allowed"),
            (format!("{HEAD}\n## One\n[a](javascript:b)\n### 一\n文\n"), "https"),
        ] {
            let message = parse_error(&parse_lesson("x", &text).expect_err(invalid_text));
            assert!(message.contains(invalid_text), "{message} does not say {invalid_text}");
            assert!(message.contains("line "), "{message} does not say where");
        }
    }
}
