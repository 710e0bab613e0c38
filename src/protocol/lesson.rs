//! A lesson as the page gets it. The build reads what a teacher wrote, runs the lesson's scenario, finds the moments of its steps and
//! judges its questions (`lessons`); the page shows and asks.

use api::Str;
use releases::Release;
use serde::{Deserialize, Serialize};

use super::{Bilingual, Goal};

/// A lesson in the list of lessons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonEntry {
    /// Its name: that of its file.
    pub name: String,
    /// Its place in the course.
    pub number: u32,
    pub title: Bilingual,
    /// What one can do after it.
    pub goal: Bilingual,
    /// What many people believe before it.
    pub misconception: Bilingual,
    /// Whether it belongs to "Workloads and Scheduling" of the CKA exam.
    pub exam: bool,
}

/// Whether a text is meant as a lesson, as its author wrote it.
#[must_use]
pub fn is_lesson(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next() == Some("---") && lines.any(|line| line == "```step")
}

/// A lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// What the list tells of it.
    pub entry: LessonEntry,
    /// The built-in scenario that it runs; empty if it brings its own.
    pub scenario: String,
    /// The text that it runs.
    pub text: String,
    /// Whose decisions it shows.
    pub release: Release,
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonStep {
    /// What it is about.
    pub title: Bilingual,
    /// What it says, in English.
    pub en: Vec<Block>,
    /// The same in 中文.
    pub zh: Vec<Block>,
    /// The moment of the run, by its number.
    pub at: usize,
    /// A pod (`namespace/name`) or a node to look at; empty: none.
    pub look: Str,
    pub ask: Option<LessonQuestion>,
    /// What it gives to do.
    pub task: Option<Goal>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Block {
    Paragraph(Vec<Inline>),
    List(Vec<Vec<Inline>>),
    /// Lines of a console or a manifest.
    Code(String),
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inline {
    /// As it stands.
    Text(String),
    /// In bold.
    Strong(String),
    /// What is typed, or named as in a manifest.
    Code(String),
    /// A link that leaves the page: what it says, and where it leads.
    Link(String, String),
    /// In italics.
    Emphasis(String),
}

/// A question. What is right follows from the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonQuestion {
    pub question: Bilingual,
    /// What may be answered.
    pub choices: Vec<LessonChoice>,
    /// The answers that are wanted one after the other, by their numbers. If there are none, one right answer is enough.
    pub order: Vec<usize>,
    /// Which of these are alike, a number for each: those with the same one may be given in any order.
    pub alike: Vec<usize>,
    /// Why those that are alike stand in this order; said once all are found.
    pub note: Bilingual,
    /// The moment that bears the answer out.
    pub then: usize,
}

impl LessonQuestion {
    /// The answer that a pod (`namespace/name`) or a node is.
    #[must_use]
    pub fn choice_about(&self, subject: &str) -> Option<usize> {
        self.choices.iter().position(|choice| *choice.subject == *subject && !subject.is_empty())
    }
}

/// A possible answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonChoice {
    /// The answer.
    pub name: Bilingual,
    /// The pod (`namespace/name`) or node that it is: a click on it on the stage answers too. Otherwise empty.
    pub subject: Str,
    /// Whether it is right.
    pub right: bool,
    /// Why it is, or is not.
    pub why: Bilingual,
    /// Why it is not, without the right answer in it: for whoever may still try. Empty where `why` does not give that away.
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
        // A choice that names nothing is no answer to a click, not even on nothing.
        let choices = ["default/a", "node-b", "default/c", ""].map(|subject| question.choice_about(subject));
        assert_eq!(choices, [Some(1), Some(2), None, None]);
    }
}
