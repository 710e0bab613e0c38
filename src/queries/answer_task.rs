//! Answers that take long, a little at a time: whoever asks does other things in between, learns how far it is and what is known so far, and
//! may drop the question.

use protocol::{Answer, AnswerProgress, EncodedValue, Query, Reply};

use super::active_runs::{ActiveRun, Runs};

/// An answer in the making.
pub(super) trait AnswerTask {
    /// Does a little more, some milliseconds of work at most; whether nothing is left to do.
    fn advance(&mut self, run: &ActiveRun) -> bool;

    /// How far it is.
    fn progress(&self) -> AnswerProgress;

    /// What is known so far, and all of it when nothing is left to do; `None` where less than all would mislead.
    fn answer(&mut self) -> Option<Answer>;
}

/// What is to be done for an answer.
pub(super) enum AnswerWork {
    /// Nothing more.
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

/// Questions that are being answered. The first one is worked on.
#[derive(Default)]
pub struct AnswerQueue {
    pending: Vec<PendingAnswer>,
}

impl AnswerQueue {
    /// Whether nothing is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Takes a question: gives the answer to one that is easy, and puts any other first. One about a run that is gone is dropped.
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

    /// Does a little more for the first question; the answer, if that was all.
    pub fn advance(&mut self, runs: &Runs) -> Option<Reply> {
        self.pending.retain(|pending| runs.get(pending.query.run).is_some());
        let pending = self.pending.first_mut()?;
        if !pending.task.advance(runs.get(pending.query.run)?) {
            return None;
        }
        let PendingAnswer { query, mut task } = self.pending.remove(0);
        task.answer().map(|answer| Reply::Answer(query, EncodedValue::new(&answer)))
    }

    /// How far the first question is, with what is known of its answer if that is wanted.
    pub fn report_progress(&mut self, with_answer: bool) -> Option<Reply> {
        let PendingAnswer { query, task } = self.pending.first_mut()?;
        let answer = if with_answer { task.answer() } else { None };
        Some(Reply::Progress(query.clone(), task.progress(), answer.as_ref().map(EncodedValue::new)))
    }

    /// Lets the next question have its turn.
    pub fn rotate(&mut self) {
        if !self.pending.is_empty() {
            self.pending.rotate_left(1);
        }
    }
}
