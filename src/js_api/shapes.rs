//! What every function takes or gives.

use api::Millis;
use findings::{Finding, InLesson};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// What can be chosen. All of it may be left out.
#[derive(Clone, Debug, Default, Tsify, Serialize, Deserialize)]
pub struct Options {
    /// Whose decisions are replayed, whatever the text says. Without it the text's own release counts, or else v1.34.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<Release>,
    /// The language of all words; English without it. Messages of Kubernetes are always as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<Lang>,
    /// Only what happens to this pod is reported (`namespace/name`, or a name in the namespace `default`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pod: Option<String>,
}

impl Options {
    /// The language of the texts.
    pub(super) fn words_lang(&self) -> i18n::Lang {
        match self.lang {
            None | Some(Lang::En) => i18n::Lang::En,
            Some(Lang::Zh) => i18n::Lang::Zh,
        }
    }

    /// The pod that is meant, as `namespace/name`.
    pub(super) fn pod_key(&self) -> Option<String> {
        let pod = self.pod.as_ref()?;
        Some(if pod.contains('/') { pod.clone() } else { format!("default/{pod}") })
    }
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    En,
    /// 中文.
    Zh,
}

/// A release of Kubernetes whose scheduler can be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize, Deserialize)]
#[serde(transparent)]
#[tsify(type = "\"v1.16\" | \"v1.20\" | \"v1.34\" | \"v1.36\"")]
pub struct Release(pub releases::Release);

/// What this module is.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Version {
    /// The version of these functions and types. Within one, fields are added but never taken away.
    pub api: u32,
    /// The version of Schedscope.
    pub schedscope: String,
    /// The releases that it knows.
    pub releases: Vec<Release>,
}

/// A text in two languages.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// 中文; empty where there is no translation.
    pub zh: String,
}

impl From<protocol::Bilingual> for Bilingual {
    fn from(text: protocol::Bilingual) -> Self {
        Self { en: text.en, zh: text.zh }
    }
}

/// What is in a text.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Loaded {
    /// Title of the scenario.
    pub title: Bilingual,
    /// What the text shows, in a sentence.
    pub description: Bilingual,
    /// Whose decisions are replayed.
    pub release: Release,
    /// How many nodes there are.
    pub nodes: usize,
    /// How many pods there are at the start.
    pub pods: usize,
    /// What was left out or assumed. It stops nothing.
    pub notices: Vec<Problem>,
}

/// The code of what is merely noticed in a lesson that has problems.
const LESSON_WARNING: &str = "Call.LessonWarning";

/// What is wrong, or was noticed.
#[derive(Clone, Debug, PartialEq, Eq, Tsify, Serialize)]
pub struct Problem {
    /// A code for programs: `Object.Misfit`. It is the same in all languages.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What would be right, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The line in the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The field: `spec.containers[0].resources.requests.cpu`, and for `decide` with the object before it: `nodes[1].spec.taints[0].effect`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// In how many places it is. Only notices are counted together.
    pub times: usize,
}

impl Problem {
    /// A finding in words.
    pub(super) fn new(lang: i18n::Lang, finding: &Finding) -> Self {
        let (message, remedy) = lang.problem(&finding.problem);
        let place = &finding.place;
        Self {
            code: problem_code(&finding.problem),
            message,
            remedy: Some(remedy).filter(|text| !text.is_empty()),
            line: Some(place.line).filter(|line| *line > 0),
            column: Some(place.column).filter(|_| place.line > 0),
            field: Some(place.path.to_string()).filter(|path| !path.is_empty()),
            times: finding.times,
        }
    }

    /// What is wrong with what a program gave.
    pub(super) fn from_call(code: &str, message: String) -> Self {
        Self { code: code.to_owned(), message, remedy: None, line: None, column: None, field: None, times: 1 }
    }

    /// What is wrong with a lesson, or was perhaps forgotten in it.
    pub(super) fn from_lesson(lang: i18n::Lang, problem: &InLesson) -> Self {
        let message = i18n::lesson_problem::lesson_problem_line(lang, problem);
        Self { line: u32::try_from(problem.line).ok(), ..Self::from_call("Call.Lesson", message) }
    }
}

/// The name of a problem's area, and of the problem in it.
fn problem_code(problem: &findings::Problem) -> String {
    use findings::Problem::{Admission, Configuration, Message, Notice, Object, Reading, Refused, Scenario};
    let area: &str = problem.into();
    let name: &str = match problem {
        Reading(reading_problem) => reading_problem.into(),
        Object(object_problem) => object_problem.into(),
        Admission(problem) => problem.into(),
        Scenario(scenario_problem) => scenario_problem.into(),
        Configuration(problem) => problem.into(),
        Message(message) => message.into(),
        Notice(notice) => notice.into(),
        // It has words of upstream's instead.
        Refused(_) => return area.to_owned(),
    };
    format!("{area}.{name}")
}

/// Why there is no answer. In JavaScript it is thrown as an `Error` with these problems.
#[derive(Clone, Debug, PartialEq, Eq, Tsify, Serialize)]
pub struct Refused {
    /// At least one.
    pub problems: Vec<Problem>,
}

impl Refused {
    /// The arguments are not of the right shape.
    #[must_use]
    pub fn for_arguments(text: &str) -> Self {
        let message = i18n::module::words(i18n::Lang::En).module_arguments(text);
        Self { problems: vec![Problem::from_call("Call.Arguments", message)] }
    }

    /// What is wrong with a lesson, and then what may be the cause of it.
    pub(super) fn for_lesson(lang: i18n::Lang, lesson_problems: &[InLesson], warnings: &[InLesson]) -> Self {
        let problems = lesson_problems.iter().map(|problem| Problem::from_lesson(lang, problem));
        let warnings = warnings
            .iter()
            .map(|warning| Problem { code: LESSON_WARNING.to_owned(), ..Problem::from_lesson(lang, warning) });
        Self { problems: problems.chain(warnings).collect() }
    }

    pub(super) fn no_pod(lang: i18n::Lang, pod: &str) -> Self {
        Self { problems: vec![Problem::from_call("Call.NoPod", i18n::module::words(lang).module_no_pod(pod))] }
    }

    pub(super) fn has_node(lang: i18n::Lang, pod: &str, node: &str) -> Self {
        Self {
            problems: vec![Problem::from_call("Call.HasNode", i18n::module::words(lang).module_has_node(pod, node))],
        }
    }

    pub(super) fn not_a_pod(lang: i18n::Lang) -> Self {
        Self { problems: vec![Problem::from_call("Call.NotAPod", i18n::module::words(lang).module_not_a_pod())] }
    }

    /// All of it in a line.
    #[must_use]
    pub fn message(&self) -> String {
        let line = |problem: &Problem| {
            let path = match (problem.line, problem.column, &problem.field) {
                (Some(line), Some(column), _) => format!("{line}:{column}: "),
                (_, _, Some(field)) => format!("{field}: "),
                _ => String::new(),
            };
            format!("{path}{}", problem.message)
        };
        let problems = self.problems.iter().filter(|problem| problem.code != LESSON_WARNING);
        problems.map(line).collect::<Vec<_>>().join("\n")
    }
}

/// A number as JavaScript has them. Beyond 2⁵³ it is the nearest.
#[allow(clippy::cast_precision_loss)] // that is what is meant
pub(super) fn js_number(number: i64) -> f64 {
    number as f64
}

/// Milliseconds as JavaScript has them.
#[allow(clippy::cast_precision_loss)] // thousands of centuries are exact
pub(super) fn js_millis(time: Millis) -> f64 {
    time.to_millis() as f64
}

#[cfg(test)]
mod tests {
    use findings::{ObjectProblem, Problem, ScenarioProblem, StartupRefused};

    use super::problem_code;

    #[test]
    fn a_code_names_the_area_and_the_problem() {
        let no_kind = || Problem::from(ObjectProblem::NoKind { near: None });
        let startup_problem = Problem::Refused(Box::new(StartupRefused { problem: no_kind(), said: "no kind".into() }));
        for (problem, expected_misuse) in [
            (no_kind(), "Object.NoKind"),
            (ObjectProblem::Unquoted { text: "1".into() }.into(), "Object.Unquoted"),
            (ScenarioProblem::SecondPlugin { name: "Mine".into() }.into(), "Scenario.SecondPlugin"),
            (startup_problem, "Refused"),
        ] {
            assert_eq!(problem_code(&problem), expected_misuse);
        }
    }
}
