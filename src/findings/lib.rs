//! What is wrong with a text, or noticed in it, as data: which problem, with its values, and where. `i18n` puts it into
//! sentences; nothing ever reads a sentence back.

mod admission;
mod configuration;
mod field_error;
mod lesson;
mod message;
mod missing_object;
mod notice;
mod object;
mod reading;
mod scenario;

use std::ops::Range;

pub use admission::{AdmissionProblem, NameForm};
use api::Str;
pub use configuration::{ConfigurationProblem, Noun};
pub use field_error::{FieldError, FieldRule, Leniency};
pub use lesson::{InLesson, LessonProblem, UnsupportedMarkup};
pub use message::{Message, RejectionCause};
pub use missing_object::MissingObject;
pub use notice::{DropReason, DroppedField, GroupSystem, Notice};
pub use object::{ExpectedValue, FoundValue, ObjectProblem};
pub use reading::{ForeignText, ReadingProblem};
pub use scenario::ScenarioProblem;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// A problem and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Where; the first place, if there are several.
    pub place: Place,
    pub problem: Problem,
    /// In how many places. Only notices are counted together.
    pub times: usize,
}

/// A place in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Number of the document, from 1; 0 where the text as a whole is meant.
    pub document: u32,
    /// Line, from 1; 0 where no line is meant.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// Field path, such as `spec.containers[0].resources.requests.cpu`; may be empty.
    pub path: Str,
    /// The bytes of the value, where they are known.
    pub span: Option<Range<u32>>,
}

/// What is wrong with a text, or noticed in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum Problem {
    /// The text cannot be read.
    Reading(ReadingProblem),
    /// A value is not what its field wants.
    Object(ObjectProblem),
    /// The API server would refuse the object.
    Admission(AdmissionProblem),
    /// The scenario or its script is wrong.
    Scenario(ScenarioProblem),
    /// The configuration of a scheduler is wrong.
    Configuration(ConfigurationProblem),
    /// The configuration is wrong, and kube-scheduler refuses to start with it in words of its own.
    Refused(Box<StartupRefused>),
    /// No manifest but a message of a scheduler, which is explained.
    Message(Message),
    /// A remark, which stops nothing.
    Notice(Notice),
}

/// What is wrong with a configuration, and what kube-scheduler says of it at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartupRefused {
    /// What is wrong.
    pub problem: Problem,
    /// Upstream's words.
    pub said: Str,
}

impl Finding {
    /// A problem in one place.
    pub fn new(place: Place, problem: impl Into<Problem>) -> Self {
        Self { place, problem: problem.into(), times: 1 }
    }

    /// Whether it explains a part of a scheduler's message, so that nothing is wrong with the text.
    #[must_use]
    pub fn explains_message(&self) -> bool {
        matches!(self.problem, Problem::Message(_))
    }

    /// Whether a decision may be another one because of it. What merely has no effect here may not.
    #[must_use]
    pub fn may_matter(&self) -> bool {
        match &self.problem {
            Problem::Notice(notice) => notice.may_matter(),
            _ => true,
        }
    }
}

macro_rules! problem_from_area {
    ($($variant:ident: $area:ident),*) => {$(
        impl From<$area> for Problem {
            fn from(problem: $area) -> Self {
                Self::$variant(problem)
            }
        }
    )*};
}

problem_from_area!(
    Reading: ReadingProblem, Object: ObjectProblem, Admission: AdmissionProblem, Scenario: ScenarioProblem, Configuration: ConfigurationProblem, Message: Message, Notice: Notice
);
