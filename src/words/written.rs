//! What is wrong with a lesson as it is written. The page has no need of it: lessons are read by the build and by the JavaScript module.

use super::Lang;
use super::table::written::WrittenSentences;
use api::problem::InLesson;

apart!(WrittenSentences);

/// What is wrong, where, and what would be right.
#[must_use]
pub fn line(lang: Lang, wrong: &InLesson) -> String {
    let words = words(lang);
    let (what, remedy) = words.lesson_problem(&wrong.problem);
    words.in_lesson(wrong.line, &wrong.step, &what, &remedy)
}
