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
            Problem::Reading(it) => reading(self, it),
            Problem::Object(it) => object(self, it),
            Problem::Admission(it) => admission(self, it),
            Problem::Scenario(it) => scenario(self, it),
            Problem::Configuration(it) => configuration(self, it),
            Problem::Refused(it) => self.problem(&it.problem),
            Problem::Message(it) => message(self, it),
            Problem::Notice(it) => (notice(self, it), remedy(self, it)),
        }
    }
}

impl<T: Speaker> ProblemSentences for T {}
