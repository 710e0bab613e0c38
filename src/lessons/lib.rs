//! Lessons: what a teacher writes in Markdown (`www/lessons/README.md` says how) becomes what the page shows.
//!
//! A lesson is read ([`read`]), its scenario is run, and every moment and every answer it speaks of is found in that run ([`Draft::finish`]).
//! The build does this, and the tests; the page holds no Markdown parser. An anchor that finds no moment, a question without one right
//! answer or a claim that does not hold is an error: data ([`InLesson`](api::problem::InLesson)), which `words::written` says in each language.

mod ask;
mod finish;
pub mod handbook;
mod markdown;
mod read;
mod run;
pub mod story;

pub use read::{AskDraft, AskKind, ChoiceDraft, Draft, Head, Solution, StepDraft, StepHead, TaskDraft, read};
pub use run::{Ran, run};
