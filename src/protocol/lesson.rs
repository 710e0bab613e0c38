//! Lessons as the page receives them. The build parses what a teacher wrote, runs the lesson's scenario, finds the moments of its steps and
//! determines the right answers (crate `lessons`); the page only displays them.

use api::Str;
use releases::Release;
use serde::{Deserialize, Serialize};

use super::{Bilingual, Goal};

/// A lesson in the list of the course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonEntry {
    /// Its identifier: the name of its file.
    pub name: String,
    /// Its position in the course, from 1.
    pub number: u32,
    pub title: Bilingual,
    /// What the reader can do after it.
    pub goal: Bilingual,
    /// A common misconception that it corrects.
    pub misconception: Bilingual,
    /// Whether it covers a topic of "Workloads and Scheduling" in the CKA exam.
    #[serde(rename = "exam")]
    pub is_in_exam: bool,
}

/// Whether a text is the source of a lesson.
#[must_use]
pub fn is_lesson(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next() == Some("---") && lines.any(|line| line == "```step")
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// Its entry in the list of lessons.
    pub entry: LessonEntry,
    /// The name of the built-in scenario that it runs; empty if it has its own.
    pub scenario: String,
    /// The manifest that it runs.
    pub text: String,
    /// The release whose scheduler runs.
    pub release: Release,
    pub steps: Vec<LessonStep>,
}

/// The prefix of [`LessonStep::look`] for a step that shows a field, not a pod or node: no name of an object has a colon.
pub const LOOK_AT_FIELD: &str = "field:";

/// The start of what a step shows, if it is the river. A pod that stands out may follow.
pub const LOOK_AT_RIVER: &str = "river:";

/// A step of a lesson: its text, and what the page shows beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonStep {
    pub title: Bilingual,
    /// The text in English.
    pub en: Vec<Block>,
    /// The text in Chinese.
    pub zh: Vec<Block>,
    /// The index of the moment of the run.
    pub at: usize,
    /// A pod (`namespace/name`) or a node to select, [`LOOK_AT_FIELD`] and a field as links have it, or [`LOOK_AT_RIVER`]; empty
    /// for none.
    pub look: Str,
    pub ask: Option<LessonQuestion>,
    /// The goal of the step's task.
    pub task: Option<Goal>,
}

/// A block of formatted text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Block {
    Paragraph(Vec<Inline>),
    List(Vec<Vec<Inline>>),
    /// Lines of a console or a manifest, verbatim.
    Code(String),
}

/// A span of formatted text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inline {
    /// Plain text.
    Text(String),
    Strong(String),
    /// Code, or a name as in a manifest.
    Code(String),
    /// A link to another site: its text and its address.
    Link(String, String),
    Emphasis(String),
}

/// A question. The right answers follow from the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonQuestion {
    pub question: Bilingual,
    /// The possible answers.
    pub choices: Vec<LessonChoice>,
    /// The indices of the answers that must be given one after the other. If empty, any one right answer is enough.
    pub order: Vec<usize>,
    /// For each entry of `order` a number; entries with the same number may be given in any order.
    pub alike: Vec<usize>,
    /// Why interchangeable answers are in this order; shown once all are given.
    pub note: Bilingual,
    /// The index of the moment that shows the answer.
    pub then: usize,
}

impl LessonQuestion {
    /// The index of the answer that is a pod (`namespace/name`) or node.
    #[must_use]
    pub fn choice_about(&self, subject: &str) -> Option<usize> {
        self.choices.iter().position(|choice| *choice.subject == *subject && !subject.is_empty())
    }
}

/// A possible answer to a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonChoice {
    pub name: Bilingual,
    /// The pod (`namespace/name`) or node that is the answer, so that a click on it on the stage answers, too; otherwise empty.
    pub subject: Str,
    /// Whether it is right.
    #[serde(rename = "right")]
    pub is_right: bool,
    /// Why it is right or wrong.
    pub why: Bilingual,
    /// Why it is wrong, without revealing the right answer, for readers who may try again. Empty if `why` reveals nothing.
    #[serde(default, skip_serializing_if = "Bilingual::is_empty")]
    pub hint: Bilingual,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_lesson_by_its_first_line_and_a_step() {
        for (text, expected) in [
            ("---\ntitle: x\n---\n\n```step\nat: bound:web\n```\n", true),
            ("---\nkind: Pod\n---\nkind: Node\n", false),
            ("kind: Pod\n---\n```step\n", false),
            ("---\n``` step\n", false),
            ("```step\n", false),
            ("", false),
        ] {
            assert_eq!(is_lesson(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_click_answers_with_the_choice_that_names_what_was_clicked() {
        let choice = |subject: &str| LessonChoice { subject: subject.into(), ..LessonChoice::default() };
        let question =
            LessonQuestion { choices: ["", "default/a", "node-b"].map(choice).into(), ..LessonQuestion::default() };
        // A choice without a subject is never the answer to a click.
        let choices = ["default/a", "node-b", "default/c", ""].map(|subject| question.choice_about(subject));
        assert_eq!(choices, [Some(1), Some(2), None, None]);
    }
}
