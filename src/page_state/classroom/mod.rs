//! A class without a server: a teacher writes a lesson, assembles a course and reads results; a student takes a course and hands in the
//! answers. Links and codes carry all of it; the page sends nothing by itself.
//!
//! `draft` is a lesson being written: the engine's JavaScript module checks it (`effects::classroom` of the page) and reports problems
//! in the page's language. `course` is a sequence of lessons and scenarios, and `course_answers` what a student answered in it. `results` makes a
//! result of the answers, and `result_table` a table of the codes that students sent. All of it is applied by the chunk `Editing`, and kept as one value of the browser's storage
//! ([`SavedClassroom`]).

pub mod course;
pub mod course_answers;
pub mod draft;
pub mod result_table;
pub mod results;
pub mod update;

use crate::actions::classroom::{ClassroomPage, SavedClassroom};

pub use self::draft::DraftCheck;

/// The state of the classroom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Classroom {
    /// The open page of the sheet.
    pub page: Option<ClassroomPage>,
    /// Whether storage has a course that an earlier visit did not finish.
    pub has_saved_course: bool,
    /// Whether the storage was restored. Nothing is saved before that, so that nothing is overwritten.
    pub is_restored: bool,
    /// The part that is saved.
    pub saved: SavedClassroom,
    /// The result of checking the draft.
    pub check: DraftCheck,
}
