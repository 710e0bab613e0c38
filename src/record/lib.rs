//! What a run leaves behind, as data: its events, and of each attempt all that was looked at, with the reasons.
//!
//! The engine writes it, and whoever shows a run reads it: no other crate of the engine has to be known for that.

mod asked;
mod attempt;
mod device_search;
mod disruption;
mod event;
mod evidence;
mod facts;
mod log;
mod plugin;
mod point;
mod preemption;
mod queue_event;
mod reconcile;
mod said;
mod sheet;
mod tried;
mod verdict;
mod volume_reason;
mod zone;

pub use asked::{CandidateRecord, ExtenderAnswer, ExtenderRecord, Trouble, host_of};
pub use attempt::{
    Attempt, HostChoice, NodeRecord, Outcome, PostFilterRecord, PreFilterRecord, Recorder, ScoreRecord, ScoreRowRecord,
    Silent, outside,
};
pub use device_search::{
    DEVICES_TOLD, DeviceName, DeviceOut, DeviceSearch, DeviceWish, Refusal, STEPS_TOLD, SearchEnd, SearchStep, Short,
};
pub use disruption::{Answer, BudgetCount, Demand, Eviction, Unhealthy};
pub use event::{EVENT_LIMIT, Event, What};
pub use evidence::{AllocationPart, Balance, Evidence, ImagePart, Part, SpreadPart};
pub use facts::{Deletion, Ending, Purpose, Queue};
pub use log::LogEntry;
pub use plugin::{PluginId, RowId};
pub use point::Point;
pub use preemption::{DryRun, Ineligible, PreemptionRecord, Reprieve, Rule, Rung, VictimInfo};
pub use queue_event::QueueEvent;
pub use reconcile::{Controller, Reconcile};
pub use said::{Said, Unbound, Wording};
pub use sheet::{Sheet, SheetRow};
pub use tried::{Room, Tried, TriedDryRun, TriedEnd, TriedPreFilter, TriedPreemption};
pub use verdict::{Code, Failure, Reason, Verdict, collect};
pub use volume_reason::{Unbindable, VolumeReason};
pub use zone::{Disruption, Zone};

/// Index of a node in `Snapshot::nodes`.
pub type NodeIx = usize;
