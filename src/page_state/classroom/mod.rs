//! A classroom without a server: a teacher writes a lesson, assembles a course and evaluates results; a student takes a course and
//! submits the answers. All data is in links and codes; the page sends nothing by itself.
//!
//! `draft` is a lesson being written: the engine's JavaScript module checks it (`effects::classroom` of the page) and reports problems in
//! the page's language. `course` is a sequence of lessons and scenarios, and `course_answers` the student's answers in it. `results`
//! converts answers to a result, and `result_table` reads the codes that students sent. The chunk `Editing` applies all of it, and one
//! value of the browser's storage holds it ([`SavedClassroom`]).

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
    /// The open page of the dialog.
    pub page: Option<ClassroomPage>,
    /// Whether storage has an unfinished course of an earlier visit.
    pub has_saved_course: bool,
    /// Whether the storage was restored. Nothing is saved before that, so that nothing is overwritten.
    pub is_restored: bool,
    /// The part that is saved.
    pub saved: SavedClassroom,
    /// The result of checking the draft.
    pub check: DraftCheck,
}
