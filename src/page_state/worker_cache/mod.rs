//! Caches what the worker answered about runs: details of attempts, and answers to questions. The last ones are kept.

pub mod update;

use std::rc::Rc;

use api::Set;
use protocol::{Answer, AnswerProgress, Query, RunNumber};
use runlog::Attempt;

/// Details are kept up to so many records of nodes and columns of scores: some tens of megabytes.
const MAX_DETAIL_RECORDS: usize = 40_000;
/// So many details are kept at most, however small.
const MAX_DETAILS: usize = 128;
/// So many details are kept in any case: those looked at, their neighbors, and the same beside.
const MIN_DETAILS: usize = 12;
/// Answers that are kept.
const MAX_ANSWERS: usize = 16;

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
    requested: Vec<AwaitedAnswer>,
}

/// An answer that is not there yet.
#[derive(Clone, Debug)]
pub struct AwaitedAnswer {
    query: Query,
    /// How far it is.
    pub progress: AnswerProgress,
    /// What is known of it.
    pub part: Option<Rc<Answer>>,
    /// Whether nobody waits for the rest.
    pub is_stopped: bool,
}

impl PartialEq for AwaitedAnswer {
    fn eq(&self, other: &Self) -> bool {
        let part = |awaited: &Self| awaited.part.as_ref().map(Rc::as_ptr);
        (&self.query, self.progress, self.is_stopped, part(self))
            == (&other.query, other.progress, other.is_stopped, part(other))
    }
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

    /// How far an answer is that is not there yet.
    pub fn get_awaited(&self, query: &Query) -> Option<&AwaitedAnswer> {
        self.requested.iter().find(|awaited| awaited.query == *query)
    }

    /// Notes how far an answer is. One that nobody asks for any more is none.
    fn note_progress(&mut self, query: &Query, progress: AnswerProgress, part: Option<Rc<Answer>>) {
        if let Some(awaited) = self.requested.iter_mut().find(|awaited| awaited.query == *query && !awaited.is_stopped)
        {
            awaited.progress = progress;
            awaited.part = part.or_else(|| awaited.part.take());
        }
    }

    /// Waits no longer for an answer; whether anybody did.
    fn stop_waiting(&mut self, query: &Query) -> bool {
        let awaited = self.requested.iter_mut().find(|awaited| awaited.query == *query && !awaited.is_stopped);
        awaited.map(|awaited| awaited.is_stopped = true).is_some()
    }

    /// Forgets what is not asked any more; those of it that are still being answered.
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

    /// An answer that came.
    pub fn insert(&mut self, query: Query, answer: Rc<Answer>) {
        self.requested.retain(|awaited| awaited.query != query);
        self.entries.retain(|(of, _)| *of != query);
        self.entries.push((query, answer));
        if self.entries.len() > MAX_ANSWERS {
            self.entries.remove(0);
        }
    }

    /// Whether a question has to be asked; it counts as asked from now on.
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
