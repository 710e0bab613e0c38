//! Texts of problems in a lesson's source. The page doesn't need them: lessons are compiled by the build and by the JavaScript module.

use findings::InLesson;

use super::{Lang, table::lesson_problem::WrittenSentences};

lazy_catalog!(WrittenSentences);

/// A problem with its location and how to fix it, as one line.
#[must_use]
pub fn lesson_problem_line(lang: Lang, lesson_error: &InLesson) -> String {
    let words = words(lang);
    let (what, remedy) = words.lesson_problem(&lesson_error.problem);
    words.lesson_problem_line(lesson_error.line, &lesson_error.step, &what, &remedy)
}
