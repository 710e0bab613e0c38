//! What is wrong with a text, or noticed in it.

use crate::api::problem::Problem;
use crate::words::catalogue::grammar::Told;

sentences! {
    /// Problems of texts.
    pub trait Sentences {
        /// What is wrong, and what would be right; the second may be empty.
        fn problem(problem: &Problem) -> Told;
    }
}
