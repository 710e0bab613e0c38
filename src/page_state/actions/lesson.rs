//! Actions of lessons and predictions, with the data that they carry.

use std::rc::Rc;

use api::Str;
use protocol::Lesson;

/// A glossary term whose definition is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTerm {
    /// The index of the term in the glossary.
    pub term: usize,
    /// The clicked word in the window, in CSS pixels: left, top, bottom.
    pub word_box: (i32, i32, i32),
}

/// Actions of lessons.
#[derive(Clone, Debug)]
pub enum LessonMsg {
    /// Opens a lesson by its name at a step; `is_visit` means to add a step to the browser's history.
    TakeLesson { name: String, step: usize, is_visit: bool },
    /// The lesson with this name is being fetched.
    FetchStarted(Str),
    /// A built-in lesson was fetched and parsed.
    LessonParsed { lesson: Rc<Lesson>, step: usize, is_visit: bool },
    /// Compiles a custom lesson. `scenario` is the manifest of the built-in scenario that it names, once fetched.
    ReadCustom { text: Rc<str>, scenario: Option<Rc<str>> },
    /// A custom lesson was compiled.
    CustomParsed { lesson: Rc<Lesson>, source: Rc<str> },
    /// Goes to the next step (`true`) or the previous one.
    GoToStep(bool),
    /// Answers the question with the choice at this index.
    AnswerQuestion(usize),
    /// The wall clock, in milliseconds, for the duration of the lesson.
    ClockRead(u64),
    /// The answers to this lesson stored before a reload.
    AnswersRecalled(String),
    /// Returns to the moment of the current step, in the lesson's own run.
    ReturnToStep,
    /// Closes the lesson and keeps its scenario.
    LeaveLesson,
    /// Opens the definition of a term, or closes it.
    SetOpenTerm(Option<OpenTerm>),
}

/// Actions on the run of the current lesson.
#[derive(Clone, Debug)]
pub enum LessonRunMsg {
    /// Goes to the moment of the current step, in the lesson's own run.
    GoToMoment,
    /// Runs a changed manifest of this lesson from the start.
    RunChanged(Rc<Lesson>, Rc<str>),
}

/// Actions on predictions outside lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredictionMsg {
    /// Turns predictions on or off.
    SetOn(bool),
    /// Answers the question with the choice at this index.
    Answer(usize),
    /// Shows the answer without a prediction.
    Reveal,
}

/// A fetched file of the lessons, as JSON.
#[derive(Clone, Debug)]
pub enum LessonFile {
    /// The list of all lessons.
    List(Rc<str>),
    /// The terms of the glossary.
    Glossary(Rc<str>),
    /// The built-in lesson `name`, to be opened at a step; `is_visit` means to add a step to the browser's history.
    Lesson { name: String, json: Rc<str>, step: usize, is_visit: bool },
    /// A custom lesson, compiled from `source` by the engine's module.
    Custom { json: Rc<str>, source: Rc<str> },
}
