//! The messages between a page and the worker that runs the engine. This is the contract for anybody who wants to write another
//! front end.
//!
//! # Messages
//!
//! The page sends a [`Request`], the worker any number of [`Reply`]s. Both are plain serde data: the page that comes with
//! Schedscope packs them with `postcard` (no names of fields, so both ends have to be of the same build; bytes that are no message end the
//! program), but JSON carries them as well. What only some parts of a front end look at is bytes within the bytes ([`EncodedValue`]). `tests/engine/contract.rs` folds a
//! run from its messages alone.
//!
//! The worker begins with [`Reply::Ready`]. [`Request::Run`] gives a run its number; a higher number ends the run that is going
//! on. The answer is [`Reply::Rejected`], or [`Reply::Loaded`] and then [`Reply::Events`] in growing pieces until one says that it
//! is the last. A run can be asked about while it goes on and afterwards, until an [`Request::Run`] leaves it out of `keep`.
//! [`Request::Cancel`] is answered with [`Reply::Cancelled`]; a worker that does not answer soon can be ended, and what it has sent stays.
//! An answer carries what it answers, so none has to come in the order of the questions. One that takes long is preceded by
//! [`Reply::Progress`], with what is known of it so far; meanwhile the worker takes other requests, and [`Request::CancelQuery`] drops the
//! question, which is not answered. What belongs to a run that the worker does not know is not answered.
//!
//! [`Request::ReadFiles`] comes with files beside it, which no bytes carry: in a browser the message is an array of the order and a `Blob` for each name. It
//! is answered with [`Reply::Reading`] on the way and [`Reply::Opened`] at the end, whatever is in the files; [`Request::StopReading`] is not answered.
//!
//! # Events
//!
//! A run is the list of its [`Event`](runlog::Event)s, in the order in which they happen. [`EventKind`](runlog::EventKind) names their kinds;
//! the state of the cluster after the first `n` of them is their fold (`Frame::apply_event` in `trace`), and nothing
//! else changes between events. The first event is always `Profiles`: the plugins, weights and extension points of the
//! scheduler, so that a front end needs no tables of its own. The last one is `End`.
//!
//! - Times are milliseconds of virtual time since the start of the run. `start` of `RunMsg` is milliseconds of the wall clock
//!   ([`ManifestSummary::epoch`] is that of the start).
//! - Pods and budgets are named `namespace/name`, nodes and priority classes `name`. A name is unique at any moment, but may
//!   come back later.
//! - CPU is thousandths, memory bytes, wherever a number stands without its unit.
//! - A position in a run is the number of events that have happened, and the [`Step`] within the last of them.
//!
//! # Attempts
//!
//! `Attempted` carries a summary ([`AttemptSummary`](runlog::AttemptSummary)): how the attempt ended, and how many steps of which kind it took
//! ([`steps`](trace::steps) unfolds them). What each step found is an [`Attempt`](runlog::Attempt), which is asked for by the attempt's number
//! with [`Request::FetchDetails`]. The worker finds it again by letting the run go on from a state before it; that takes milliseconds,
//! so ask when it is looked at, for its neighbors as well, and keep the last ones. In an `Attempt` nodes are indices into its own
//! `nodes`, columns of scores stand beside `scores.nodes`, and pods of a dry run are indices into its `removed`.
//!
//! # Versions
//!
//! There is one version: that of the build. Page and worker of one build are made together, and messages are never kept. What
//! is kept by people are texts of scenarios and links (`links`), which have versions of their own.

mod capacity;
mod decoder;
mod encoded_value;
mod evictors;
mod export;
mod extent;
mod glossary_term;
mod lesson;
mod lesson_goal;
mod load_result;
mod messages;
mod observations;
mod rebalance;
mod room_branch;
mod what_if;
mod what_if_trial;

pub use capacity::{Capacity, CapacityLimit};
use decoder::Decoder;
pub use encoded_value::EncodedValue;
pub use evictors::{DrainEffect, Evictors, NodeLossEffect, PreemptionEffect, Preemptor};
pub use export::{Export, ExportNote, ExportedFile, FileBody, FilePart};
pub use extent::Extent;
pub use glossary_term::{Term, find_terms};
pub use lesson::{Block, Inline, Lesson, LessonChoice, LessonEntry, LessonQuestion, LessonStep, is_lesson};
pub use lesson_goal::{Goal, GoalPart, matches_pod_pattern};
pub use load_result::{Bilingual, LoadResult, ManifestSummary, ObjectCount};
pub use messages::{Answer, AnswerProgress, EventBatch, FileName, Query, Question, Reply, Request};
pub use observations::{Fact, Observation};
pub use rebalance::{Move, Rebalance};
pub use room_branch::{GroupRetry, Rival, RoomBranch};
use serde::{Serialize, de::DeserializeOwned};
use trace::steps::Step;
pub use what_if::{Change, Effect, GroupOutcome, Help, HelpfulChange, LabelEdit, PodConstraint, RunOutcome};
pub use what_if_trial::{
    Consequences, DrainFlag, EvictionError, FailedJob, MissingSuccessor, PodConsequence, PodFate, PodPlacement,
    StayReason, Trial, copy_pod, find_free_name, recreated_pod,
};

/// A position in a run: how many events have happened, and the step within the last of them.
pub type Position = (usize, Step);

/// The number of a run, given by the page. Higher is later.
pub type RunNumber = u32;

/// Encodes a message as bytes.
pub fn encode(message: &impl Serialize) -> Option<Vec<u8>> {
    postcard::to_allocvec(message).ok()
}

/// Decodes a message of the same build; other bytes end the program.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> T {
    let Ok(message) = T::deserialize(&mut Decoder(bytes));
    message
}
