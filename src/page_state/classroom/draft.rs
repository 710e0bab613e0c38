//! The draft of a lesson, and the result of its check.

use std::rc::Rc;

use protocol::Lesson;
use serde::Deserialize;

use crate::actions::classroom::DraftProblem;

/// The result of checking the draft.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DraftCheck {
    /// Whether it is being checked.
    pub is_checking: bool,
    /// Its problems, in the order of lines.
    pub problems: Vec<DraftProblem>,
    /// Hints that don't prevent the use of the lesson.
    pub warnings: Vec<DraftProblem>,
    /// The last valid version, as a preview.
    pub preview: Option<Rc<Lesson>>,
}

/// The warnings in the check's JSON of a valid lesson.
#[derive(Debug, Default, Deserialize)]
pub(super) struct DraftWarnings {
    #[serde(default)]
    pub(super) warnings: Vec<DraftProblem>,
}

/// The numbers of steps, questions and tasks of a lesson.
pub fn count_parts(lesson: &Lesson) -> [usize; 3] {
    let steps = &lesson.steps;
    let questions = steps.iter().filter(|step| step.ask.is_some()).count();
    [steps.len(), questions, steps.iter().filter(|step| step.task.is_some()).count()]
}

/// The start and end of a line, in UTF-16 units as browsers count.
pub fn line_range(text: &str, line: usize) -> (u32, u32) {
    let mut start = 0;
    for (number, content) in text.split('\n').enumerate() {
        let length = content.encode_utf16().count();
        if number + 1 == line {
            return (to_units(start), to_units(start + length));
        }
        start += length + 1;
    }
    let end = to_units(text.encode_utf16().count());
    (end, end)
}

fn to_units(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ranges_count_utf16_units() {
        let text = "ab\n中文🎭\n\nend";
        for (line, range) in [(1, (0, 2)), (2, (3, 7)), (3, (8, 8)), (4, (9, 12)), (5, (12, 12)), (0, (12, 12))] {
            assert_eq!(line_range(text, line), range, "{line}");
        }
    }
}
