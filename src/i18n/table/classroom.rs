//! Texts of classes: the lesson editor, courses, results.

use crate::{languages::Speaker, messages::classroom as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of classes, courses and results.
    pub struct ClassroomLabels from classroom;
}

/// Sentences about classes, courses and results.
pub trait ClassroomSentences: Grammar {
    fn classroom_labels(&self) -> &'static ClassroomLabels {
        ClassroomLabels::of(self)
    }

    /// The lesson is valid, with the numbers of its steps, questions and tasks.
    fn lesson_is_right(&self, steps: usize, questions: usize, tasks: usize) -> String {
        messages::LessonIsRight { steps, questions, tasks }.text(self.language())
    }

    /// A button that selects a line of the text.
    fn go_to_line(&self, line: usize) -> String {
        messages::GoToLine { line }.text(self.language())
    }

    /// The number of problems that aren't listed.
    fn more_problems(&self, count: usize) -> String {
        messages::MoreProblems { count }.text(self.language())
    }

    /// The index of the current item of a course, from 1.
    fn course_place(&self, item: usize, total: usize) -> String {
        messages::CoursePlace { item, total }.text(self.language())
    }

    /// The number of lessons in a code.
    fn lessons_in_code(&self, lessons: usize) -> String {
        messages::LessonsInCode { lessons }.text(self.language())
    }

    /// The numbers of results, of repeated results, and of lines without a result.
    fn result_count(&self, results: usize, repeats: usize, bad_lines: usize) -> String {
        messages::ResultCount { results, repeats, bad_lines }.text(self.language())
    }

    /// A problem of a line.
    fn about_line(&self, line: usize, text: &str) -> String {
        messages::AboutLine { line, text }.text(self.language())
    }

    /// The line repeats the attempt of an earlier line.
    fn repeated_code(&self, first: usize) -> String {
        messages::RepeatedCode { first }.text(self.language())
    }

    /// A step whose question is unknown.
    fn step_of_lesson(&self, step: u16) -> String {
        messages::StepOfLesson { step }.text(self.language())
    }

    /// The choice of a question, if only its number is known.
    fn option_of_question(&self, number: usize) -> String {
        messages::OptionOfQuestion { number }.text(self.language())
    }
}

impl<T: Speaker> ClassroomSentences for T {}
