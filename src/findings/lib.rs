//! Problems in a text, and remarks about it, as data: which problem with which values, and where. `i18n` renders them as sentences, which are never
//! parsed.

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

/// A problem with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The place; the first one if there are several.
    pub place: Place,
    pub problem: Problem,
    /// The number of places. Only notices are merged.
    pub times: usize,
}

/// A place in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The number of the document, from 1; 0 for the text as a whole.
    pub document: u32,
    /// The line, from 1; 0 for no particular line.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// Field path, such as `spec.containers[0].resources.requests.cpu`; may be empty.
    pub path: Str,
    /// The byte range of the value, if known.
    pub span: Option<Range<u32>>,
}

/// A problem in a text, or a remark about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum Problem {
    /// The text cannot be parsed.
    Reading(ReadingProblem),
    /// A value does not have the type of its field.
    Object(ObjectProblem),
    /// The API server would reject the object.
    Admission(AdmissionProblem),
    /// The scenario or its script is invalid.
    Scenario(ScenarioProblem),
    /// A scheduler configuration is invalid.
    Configuration(ConfigurationProblem),
    /// A scheduler configuration is invalid, and kube-scheduler exits at startup with a message about it.
    Refused(Box<StartupRefused>),
    /// The text is not a manifest but a message of a scheduler; this explains a part of it.
    Message(Message),
    /// A remark that does not prevent a run.
    Notice(Notice),
}

/// An invalid configuration with the message of kube-scheduler at startup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartupRefused {
    pub problem: Problem,
    /// Upstream's message.
    pub said: Str,
}

impl Finding {
    /// A problem at one place.
    pub fn new(place: Place, problem: impl Into<Problem>) -> Self {
        Self { place, problem: problem.into(), times: 1 }
    }

    /// Whether this explains a part of a scheduler's message, so that it is not an error.
    #[must_use]
    pub fn explains_message(&self) -> bool {
        matches!(self.problem, Problem::Message(_))
    }

    /// Whether this may change a decision, unlike remarks about things without an effect.
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
