//! What is wrong with a lesson as it is written. The page has no need of it: lessons are read by the build and by the JavaScript module.

use findings::InLesson;

use super::{Lang, table::lesson_problem::WrittenSentences};

lazy_catalog!(WrittenSentences);

/// What is wrong, where, and what would be right.
#[must_use]
pub fn lesson_problem_line(lang: Lang, lesson_error: &InLesson) -> String {
    let words = words(lang);
    let (what, remedy) = words.lesson_problem(&lesson_error.problem);
    words.lesson_problem_line(lesson_error.line, &lesson_error.step, &what, &remedy)
}
