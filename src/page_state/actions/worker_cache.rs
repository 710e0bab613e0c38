//! Actions with the worker's messages about runs.

use std::rc::Rc;

use protocol::{Answer, AnswerProgress, Query, RunNumber};
use runlog::Attempt;

/// Messages of the worker, and requests to it.
#[derive(Clone, Debug)]
pub enum CacheMsg {
    /// The detail of the attempt at this index arrived.
    DetailArrived(RunNumber, usize, Rc<Attempt>),
    /// The worker answered a query.
    AnswerArrived(Query, Rc<Answer>),
    /// The progress of a query, and its partial answer.
    AnswerProgressed(Query, AnswerProgress, Option<Rc<Answer>>),
    /// A query was canceled; its partial answer stays.
    AnswerStopped(Query),
    /// A view needs the detail of the attempt at this index.
    DetailRequested(RunNumber, usize),
}
