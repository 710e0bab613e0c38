//! Errors in the arguments that a program passes, found before the engine is called.

use findings::{ExpectedValue, Finding, FoundValue, ObjectProblem, Place, ReadingProblem};
use i18n::module::words;

use super::shapes::{Problem, Refused};

/// An error in an argument, with the path of the value.
pub(super) struct Misuse {
    place: String,
    kind: MisuseKind,
}

enum MisuseKind {
    /// It has the wrong type, or exceeds a limit on manifests.
    Value(findings::Problem),
    /// It is not among the known words.
    Word { word: String, known: Vec<&'static str> },
    /// It is not among the known keys.
    Key { key: String, known: &'static [&'static str] },
    /// It can't be represented in JSON.
    NoJson { name: &'static str },
    /// An object contains itself.
    Cyclic { outer: String },
    /// Reading it threw an exception.
    Threw { error: String },
    /// An object occurs twice.
    Duplicate { object: String, first: String },
}

impl Misuse {
    fn new(path: &str, kind: MisuseKind) -> Self {
        Self { place: path.to_owned(), kind }
    }

    pub(super) fn misfit(path: &str, expected_value: ExpectedValue, found_value: FoundValue) -> Self {
        Self::new(path, MisuseKind::Value(ObjectProblem::Misfit { wanted: expected_value, actual: found_value }.into()))
    }

    pub(super) fn too_large(path: &str, bytes: usize, limit: usize) -> Self {
        Self::new(path, MisuseKind::Value(ReadingProblem::TooLarge { bytes, limit }.into()))
    }

    pub(super) fn too_deep(path: &str, limit: usize) -> Self {
        Self::new(path, MisuseKind::Value(ReadingProblem::TooDeep { limit }.into()))
    }

    pub(super) fn word(path: &str, word: &str, known_names: Vec<&'static str>) -> Self {
        Self::new(path, MisuseKind::Word { word: api::shorten(word).to_string(), known: known_names })
    }

    pub(super) fn key(path: &str, key: &str, known_names: &'static [&'static str]) -> Self {
        Self::new(path, MisuseKind::Key { key: api::shorten(key).to_string(), known: known_names })
    }

    pub(super) fn no_json(path: &str, name: &'static str) -> Self {
        Self::new(path, MisuseKind::NoJson { name })
    }

    pub(super) fn cyclic(path: &str, outer: &str) -> Self {
        Self::new(path, MisuseKind::Cyclic { outer: outer.to_owned() })
    }

    pub(super) fn getter_threw(path: &str, error: &str) -> Self {
        Self::new(path, MisuseKind::Threw { error: error.to_owned() })
    }

    pub(super) fn duplicate(path: &str, object: String, first: &str) -> Self {
        Self::new(path, MisuseKind::Duplicate { object, first: first.to_owned() })
    }

    /// The error as a problem in this language.
    pub(super) fn problem(self, lang: ::i18n::Lang) -> Problem {
        let words = words(lang);
        let (code, (message, remedy)) = match self.kind {
            MisuseKind::Value(problem) => {
                let is_limit = matches!(problem, findings::Problem::Reading(_));
                let problem_of_text = Problem::new(lang, &Finding::new(Place::default(), problem));
                let code = if is_limit { problem_of_text.code } else { "Call.Arguments".to_owned() };
                (code, (problem_of_text.message, problem_of_text.remedy.unwrap_or_default()))
            }
            MisuseKind::Word { word, known: known_names } => ("Call.Arguments".to_owned(), {
                let near = api::nearest_name(&word, known_names.iter().copied());
                words.module_no_such_word(&word, &known_names, near)
            }),
            MisuseKind::Key { key, known: known_names } => {
                let near = api::nearest_name(&key, known_names.iter().copied());
                ("Call.UnknownKey".to_owned(), words.module_unknown_key(&key, known_names, near))
            }
            MisuseKind::NoJson { name } => ("Call.NotJson".to_owned(), words.module_not_json(name)),
            MisuseKind::Cyclic { outer } => {
                let outer = if outer.is_empty() { "cluster" } else { &outer };
                ("Call.Cyclic".to_owned(), words.module_cyclic(outer))
            }
            MisuseKind::Threw { error } => ("Call.Threw".to_owned(), words.module_threw(&error)),
            MisuseKind::Duplicate { object, first } => {
                ("Call.Duplicate".to_owned(), words.module_duplicate(&object, &first))
            }
        };
        Problem {
            remedy: Some(remedy).filter(|remedy| !remedy.is_empty()),
            field: Some(self.place).filter(|path| !path.is_empty()),
            ..Problem::from_call(&code, message)
        }
    }

    pub(super) fn into_refusal(self, lang: ::i18n::Lang) -> Refused {
        Refused { problems: vec![self.problem(lang)] }
    }
}
