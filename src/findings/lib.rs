//! Problems and notices about a text, as data: the problem with its values, and its place. The crate `i18n` renders them as sentences, which are never
//! parsed again.

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

/// A problem and its place in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The place; the first one, if there are several.
    pub place: Place,
    pub problem: Problem,
    /// The number of places. Only equal notices are merged.
    pub times: usize,
}

/// A place in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Number of the YAML document, from 1; 0 if the finding concerns the whole text.
    pub document: u32,
    /// Line, from 1; 0 if the finding concerns no particular line.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// Field path, such as `spec.containers[0].resources.requests.cpu`; may be empty.
    pub path: Str,
    /// The byte range of the value, if known.
    pub span: Option<Range<u32>>,
}

/// A problem of a text, or a notice about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum Problem {
    /// The text cannot be parsed.
    Reading(ReadingProblem),
    /// A value does not have the type or form that its field requires.
    Object(ObjectProblem),
    /// The API server would reject the object.
    Admission(AdmissionProblem),
    /// The `Scenario` document or its script is invalid.
    Scenario(ScenarioProblem),
    /// The scheduler configuration is invalid.
    Configuration(ConfigurationProblem),
    /// The scheduler configuration is invalid, and kube-scheduler's own message about it is known.
    Refused(Box<StartupRefused>),
    /// The text is not a manifest but a message of a scheduler, which is explained.
    Message(Message),
    /// A notice, which does not prevent a run.
    Notice(Notice),
}

/// A problem of a configuration, with the message with which kube-scheduler refuses to start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartupRefused {
    pub problem: Problem,
    /// Upstream's message.
    pub said: Str,
}

impl Finding {
    /// Creates a finding with one place.
    pub fn new(place: Place, problem: impl Into<Problem>) -> Self {
        Self { place, problem: problem.into(), times: 1 }
    }

    /// Whether the finding explains a part of a scheduler's message, and is not a problem.
    #[must_use]
    pub fn explains_message(&self) -> bool {
        matches!(self.problem, Problem::Message(_))
    }

    /// Whether scheduling decisions could differ from a real cluster's because of it.
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
