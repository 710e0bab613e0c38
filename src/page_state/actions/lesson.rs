//! Actions of lessons and predictions, with the data that they carry.

use std::rc::Rc;

use api::Str;
use protocol::Lesson;

/// A term that a person opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTerm {
    /// Its number.
    pub term: usize,
    /// Where the word stands that was clicked, in pixels of the window: left, top and bottom.
    pub word_box: (i32, i32, i32),
}

/// What is done with lessons.
#[derive(Clone, Debug)]
pub enum LessonMsg {
    /// Take a lesson, by its name, from a step on, as a step that the browser's Back takes back or not.
    TakeLesson { name: String, step: usize, visit: bool },
    /// It is on its way, by its name.
    FetchStarted(Str),
    /// It is read.
    LessonParsed { lesson: Rc<Lesson>, step: usize, visit: bool },
    /// Read somebody's own lesson; `scenario` is the text of the built-in one that it names, once that was fetched.
    ReadCustom { text: Rc<str>, scenario: Option<Rc<str>> },
    /// It is read.
    CustomParsed { lesson: Rc<Lesson>, source: Rc<str> },
    /// To the next step, or the one before.
    GoToStep(bool),
    /// Answer the question, by the number of the choice.
    AnswerQuestion(usize),
    /// The clock says so, in milliseconds.
    ClockRead(u64),
    /// What was answered in this lesson before a reload, as it was kept.
    AnswersRecalled(String),
    /// Back to where the step stands, in the lesson's own run.
    ReturnToStep,
    /// Leave it; the scenario stays.
    LeaveLesson,
    /// Open a term, or close it.
    SetOpenTerm(Option<OpenTerm>),
}

/// What happens to the run of the lesson that is taken.
#[derive(Clone, Debug)]
pub enum LessonRunMsg {
    /// To the moment of the step, in the lesson's own run.
    GoToMoment,
    /// Run a text that was made of this lesson's, from its start.
    RunChanged(Rc<Lesson>, Rc<str>),
}

/// What is done about predictions outside of lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredictionMsg {
    /// Predict decisions before they are shown, or no longer.
    SetOn(bool),
    /// Answer the question, by the number of the choice.
    Answer(usize),
    /// Give up on it.
    Reveal,
}

/// A file of the lessons, as JSON.
#[derive(Clone, Debug)]
pub enum LessonFile {
    /// The list of all lessons.
    List(Rc<str>),
    /// The terms of the glossary.
    Glossary(Rc<str>),
    /// A lesson by its name, to be opened at a step, as a step that the browser's Back takes back or not.
    Lesson { name: String, json: Rc<str>, step: usize, visit: bool },
    /// Somebody's own lesson, as the engine's module compiled it from this text.
    Custom { json: Rc<str>, source: Rc<str> },
}
