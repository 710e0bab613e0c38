//! What the worker was asked about runs, and what it said: details of attempts, and answers to questions. The last ones are kept.

pub mod update;

use std::rc::Rc;

use api::Set;
use record::Attempt;
use wire::{Asked, RunNumber, Told};

/// Details are kept up to so many records of nodes and columns of scores: some tens of megabytes.
const MOST_RECORDS: usize = 40_000;
/// So many details are kept at most, however small.
const MOST: usize = 128;
/// So many details are kept in any case: those looked at, their neighbours, and the same beside.
const LEAST: usize = 12;
/// Answers that are kept.
const ANSWERS: usize = 16;

/// What the worker says, or is to say.
#[derive(Clone, Debug)]
pub enum Knowing {
    /// All that an attempt found.
    Detail(RunNumber, usize, Rc<Attempt>),
    /// An answer.
    Told(Asked, Told),
    /// Something on the screen waits for the detail of an attempt of this run.
    Wanted(RunNumber, usize),
}

/// Details of attempts. Two are equal if they hold the same ones.
#[derive(Clone, Debug, Default)]
pub struct Details {
    /// In the order of their coming.
    kept: Vec<(RunNumber, Rc<Attempt>, usize)>,
    asked: Set<(RunNumber, usize)>,
}

impl Details {
    /// The detail of an attempt, if it is there.
    pub fn get(&self, run: RunNumber, number: usize) -> Option<&Rc<Attempt>> {
        let found = self.kept.iter().find(|(of, _, at)| (*of, *at) == (run, number));
        found.map(|(_, detail, _)| detail)
    }

    /// A detail that came; the oldest ones make room for it.
    pub fn keep(&mut self, run: RunNumber, number: usize, detail: Rc<Attempt>) {
        self.asked.remove(&(run, number));
        self.kept.retain(|(of, _, at)| (*of, *at) != (run, number));
        self.kept.push((run, detail, number));
        let weight = |detail: &Attempt| 1 + detail.filter.len() + detail.scores.nodes.len();
        let mut sum: usize = self.kept.iter().map(|(_, detail, _)| weight(detail)).sum();
        while self.kept.len() > MOST || sum > MOST_RECORDS && self.kept.len() > LEAST {
            sum -= weight(&self.kept.remove(0).1);
        }
    }

    /// Those of these attempts that have to be asked for; they count as asked from now on.
    fn missing(&mut self, run: RunNumber, numbers: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut missing = Vec::new();
        for number in numbers {
            if self.get(run, number).is_none() && self.asked.insert((run, number)) {
                missing.push(number);
            }
        }
        missing
    }
}

impl PartialEq for Details {
    fn eq(&self, other: &Self) -> bool {
        let (here, there) = (self.kept.iter(), other.kept.iter());
        self.asked == other.asked
            && here.map(|(_, detail, _)| Rc::as_ptr(detail)).eq(there.map(|(_, detail, _)| Rc::as_ptr(detail)))
    }
}

/// Answers to questions. Two are equal if they hold the same ones.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    kept: Vec<(Asked, Rc<Told>)>,
    asked: Vec<Asked>,
}

impl PartialEq for Answers {
    fn eq(&self, other: &Self) -> bool {
        let (here, there) = (self.kept.iter(), other.kept.iter());
        self.asked == other.asked && here.map(|(_, told)| Rc::as_ptr(told)).eq(there.map(|(_, told)| Rc::as_ptr(told)))
    }
}

impl Answers {
    /// The answer to a question.
    pub fn get(&self, asked: &Asked) -> Option<&Rc<Told>> {
        self.kept.iter().find(|(of, _)| of == asked).map(|(_, told)| told)
    }

    /// The same, or else the last answer to the same question at another moment of the run, so that nothing flickers.
    pub fn near(&self, asked: &Asked) -> Option<&Rc<Told>> {
        let same = |of: &Asked| (of.run, &of.question) == (asked.run, &asked.question);
        self.get(asked).or_else(|| self.kept.iter().rfind(|(of, _)| same(of)).map(|(_, told)| told))
    }

    /// An answer that came.
    pub fn keep(&mut self, asked: Asked, told: Told) {
        self.asked.retain(|other| *other != asked);
        self.kept.retain(|(of, _)| *of != asked);
        self.kept.push((asked, Rc::new(told)));
        if self.kept.len() > ANSWERS {
            self.kept.remove(0);
        }
    }

    /// Whether a question has to be asked; it counts as asked from now on.
    fn misses(&mut self, asked: &Asked) -> bool {
        let misses = self.get(asked).is_none() && !self.asked.contains(asked);
        if misses {
            self.asked.push(asked.clone());
        }
        misses
    }
}
