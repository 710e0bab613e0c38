//! A class without a server: a teacher writes a lesson, puts a course together and reads results; a student takes a course and hands in what
//! they answered. Links and codes carry all of it, and nothing leaves a tab by itself.
//!
//! `draft` is the lesson that is written: the engine's JavaScript module checks it (`effects::classroom` of the page), which says what is wrong
//! in the page's language. `course` is lessons and scenarios in an order. `results` makes a result of what was answered, and `result_table` a
//! table of the codes that students sent. All of it is applied by the chunk `Editing`, and kept as one value of the browser's storage
//! ([`SavedClassroom`]).

pub mod course;
pub mod draft;
pub mod result_table;
pub mod results;
pub mod update;

use std::rc::Rc;

use links::class_link::{Course, CourseItem};
use serde::{Deserialize, Serialize};

pub use self::draft::DraftCheck;

/// A page of the sheet for teachers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassroomPage {
    /// A lesson is written.
    #[default]
    Lesson,
    /// Lessons and scenarios are put in an order.
    Course,
    /// Results are read.
    Results,
}

/// What the page knows of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Classroom {
    /// The page of the sheet that is open.
    pub page: Option<ClassroomPage>,
    /// Whether the last visit left a course that goes on.
    pub has_saved_course: bool,
    /// Whether what an earlier visit kept was recalled. Nothing is kept before, so that nothing of it is written over.
    pub is_restored: bool,
    /// What is kept.
    pub saved: SavedClassroom,
    /// What is known of the lesson as it is written.
    pub check: DraftCheck,
}

/// What is kept for later visits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedClassroom {
    /// The lesson that is written.
    pub draft: Rc<str>,
    /// The text that another one took the place of.
    pub replaced_draft: Rc<str>,
    /// The course that is put together.
    pub plan: Rc<Course>,
    /// The codes of students, as they were pasted.
    pub results: Rc<str>,
    /// What a student calls themselves.
    pub student: Rc<str>,
    /// The course that is taken.
    pub course: Option<CourseProgress>,
}

/// A course that a student takes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CourseProgress {
    /// The course.
    pub course: Rc<Course>,
    /// The item that is open.
    pub item: usize,
}

impl CourseProgress {
    /// How many items come before and after.
    pub fn neighbors(&self) -> [Option<usize>; 2] {
        [self.item.checked_sub(1), Some(self.item + 1).filter(|next| *next < self.course.items.len())]
    }
}

/// What is done about it.
#[derive(Clone, Debug)]
pub enum ClassroomMsg {
    /// Show a page of the sheet, or close the sheet.
    ShowPage(Option<ClassroomPage>),
    /// What an earlier visit kept is there.
    Restore(Box<SavedClassroom>),
    /// The lesson's text is typed.
    EditDraft(Rc<str>),
    /// Another text takes the place of the lesson's, which can be brought back.
    ReplaceDraft(Rc<str>),
    /// Bring back the text before.
    RestoreDraft,
    /// Check the lesson again.
    CheckDraft,
    /// The lesson with this text was checked: it is right, as JSON, or wrong.
    DraftChecked { text: Rc<str>, verdict: Result<Rc<str>, draft::DraftProblem> },
    /// Take the lesson that is written, as a student does.
    TakeDraft,
    /// The codes are typed.
    EditResults(Rc<str>),
    /// More codes came, by a link or a file; they are shown.
    AddResults(Rc<str>),
    /// A student types their name.
    SetStudent(Rc<str>),
    /// The title of the course that is put together.
    SetPlanTitle(String),
    /// Something goes to the end of it.
    AddPlanItem(CourseItem),
    /// An item moves one place on, or back.
    MovePlanItem { item: usize, forward: bool },
    /// An item is taken out.
    RemovePlanItem(usize),
    /// Take a course.
    TakeCourse(Course),
    /// To an item of the course that is taken.
    GoToCourseItem(usize),
    /// Leave it.
    LeaveCourse,
}

/// What it asks of the world outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassroomEffect {
    /// Recall what an earlier visit kept.
    Restore,
    /// Keep it.
    Keep,
    /// Have the lesson checked that is written.
    CheckDraft,
}
