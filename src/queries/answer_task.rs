//! Answers that take long, computed in small steps: between steps the caller can handle other requests, read the progress and the partial answer,
//! and drop the question.

use protocol::{Answer, AnswerProgress, EncodedValue, Query, Reply};

use super::active_runs::{ActiveRun, Runs};

/// An answer that is being computed.
pub(super) trait AnswerTask {
    /// Works for a few milliseconds; returns whether the answer is complete.
    fn advance(&mut self, run: &ActiveRun) -> bool;

    fn progress(&self) -> AnswerProgress;

    /// The answer so far, or the complete one in the end; `None` if a partial answer would mislead.
    fn answer(&mut self) -> Option<Answer>;

    /// Whether there is a new partial answer that is worth sending at once.
    fn has_news(&self) -> bool {
        false
    }
}

/// The state of an answer: complete, or to be computed.
pub(super) enum AnswerWork {
    Ready(Answer),
    Pending(Box<dyn AnswerTask>),
}

impl AnswerWork {
    /// Computes the whole answer at once.
    pub(super) fn finish(self, run: &ActiveRun) -> Option<Answer> {
        match self {
            Self::Ready(answer) => Some(answer),
            Self::Pending(mut task) => {
                while !task.advance(run) {}
                task.answer()
            }
        }
    }
}

struct PendingAnswer {
    query: Query,
    task: Box<dyn AnswerTask>,
}

/// A queue of questions; only the first one is worked on.
#[derive(Default)]
pub struct AnswerQueue {
    pending: Vec<PendingAnswer>,
}

impl AnswerQueue {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Adds a query. Returns the reply if the answer needs no task; otherwise puts the query first in the queue. Ignores a query about a run that
    /// no longer exists.
    pub fn ask(&mut self, runs: &Runs, query: Query) -> Option<Reply> {
        match runs.get(query.run)?.start_answer(query.events, &query.question) {
            AnswerWork::Ready(answer) => Some(Reply::Answer(query, EncodedValue::new(&answer))),
            AnswerWork::Pending(task) => {
                self.cancel(&query);
                self.pending.insert(0, PendingAnswer { query, task });
                None
            }
        }
    }

    pub fn cancel(&mut self, query: &Query) {
        self.pending.retain(|pending| pending.query != *query);
    }

    /// Works on the first query; returns the reply once the answer is complete.
    pub fn advance(&mut self, runs: &Runs) -> Option<Reply> {
        self.pending.retain(|pending| runs.get(pending.query.run).is_some());
        let pending = self.pending.first_mut()?;
        if !pending.task.advance(runs.get(pending.query.run)?) {
            return None;
        }
        let PendingAnswer { query, mut task } = self.pending.remove(0);
        task.answer().map(|answer| Reply::Answer(query, EncodedValue::new(&answer)))
    }

    /// The progress of the first query, with its partial answer if `with_answer`.
    pub fn report_progress(&mut self, with_answer: bool) -> Option<Reply> {
        let PendingAnswer { query, task } = self.pending.first_mut()?;
        let answer = if with_answer { task.answer() } else { None };
        Some(Reply::Progress(query.clone(), task.progress(), answer.as_ref().map(EncodedValue::new)))
    }

    /// The progress of the first query with its partial answer, if that is worth sending at once.
    pub fn report_news(&mut self) -> Option<Reply> {
        let has_news = self.pending.first().is_some_and(|pending| pending.task.has_news());
        if has_news { self.report_progress(true) } else { None }
    }

    /// Moves the first query to the end.
    pub fn rotate(&mut self) {
        if !self.pending.is_empty() {
            self.pending.rotate_left(1);
        }
    }
}
