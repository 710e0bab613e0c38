//! What is wrong with a lesson as it is written.

use crate::catalogue::grammar::Told;
use api::problem::Lesson;

sentences! {
    /// Problems of lessons.
    pub trait Sentences {
        /// What is wrong, and what would be right; the second may be empty.
        fn lesson_problem(problem: &Lesson) -> Told;
        /// All of it, with its place: a line, and a step where there is one.
        fn in_lesson(line: usize, step: &str, what: &str, remedy: &str) -> String;
    }
}
