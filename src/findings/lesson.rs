//! What is wrong with a lesson, and where in its file.

use api::Str;

use super::{Finding, Place};

/// Something that is wrong with a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLesson {
    /// The line of its file, from 1.
    pub line: usize,
    /// The title of the step, in English; empty outside of steps.
    pub step: Str,
    pub problem: LessonProblem,
}

impl InLesson {
    /// A problem on a line, outside of steps.
    #[must_use]
    pub fn new(line: usize, problem: LessonProblem) -> Self {
        Self { line, step: Str::default(), problem }
    }

    /// A problem of YAML that begins on a line of the file.
    #[must_use]
    pub fn yaml(first: usize, step: &str, mut finding: Finding) -> Self {
        let line = first - 1 + std::mem::take(&mut finding.place.line).max(1) as usize;
        let place = Place { path: finding.place.path, ..Place::default() };
        Self { line, step: step.into(), problem: LessonProblem::Text(Box::new(Finding { place, ..finding })) }
    }
}

/// What can be wrong with a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonProblem {
    /// It does not begin with what stands between two lines `---`.
    NoHead,
    /// What its YAML or its manifests say is wrong.
    Text(Box<Finding>),
    /// The built-in scenario that it names does not load, with the place there.
    Scenario(Box<Finding>),
    /// No built-in scenario has this name.
    NoScenario(Str),
    /// No release has this name.
    NoRelease(Str),
    /// It has what a lesson may not have.
    Markup(UnsupportedMarkup),
    /// A link leads elsewhere than to `https://`.
    Link(Str),
    /// A heading of another level, or `###` outside of a step.
    Heading,
    /// Text before the first step.
    BeforeSteps,
    /// There are no steps.
    NoSteps,
    /// The fields at the top have no closing line `---`.
    OpenHead,
    /// A block in fences has no closing fence.
    OpenFence,
    /// Fields at the top are missing, by their names, such as `goal` or `zh.goal`.
    Head { missing: Vec<Str> },
    /// Title or text of the step is missing in a language.
    MissingText,
    /// The step says nothing at all.
    NoStepText,
    /// Other parts of the lesson are in both languages, and these texts of a part are not. It stops nothing.
    MissingTranslation { missing: Vec<Str> },
    /// It names no scenario and brings no manifests.
    NoManifests,
    /// It does both.
    TwoManifests,
    /// The run has no such moment.
    NoMoment {
        /// What is to happen, by its name.
        event: Str,
        /// To which pod; may be empty.
        pod: Str,
        /// To or on which node; may be empty.
        node: Str,
        /// For the how many-th time, from 1.
        nth: usize,
    },
    /// The API server refuses what the script creates.
    Refused {
        /// What kubectl prints.
        message: Str,
        /// The priority class that may be meant.
        near: Option<Str>,
    },
    /// What it looks at is not there.
    NothingThere(Str),
    /// What it claims is not in the run.
    Claim(Str),
    /// It is, but not after the claims before it.
    ClaimOrder(Str),
    /// The question has no words.
    NoQuestion,
    /// The question is missing in a language.
    Question,
    /// The answer comes before the question.
    AnswerBefore,
    /// A question of another kind has choices.
    OnlyChoices,
    /// No pod is scheduled after that moment.
    NoAttempt,
    /// The pod preempts nothing there.
    NoPreemption,
    /// A question of kind `fits` names no node.
    NoFitNode,
    /// The attempt looks at no such node.
    NotLookedAt(Str),
    /// How many answers are right in the run.
    Right {
        /// Right answers.
        right: usize,
        /// All answers.
        of: usize,
    },
    /// The answer has neither or both of `happens` and `right`.
    NoVerdict { number: usize, answer: Str },
    /// The answer lacks words.
    NoText {
        /// Its number, from 1.
        number: usize,
        /// The fields that it lacks, such as `why`.
        missing: Vec<Str>,
    },
    /// The goal wants nothing.
    EmptyGoal,
    /// The goal is not reached yet, and nothing may be changed.
    NoChange,
    /// The run has no such pod.
    NoPod(Str),
    /// At the end there is no such node.
    NoNode(Str),
    /// The run reaches the goal already.
    GoalAlreadyReached,
}

/// What a lesson may not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsupportedMarkup {
    Html,
    Picture,
    /// A list within a list.
    NestedList,
    /// A quotation.
    Quote,
    /// A line across the page.
    Rule,
    /// Code that is indented and not in fences.
    Indented,
    /// Anything else.
    Other,
}
