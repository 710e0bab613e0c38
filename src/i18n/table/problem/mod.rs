//! What is wrong with a text, or noticed in it.

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

/// Problems of texts.
pub trait ProblemSentences: Grammar {
    /// The fixed words of what came in.
    fn import_labels(&self) -> &'static ImportLabels {
        ImportLabels::of(self)
    }

    /// What a notice says was left out, in a word or two; nothing where it says something else.
    fn left_out_text(&self, notice: &Notice) -> Option<String> {
        import_summary::left_out_text(self, notice)
    }

    /// What a notice says was assumed, in a few words; nothing where it says something else.
    fn assumed_text(&self, notice: &Notice) -> Option<String> {
        import_summary::assumed_text(self, notice)
    }

    /// The heading of what a scheduler's message says, part by part.
    fn message_heading(&self) -> &'static str {
        messages::message_heading(self.language())
    }

    /// What is wrong, and what would be right; the second may be empty.
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
