//! Texts of problems and notices about a manifest.

mod admission;
mod configuration;
mod field_error;
mod foreign_text;
mod import_summary;
mod message;
mod notice;
mod reading;

use findings::{Notice, Problem};

pub use self::import_summary::ImportLabels;
use self::{
    admission::admission_text,
    configuration::{configuration_text, scenario_text},
    message::message_text,
    notice::{notice_remedy, notice_text},
    reading::{object_text, reading_text},
};
use crate::{
    languages::Speaker,
    messages::problem as messages,
    table::grammar::{Grammar, TitleAndText},
};

/// Sentences about problems and notices in a manifest.
pub trait ProblemSentences: Grammar {
    /// The labels of the import summary.
    fn import_labels(&self) -> &'static ImportLabels {
        ImportLabels::of(self)
    }

    /// What a notice lists as left out, in one or two words; `None` for other notices.
    fn left_out_text(&self, notice: &Notice) -> Option<String> {
        import_summary::left_out_text(self, notice)
    }

    /// What a notice lists as assumed, in a few words; `None` for other notices.
    fn assumed_text(&self, notice: &Notice) -> Option<String> {
        import_summary::assumed_text(self, notice)
    }

    /// The heading above the explanation of a scheduler's message.
    fn message_heading(&self) -> &'static str {
        messages::message_heading(self.language())
    }

    /// The problem, and how to fix it; the second may be empty.
    fn problem_text(&self, problem: &Problem) -> TitleAndText {
        match problem {
            Problem::Reading(problem) => reading_text(self, problem),
            Problem::Object(problem) => object_text(self, problem),
            Problem::Admission(problem) => admission_text(self, problem),
            Problem::Scenario(problem) => scenario_text(self, problem),
            Problem::Configuration(problem) => configuration_text(self, problem),
            Problem::Refused(problem) => self.problem_text(&problem.problem),
            Problem::Message(problem) => message_text(self, problem),
            Problem::Notice(problem) => (notice_text(self, problem), notice_remedy(self, problem)),
        }
    }
}

impl<T: Speaker> ProblemSentences for T {}
