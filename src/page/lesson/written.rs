//! What is written of lessons and the glossary. The build and the engine's module write JSON, and the part that teaches reads it.

use std::rc::Rc;

use crate::care::Trouble;
use crate::lesson::{Course, Learning, terms, update};
use crate::run::Run;
use crate::wish::Wish;
use api::shortened;
use wire::LessonEntry;

/// Does what waits for what is written. `text` is the one in the editor.
pub fn came(course: &mut Course, run: &Run, text: &Rc<str>, learning: Learning) -> Vec<Wish> {
    let (read, wrong) = match learning {
        Learning::Terms(json) => {
            terms::came(course, &json);
            return Vec::new();
        }
        Learning::Course(json) => {
            // Without the list the gallery has the scenarios alone.
            let mut entries: Vec<LessonEntry> = serde_json::from_str(&json).unwrap_or_default();
            entries.sort_by_key(|entry| entry.number);
            course.entries = Rc::new(entries);
            return Vec::new();
        }
        Learning::Fetched { name, json, step, visit } => (
            serde_json::from_str(&json).map(|lesson| Learning::Taken { lesson: Rc::new(lesson), step, visit }),
            Trouble::NotFetched(shortened(&name)),
        ),
        Learning::Made { json, source } => {
            let read = serde_json::from_str(&json);
            let said = read.as_ref().err().map(ToString::to_string).unwrap_or_default();
            let wrong = Trouble::Lesson { said: said.into(), source: Rc::clone(&source) };
            (read.map(|lesson| Learning::Own { lesson: Rc::new(lesson), source }), wrong)
        }
        _ => return Vec::new(),
    };
    match read {
        Ok(learning) => {
            let mut wishes = update::change(course, run, text, learning);
            wishes.push(Wish::NameLesson);
            wishes
        }
        Err(_) => vec![Wish::Warn(wrong)],
    }
}
