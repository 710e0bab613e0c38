//! The worker's service without a thread and with all chunks, for tests, the build, and programs that embed the engine.

use protocol::{Query, Reply, Request};

use super::{active_runs::Runs, answer_task::AnswerQueue, chunk_tables};

/// Handles requests and returns replies.
pub struct WorkerService {
    runs: Runs,
    answers: AnswerQueue,
}

impl Default for WorkerService {
    fn default() -> Self {
        Self { runs: Runs::with_chunks(chunk_tables::ALL), answers: AnswerQueue::default() }
    }
}

impl WorkerService {
    /// Handles a request and returns the immediate replies. A query is answered completely.
    pub fn handle_request(&mut self, request: Request) -> Vec<Reply> {
        self.runs.handle_request(&request).unwrap_or_else(|chunk| unreachable!("{chunk:?} is loaded"))
    }

    /// Computes the current run up to the next message; `None` if there is nothing left to do.
    pub fn advance(&mut self) -> Option<Reply> {
        self.runs.advance().unwrap_or_else(|chunk| unreachable!("{chunk:?} is loaded"))
    }

    /// Adds a query that is answered in small steps; returns the reply if the answer needs no steps.
    pub fn ask(&mut self, query: Query) -> Option<Reply> {
        self.answers.ask(&self.runs, query)
    }

    /// Whether a query is being answered.
    #[must_use]
    pub fn is_answering(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Drops a query that is being answered.
    pub fn cancel(&mut self, query: &Query) {
        self.answers.cancel(query);
    }

    /// Computes the next step of the answer; returns the reply once it is complete.
    pub fn advance_answer(&mut self) -> Option<Reply> {
        self.answers.advance(&self.runs)
    }

    /// The progress of the current query, with its partial answer.
    pub fn report_progress(&mut self) -> Option<Reply> {
        self.answers.report_progress(true)
    }
}
