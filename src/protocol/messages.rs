//! Requests of the page and replies of the worker.

use std::rc::Rc;

use api::{NamespacedName, Str};
use imports::{
    dump::{ListPage, PageProblem, PreviewObject, Progress, WatchPart},
    files::OpenedFiles,
};
use releases::ReleaseChoice;
use runlog::{Attempt, Event, EventHints};
use serde::{Deserialize, Serialize};
use trace::captions::CaptionMoment;

use super::{
    Capacity, Consequences, EncodedValue, Evictors, Export, ExportedFile, FieldBytes, Help, LoadResult, Observation,
    Rebalance, RoomBranch, RunNumber, SecondOpinion, Trial,
};

/// A message from the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Run a manifest.
    Run {
        /// The number of the run, higher than all before.
        run: RunNumber,
        /// The manifest as YAML.
        text: Rc<str>,
        /// The release to run it under.
        release: ReleaseChoice,
        /// Runs that may still be queried; others are dropped.
        keep: Vec<RunNumber>,
    },
    /// Stop computing the current run and reply at once. Its events so far can still be queried.
    Cancel,
    /// Send the full records of these attempts of a run, in this order.
    FetchDetails {
        run: RunNumber,
        /// The numbers of the attempts.
        attempts: Vec<usize>,
    },
    /// Answer a question about a run.
    Query(Query),
    /// Drop a question that has not been answered yet.
    CancelQuery(Query),
    /// Read the files that come with this request, and send the manifests in them. Ends any earlier reading.
    ReadFiles {
        /// The number of the reading.
        number: u32,
        /// The names of the files.
        names: Vec<FileName>,
    },
    StopReading,
    /// Read the page of a list of a cluster that comes with this request. The first page of a reading ends any earlier reading.
    ReadPage {
        /// The number of the reading.
        number: u32,
        /// The number of the list.
        list: u32,
        /// The `apiVersion` of its objects.
        version: Str,
        /// Whether it is the first page of the list, which replaces what was read of the list before.
        is_first: bool,
    },
    /// Read the bytes of a watch of a list that come with this request. They go on where those before ended, unless the watch began again.
    ReadWatch {
        /// The number of the reading of the list.
        number: u32,
        /// The number of the list.
        list: u32,
        /// Whether the watch began again.
        is_new: bool,
    },
    /// Send one text of all lists that were read, with what watches have reported.
    JoinLists {
        /// The number of the import.
        number: u32,
        /// The moment as which the lists are sent: after this number of the changes that watches have reported; `None` for all of them.
        moment: Option<u64>,
        /// The version of the cluster.
        version: Str,
        /// The time of the reading, as RFC 3339 has it.
        time: Str,
    },
    /// Export a file of a run.
    Export {
        run: RunNumber,
        export: Export,
        /// The manifest of the run; empty if only its events are exported.
        text: String,
    },
    /// Check a manifest without running it.
    CheckText {
        /// A number that the reply repeats.
        number: usize,
        /// The manifest as YAML.
        text: String,
        /// The release to check it for.
        release: ReleaseChoice,
    },
}

/// The name of a file that a user opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileName {
    /// A file that was selected by itself.
    File(String),
    /// A file in a folder that was selected, by its path. It may be irrelevant, since nobody chose it by itself.
    InFolder(String),
}

/// A question about a run at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    pub run: RunNumber,
    /// The number of events up to that moment.
    pub events: usize,
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
    /// How many more pods like it fit? The flag says whether they may preempt.
    More(NamespacedName, bool),
    /// What would evict the pod?
    Evictors(NamespacedName),
    /// Which pods would be placed elsewhere if they were scheduled now?
    Rebalance,
    /// What are the consequences of this action?
    #[serde(rename = "Comes")]
    Consequences(Trial),
    /// The lines of the scheduler's log of the whole run, in order, regardless of the moment.
    Log,
    /// Who gets the room that the victims of this group free?
    Room(NamespacedName),
    /// Does the engine agree with what the cluster's own scheduler wrote about its pending pods? About the start of the run, regardless of the
    /// moment.
    SecondOpinion,
    /// What is decided about a pod for all values of two numbers? A [`FieldQuery`](super::FieldQuery).
    Field(FieldBytes),
    /// What is decided about a pod for two values? A [`FieldPointQuery`](super::FieldPointQuery).
    FieldPoint(FieldBytes),
    /// Which pods did the events at this moment meet in the scheduler's queue, and which hints decided?
    Hints,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Observations about a pod, each with its position.
    Why(Vec<Observation>),
    /// Changes that would make the pod fit.
    Help(Help),
    /// How many more pods fit.
    More(Capacity),
    /// What would evict the pod.
    Evictors(Evictors),
    /// Which pods would be placed elsewhere.
    Rebalance(Rebalance),
    /// The consequences of the action.
    #[serde(rename = "Comes")]
    Consequences(Consequences),
    /// The lines of the log.
    Log(Vec<String>),
    /// The possible continuations of the run.
    Room(Vec<RoomBranch>),
    /// What the cluster's own scheduler wrote, and what the engine says.
    SecondOpinion(SecondOpinion),
    /// The areas of equal decisions, none if the pod does not exist: an [`AreaMap`](super::AreaMap).
    Field(FieldBytes),
    /// The decision at a point, if the pod exists: an `Option` of a [`FieldDecision`](super::FieldDecision).
    FieldPoint(FieldBytes),
    /// The events that the queue handled, in order, with the hints for the pods that they met.
    Hints(Vec<EventHints>),
}

/// The progress of an answer: parts that are done, and the estimated total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerProgress {
    pub done: usize,
    pub total: usize,
}

/// A message from the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The worker has started.
    Ready,
    /// The current run has been canceled.
    Canceled,
    /// The manifest has been loaded.
    Loaded(RunNumber, LoadResult),
    /// The manifest can't be run.
    Rejected(RunNumber, EncodedValue<Vec<findings::Finding>>),
    /// The next events of a run.
    Events(RunNumber, EventBatch),
    /// The full record of an attempt, with its number.
    Detail(RunNumber, usize, Rc<Attempt>),
    /// The answer to a question.
    Answer(Query, EncodedValue<Answer>),
    /// The progress of an answer, with the partial answer.
    Progress(Query, AnswerProgress, Option<EncodedValue<Answer>>),
    /// The progress of a reading, by its number, with the objects that were found since the last report.
    Reading(u32, Progress, Vec<PreviewObject>),
    /// The result of a reading, by its number.
    Opened(u32, EncodedValue<OpenedFiles>),
    /// A page of a cluster's list was read: what it says about the list, or what is wrong with it. The numbers are those of the reading and of
    /// the list.
    PageRead(u32, u32, EncodedValue<Result<ListPage, PageProblem>>),
    /// A part of the answer to a watch was read: the changes that it reports, or what is wrong with it. The numbers are those of the reading and
    /// of the list.
    WatchRead(u32, u32, EncodedValue<Result<WatchPart, PageProblem>>),
    /// An exported file.
    Exported(Export, EncodedValue<ExportedFile>),
    /// The problems of a manifest, by the number of the request.
    Checked(usize, EncodedValue<Vec<findings::Finding>>),
}

/// The next events of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EventBatch {
    /// The events, shared with the trace at either end.
    pub events: Vec<Rc<Event>>,
    /// Captions whose positions are among these events, by their indices in [`ManifestSummary::captions`](crate::ManifestSummary::captions).
    pub captions: Vec<CaptionMoment>,
    /// Whether another batch follows at once, with which these events are shown together.
    pub has_more: bool,
    /// Whether the run has ended.
    pub is_done: bool,
}
