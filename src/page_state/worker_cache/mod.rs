//! Caches what the worker answered about runs: details of attempts, and answers to questions. The last ones are kept.

pub mod update;

use std::rc::Rc;

use api::Set;
use protocol::{Answer, Query, RunNumber};
use runlog::Attempt;

/// Details are kept up to so many records of nodes and columns of scores: some tens of megabytes.
const MAX_DETAIL_RECORDS: usize = 40_000;
/// So many details are kept at most, however small.
const MAX_DETAILS: usize = 128;
/// So many details are kept in any case: those looked at, their neighbours, and the same beside.
const MIN_DETAILS: usize = 12;
/// Answers that are kept.
const MAX_ANSWERS: usize = 16;

/// What the worker says, or is to say.
#[derive(Clone, Debug)]
pub enum CacheMsg {
    /// All that an attempt found.
    DetailArrived(RunNumber, usize, Rc<Attempt>),
    /// An answer.
    AnswerArrived(Query, Rc<Answer>),
    /// Something on the screen waits for the detail of an attempt of this run.
    DetailRequested(RunNumber, usize),
}

/// Details of attempts. Two are equal if they hold the same ones.
#[derive(Clone, Debug, Default)]
pub struct DetailCache {
    /// In the order of their coming.
    entries: Vec<(RunNumber, Rc<Attempt>, usize)>,
    requested: Set<(RunNumber, usize)>,
}

impl DetailCache {
    /// The detail of an attempt, if it is there.
    pub fn get(&self, run_number: RunNumber, number: usize) -> Option<&Rc<Attempt>> {
        let entry = self.entries.iter().find(|(of, _, at)| (*of, *at) == (run_number, number));
        entry.map(|(_, detail, _)| detail)
    }

    /// A detail that came; the oldest ones make room for it.
    pub fn insert(&mut self, run_number: RunNumber, number: usize, detail: Rc<Attempt>) {
        self.requested.remove(&(run_number, number));
        self.entries.retain(|(of, _, at)| (*of, *at) != (run_number, number));
        self.entries.push((run_number, detail, number));
        let weight = |detail: &Attempt| 1 + detail.filter.len() + detail.scores.nodes.len();
        let mut sum: usize = self.entries.iter().map(|(_, detail, _)| weight(detail)).sum();
        while self.entries.len() > MAX_DETAILS || sum > MAX_DETAIL_RECORDS && self.entries.len() > MIN_DETAILS {
            sum -= weight(&self.entries.remove(0).1);
        }
    }

    /// Those of these attempts that have to be asked for; they count as asked from now on.
    fn request_missing(&mut self, run_number: RunNumber, numbers: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut missing = Vec::new();
        for number in numbers {
            if self.get(run_number, number).is_none() && self.requested.insert((run_number, number)) {
                missing.push(number);
            }
        }
        missing
    }
}

impl PartialEq for DetailCache {
    fn eq(&self, other: &Self) -> bool {
        let (entries, theirs) = (self.entries.iter(), other.entries.iter());
        self.requested == other.requested
            && entries.map(|(_, detail, _)| Rc::as_ptr(detail)).eq(theirs.map(|(_, detail, _)| Rc::as_ptr(detail)))
    }
}

/// Answers to questions. Two are equal if they hold the same ones.
#[derive(Clone, Debug, Default)]
pub struct AnswerCache {
    entries: Vec<(Query, Rc<Answer>)>,
    requested: Vec<Query>,
}

impl PartialEq for AnswerCache {
    fn eq(&self, other: &Self) -> bool {
        let (entries, theirs) = (self.entries.iter(), other.entries.iter());
        self.requested == other.requested
            && entries.map(|(_, answer)| Rc::as_ptr(answer)).eq(theirs.map(|(_, answer)| Rc::as_ptr(answer)))
    }
}

impl AnswerCache {
    /// The answer to a question.
    pub fn get(&self, query: &Query) -> Option<&Rc<Answer>> {
        self.entries.iter().find(|(of, _)| of == query).map(|(_, answer)| answer)
    }

    /// The same, or else the last answer to the same question at another moment of the run, so that nothing flickers.
    pub fn get_nearby(&self, query: &Query) -> Option<&Rc<Answer>> {
        let same = |of: &Query| (of.run, &of.question) == (query.run, &query.question);
        self.get(query).or_else(|| self.entries.iter().rfind(|(of, _)| same(of)).map(|(_, answer)| answer))
    }

    /// An answer that came.
    pub fn insert(&mut self, query: Query, answer: Rc<Answer>) {
        self.requested.retain(|other| *other != query);
        self.entries.retain(|(of, _)| *of != query);
        self.entries.push((query, answer));
        if self.entries.len() > MAX_ANSWERS {
            self.entries.remove(0);
        }
    }

    /// Whether a question has to be asked; it counts as asked from now on.
    fn request_if_missing(&mut self, query: &Query) -> bool {
        let misses = self.get(query).is_none() && !self.requested.contains(query);
        if misses {
            self.requested.push(query.clone());
        }
        misses
    }
}
