//! The worker without its thread, and with all its parts: for tests, for the build, for whoever embeds the engine.

use api::manifest::rare;
use profiles::config::configurations;
use simulation::act;
use wire::{Order, Reply};

use super::answering::answer;
use super::runs::{Parts, Runs};

/// Takes orders and replies.
pub struct Service(Runs);

impl Default for Service {
    fn default() -> Self {
        Self(Runs::with(Parts {
            answering: Some(answer),
            configuring: Some(configurations),
            rare: Some(rare),
            claiming: Some(claims::begin),
            acting: Some(act),
        }))
    }
}

impl Service {
    /// Takes an order, and gives what there is to reply at once.
    pub fn take(&mut self, order: Order) -> Vec<Reply> {
        self.0.take(&order).unwrap_or_else(|part| unreachable!("{part:?} is here"))
    }

    /// Goes on with the run, up to the next piece to send.
    pub fn go_on(&mut self) -> Option<Reply> {
        self.0.go_on().unwrap_or_else(|part| unreachable!("{part:?} is here"))
    }
}
