//! The worker without its thread and with all its chunks: for tests, the build, and programs that embed the engine.

use protocol::{Query, Reply, Request};

use super::{active_runs::Runs, answer_task::AnswerQueue, chunk_tables};

/// Takes requests and replies.
pub struct Service {
    runs: Runs,
    answers: AnswerQueue,
}

impl Default for Service {
    fn default() -> Self {
        Self { runs: Runs::with_chunks(chunk_tables::ALL), answers: AnswerQueue::default() }
    }
}

impl Service {
    /// Handles a request, and gives what there is to reply at once. A question is answered whole.
    pub fn handle_request(&mut self, request: Request) -> Vec<Reply> {
        self.runs.handle_request(&request).unwrap_or_else(|chunk| unreachable!("{chunk:?} is loaded"))
    }

    /// Goes on with the run, up to the next piece to send.
    pub fn advance(&mut self) -> Option<Reply> {
        self.runs.advance().unwrap_or_else(|chunk| unreachable!("{chunk:?} is loaded"))
    }

    /// Asks a question that is answered a little at a time.
    pub fn ask(&mut self, query: Query) -> Option<Reply> {
        self.answers.ask(&self.runs, query)
    }

    /// Whether a question is being answered.
    #[must_use]
    pub fn is_answering(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Drops a question that is being answered.
    pub fn cancel(&mut self, query: &Query) {
        self.answers.cancel(query);
    }

    /// Does a little more for the question that is being answered; the answer, if that was all.
    pub fn advance_answer(&mut self) -> Option<Reply> {
        self.answers.advance(&self.runs)
    }

    /// How far the question is that is being answered, with what is known of its answer.
    pub fn report_progress(&mut self) -> Option<Reply> {
        self.answers.report_progress(true)
    }
}
