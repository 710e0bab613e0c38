//! Answers that take long, computed a little at a time: in between, the caller can do other things, read the progress and the partial
//! answer, and drop the question.

use protocol::{Answer, AnswerProgress, EncodedValue, Query, Reply};

use super::active_runs::{ActiveRun, Runs};

/// An answer that is being computed.
pub(super) trait AnswerTask {
    /// Works for some milliseconds at most; returns whether the answer is complete.
    fn advance(&mut self, run: &ActiveRun) -> bool;

    /// The progress.
    fn progress(&self) -> AnswerProgress;

    /// The answer so far, or the complete one in the end; `None` if a partial answer would mislead.
    fn answer(&mut self) -> Option<Answer>;
}

/// The work for an answer.
pub(super) enum AnswerWork {
    /// None.
    Ready(Answer),
    Pending(Box<dyn AnswerTask>),
}

impl AnswerWork {
    /// The whole answer, at once.
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

/// A queue of questions. Work is done for the first one.
#[derive(Default)]
pub struct AnswerQueue {
    pending: Vec<PendingAnswer>,
}

impl AnswerQueue {
    /// Whether there is no question.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Takes a question. Returns the answer if it is quick; otherwise puts the question first. Drops one about a run that no longer exists.
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

    /// Drops a question.
    pub fn cancel(&mut self, query: &Query) {
        self.pending.retain(|pending| pending.query != *query);
    }

    /// Works on the first question; returns the answer once it is complete.
    pub fn advance(&mut self, runs: &Runs) -> Option<Reply> {
        self.pending.retain(|pending| runs.get(pending.query.run).is_some());
        let pending = self.pending.first_mut()?;
        if !pending.task.advance(runs.get(pending.query.run)?) {
            return None;
        }
        let PendingAnswer { query, mut task } = self.pending.remove(0);
        task.answer().map(|answer| Reply::Answer(query, EncodedValue::new(&answer)))
    }

    /// The progress of the first question, with its partial answer if that is requested.
    pub fn report_progress(&mut self, with_answer: bool) -> Option<Reply> {
        let PendingAnswer { query, task } = self.pending.first_mut()?;
        let answer = if with_answer { task.answer() } else { None };
        Some(Reply::Progress(query.clone(), task.progress(), answer.as_ref().map(EncodedValue::new)))
    }

    /// Moves on to the next question.
    pub fn rotate(&mut self) {
        if !self.pending.is_empty() {
            self.pending.rotate_left(1);
        }
    }
}
