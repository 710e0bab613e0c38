//! Lessons: converts Markdown written by teachers (`www/lessons/README.md` describes the format) to data for the page.
//!
//! `lesson_parser` parses a lesson; `lesson_builder` runs its scenario, finds the moment of every step, and determines the answers to its
//! questions: which node a pod gets, whether it fits, which pods are evicted, or which answer names a moment that occurs in the run. The result is
//! a `Lesson` of typed blocks, moment numbers, and answers with the reason why each is right or wrong, in both languages. Its claims are lines of
//! the run's story (`story`), like those in `tests/stories`.
//!
//! The build writes lessons as JSON next to the page, so the page has no Markdown parser and no answers of its own. It fails if a run contradicts
//! its lesson: an anchor without a moment, a question without exactly one right answer, a claim that does not hold. `tests/engine/lessons.rs` also
//! tries the solution of every task. A custom lesson goes through the same code in the JavaScript module, which the page loads only for that, on a
//! thread of its own (`page/effects/custom_lesson`). Errors are data, an [`InLesson`](findings::InLesson), which `i18n::lesson_problem` renders.
//! Authors see all problems at once (`lesson_check`): each block, and each field of a block (`yaml_fields`), is parsed separately, and nothing is
//! checked that depends on a part with a problem. When its language changes, the page checks the lesson again. A draft stores the text of a custom
//! lesson, followed by a line with the step, the answers and a changed manifest (`page_state/lesson/lesson_draft`), so that a reload resumes it.
//!
//! The handbook (`handbook`, `www/handbook/`) is two lists: surprising behaviors, and terms. Each entry names the moment of a built-in scenario
//! that demonstrates it, or says why none does; the build and `tests/engine/handbook.rs` look for it in the run. The build renders them as static
//! pages (`src/site/handbook.rs`).

mod custom_lesson;
pub mod handbook;
mod lesson_builder;
mod lesson_check;
mod lesson_parser;
mod lesson_run;
mod markdown;
mod missing_translations;
mod question_builder;
pub mod story;
mod yaml_fields;

pub use custom_lesson::parse_custom_lesson;
pub use lesson_check::{LessonCheck, check_custom_lesson};
pub use lesson_parser::{
    AskDraft, AskKind, ChoiceDraft, LessonDraft, LessonHead, Solution, StepDraft, StepHead, TaskDraft, parse_lesson,
};
pub use lesson_run::{LessonRun, run_text};
