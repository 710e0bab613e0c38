//! Caches of what the worker sent about runs: details of attempts, and answers to queries. The oldest entries are evicted.

pub mod update;

use std::rc::Rc;

use api::{ByPointer, Set};
use protocol::{Answer, AnswerProgress, Query, Question, RunNumber};
use runlog::Attempt;

/// The limit of node records and score columns in cached details: some tens of megabytes.
const MAX_DETAIL_RECORDS: usize = 40_000;
/// The limit of cached details, however small.
const MAX_DETAILS: usize = 128;
/// The number of details that are kept regardless of size: the visible ones, their neighbors, and those of the compared run.
const MIN_DETAILS: usize = 12;
/// The limit of cached answers.
const MAX_ANSWERS: usize = 16;

/// Cached details of attempts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DetailCache {
    /// (run, detail, index of the attempt), oldest first.
    entries: Vec<(RunNumber, ByPointer<Attempt>, usize)>,
    requested: Set<(RunNumber, usize)>,
}

impl DetailCache {
    /// The detail of an attempt, if cached.
    pub fn get(&self, run_number: RunNumber, number: usize) -> Option<&Rc<Attempt>> {
        let entry = self.entries.iter().find(|(of, _, at)| (*of, *at) == (run_number, number));
        entry.map(|(_, detail, _)| &detail.0)
    }

    /// Adds a detail, and evicts the oldest ones above the limits.
    pub fn insert(&mut self, run_number: RunNumber, number: usize, detail: Rc<Attempt>) {
        self.requested.remove(&(run_number, number));
        self.entries.retain(|(of, _, at)| (*of, *at) != (run_number, number));
        self.entries.push((run_number, ByPointer(detail), number));
        let weight = |detail: &Attempt| 1 + detail.filter.len() + detail.scores.nodes.len();
        let mut sum: usize = self.entries.iter().map(|(_, detail, _)| weight(detail)).sum();
        while self.entries.len() > MAX_DETAILS || sum > MAX_DETAIL_RECORDS && self.entries.len() > MIN_DETAILS {
            sum -= weight(&self.entries.remove(0).1);
        }
    }

    /// The attempts that are neither cached nor requested; marks them as requested.
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

/// Cached answers to queries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerCache {
    entries: Vec<(Query, ByPointer<Answer>)>,
    requested: Vec<AwaitedAnswer>,
}

/// A requested answer that hasn't arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct AwaitedAnswer {
    query: Query,
    /// The progress.
    pub progress: AnswerProgress,
    /// The partial answer.
    pub part: Option<ByPointer<Answer>>,
    /// Whether the query was canceled.
    pub is_stopped: bool,
}

impl AnswerCache {
    /// The answer to a query.
    pub fn get(&self, query: &Query) -> Option<&Rc<Answer>> {
        self.entries.iter().find(|(of, _)| of == query).map(|(_, answer)| &answer.0)
    }

    /// The answer to a query, or else the latest answer to the same question at another moment of the run, to avoid flicker.
    pub fn get_nearby(&self, query: &Query) -> Option<&Rc<Answer>> {
        let same = |of: &Query| (of.run, &of.question) == (query.run, &query.question);
        self.get(query).or_else(|| self.entries.iter().rfind(|(of, _)| same(of)).map(|(_, answer)| &answer.0))
    }

    /// The latest queueing hints, which are part of the stage's model.
    pub fn latest_hints(&self) -> Option<&ByPointer<Answer>> {
        self.entries.iter().rfind(|(of, _)| of.question == Question::Hints).map(|(_, answer)| answer)
    }

    /// The latest decision at a point of a field at a moment: that of the query, or of the point before, to avoid flicker.
    pub fn get_point(&self, query: &Query) -> Option<(&Query, &Rc<Answer>)> {
        let is_same_moment = |of: &Query| (of.run, of.events) == (query.run, query.events);
        let entry = self.entries.iter().rfind(|(of, _)| is_about_point(of) && is_same_moment(of));
        entry.map(|(of, answer)| (of, &answer.0))
    }

    /// The pending request of a query.
    pub fn get_awaited(&self, query: &Query) -> Option<&AwaitedAnswer> {
        self.requested.iter().find(|awaited| awaited.query == *query)
    }

    /// Updates the progress of a query; ignores one that is no longer requested.
    fn note_progress(&mut self, query: &Query, progress: AnswerProgress, part: Option<Rc<Answer>>) {
        if let Some(awaited) = self.requested.iter_mut().find(|awaited| awaited.query == *query && !awaited.is_stopped)
        {
            awaited.progress = progress;
            awaited.part = part.map(ByPointer).or_else(|| awaited.part.take());
        }
    }

    /// Marks a query as canceled. Returns whether it was pending.
    fn stop_waiting(&mut self, query: &Query) -> bool {
        let awaited = self.requested.iter_mut().find(|awaited| awaited.query == *query && !awaited.is_stopped);
        awaited.map(|awaited| awaited.is_stopped = true).is_some()
    }

    /// Removes requests that are no longer needed. Returns those that are still being answered.
    fn forget_unneeded(&mut self, needed: &[Query]) -> Vec<Query> {
        let mut unneeded = Vec::new();
        self.requested.retain(|awaited| {
            let is_needed = needed.contains(&awaited.query);
            if !is_needed && !awaited.is_stopped {
                unneeded.push(awaited.query.clone());
            }
            is_needed
        });
        unneeded
    }

    /// Adds an answer, and evicts the oldest one above the limit.
    pub fn insert(&mut self, query: Query, answer: Rc<Answer>) {
        self.requested.retain(|awaited| awaited.query != query);
        // A point that is dragged would evict all other answers.
        let replaces_point = is_about_point(&query);
        self.entries.retain(|(of, _)| *of != query && !(replaces_point && is_about_point(of)));
        self.entries.push((query, ByPointer(answer)));
        if self.entries.len() > MAX_ANSWERS {
            self.entries.remove(0);
        }
    }

    /// Whether a query has to be sent; marks it as requested.
    fn request_if_missing(&mut self, query: &Query) -> bool {
        let misses = self.get(query).is_none() && self.get_awaited(query).is_none();
        if misses {
            let query = query.clone();
            let progress = AnswerProgress::default();
            self.requested.push(AwaitedAnswer { query, progress, part: None, is_stopped: false });
        }
        misses
    }
}

fn is_about_point(query: &Query) -> bool {
    matches!(query.question, Question::FieldPoint(_))
}
