//! The worker without its thread and with all its parts: for tests, the build, and programs that embed the engine.

use manifest::decode_lazy_kind;
use profiles::config::configurations;
use protocol::{Reply, Request};
use simulation::run_controller_task;

use super::{
    active_runs::{EngineParts, Runs},
    dispatch::answer_request,
};

/// Takes orders and replies.
pub struct Service(Runs);

impl Default for Service {
    fn default() -> Self {
        Self(Runs::with_parts(EngineParts {
            answer: Some(answer_request),
            configure: Some(configurations),
            decode_lazy_kind: Some(decode_lazy_kind),
            create_claims: Some(dra::create_claims),
            run_controller_task: Some(run_controller_task),
        }))
    }
}

impl Service {
    /// Takes an order, and gives what there is to reply at once.
    pub fn handle_request(&mut self, order: Request) -> Vec<Reply> {
        self.0.handle_request(&order).unwrap_or_else(|part| unreachable!("{part:?} is here"))
    }

    /// Goes on with the run, up to the next piece to send.
    pub fn advance(&mut self) -> Option<Reply> {
        self.0.advance().unwrap_or_else(|part| unreachable!("{part:?} is here"))
    }
}
