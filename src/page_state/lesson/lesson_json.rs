//! Parses the JSON of lessons and the glossary, written by the build and the JavaScript API.

use std::rc::Rc;

use api::shorten;
use protocol::LessonEntry;

use crate::{
    actions::{
        Action,
        lesson::{LessonFile, LessonMsg},
        recovery::{PageNotice, RecoveryMsg},
    },
    lesson::LessonState,
    outcome::UpdateOutcome,
};

/// Parses a file and stores it, or returns the action that opens it.
pub fn parse_lesson_json(course: &mut LessonState, file: LessonFile) -> UpdateOutcome {
    let (read, notice) = match file {
        LessonFile::Glossary(json) => {
            // Without a glossary, texts have no terms.
            course.terms = Rc::new(serde_json::from_str(&json).unwrap_or_default());
            return UpdateOutcome::default();
        }
        LessonFile::List(json) => {
            // Without the list, the gallery has only scenarios.
            let mut entries: Vec<LessonEntry> = serde_json::from_str(&json).unwrap_or_default();
            entries.sort_by_key(|lesson_entry| lesson_entry.number);
            course.entries = Rc::new(entries);
            return UpdateOutcome::default();
        }
        LessonFile::Lesson { name, json, step, is_visit } => (
            serde_json::from_str(&json).map(|lesson| LessonMsg::LessonParsed {
                lesson: Rc::new(lesson),
                step,
                is_visit,
            }),
            PageNotice::LessonFetchFailed(shorten(&name)),
        ),
        LessonFile::Custom { json, source } => {
            let read = serde_json::from_str(&json);
            let text = read.as_ref().err().map(ToString::to_string).unwrap_or_default();
            let notice = PageNotice::LessonInvalid { message: text.into(), source: Rc::clone(&source) };
            (read.map(|lesson| LessonMsg::CustomParsed { lesson: Rc::new(lesson), source }), notice)
        }
    };
    read.map_or_else(|_| Action::Recovery(RecoveryMsg::AddNotice(notice)), Action::Lesson).into()
}
