//! Lessons: instructions that lead step by step through moments of a run, with questions and tasks. The build (`lessons`) computes the
//! texts, moments and right answers; this module is the student's progress.
//!
//! The moments of a lesson are indices into *its* run: under another release, after an edit or in a fork, the lesson says so and offers
//! the way back. A task, in contrast, is checked against the changed run: by its final state and the pods that preemption evicted
//! (`Goal`), and if the task limits them, the changes of the manifest are counted (`changes`, in the chunk `Editing`). While a question
//! is open, the page draws the run only up to it (`selectors::spoiler_guard`), and the playhead stays there. `update::remap_click` gives
//! other actions a meaning meanwhile: a click on the stage answers, and the caption keys go from step to step. The address is
//! `#lesson=taints&at=3`.
//!
//! Outside lessons, the user can predict every decision of a run (`selectors::predictions`): `trace::decisions` lists them with the last
//! moment before each. After each action, `update/post_update` stops the playhead there and builds the question from the attempt's
//! detail. For a pod's second attempt it asks only whether the pod fits now, and nothing for later ones, so that the question itself
//! never reveals the outcome. Questions, answers and views are those of lessons; `trace::choices` finds the right answers for both. While
//! a decision is unpredicted, the page draws the run only up to it.
//!
//! Terms of the glossary can be opened at their first occurrence in a view. Each has the words by which texts refer to it; `marks` finds
//! them, in the page and in the static pages. The page fetches the glossary (`glossary.json`) after the run, with the chunk that draws
//! it, and in embedded pages once playback stops; until then texts have no terms.

pub mod lesson_draft;
pub mod lesson_json;
pub mod task;
pub mod update;

use std::rc::Rc;

use api::{Str, Table};
use i18n::Lang;
use manifest::TextChange;
use protocol::{Lesson, LessonEntry, LessonQuestion, LessonStep, RunNumber, Term};

use crate::actions::lesson::OpenTerm;

/// The start of a URL fragment that names a lesson.
pub const LESSON_FRAGMENT: &str = "lesson=";

/// The path of the list of lessons, relative to the page.
pub const LESSON_INDEX: &str = "lessons/index.json";

/// The path of the glossary, relative to the page.
pub const GLOSSARY_FILE: &str = "glossary.json";

/// The path of a lesson, relative to the page; `None` if the name is invalid.
pub fn lesson_path(name: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (!name.is_empty() && name.chars().all(plain)).then(|| format!("lessons/{name}.json"))
}

/// The state of lessons, predictions and the glossary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LessonState {
    /// The list of lessons, in order.
    pub entries: Rc<Vec<LessonEntry>>,
    /// The name of the lesson that is being fetched.
    pub loading_name: Option<Str>,
    /// The changed manifest of a draft, while its built-in lesson is being fetched.
    pub resumed_text: Option<Rc<str>>,
    /// The open lesson.
    pub current: Option<LessonProgress>,
    pub predictions: Predictions,
    /// The terms of the glossary; empty until fetched.
    pub terms: Rc<Vec<Term>>,
    /// The open term.
    pub open_term: Option<OpenTerm>,
}

/// Predictions outside lessons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predictions {
    /// Whether the user predicts decisions.
    pub is_on: bool,
    /// The answers, by (run, moment).
    answers: Table<(RunNumber, usize), QuestionAnswers>,
    /// The last question, with its run and moment.
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

    /// Stores the answers to a question.
    pub fn record_answer(&mut self, run_number: RunNumber, at: usize, answers: QuestionAnswers) {
        self.answers.insert((run_number, at), answers);
    }

    /// Stores the current question.
    pub fn set_question(&mut self, run_number: RunNumber, at: usize, question: LessonQuestion) {
        self.last_question = Some((run_number, at, Rc::new(question)));
    }

    /// The number of questions of a run answered correctly at the first try, and of all finished questions.
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

/// The student's progress in a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonProgress {
    pub lesson: Rc<Lesson>,
    /// The index of the step; the number of steps at the end.
    pub step: usize,
    /// The answers, by step.
    pub answers: Vec<QuestionAnswers>,
    /// The changes between the last run's manifest and the lesson's, if a task limits them.
    pub change_count: Option<ManifestChanges>,
    /// The source of a custom lesson; `None` for a built-in one.
    pub custom_source: Option<Rc<str>>,
    /// When the question or task of the step was opened.
    pub question_clock: Option<QuestionClock>,
}

/// When the question or task of a step was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionClock {
    step: usize,
    /// The wall clock, in milliseconds.
    since: u64,
}

/// The counted changes of a lesson's manifest.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifestChanges {
    /// The manifest that was compared.
    pub text: Rc<str>,
    /// The changes.
    pub changes: Rc<Vec<TextChange>>,
}

/// The answers to a question, or the state of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuestionAnswers {
    /// Whether the first answer was right; for questions with several answers, whether all were right so far.
    pub first_correct: Option<bool>,
    /// The index of the first choice.
    pub first_choice: Option<usize>,
    /// The index of the last choice.
    pub last_choice: Option<usize>,
    /// The found answers of a question with several answers: one bit each, by their order.
    pub found_choices: u128,
    /// Whether the question is finished or the task is solved.
    pub is_done: bool,
    /// The number of answers, or of runs that tried to solve the task.
    pub tries: u16,
    /// How long it was open, in milliseconds.
    pub open_millis: u32,
}

impl QuestionAnswers {
    /// The state after another answer; `None` if the choice doesn't exist or was already found.
    pub(crate) fn with_choice(self, question: &LessonQuestion, choice: usize) -> Option<Self> {
        let answer = question.choices.get(choice)?;
        let order_index = question.order.iter().position(|number| *number == choice);
        // A found answer doesn't count again.
        if order_index.is_some_and(|at| self.has_found(at)) {
            return None;
        }
        let next = (0..question.order.len()).find(|at| !self.has_found(*at));
        let number = |at: usize| question.alike.get(at).copied();
        let in_turn =
            |at: usize| Some(at) == next || next.is_some_and(|next| number(at).is_some() && number(at) == number(next));
        let right = if question.order.is_empty() { answer.is_right } else { order_index.is_some_and(in_turn) };
        let u128 = if right { self.found_choices | choice_bit(order_index.unwrap_or(0)) } else { self.found_choices };
        let first = match self.first_correct {
            Some(true) if !question.order.is_empty() => right,
            first => first.unwrap_or(right),
        };
        Some(Self {
            first_correct: Some(first),
            first_choice: self.first_choice.or(Some(choice)),
            last_choice: Some(choice),
            found_choices: u128,
            is_done: u128.count_ones() as usize >= question.order.len().max(1),
            tries: self.tries.saturating_add(1),
            open_millis: self.open_millis,
        })
    }

    /// Whether the answer at this position of the order was found.
    pub fn has_found(self, at: usize) -> bool {
        self.found_choices & choice_bit(at) != 0
    }

    /// The state after the answer is revealed.
    pub(crate) fn with_reveal(self) -> Self {
        Self { first_correct: Some(false), is_done: true, ..self }
    }
}

/// The limit of a title's characters in a file name.
const MAX_FILE_NAME_CHARS: usize = 60;

impl LessonState {
    /// The source of the open lesson, if it is a custom one, and the name of a file with it.
    pub fn custom_file(&self, lang: Lang) -> Option<(&Rc<str>, String)> {
        let progress = self.current.as_ref()?;
        Some((progress.custom_source.as_ref()?, lesson_file_name(lang.pick(&progress.lesson.entry.title))))
    }
}

/// The file name for a lesson's title: its letters and digits in any script, joined by hyphens.
pub fn lesson_file_name(title: &str) -> String {
    let lowercase_title = title.to_lowercase();
    let words = lowercase_title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(MAX_FILE_NAME_CHARS).collect();
    let name = name.trim_end_matches('-');
    format!("{}.md", if name.is_empty() { "lesson" } else { name })
}

/// The bit of an answer; 0 beyond 128 answers, which are never found.
fn choice_bit(at: usize) -> u128 {
    u32::try_from(at).ok().and_then(|at| 1_u128.checked_shl(at)).unwrap_or(0)
}

impl LessonProgress {
    /// The current step; `None` at the end.
    pub fn current_step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step)
    }

    /// The question of the current step and its answers.
    pub fn question(&self) -> Option<(&LessonQuestion, QuestionAnswers)> {
        Some((self.current_step()?.ask.as_ref()?, self.answers.get(self.step).copied().unwrap_or_default()))
    }

    /// Whether the current question is unanswered, so that its outcome is hidden.
    pub fn has_open_question(&self) -> bool {
        self.question().is_some_and(|(_, answers)| !answers.is_done)
    }

    /// Adds the time since the last reading to the step that was open then. Called after each step and answer. Returns whether a step was
    /// open.
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

    /// The moment to show: that of the step, or after its question is answered, the one that proves the answer.
    pub fn moment_to_show(&self) -> Option<usize> {
        let step = self.current_step()?;
        Some(step.ask.as_ref().filter(|_| !self.has_open_question()).map_or(step.at, |question| question.then))
    }

    /// The number of questions answered correctly at the first try, and of all questions.
    pub fn score(&self) -> (usize, usize) {
        let total_count = self.lesson.steps.iter().filter(|step| step.ask.is_some()).count();
        (self.answers.iter().filter(|answers| answers.first_correct == Some(true)).count(), total_count)
    }

    /// The next lesson in the list.
    pub fn next_lesson<'c>(&self, course: &'c LessonState) -> Option<&'c LessonEntry> {
        let number = self.lesson.entry.number;
        course
            .entries
            .iter()
            .filter(|lesson_entry| lesson_entry.number > number)
            .min_by_key(|lesson_entry| lesson_entry.number)
    }
}

/// What the question about the current decision still needs.
pub enum QuestionNeed {
    /// The detail of the attempt at this index.
    NeedsDetail(usize),
    /// Nothing: this is the question.
    NeedsQuestion(LessonQuestion),
    /// The decision has no choices to ask about.
    NoChoices,
}

/// The URL fragment of a step; empty for a custom lesson.
pub fn step_fragment(progress: &LessonProgress) -> String {
    let name = &progress.lesson.entry.name;
    match progress.step {
        _ if progress.custom_source.is_some() => String::new(),
        0 => format!("{LESSON_FRAGMENT}{name}"),
        step => format!("{LESSON_FRAGMENT}{name}&at={}", step + 1),
    }
}

/// The lesson's name and the index of the step in a URL fragment.
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
    fn equivalent_answers_are_right_in_any_order() {
        let choices = vec![protocol::LessonChoice::default(); 4];
        // The third choice first, then the first two in any order; the last is wrong.
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
    fn an_address_has_a_lesson_and_a_step() {
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
