//! The worker without its thread and with all its chunks: for tests, the build, and programs that embed the engine.

use protocol::{Reply, Request};

use super::{active_runs::Runs, chunk_tables};

/// Takes requests and replies.
pub struct Service(Runs);

impl Default for Service {
    fn default() -> Self {
        Self(Runs::with_chunks(chunk_tables::ALL))
    }
}

impl Service {
    /// Handles a request, and gives what there is to reply at once.
    pub fn handle_request(&mut self, request: Request) -> Vec<Reply> {
        self.0.handle_request(&request).unwrap_or_else(|chunk| unreachable!("{chunk:?} is loaded"))
    }

    /// Goes on with the run, up to the next piece to send.
    pub fn advance(&mut self) -> Option<Reply> {
        self.0.advance().unwrap_or_else(|chunk| unreachable!("{chunk:?} is loaded"))
    }
}
