//! Problems in a lesson's file.

use api::Str;

use super::{Finding, Place};

/// A problem in a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLesson {
    /// The line of the file, from 1.
    pub line: usize,
    /// The English title of the step; empty outside of steps.
    pub step: Str,
    pub problem: LessonProblem,
}

impl InLesson {
    /// A problem on a line outside of steps.
    #[must_use]
    pub fn new(line: usize, problem: LessonProblem) -> Self {
        Self { line, step: Str::default(), problem }
    }

    /// A problem in YAML that starts at the line `first` of the file.
    #[must_use]
    pub fn yaml(first: usize, step: &str, mut finding: Finding) -> Self {
        let line = first - 1 + std::mem::take(&mut finding.place.line).max(1) as usize;
        let place = Place { path: finding.place.path, ..Place::default() };
        Self { line, step: step.into(), problem: LessonProblem::Text(Box::new(Finding { place, ..finding })) }
    }
}

/// What is wrong with a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonProblem {
    /// The file does not start with a front matter between two lines `---`.
    NoHead,
    /// The front matter or a manifest is invalid.
    Text(Box<Finding>),
    /// The referenced built-in scenario does not load; the place is in its manifest.
    Scenario(Box<Finding>),
    /// The built-in scenario does not exist.
    NoScenario(Str),
    /// The release does not exist.
    NoRelease(Str),
    /// The Markdown is not supported in lessons.
    Markup(UnsupportedMarkup),
    /// The target of a link does not start with `https://`.
    Link(Str),
    /// A heading has an unsupported level, or is a `###` outside of a step.
    Heading,
    /// There is text before the first step.
    BeforeSteps,
    NoSteps,
    /// The front matter has no closing line `---`.
    OpenHead,
    /// A fenced block is not closed.
    OpenFence,
    /// Required fields of the front matter are missing, such as `goal` or `zh.goal`.
    Head {
        missing: Vec<Str>,
    },
    /// The title or text of a step is missing in a language.
    MissingText,
    /// The step has no text in any language.
    NoStepText,
    /// A part of the lesson lacks a translation that other parts have. This does not reject the lesson.
    MissingTranslation {
        missing: Vec<Str>,
    },
    /// The lesson has neither a scenario nor manifests.
    NoManifests,
    /// The lesson has both a scenario and manifests.
    TwoManifests,
    /// The event does not occur in the run.
    NoMoment {
        /// The name of the event.
        event: Str,
        /// The pod of the event; may be empty.
        pod: Str,
        /// The node of the event; may be empty.
        node: Str,
        /// Which occurrence of the event, from 1.
        nth: usize,
    },
    /// The API server rejects what the script creates.
    Refused {
        /// The error that kubectl prints.
        message: Str,
        /// The most similar priority class.
        near: Option<Str>,
    },
    /// The object that a view shows does not exist.
    NothingThere(Str),
    /// A claimed event does not occur in the run.
    Claim(Str),
    /// A claimed event occurs, but not after the previous claims.
    ClaimOrder(Str),
    /// A question has no text.
    NoQuestion,
    /// A question is missing in a language.
    Question,
    /// An answer comes before its question.
    AnswerBefore,
    /// A question whose kind has no choices has some.
    OnlyChoices,
    /// No pod is scheduled after the question's moment.
    NoAttempt,
    /// The pod of the question does not preempt.
    NoPreemption,
    /// A question of kind `fits` has no node.
    NoFitNode,
    /// The attempt does not examine this node.
    NotLookedAt(Str),
    /// A question does not have exactly one correct answer, or fewer than two answers.
    Right {
        /// The number of correct answers.
        right: usize,
        /// The number of all answers.
        of: usize,
    },
    /// An answer has neither or both of `happens` and `right`.
    NoVerdict {
        number: usize,
        answer: Str,
    },
    /// An answer lacks texts.
    NoText {
        /// Its number, from 1.
        number: usize,
        /// The missing fields, such as `why`.
        missing: Vec<Str>,
    },
    /// A goal has no condition.
    EmptyGoal,
    /// The goal is not reached, and the lesson allows no change.
    NoChange,
    /// A pod does not exist in the run.
    NoPod(Str),
    /// A node does not exist at the end of the run.
    NoNode(Str),
    /// The run reaches the goal without a change.
    GoalAlreadyReached,
}

/// Markdown that lessons do not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsupportedMarkup {
    Html,
    Picture,
    NestedList,
    Quote,
    /// A horizontal rule.
    Rule,
    /// Code that is indented instead of fenced.
    Indented,
    Other,
}
