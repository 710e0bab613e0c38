//! Problems of lessons, with their place in the file.

use api::Str;

use super::{Finding, Place};

/// A problem of a lesson, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLesson {
    /// The line in the file, from 1.
    pub line: usize,
    /// The English title of the step; empty outside of steps.
    pub step: Str,
    pub problem: LessonProblem,
}

impl InLesson {
    /// A problem on a line, outside of steps.
    #[must_use]
    pub fn new(line: usize, problem: LessonProblem) -> Self {
        Self { line, step: Str::default(), problem }
    }

    /// A problem in a YAML block that begins on line `first` of the file.
    #[must_use]
    pub fn yaml(first: usize, step: &str, mut finding: Finding) -> Self {
        let line = first - 1 + std::mem::take(&mut finding.place.line).max(1) as usize;
        let place = Place { path: finding.place.path, ..Place::default() };
        Self { line, step: step.into(), problem: LessonProblem::Text(Box::new(Finding { place, ..finding })) }
    }
}

/// A problem of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonProblem {
    /// The file does not begin with a front matter between two lines `---`.
    NoHead,
    /// Its front matter or its manifests have a problem.
    Text(Box<Finding>),
    /// The built-in scenario that it names does not load. The place is one in the scenario.
    Scenario(Box<Finding>),
    /// No built-in scenario has this name.
    NoScenario(Str),
    /// No release has this name.
    NoRelease(Str),
    /// It has Markdown that lessons do not support.
    Markup(UnsupportedMarkup),
    /// The address of a link does not begin with `https://`.
    Link(Str),
    /// A heading has an unsupported level, or is a `###` outside of a step.
    Heading,
    /// There is text before the first step.
    BeforeSteps,
    /// There are no steps.
    NoSteps,
    /// The front matter has no closing line `---`.
    OpenHead,
    /// A fenced block has no closing fence.
    OpenFence,
    /// Fields of the front matter are missing, such as `goal` or `zh.goal`.
    Head { missing: Vec<Str> },
    /// The title or text of the step is missing in a language.
    MissingText,
    /// The step has no text in any language.
    NoStepText,
    /// These texts are in one language only, although the lesson is otherwise in both. A warning.
    MissingTranslation { missing: Vec<Str> },
    /// It neither names a scenario nor contains manifests.
    NoManifests,
    /// It names a scenario and contains manifests.
    TwoManifests,
    /// The run has no such moment.
    NoMoment {
        /// The name of the expected event.
        event: Str,
        /// The pod of the event; may be empty.
        pod: Str,
        /// The node of the event; may be empty.
        node: Str,
        /// Which occurrence of the event, from 1.
        nth: usize,
    },
    /// The API server rejects an object that the script creates.
    Refused {
        /// The message that kubectl prints.
        message: Str,
        /// The most similar name of an existing priority class.
        near: Option<Str>,
    },
    /// The object that a step points at does not exist at that moment.
    NothingThere(Str),
    /// A claimed event does not occur in the run.
    Claim(Str),
    /// A claimed event occurs, but not after the previous claims.
    ClaimOrder(Str),
    /// The question has no text.
    NoQuestion,
    /// The question's text is missing in a language.
    Question,
    /// The answer comes before the question.
    AnswerBefore,
    /// Only questions of kind `choice` can have choices.
    OnlyChoices,
    /// There is no scheduling attempt after that moment.
    NoAttempt,
    /// The pod preempts no pods in that attempt.
    NoPreemption,
    /// A question of kind `fits` names no node.
    NoFitNode,
    /// The attempt does not evaluate this node.
    NotLookedAt(Str),
    /// The number of answers that are right in the run is not the required one.
    Right {
        /// The number of right answers.
        right: usize,
        /// The number of all answers.
        of: usize,
    },
    /// An answer has neither or both of `happens` and `right`.
    NoVerdict { number: usize, answer: Str },
    /// An answer has missing texts.
    NoText {
        /// The number of the answer, from 1.
        number: usize,
        /// The missing fields, such as `why`.
        missing: Vec<Str>,
    },
    /// The goal has no condition.
    EmptyGoal,
    /// The goal is not yet reached, and the lesson does not allow any change.
    NoChange,
    /// The run has no such pod.
    NoPod(Str),
    /// There is no such node at the end of the run.
    NoNode(Str),
    /// The run reaches the goal without any change.
    GoalAlreadyReached,
}

/// Markdown that lessons do not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsupportedMarkup {
    Html,
    Picture,
    /// A list within a list.
    NestedList,
    /// A block quote.
    Quote,
    /// A horizontal rule.
    Rule,
    /// An indented code block instead of a fenced one.
    Indented,
    Other,
}
