//! Actions of a class, with the data that they carry.

use std::rc::Rc;

use links::{
    class_link::{Course, CourseItem},
    result_code::LessonResult,
};
use serde::{Deserialize, Serialize};

/// A page of the classroom dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassroomPage {
    /// The lesson editor.
    #[default]
    Lesson,
    /// The course editor.
    Course,
    /// The results.
    Results,
}

/// The part of the state that is saved for later visits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedClassroom {
    /// The text of the lesson draft, in Markdown.
    pub draft: Rc<str>,
    /// The draft before the last replacement.
    pub replaced_draft: Rc<str>,
    /// The course that is being edited.
    pub plan: Rc<Course>,
    /// The codes of students, as they were pasted.
    pub results: Rc<str>,
    /// The name that the student typed.
    pub student: Rc<str>,
    /// The course that the student takes.
    pub course: Option<CourseProgress>,
}

/// A course that a student takes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CourseProgress {
    /// The course.
    pub course: Rc<Course>,
    /// The open item.
    pub item: usize,
    /// The answers to its lessons so far, in the order of the course.
    #[serde(default)]
    pub answers: Vec<ItemAnswers>,
}

/// The answers to a lesson of a course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemAnswers {
    /// The index of the item in the course.
    pub item: usize,
    /// The result as in a result code, without the student.
    pub result: LessonResult,
    /// The answers in the format of a lesson draft, to resume the lesson.
    pub line: String,
}

impl CourseProgress {
    /// The indices of the items before and after the open one.
    pub fn neighbors(&self) -> [Option<usize>; 2] {
        [self.item.checked_sub(1), Some(self.item + 1).filter(|next| *next < self.course.items.len())]
    }
}

/// Actions of the classroom.
#[derive(Clone, Debug)]
pub enum ClassroomMsg {
    /// Show a page of the sheet, or close the sheet.
    ShowPage(Option<ClassroomPage>),
    /// The storage was read.
    Restore(Box<SavedClassroom>),
    /// The text of the draft was edited.
    EditDraft(Rc<str>),
    /// Replace the draft; the replaced text can be restored.
    ReplaceDraft(Rc<str>),
    /// Restore the replaced text.
    RestoreDraft,
    /// Check the lesson again.
    CheckDraft,
    /// The draft with this text was checked: the lesson as JSON, or its problems.
    DraftChecked { text: Rc<str>, verdict: Result<Rc<str>, Vec<DraftProblem>> },
    /// Open the draft, as a student would.
    TakeDraft,
    /// The codes were edited.
    EditResults(Rc<str>),
    /// Add codes from a link or a file, and show them.
    AddResults(Rc<str>),
    /// The student's name was edited.
    SetStudent(Rc<str>),
    /// The title of the course was edited.
    SetPlanTitle(String),
    /// Add an item at the end.
    AddPlanItem(CourseItem),
    /// Replace an item.
    ReplacePlanItem { at: usize, item: CourseItem },
    /// Move an item forward or back by one place.
    MovePlanItem { item: usize, is_forward: bool },
    /// Remove an item.
    RemovePlanItem(usize),
    /// Take a course.
    TakeCourse(Course),
    /// Open an item of the course.
    GoToCourseItem(usize),
    /// Leave the course.
    LeaveCourse,
}

/// A problem of a lesson, in the page's language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct DraftProblem {
    /// The line, from 1, if the problem has one.
    #[serde(default)]
    pub line: Option<usize>,
    /// The problem, and how to fix it.
    pub message: Rc<str>,
    /// A stable machine-readable name of the problem's type.
    #[serde(default)]
    pub code: Rc<str>,
}

impl DraftProblem {
    /// Whether it is only a warning.
    pub fn is_warning(&self) -> bool {
        *self.code == *"Call.LessonWarning"
    }
}
