//! What is wrong with a text, or noticed in it.

mod admission;
mod configuration;
mod message;
mod notice;
mod reading;

use self::admission::admission;
use self::configuration::{configuration, scenario};
use self::message::message;
use self::notice::{notice, remedy};
use self::reading::{object, reading};
use crate::languages::Speaker;
use crate::table::grammar::{Grammar, Told};
use api::problem::Problem;

/// Problems of texts.
pub trait ProblemSentences: Grammar {
    /// What is wrong, and what would be right; the second may be empty.
    fn problem(&self, problem: &Problem) -> Told {
        match problem {
            Problem::Reading(problem) => reading(self, problem),
            Problem::Object(problem) => object(self, problem),
            Problem::Admission(problem) => admission(self, problem),
            Problem::Scenario(problem) => scenario(self, problem),
            Problem::Configuration(problem) => configuration(self, problem),
            Problem::Refused(problem) => self.problem(&problem.problem),
            Problem::Message(problem) => message(self, problem),
            Problem::Notice(problem) => (notice(self, problem), remedy(self, problem)),
        }
    }
}

impl<T: Speaker> ProblemSentences for T {}
