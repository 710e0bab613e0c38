//! The messages between a page and the worker that runs the engine: the contract for any other front end.
//!
//! # Messages
//!
//! The page sends a [`Request`], the worker any number of [`Reply`]s. Both are plain serde data. Schedscope's own page encodes them with
//! `postcard`, without field names, so both ends must come from the same build, and bytes that can't be decoded end the program; JSON works as
//! well. Parts that only some chunks of a front end read are encoded separately within the message ([`EncodedValue`]). `tests/engine/contract.rs`
//! folds a run from its messages alone.
//!
//! The worker begins with [`Reply::Ready`]. [`Request::Run`] assigns a number to a run; a higher number ends the current run. The reply is
//! [`Reply::Rejected`], or [`Reply::Loaded`] followed by [`Reply::Events`] in growing batches until one says that it is the last. A run can be
//! queried during and after its computation, until a [`Request::Run`] omits it from `keep`. [`Request::Cancel`] is answered with
//! [`Reply::Canceled`]; a worker that does not answer soon can be terminated, and what it has sent remains valid. An answer includes its question,
//! so answers need not come in the order of the questions. One that takes long is preceded by [`Reply::Progress`] with the partial answer;
//! meanwhile the worker handles other requests, and [`Request::CancelQuery`] drops the question, which is then not answered. Requests about a run
//! that the worker does not know are not answered.
//!
//! [`Request::ReadFiles`] comes with files that are not part of the encoded message: in a browser, the message is an array of the request and one
//! `Blob` for each name. It is answered with [`Reply::Reading`] while files are read and [`Reply::Opened`] at the end, whatever is in the files;
//! [`Request::StopReading`] is not answered.
//!
//! # Events
//!
//! A run is the list of its [`Event`](runlog::Event)s in order. [`EventKind`](runlog::EventKind) lists their kinds; the state of the cluster after
//! the first `n` of them is their fold (`Frame::apply_event` in `trace`), and nothing changes between events. The first event is always `Profiles`:
//! the plugins, weights and extension points of the scheduler, so that a front end needs no tables of its own. The last one is `End`.
//!
//! - Times are milliseconds of virtual time since the start of the run. `start` of `Running` is a wall-clock time in milliseconds
//!   ([`ManifestSummary::epoch`] is the wall-clock time of the start).
//! - Numbers without a unit are thousandths for CPU, and bytes for memory.
//! - A position in a run is the number of events that have happened, and the [`Step`] within the last of them.
//!
//! # Attempts
//!
//! `Attempted` has a summary ([`AttemptSummary`](runlog::AttemptSummary)): how the attempt ended, and how many steps of which kind it took
//! ([`steps`](trace::steps) unfolds them). The details of each step are in an [`Attempt`](runlog::Attempt), which [`Request::FetchDetails`]
//! requests by the attempt's number. The worker recomputes it from an earlier state of the run, which takes milliseconds, so request it when it is
//! displayed, together with its neighbors, and cache the latest ones. In an `Attempt`, nodes are indices into its own `nodes`, columns of scores
//! correspond to `scores.nodes`, and pods of a dry run are indices into its `removed`.
//!
//! # Versions
//!
//! There is one version: that of the build. Page and worker come from the same build, and messages are never stored. Manifests and links (`links`),
//! which people do store, have versions of their own.

mod capacity;
mod decision_field;
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
mod second_opinion;
mod site_search;
mod what_if;
mod what_if_trial;

use std::pin::Pin;

pub use capacity::{Capacity, CapacityLimit};
pub use decision_field::{
    AreaMap, FieldAnswer, FieldArea, FieldAxis, FieldBytes, FieldDecision, FieldNode, FieldNumber, FieldPod,
    FieldPoint, FieldPointQuery, FieldQuery,
};
use decoder::Decoder;
pub use encoded_value::EncodedValue;
pub use evictors::{DrainEffect, Evictors, NodeLossEffect, PreemptingClass, PreemptionEffect};
pub use export::{Export, ExportNote, ExportedFile, FileBody, FilePart};
pub use extent::Extent;
pub use glossary_term::{Term, find_terms};
pub use lesson::{
    Block, Inline, LOOK_AT_FIELD, LOOK_AT_RIVER, Lesson, LessonChoice, LessonEntry, LessonQuestion, LessonStep,
    is_lesson,
};
pub use lesson_goal::{Goal, GoalPart, matches_pod_pattern};
pub use load_result::{Bilingual, LoadResult, ManifestSummary, ObjectCount};
pub use messages::{Answer, AnswerProgress, EventBatch, FileName, Query, Question, Reply, Request};
pub use observations::{Fact, Observation};
pub use rebalance::{Move, Rebalance};
pub use room_branch::{GroupRetry, Rival, RoomBranch};
pub use second_opinion::{Agreement, DifferenceCause, OwnOpinion, PodOpinion, ReasonDifference, SecondOpinion};
use serde::{Serialize, de::DeserializeOwned};
pub use site_search::{SearchEntry, SitePart, search_index_file};
use trace::steps::Step;
pub use what_if::{Change, GroupOutcome, Help, HelpfulChange, LabelEdit, PodConstraint, RunOutcome, TrialDecision};
pub use what_if_trial::{
    Consequences, DrainFlag, EvictionError, FailedJob, MissingSuccessor, PodConsequence, PodFate, PodPlacement,
    StayReason, Trial, copy_pod, find_free_name, recreated_pod,
};

/// A position in a run: the number of events that have happened, and the step within the last of them.
pub type Position = (usize, Step);

/// The number of a run, assigned by the page. Later runs have higher numbers.
pub type RunNumber = u32;

/// The entry points of a chunk of page or worker once it is fetched; `None` if that fails.
pub type ChunkFuture<T> = Pin<Box<dyn Future<Output = Option<&'static T>>>>;

/// Encodes a message as bytes; `None` if it can't be serialized.
pub fn encode(message: &impl Serialize) -> Option<Vec<u8>> {
    postcard::to_allocvec(message).ok()
}

/// Encodes a request as bytes. There is room for its manifest from the start: a buffer that grows copies it again, and it can have tens of megabytes.
pub fn encode_request(request: &Request) -> Option<Vec<u8>> {
    /// Enough for everything but the manifest, in most requests.
    const REST: usize = 256;
    let manifest = match request {
        Request::Run { text, .. } => text.len(),
        Request::CheckText { text, .. } | Request::Export { text, .. } => text.len(),
        _ => 0,
    };
    postcard::to_extend(request, Vec::with_capacity(manifest + REST)).ok()
}

/// Decodes a message of the same build.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> T {
    let Ok(message) = T::deserialize(&mut Decoder(bytes));
    message
}
