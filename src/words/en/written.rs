//! What is wrong with a lesson, in English.

use super::En;
use crate::Lang;
use crate::catalogue::grammar::{Told, told};
use crate::catalogue::written::Sentences;
use api::problem::{Finding, Lesson, Markup};

impl Sentences for En {
    fn lesson_problem(&self, problem: &Lesson) -> Told {
        match problem {
            Lesson::NoHead => told("a lesson begins with its title, goal, …, between two lines `---`", ""),
            Lesson::Text(finding) => found(finding),
            Lesson::Scenario(finding) => {
                let (what, remedy) = found(finding);
                (format!("in the scenario, line {}: {what}", finding.place.line), remedy)
            }
            Lesson::NoScenario(name) => {
                told(format!("no scenario is called {name}"), "names are those of links: ladder")
            }
            Lesson::NoRelease(name) => {
                told(format!("no release is called {name}"), "write v1.16, v1.20, v1.34 or v1.36")
            }
            Lesson::Refused(Markup::Html) => told("a lesson has no HTML", "write Markdown"),
            Lesson::Refused(Markup::Picture) => told("a lesson has no pictures", "the stage is the picture"),
            Lesson::Refused(Markup::NestedList) => told("a lesson has no list within a list", "make one list"),
            Lesson::Refused(Markup::Quote) => told("a lesson has no quotations", "write a paragraph"),
            Lesson::Refused(Markup::Rule) => told("a lesson has no lines across the page", "begin another step"),
            Lesson::Refused(Markup::Indented) => told("a lesson has no indented code", "put it between two lines ```"),
            Lesson::Refused(Markup::Other) => {
                told("a lesson doesn't have this", "it has paragraphs, lists, code, links, bold and italics")
            }
            Lesson::Link(to) => told(format!("a link begins with https://: {to}"), ""),
            Lesson::Heading => told("a heading is `## English` or, within a step, `### 中文`", ""),
            Lesson::BeforeSteps => told("before the first step there is only a manifest, as ```yaml", ""),
            Lesson::NoSteps => told("a lesson has steps: `## A title`", ""),
            Lesson::Head => told("title, goal and misconception are needed in both languages", ""),
            Lesson::Untold => {
                told("it is not said in both languages", "write `### 中文` and a text below the English one")
            }
            Lesson::NoManifests => told("a lesson names a scenario, or brings manifests as ```yaml", ""),
            Lesson::TwoManifests => told("a lesson either names a scenario or brings manifests, not both", ""),
            Lesson::NoMoment { event, pod, node, nth } => {
                let of = [pod, node].into_iter().filter(|it| !it.is_empty()).map(|it| format!(" of {it}"));
                let of = of.collect::<Vec<_>>().concat();
                let nth = if *nth > 1 { format!(", number {nth}") } else { String::new() };
                told(format!("the run has no such moment: {event}{of}{nth}"), "")
            }
            Lesson::NothingThere(name) => told(format!("there is no {name} at that moment"), ""),
            Lesson::Claim(claim) => told(format!("what it claims doesn't happen in the run: {claim}"), ""),
            Lesson::ClaimOrder(claim) => {
                told(format!("what it claims happens, but not after the claims before it: {claim}"), "")
            }
            Lesson::Question => told("the question is not asked in both languages", "write text and zh"),
            Lesson::AnswerBefore => told("the answer comes before the question", "choose a later moment for `then`"),
            Lesson::OnlyChoices => told("only a question of kind `choice` has choices", ""),
            Lesson::NoAttempt => told("no pod is scheduled after that moment", ""),
            Lesson::NoPreemption => told("the pod preempts nothing there", ""),
            Lesson::NotLookedAt(node) => told(format!("there is no node {node} that the attempt looks at"), ""),
            Lesson::Right { right, of } => told(format!("{right} of {of} answers are right in the run"), ""),
            Lesson::Unjudged(answer) => told(format!("answer `{answer}` needs either `happens` or `right`"), ""),
            Lesson::Wordless(answer) => told(format!("answer `{answer}` needs text, zh, why and zhWhy"), ""),
            Lesson::NoWish => told("the goal wants nothing", "write bound, on, evicted or gone"),
            Lesson::NoChange => told("a goal that is not reached yet needs at least one change", ""),
            Lesson::NoPod(pod) => told(format!("the run has no pod {pod}"), ""),
            Lesson::NoNode(node) => told(format!("at the end there is no node {node}"), ""),
            Lesson::Reached => told("the run reaches the goal already", ""),
        }
    }

    fn in_lesson(&self, line: usize, step: &str, what: &str, remedy: &str) -> String {
        let step = if step.is_empty() { String::new() } else { format!("step `{step}`: ") };
        let remedy = if remedy.is_empty() { String::new() } else { format!(" ({remedy})") };
        format!("line {line}: {step}{what}{remedy}")
    }
}

fn found(finding: &Finding) -> Told {
    let (what, remedy) = Lang::En.problem(&finding.problem);
    match finding.place.path.as_str() {
        "" => (what, remedy),
        path => (format!("{path}: {what}"), remedy),
    }
}
