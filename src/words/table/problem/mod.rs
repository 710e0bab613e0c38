//! What is wrong with a text, or noticed in it.

mod admission;
mod came;
mod configuration;
mod message;
mod notice;
mod reading;

use self::admission::admission;
pub use self::came::Came;
use self::configuration::{configuration, scenario};
use self::message::message;
use self::notice::{notice, remedy};
use self::reading::{object, reading};
use crate::languages::Speaker;
use crate::table::grammar::{Grammar, Told};
use api::problem::{Notice, Problem};

/// Problems of texts.
pub trait ProblemSentences: Grammar {
    /// The fixed words of what came in.
    fn came(&self) -> &'static Came {
        Came::of(self)
    }

    /// What a notice says was left out, in a word or two; nothing where it says something else.
    fn left_out(&self, notice: &Notice) -> Option<String> {
        came::left_out(self, notice)
    }

    /// What a notice says was assumed, in a few words; nothing where it says something else.
    fn assumed(&self, notice: &Notice) -> Option<String> {
        came::assumed(self, notice)
    }

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
