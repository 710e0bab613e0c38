//! Types that several functions take or return.

use api::Millis;
use findings::{Finding, InLesson};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// The options of all functions. Each may be omitted.
#[derive(Clone, Debug, Default, Tsify)]
pub struct Options {
    /// The release whose scheduler runs, overriding the manifest. Without it, it is the release that the manifest states, or else v1.34.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<Release>,
    /// The language of all texts; English by default. Messages of Kubernetes are never translated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<Lang>,
    /// Only report what happens to this pod (`namespace/name`, or a name in the namespace `default`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pod: Option<String>,
}

impl Options {
    /// The language of the texts.
    pub(super) fn words_lang(&self) -> i18n::Lang {
        self.lang.map(|lang| lang.0).unwrap_or_default()
    }

    /// The selected pod, as `namespace/name`.
    pub(super) fn pod_key(&self) -> Option<String> {
        let pod = self.pod.as_ref()?;
        Some(if pod.contains('/') { pod.clone() } else { format!("default/{pod}") })
    }
}

/// A language, by its name in links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify)]
#[tsify(type = "\"en\" | \"zh\"")]
pub struct Lang(pub i18n::Lang);

/// A release of Kubernetes whose scheduler can be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize, Deserialize)]
#[serde(transparent)]
#[tsify(type = "\"v1.16\" | \"v1.20\" | \"v1.34\" | \"v1.36\"")]
pub struct Release(pub releases::Release);

/// The versions of this module.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Version {
    /// The version of these functions and types. Within one version, fields are added but never removed.
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
    /// Chinese; empty without a translation.
    pub zh: String,
}

impl From<protocol::Bilingual> for Bilingual {
    fn from(text: protocol::Bilingual) -> Self {
        Self { en: text.en, zh: text.zh }
    }
}

/// What a manifest contains.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Loaded {
    /// Title of the scenario.
    pub title: Bilingual,
    /// What the scenario shows, in a sentence.
    pub description: Bilingual,
    /// The release whose scheduler runs.
    pub release: Release,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of pods at the start.
    pub pods: usize,
    /// What was ignored or assumed. Notices don't prevent a run.
    pub notices: Vec<Problem>,
}

/// The code of warnings about a lesson that has problems.
const LESSON_WARNING: &str = "Call.LessonWarning";

/// A problem or a notice.
#[derive(Clone, Debug, PartialEq, Eq, Tsify, Serialize)]
pub struct Problem {
    /// A code for programs, such as `Object.Misfit`, the same in all languages.
    pub code: String,
    pub message: String,
    /// How to fix it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The line in the manifest, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The field: `spec.containers[0].resources.requests.cpu`, and for `decide` preceded by the object: `nodes[1].spec.taints[0].effect`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The number of places that have it. Only notices are counted together.
    pub times: usize,
}

impl Problem {
    /// A finding as a problem in this language.
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

    /// A problem of an argument.
    pub(super) fn from_call(code: &str, message: String) -> Self {
        Self { code: code.to_owned(), message, remedy: None, line: None, column: None, field: None, times: 1 }
    }

    /// A problem of a lesson, or a warning about it.
    pub(super) fn from_lesson(lang: i18n::Lang, problem: &InLesson) -> Self {
        let message = i18n::lesson_problem::lesson_problem_line(lang, problem);
        Self { line: u32::try_from(problem.line).ok(), ..Self::from_call("Call.Lesson", message) }
    }
}

/// The area of a problem and its name, as `Object.Misfit`.
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
        // Its text is upstream's message, so the area is all of its code.
        Refused(_) => return area.to_owned(),
    };
    format!("{area}.{name}")
}

/// The error of all functions. In JavaScript it is thrown as an `Error` with these problems.
#[derive(Clone, Debug, PartialEq, Eq, Tsify, Serialize)]
pub struct Refused {
    /// At least one problem.
    pub problems: Vec<Problem>,
}

impl Refused {
    /// The arguments have the wrong type.
    #[must_use]
    pub fn for_arguments(text: &str) -> Self {
        let message = i18n::module::words(i18n::Lang::En).module_arguments(text);
        Self { problems: vec![Problem::from_call("Call.Arguments", message)] }
    }

    /// The problems of a lesson, then warnings that may be their cause.
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

    /// All problems in one line.
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

/// An integer as a JavaScript number; beyond 2⁵³ the nearest one.
#[allow(clippy::cast_precision_loss)] // intended
pub(super) fn js_number(number: i64) -> f64 {
    number as f64
}

/// A time in milliseconds as a JavaScript number.
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
