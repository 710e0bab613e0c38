//! Lessons: what a teacher writes in Markdown (`www/lessons/README.md` says how) becomes what the page shows.
//!
//! A lesson is read (`lesson_parser`), its scenario is run, and every moment and every answer it speaks of is found in that run (`lesson_builder`).
//! The build does this, and the tests; the page holds no Markdown parser. An anchor that finds no moment, a question without one right
//! answer or a claim that does not hold is an error: data ([`InLesson`](findings::InLesson)), which `i18n::written` says in each language.
//!
//! A lesson is a Markdown file in `www/lessons/`; its `README.md` says how to write one. `lessons` reads it, runs its
//! scenario, finds the moment of every step, and judges its questions: which node a pod gets, whether it fits, who is
//! evicted, or which of the lesson's answers names a moment that is in the run. What comes of it is a `Lesson` of typed
//! blocks, numbers of moments, and answers with the reason why each is right or wrong, in both languages. Its claims
//! are lines of the run's story (`story`), the same that `tests/stories` keeps. The build writes it beside the page as
//! JSON, and fails where a run contradicts its lesson; `tests/engine/lessons.rs` also tries the solution of every task. So the
//! page holds no Markdown parser and no answers of its own. A teacher's own lesson (`lesson/own`) goes through the same
//! code in the JavaScript module, which the page loads for that alone, on a thread of its own. What is wrong with it is
//! data, an `InLesson`; `i18n::written` says it in each language, so the page asks the module again when its language
//! changes. Its file is what the draft keeps, with a line behind it for the step, the answers and a text that was
//! changed (`lesson/place`), so a reload goes on where it was.
//!
//! The handbook (`lessons::handbook`, `www/handbook/`) is two lists, of surprising behaviours and of terms. Each entry
//! names the moment of a built-in scenario that shows it, or says in a note why none does; the build and
//! `tests/engine/handbook.rs` look for it in the run. The build makes plain pages of them (`src/site/handbook.rs`), without a
//! program.

pub mod handbook;
mod lesson_builder;
mod lesson_parser;
mod lesson_run;
mod markdown;
mod question_builder;
pub mod story;

pub use lesson_parser::{
    AskDraft, AskKind, ChoiceDraft, LessonDraft, LessonHead, Solution, StepDraft, StepHead, TaskDraft,
    parse_custom_lesson, parse_lesson,
};
pub use lesson_run::{LessonRun, run_text};
