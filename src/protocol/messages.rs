//! Requests of the page, and the replies of the worker.

use std::rc::Rc;

use api::{NamespacedName, Str};
use imports::{
    dump::{PreviewObject, Progress},
    files::OpenedFiles,
};
use releases::ReleaseChoice;
use runlog::{Attempt, Event};
use serde::{Deserialize, Serialize};
use trace::captions::CaptionMoment;

use super::{
    Capacity, Consequences, EncodedValue, Evictors, Export, ExportedFile, Help, LoadResult, Observation, Rebalance,
    RoomBranch, RunNumber, Trial,
};

/// A message from the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Run a text.
    Run {
        /// The number of the run, higher than all before.
        run: RunNumber,
        /// The manifests.
        text: Rc<str>,
        /// Under which release it runs.
        release: ReleaseChoice,
        /// Runs that may still be asked about; others are forgotten.
        keep: Vec<RunNumber>,
    },
    /// Stop the run that is going on, and say so at once. What has happened in it can still be asked about.
    Cancel,
    /// Send the full records of these attempts of a run, in this order.
    FetchDetails {
        run: RunNumber,
        /// Attempts by their numbers.
        attempts: Vec<usize>,
    },
    /// Answer a question about a run.
    Query(Query),
    /// Drop a question that is not answered yet.
    CancelQuery(Query),
    /// Read the files that come with this request, and send the texts in them. It ends the reading before.
    ReadFiles {
        /// The number of the reading.
        number: u32,
        /// Their names. A file of a folder has the path in it, and may be none that was meant.
        names: Vec<FileName>,
    },
    StopReading,
    /// Make a file of a run.
    Export {
        run: RunNumber,
        /// What to make.
        export: Export,
        /// The manifests that it ran; empty where only the events count.
        text: String,
    },
    /// Say what is wrong with a text, and run nothing.
    CheckText {
        /// Number of the question.
        number: usize,
        /// The manifests.
        text: String,
        /// Under which release it runs.
        release: ReleaseChoice,
    },
}

/// The name of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileName {
    /// Somebody chose it.
    File(String),
    /// It lies in a folder that somebody chose, under this path.
    InFolder(String),
}

/// A question about a run at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    pub run: RunNumber,
    /// How many events have happened.
    pub events: usize,
    /// What is asked.
    pub question: Question,
}

/// A question about a run. Pods are `namespace/name`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// Why is the pod on its node?
    Here(NamespacedName),
    /// Why is the pod not on this node?
    NotThere(NamespacedName, Str),
    /// Why has the pod no node yet?
    Pending(NamespacedName),
    /// Why is the pod a victim, or why is it gone?
    Gone(NamespacedName),
    /// Why did the last preemption not take this pod?
    Spared(NamespacedName),
    /// What would make the pod fit?
    Help(NamespacedName),
    /// How many more pods like it fit, and whether they may preempt?
    More(NamespacedName, bool),
    /// What would evict the pod?
    Evictors(NamespacedName),
    /// Which pods would go elsewhere if they were scheduled now?
    Rebalance,
    /// What comes of it if this is done?
    Comes(Trial),
    /// The lines of the scheduler's log over the whole run, in order; the moment does not count.
    Log,
    /// Who gets the room that the victims of this group leave?
    Room(NamespacedName),
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Why: what was found, each with its place.
    Why(Vec<Observation>),
    /// What would help.
    Help(Help),
    /// How many more fit.
    More(Capacity),
    /// What would evict the pod.
    Evictors(Evictors),
    /// Which pods would go elsewhere.
    Rebalance(Rebalance),
    /// What comes of it.
    Comes(Consequences),
    /// Lines of a log.
    Log(Vec<String>),
    /// How the run goes on, in one way or another.
    Room(Vec<RoomBranch>),
}

/// How far an answer is: so many parts of so many. The whole may turn out to be more or less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerProgress {
    pub done: usize,
    pub total: usize,
}

/// A message from the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The worker is there.
    Ready,
    /// No run is going on any more.
    Cancelled,
    /// The text is read.
    Loaded(RunNumber, LoadResult),
    /// The text cannot be run.
    Rejected(RunNumber, EncodedValue<Vec<findings::Finding>>),
    /// What happened next in a run.
    Events(RunNumber, EventBatch),
    /// The full record of an attempt of a run.
    Detail(RunNumber, usize, Rc<Attempt>),
    /// An answer.
    Answer(Query, EncodedValue<Answer>),
    /// How far an answer is, and what of it is known so far.
    Progress(Query, AnswerProgress, Option<EncodedValue<Answer>>),
    /// How far files are read, by the number of the reading, and what was found since it was said last.
    Reading(u32, Progress, Vec<PreviewObject>),
    /// What was found in them.
    Opened(u32, EncodedValue<OpenedFiles>),
    /// The file that was asked for.
    Exported(Export, EncodedValue<ExportedFile>),
    /// What is wrong with a text, by the number of the question.
    Checked(usize, EncodedValue<Vec<findings::Finding>>),
}

/// The next events of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EventBatch {
    /// What happened next, shared with the trace on either side.
    pub events: Vec<Rc<Event>>,
    /// Captions whose places were found among these events, by their numbers in [`ManifestSummary::captions`](crate::ManifestSummary::captions).
    pub captions: Vec<CaptionMoment>,
    /// Whether more follows at once: what came is shown with it.
    pub more: bool,
    /// Whether the run is over.
    pub done: bool,
}
