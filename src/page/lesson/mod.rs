//! Lessons: a text in the narrator's place that goes step by step to moments of a run, asks, and gives things to do. What a step says, where
//! it stands and what is right was found by the build (`lessons`); here a person goes through it.
//!
//! `page/lesson` is a person's way through it: the step in the narrator's place, what was answered, the score. A
//! lesson's moments are numbers of *its* run: under another release, after an edit or in a fork, the lesson says so and
//! offers the way back. A task is the other way round: there the changed run is judged, by how it ends and whom
//! preemption evicted (`Goal`), and where the task limits them the changes of the text are counted (`changes`, which
//! the part `building` has). While a question is open the page draws a run that ends there (`lesson/hidden`), and the run
//! stands still. `page/lesson/update::meant` says what other actions mean meanwhile: a click on the stage
//! answers, the keys of captions go from step to step. The address is `#lesson=taints&at=3`.
//!
//! Outside of lessons every decision of a run can be asked for (`lesson/predict`): `trace::decisions` says which there
//! are and which moment is the last that tells nothing. After each action `update/after` holds the playhead back
//! there, whichever way it came, and makes the question of the attempt's detail. A pod's second attempt asks only
//! whether it fits now, and later ones ask nothing: what is asked never follows from how it comes out. Questions,
//! answers and views are those of lessons; `trace::choices` judges both. As long as something is still to be predicted
//! the page draws the run up to there and no further.
//!
//! Terms of the glossary can be opened where a text names them: the first time in a view (`lesson/terms`). Each has the
//! words by which texts call it; `marks` finds these, in the page and in the static pages. The page fetches the terms
//! (`glossary.json`) behind the run, with the part that draws them, and inside of another page once nothing plays;
//! before that texts are plain.

pub(crate) mod hidden;
#[cfg(feature = "still")]
#[cfg(test)]
mod leaks;
pub mod own;
pub mod place;
pub mod predict;
pub mod question;
pub mod task;
pub mod terms;
pub mod update;
pub mod view;
pub mod written;

use std::rc::Rc;

use crate::glossary::{Defined, Glossary};
use api::manifest::Changed;
use api::{Str, Table};
use wire::{Ask, Lesson, LessonEntry, LessonStep, RunNumber};

/// The fragment of an address that names a lesson begins so.
pub(crate) const FRAGMENT: &str = "lesson=";

/// Where the list of lessons lies, from the page.
pub const INDEX: &str = "lessons/index.json";

/// Where the terms of the glossary lie, from the page.
pub(crate) const TERMS: &str = "glossary.json";

/// Where a lesson lies, from the page. Names are those of files; what cannot be one is none.
pub fn file(name: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (!name.is_empty() && name.chars().all(plain)).then(|| format!("lessons/{name}.json"))
}

/// What is known of lessons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// All of them, in order.
    pub entries: Rc<Vec<LessonEntry>>,
    /// The name of the one that is on its way.
    pub(crate) wanted: Option<Str>,
    /// The one that is taken.
    pub taken: Option<Taken>,
    /// What is predicted outside of lessons.
    pub predict: Predict,
    /// Terms of the glossary; none until they are there.
    pub terms: Rc<Glossary>,
    /// The term that is open.
    pub(crate) defined: Option<Defined>,
}

/// Decisions that are asked for before they are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predict {
    /// Whether they are.
    pub on: bool,
    /// What was answered, by the run and the moment of the question.
    given: Table<(RunNumber, usize), Given>,
    /// The question that was asked last, with its run and moment.
    asked: Option<(RunNumber, usize, Rc<Ask>)>,
}

impl Predict {
    fn given(&self, run: RunNumber, at: usize) -> Given {
        self.given.get(&(run, at)).copied().unwrap_or_default()
    }

    fn question(&self, run: RunNumber, at: usize) -> Option<&Rc<Ask>> {
        self.asked.as_ref().filter(|it| (it.0, it.1) == (run, at)).map(|(.., ask)| ask)
    }

    /// Keeps what was given to a question.
    pub fn gave(&mut self, run: RunNumber, at: usize, given: Given) {
        self.given.insert((run, at), given);
    }

    /// Keeps the question that is asked.
    pub fn asks(&mut self, run: RunNumber, at: usize, ask: Ask) {
        self.asked = Some((run, at, Rc::new(ask)));
    }

    /// Questions of a run answered right at the first try, and all that are done.
    pub fn score(&self, run: RunNumber) -> (usize, usize) {
        let own = || self.given.range_from(&(run, 0)).take_while(|((other, _), _)| *other == run);
        let done = || own().filter(|(_, it)| it.done && it.first.is_some());
        (done().filter(|(_, given)| given.first == Some(true)).count(), done().count())
    }
}

/// A lesson that a person takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// The lesson.
    pub lesson: Rc<Lesson>,
    /// The step; behind the last one is the end.
    pub step: usize,
    /// What was answered, step by step.
    pub given: Vec<Given>,
    /// How far the text that ran last is from the lesson's, where a task asks.
    pub counted: Option<Counted>,
    /// The file that it was read from, if it is somebody's own; one of the course has a name.
    pub source: Option<Rc<str>>,
}

/// What was changed in a lesson's text.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The text that was compared.
    pub text: Rc<str>,
    /// What differs.
    pub changes: Rc<Vec<Changed>>,
}

/// What was answered to a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Whether the first answer was right; where several are wanted, whether all were so far.
    pub first: Option<bool>,
    /// The last answer.
    pub last: Option<usize>,
    /// Which of the answers that are wanted were found, a bit for each in their order.
    pub found: u128,
    /// Whether nothing more is asked.
    pub done: bool,
}

impl Given {
    /// What is given after one more answer, by its number; none if there is no such answer.
    fn after(self, ask: &Ask, choice: usize) -> Option<Self> {
        let answer = ask.choices.get(choice)?;
        let place = ask.order.iter().position(|it| *it == choice);
        // What was found already is no new answer.
        if place.is_some_and(|at| self.has(at)) {
            return None;
        }
        let next = (0..ask.order.len()).find(|at| !self.has(*at));
        let number = |at: usize| ask.alike.get(at).copied();
        let in_turn =
            |at: usize| Some(at) == next || next.is_some_and(|next| number(at).is_some() && number(at) == number(next));
        let right = if ask.order.is_empty() { answer.right } else { place.is_some_and(in_turn) };
        let found = if right { self.found | bit(place.unwrap_or(0)) } else { self.found };
        let first = match self.first {
            Some(true) if !ask.order.is_empty() => right,
            first => first.unwrap_or(right),
        };
        Some(Self {
            first: Some(first),
            last: Some(choice),
            found,
            done: found.count_ones() as usize >= ask.order.len().max(1),
        })
    }

    /// Whether the answer at this place of those that are wanted was found.
    pub fn has(self, at: usize) -> bool {
        self.found & bit(at) != 0
    }

    /// What is given when the answer is shown.
    fn gave_up(self) -> Self {
        Self { first: Some(false), done: true, ..self }
    }
}

/// The bit of an answer; what comes after so many has none, and is never found.
fn bit(at: usize) -> u128 {
    u32::try_from(at).ok().and_then(|at| 1_u128.checked_shl(at)).unwrap_or(0)
}

impl Taken {
    /// The step that is shown; none at the end.
    pub fn shown(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step)
    }

    /// Its question, if it has one, and what was answered.
    pub fn ask(&self) -> Option<(&Ask, Given)> {
        Some((self.shown()?.ask.as_ref()?, self.given.get(self.step).copied().unwrap_or_default()))
    }

    /// Whether its question is still open: how it comes out is not shown.
    pub fn asks(&self) -> bool {
        self.ask().is_some_and(|(_, given)| !given.done)
    }

    /// The moment to stand at: when a question is answered, the one that bears the answer out.
    pub fn moment(&self) -> Option<usize> {
        let step = self.shown()?;
        Some(step.ask.as_ref().filter(|_| !self.asks()).map_or(step.at, |ask| ask.then))
    }

    /// Questions answered right at the first try, and all questions.
    pub fn score(&self) -> (usize, usize) {
        let all = self.lesson.steps.iter().filter(|step| step.ask.is_some()).count();
        (self.given.iter().filter(|given| given.first == Some(true)).count(), all)
    }

    /// The lesson that comes next.
    pub(crate) fn following<'c>(&self, course: &'c Course) -> Option<&'c LessonEntry> {
        let number = self.lesson.entry.number;
        course.entries.iter().filter(|it| it.number > number).min_by_key(|it| it.number)
    }
}

/// What is done with lessons.
#[derive(Clone, Debug)]
pub enum Learning {
    /// The list is there, as JSON.
    Course(Rc<str>),
    /// Take a lesson, by its name, from a step on, as a step that the browser's Back takes back or not.
    Take { name: String, step: usize, visit: bool },
    /// It is on its way, by its name.
    Comes(Str),
    /// It is there, as JSON.
    Fetched { name: String, json: Rc<str>, step: usize, visit: bool },
    /// It is read.
    Taken { lesson: Rc<Lesson>, step: usize, visit: bool },
    /// Read somebody's own lesson; `scenario` is the text of the built-in one that it names, once that was fetched.
    Open { text: Rc<str>, scenario: Option<Rc<str>> },
    /// The engine's module has made JSON of it, from this file.
    Made { json: Rc<str>, source: Rc<str> },
    /// It is read.
    Own { lesson: Rc<Lesson>, source: Rc<str> },
    /// To the next step, or the one before.
    Step(bool),
    /// Answer the question, by the number of the choice.
    Answer(usize),
    /// Give up on the one that is to be predicted.
    Reveal,
    /// Back to where the step stands, in the lesson's own run.
    Here,
    /// Leave it; the scenario stays.
    Leave,
    /// Count how far the run's text is from the lesson's.
    Count,
    /// Predict decisions before they are shown, or no longer.
    Predict(bool),
    /// The terms of the glossary are there, as JSON.
    Terms(Rc<str>),
    /// Open a term, or close it.
    Define(Option<Defined>),
}

/// What lessons ask of the world outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errand {
    /// Fetch the list.
    Course,
    /// Fetch the terms of the glossary.
    Terms,
    /// Fetch a lesson.
    Fetch { name: String, step: usize, visit: bool },
    /// Read somebody's own lesson.
    Read { text: Rc<str>, scenario: Option<Rc<str>> },
    /// The address names the step.
    Address,
    /// The same; Back leads to this text again.
    Visit { left: Rc<str> },
    /// The address names the built-in scenario that stays; nothing, if it is none.
    Leave { scenario: String },
}

/// The address of a step; empty for somebody's own lesson, which nothing but its file holds.
pub fn fragment(taken: &Taken) -> String {
    let name = &taken.lesson.entry.name;
    match taken.step {
        _ if taken.source.is_some() => String::new(),
        0 => format!("{FRAGMENT}{name}"),
        step => format!("{FRAGMENT}{name}&at={}", step + 1),
    }
}

/// The lesson and the step that a fragment names, if it names one.
pub fn addressed(hash: &str) -> Option<(&str, usize)> {
    let rest = hash.strip_prefix('#')?.strip_prefix(FRAGMENT)?;
    let (name, at) = rest.split_once('&').unwrap_or((rest, ""));
    let step = at.strip_prefix("at=").and_then(|at| at.parse::<usize>().ok()).map_or(0, |at| at.saturating_sub(1));
    Some((name, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_are_alike_are_right_in_any_order() {
        let choices = vec![wire::LessonChoice::default(); 4];
        // The third one first, then the first and the second in any order; the last one is none.
        let ask = Ask { choices, order: vec![2, 0, 1], alike: vec![0, 1, 1], ..Ask::default() };
        for (answers, first, done) in [
            (&[2, 0, 1][..], true, true),
            (&[2, 1, 0], true, true),
            (&[0, 2, 1, 0], false, true),
            (&[2, 3, 1, 0], false, true),
            (&[2, 1], true, false),
            (&[3, 3], false, false),
        ] {
            let given =
                answers.iter().try_fold(Given::default(), |given, choice| given.after(&ask, *choice)).expect("answers");
            assert_eq!((given.first, given.done), (Some(first), done), "{answers:?}");
        }
        let once = Given::default().after(&ask, 2).expect("an answer");
        assert_eq!((once.after(&ask, 2), once.has(0), once.has(1)), (None, true, false));
    }

    #[test]
    fn an_address_names_a_lesson_and_a_step() {
        let lesson =
            Lesson { entry: LessonEntry { name: "taints".into(), ..LessonEntry::default() }, ..Lesson::default() };
        for step in [0, 1, 7] {
            let taken = Taken { lesson: Rc::new(lesson.clone()), step, given: Vec::new(), counted: None, source: None };
            assert_eq!(addressed(&format!("#{}", fragment(&taken))), Some(("taints", step)));
        }
        for (hash, wanted) in [
            ("#lesson=taints&at=x", Some(("taints", 0))),
            ("#lesson=taints&at=0", Some(("taints", 0))),
            ("#scenario=taints", None),
            ("", None),
        ] {
            assert_eq!(addressed(hash), wanted, "{hash}");
        }
        for name in ["", "../x", "a/b", "A", "a.json"] {
            assert_eq!(file(name), None, "{name}");
        }
        assert_eq!(file("one-cycle").as_deref(), Some("lessons/one-cycle.json"));
    }
}
