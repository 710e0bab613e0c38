//! Actions with what the worker sends about runs.

use std::rc::Rc;

use protocol::{Answer, AnswerProgress, Query, RunNumber};
use runlog::Attempt;

/// What the worker says, or is to say.
#[derive(Clone, Debug)]
pub enum CacheMsg {
    /// All that an attempt found.
    DetailArrived(RunNumber, usize, Rc<Attempt>),
    /// An answer.
    AnswerArrived(Query, Rc<Answer>),
    /// How far an answer is, and what of it is known so far.
    AnswerProgressed(Query, AnswerProgress, Option<Rc<Answer>>),
    /// Somebody waits no longer for an answer; what is known of it stays.
    AnswerStopped(Query),
    /// Something on the screen waits for the detail of an attempt of this run.
    DetailRequested(RunNumber, usize),
}
