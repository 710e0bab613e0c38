//! Lessons: a text in the narrator's place that goes step by step to moments of a run, asks, and gives things to do. What a step says, where
//! it stands and what is right was found by the build (`lessons`); here a person goes through it.
//!
//! `lesson` is a person's way through it: the step in the narrator's place, what was answered, the score. A
//! lesson's moments are numbers of *its* run: under another release, after an edit or in a fork, the lesson says so and
//! offers the way back. A task is the other way round: there the changed run is judged, by how it ends and whom
//! preemption evicted (`Goal`), and where the task limits them the changes of the text are counted (`changes`, which
//! the chunk `Editing` has). While a question is open the page draws a run that ends there (`lesson/spoiler_guard`), and the run
//! stands still. `update::remap_click` says what other actions mean meanwhile: a click on the stage
//! answers, the keys of captions go from step to step. The address is `#lesson=taints&at=3`.
//!
//! Outside of lessons every decision of a run can be asked for (`lesson/prediction`): `trace::decisions` says which there
//! are and which moment is the last that tells nothing. After each action `update/post_update` holds the playhead back
//! there, whichever way it came, and makes the question of the attempt's detail. A pod's second attempt asks only
//! whether it fits now, and later ones ask nothing: what is asked never follows from how it comes out. Questions,
//! answers and views are those of lessons; `trace::choices` judges both. As long as something is still to be predicted
//! the page draws the run up to there and no further.
//!
//! Terms of the glossary can be opened where a text names them: the first time in a view (`lesson/terms`). Each has the
//! words by which texts call it; `marks` finds these, in the page and in the static pages. The page fetches the terms
//! (`glossary.json`) behind the run, with the chunk that draws them, and inside of another page once nothing plays;
//! before that texts are plain.

pub mod lesson_draft;
pub mod lesson_json;
pub mod task;
pub mod update;

use std::rc::Rc;

use api::{Str, Table};
use manifest::TextChange;
use protocol::{Lesson, LessonEntry, LessonQuestion, LessonStep, RunNumber, Term};

use crate::actions::lesson::OpenTerm;

/// The fragment of an address that names a lesson begins so.
pub const LESSON_FRAGMENT: &str = "lesson=";

/// Where the list of lessons lies, from the page.
pub const LESSON_INDEX: &str = "lessons/index.json";

/// Where the terms of the glossary lie, from the page.
pub const GLOSSARY_FILE: &str = "glossary.json";

/// Where a lesson lies, from the page. Names are those of files; what cannot be one is none.
pub fn lesson_path(name: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (!name.is_empty() && name.chars().all(plain)).then(|| format!("lessons/{name}.json"))
}

/// What is known of lessons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LessonState {
    /// All of them, in order.
    pub entries: Rc<Vec<LessonEntry>>,
    /// The name of the one that is on its way.
    pub loading_name: Option<Str>,
    /// The text that a draft keeps of a built-in lesson, while the lesson is on its way.
    pub resumed_text: Option<Rc<str>>,
    /// The one that is taken.
    pub current: Option<LessonProgress>,
    /// What is predicted outside of lessons.
    pub predictions: Predictions,
    /// Terms of the glossary; none until they are there.
    pub terms: Rc<Vec<Term>>,
    /// The term that is open.
    pub open_term: Option<OpenTerm>,
}

/// Decisions that are asked for before they are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predictions {
    /// Whether they are.
    pub is_on: bool,
    /// What was answered, by the run and the moment of the question.
    answers: Table<(RunNumber, usize), QuestionAnswers>,
    /// The question that was asked last, with its run and moment.
    last_question: Option<(RunNumber, usize, Rc<LessonQuestion>)>,
}

impl Predictions {
    pub(crate) fn answers_at(&self, run_number: RunNumber, at: usize) -> QuestionAnswers {
        self.answers.get(&(run_number, at)).copied().unwrap_or_default()
    }

    pub(crate) fn question_at(&self, run_number: RunNumber, at: usize) -> Option<&Rc<LessonQuestion>> {
        self.last_question
            .as_ref()
            .filter(|entry| (entry.0, entry.1) == (run_number, at))
            .map(|(.., question)| question)
    }

    /// Keeps what was given to a question.
    pub fn record_answer(&mut self, run_number: RunNumber, at: usize, answers: QuestionAnswers) {
        self.answers.insert((run_number, at), answers);
    }

    /// Keeps the question that is asked.
    pub fn set_question(&mut self, run_number: RunNumber, at: usize, question: LessonQuestion) {
        self.last_question = Some((run_number, at, Rc::new(question)));
    }

    /// Questions of a run answered right at the first try, and all that are done.
    pub fn score(&self, run_number: RunNumber) -> (usize, usize) {
        let run_answers =
            || self.answers.range_from(&(run_number, 0)).take_while(|((other, _), _)| *other == run_number);
        let finished = || {
            run_answers()
                .filter(|(_, question_answers)| question_answers.is_done && question_answers.first_correct.is_some())
        };
        (finished().filter(|(_, answers)| answers.first_correct == Some(true)).count(), finished().count())
    }
}

/// A lesson that a person takes.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonProgress {
    /// The lesson.
    pub lesson: Rc<Lesson>,
    /// The step; behind the last one is the end.
    pub step: usize,
    /// What was answered, step by step.
    pub answers: Vec<QuestionAnswers>,
    /// How far the text that ran last is from the lesson's, where a task asks.
    pub change_count: Option<ManifestChanges>,
    /// The file that it was read from, if it is somebody's own; one of the course has a name.
    pub custom_source: Option<Rc<str>>,
    /// Since when the question or task of a step has been open.
    pub question_clock: Option<QuestionClock>,
}

/// Since when the question or task of a step has been open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionClock {
    step: usize,
    /// In milliseconds of the clock.
    since: u64,
}

/// What was changed in a lesson's text.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifestChanges {
    /// The text that was compared.
    pub text: Rc<str>,
    /// What differs.
    pub changes: Rc<Vec<TextChange>>,
}

/// What was answered to a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuestionAnswers {
    /// Whether the first answer was right; where several are wanted, whether all were so far.
    pub first_correct: Option<bool>,
    /// The last answer.
    pub last_choice: Option<usize>,
    /// Which of the answers that are wanted were found, a bit for each in their order.
    pub found_choices: u128,
    /// Whether nothing more is asked.
    pub is_done: bool,
    /// How many answers were given; of a task, how many runs were to solve it.
    pub tries: u16,
    /// How many milliseconds it was open, as far as the clock was read.
    pub open_millis: u32,
}

impl QuestionAnswers {
    /// What is given after one more answer, by its number; none if there is no such answer.
    pub(crate) fn with_choice(self, question: &LessonQuestion, choice: usize) -> Option<Self> {
        let answer = question.choices.get(choice)?;
        let order_index = question.order.iter().position(|number| *number == choice);
        // What was found already is no new answer.
        if order_index.is_some_and(|at| self.has_found(at)) {
            return None;
        }
        let next = (0..question.order.len()).find(|at| !self.has_found(*at));
        let number = |at: usize| question.alike.get(at).copied();
        let in_turn =
            |at: usize| Some(at) == next || next.is_some_and(|next| number(at).is_some() && number(at) == number(next));
        let right = if question.order.is_empty() { answer.right } else { order_index.is_some_and(in_turn) };
        let u128 = if right { self.found_choices | choice_bit(order_index.unwrap_or(0)) } else { self.found_choices };
        let first = match self.first_correct {
            Some(true) if !question.order.is_empty() => right,
            first => first.unwrap_or(right),
        };
        Some(Self {
            first_correct: Some(first),
            last_choice: Some(choice),
            found_choices: u128,
            is_done: u128.count_ones() as usize >= question.order.len().max(1),
            tries: self.tries.saturating_add(1),
            open_millis: self.open_millis,
        })
    }

    /// Whether the answer at this place of those that are wanted was found.
    pub fn has_found(self, at: usize) -> bool {
        self.found_choices & choice_bit(at) != 0
    }

    /// What is given when the answer is shown.
    pub(crate) fn with_reveal(self) -> Self {
        Self { first_correct: Some(false), is_done: true, ..self }
    }
}

/// The most letters of a title in the name of a file.
const MAX_FILE_NAME_CHARS: usize = 60;

/// The name of the file of a lesson with this title: its letters and digits in any script, with a hyphen for what is between them.
pub fn lesson_file_name(title: &str) -> String {
    let lowercase_title = title.to_lowercase();
    let words = lowercase_title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(MAX_FILE_NAME_CHARS).collect();
    let name = name.trim_end_matches('-');
    format!("{}.md", if name.is_empty() { "lesson" } else { name })
}

/// The bit of an answer; what comes after so many has none, and is never found.
fn choice_bit(at: usize) -> u128 {
    u32::try_from(at).ok().and_then(|at| 1_u128.checked_shl(at)).unwrap_or(0)
}

impl LessonProgress {
    /// The step that is shown; none at the end.
    pub fn current_step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step)
    }

    /// Its question, if it has one, and what was answered.
    pub fn question(&self) -> Option<(&LessonQuestion, QuestionAnswers)> {
        Some((self.current_step()?.ask.as_ref()?, self.answers.get(self.step).copied().unwrap_or_default()))
    }

    /// Whether its question is still open: how it comes out is not shown.
    pub fn has_open_question(&self) -> bool {
        self.question().is_some_and(|(_, answers)| !answers.is_done)
    }

    /// Reads the clock, after every step and every answer: the time since the last look belongs to the step that was open then. Whether
    /// anything came of it.
    fn read_clock(&mut self, now: u64) -> bool {
        let before = self.question_clock.take();
        if let Some(clock) = before
            && let Some(answers) = self.answers.get_mut(clock.step)
        {
            let passed = u32::try_from(now.saturating_sub(clock.since)).unwrap_or(u32::MAX);
            answers.open_millis = answers.open_millis.saturating_add(passed);
        }
        let has_open_task = self.current_step().is_some_and(|step| step.task.is_some())
            && !self.answers.get(self.step).is_some_and(|answers| answers.is_done);
        if self.has_open_question() || has_open_task {
            self.question_clock = Some(QuestionClock { step: self.step, since: now });
        }
        before.is_some()
    }

    /// The moment to stand at: when a question is answered, the one that bears the answer out.
    pub fn moment_to_show(&self) -> Option<usize> {
        let step = self.current_step()?;
        Some(step.ask.as_ref().filter(|_| !self.has_open_question()).map_or(step.at, |question| question.then))
    }

    /// Questions answered right at the first try, and all questions.
    pub fn score(&self) -> (usize, usize) {
        let total_count = self.lesson.steps.iter().filter(|step| step.ask.is_some()).count();
        (self.answers.iter().filter(|answers| answers.first_correct == Some(true)).count(), total_count)
    }

    /// The lesson that comes next.
    pub fn next_lesson<'c>(&self, course: &'c LessonState) -> Option<&'c LessonEntry> {
        let number = self.lesson.entry.number;
        course
            .entries
            .iter()
            .filter(|lesson_entry| lesson_entry.number > number)
            .min_by_key(|lesson_entry| lesson_entry.number)
    }
}

/// What is to be done so that the decision at the moment shown can be asked for.
pub enum QuestionNeed {
    /// Get the detail of this attempt.
    NeedsDetail(usize),
    /// Ask this.
    NeedsQuestion(LessonQuestion),
    /// Nothing can be chosen from.
    NoChoices,
}

/// The address of a step; empty for somebody's own lesson, which nothing but its file holds.
pub fn step_fragment(progress: &LessonProgress) -> String {
    let name = &progress.lesson.entry.name;
    match progress.step {
        _ if progress.custom_source.is_some() => String::new(),
        0 => format!("{LESSON_FRAGMENT}{name}"),
        step => format!("{LESSON_FRAGMENT}{name}&at={}", step + 1),
    }
}

/// The lesson and the step that a fragment names, if it names one.
pub fn lesson_in_fragment(hash: &str) -> Option<(&str, usize)> {
    let rest = hash.strip_prefix('#')?.strip_prefix(LESSON_FRAGMENT)?;
    let mut fields = rest.split('&');
    let name = fields.next().unwrap_or_default();
    let at = fields.find_map(|field| field.strip_prefix("at=")?.parse::<usize>().ok());
    Some((name, at.map_or(0, |at| at.saturating_sub(1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_are_alike_are_right_in_any_order() {
        let choices = vec![protocol::LessonChoice::default(); 4];
        // The third one first, then the first and the second in any order; the last one is none.
        let question =
            LessonQuestion { choices, order: vec![2, 0, 1], alike: vec![0, 1, 1], ..LessonQuestion::default() };
        for (answers, first, done) in [
            (&[2, 0, 1][..], true, true),
            (&[2, 1, 0], true, true),
            (&[0, 2, 1, 0], false, true),
            (&[2, 3, 1, 0], false, true),
            (&[2, 1], true, false),
            (&[3, 3], false, false),
        ] {
            let result = answers
                .iter()
                .try_fold(QuestionAnswers::default(), |result, choice| result.with_choice(&question, *choice))
                .expect("answers");
            assert_eq!((result.first_correct, result.is_done), (Some(first), done), "{answers:?}");
        }
        let answered_once = QuestionAnswers::default().with_choice(&question, 2).expect("an answer");
        assert_eq!(
            (answered_once.with_choice(&question, 2), answered_once.has_found(0), answered_once.has_found(1)),
            (None, true, false)
        );
    }

    #[test]
    fn an_address_names_a_lesson_and_a_step() {
        let lesson =
            Lesson { entry: LessonEntry { name: "taints".into(), ..LessonEntry::default() }, ..Lesson::default() };
        for step in [0, 1, 7] {
            let progress = LessonProgress {
                lesson: Rc::new(lesson.clone()),
                step,
                answers: Vec::new(),
                change_count: None,
                custom_source: None,
                question_clock: None,
            };
            assert_eq!(lesson_in_fragment(&format!("#{}", step_fragment(&progress))), Some(("taints", step)));
        }
        for (hash, expected) in [
            ("#lesson=taints&at=x", Some(("taints", 0))),
            ("#lesson=taints&at=0", Some(("taints", 0))),
            ("#lesson=taints&at=3&theme=dark&present", Some(("taints", 2))),
            ("#lesson=taints&present", Some(("taints", 0))),
            ("#scenario=taints", None),
            ("", None),
        ] {
            assert_eq!(lesson_in_fragment(hash), expected, "{hash}");
        }
        for name in ["", "../x", "a/b", "A", "a.json"] {
            assert_eq!(lesson_path(name), None, "{name}");
        }
        assert_eq!(lesson_path("one-cycle").as_deref(), Some("lessons/one-cycle.json"));
    }
}
