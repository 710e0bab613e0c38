//! What is wrong with a text, or noticed in it.

use crate::catalogue::grammar::Told;
use api::problem::Problem;

sentences! {
    /// Problems of texts.
    pub trait Sentences {
        /// What is wrong, and what would be right; the second may be empty.
        fn problem(problem: &Problem) -> Told;
    }
}
